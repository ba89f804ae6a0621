package main

import (
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// sides are the documents before and after a change.
type sides struct {
	before, after *rendering
	// earlier is what messages call the documents before the change.
	earlier string
	// args are the arguments of the command line.
	args []string
	// advice tells what to do when the documents before the change have errors.
	advice string
}

// comparing is how a command compares documents with earlier ones.
type comparing struct {
	// config is the file of --config.
	config string
	// besides are files that folders may hold, and that are read for something else.
	besides []string
	// advice tells what to do when the documents before the change have errors.
	advice string
}

// newSides returns two sides without files. They have the same options and print with the same reporter. Warnings
// before the change are no errors: it cannot mend them.
func newSides(after *rendering, earlier store) sides {
	m, before := &memory{}, *after
	before.opts.Strict = false
	before.files, after.files = newFiles(earlier, m), newFiles(disk{}, m)
	return sides{before: &before, after: after}
}

// compareFiles compares files, folders and stdin with an earlier file or folder, or with stdin.
func (c comparing) compareFiles(earlier string, after *rendering, args []string) (comparison, error) {
	s := newSides(after, disk{})
	s.earlier, s.args, s.advice = earlier, append([]string{earlier}, args...), c.advice
	s.before.files.leave(c.besides, s.args)
	s.after.files.leave(c.besides, s.args)
	if s.earlier == "-" {
		s.earlier = stdinFile
	}
	if err := s.before.files.add(earlier, after.cmd.InOrStdin()); err != nil {
		return comparison{}, err
	}
	for _, arg := range args {
		if err := s.after.files.add(arg, after.cmd.InOrStdin()); err != nil {
			return comparison{}, err
		}
	}
	s.before.report(s.before.files.warnings)
	return s.compare()
}

// compare renders both sides, prints the findings of after and the errors of before, and compares the objects. One of
// the sides may have no application.
func (s sides) compare() (comparison, error) {
	wrongBefore := s.before.renderBefore()
	s.before.report(s.before.result.Findings.Only(finding.SeverityError))
	s.after.known = remarksOf(s.before.result.Findings)
	wrong := s.after.render()
	switch {
	case wrongBefore != nil:
		return comparison{}, fmt.Errorf("the documents of %s have errors, so there is nothing to compare with; %s", s.earlier,
			s.advice)
	case wrong != nil:
		return comparison{}, wrong
	case !s.before.files.mayBeEmpty(), !s.after.files.mayBeEmpty(), !s.before.files.hasApplication() &&
		!s.after.files.hasApplication():
		return comparison{}, finding.Findings{noApplication(s.args, *s.after, "")}.Err()
	}
	return comparison{change.Compare(s.before.result, s.after.result), s.before.result}, nil
}

// renderBefore renders the side before the change. It need not have all applications that the RenderConfig selects.
func (r *rendering) renderBefore() (err error) {
	opts := r.opts
	opts.Applications = slices.DeleteFunc(slices.Clone(r.opts.Applications),
		func(name string) bool { return !r.files.hasSelected(name, opts) })
	if len(opts.Applications) > 0 || len(r.opts.Applications) == 0 {
		r.result, err = render.Render(r.documents(), opts)
		return err
	}
	r.result, _ = render.Render(r.documents(), r.opts) // for the errors of the documents: none of the applications is here
	r.result.Findings = slices.DeleteFunc(r.result.Findings,
		func(f finding.Finding) bool { return f.Code == finding.CodeNoSuchApplication })
	return r.result.Findings.Err()
}

// hasSelected reports whether there is an application of a name, which may have a namespace before it.
func (in *files) hasSelected(name string, opts render.Options) bool {
	opts.Applications = []string{name}
	return slices.ContainsFunc(in.docs, func(d *schema.Document) bool {
		return (d.Class() == schema.ClassApplication || d.Class() == schema.ClassArgoCD) && opts.Selects(d)
	})
}
