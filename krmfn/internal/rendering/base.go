package rendering

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/input"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/repeated"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/change/limits"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// Base is what documents are compared with.
type Base struct {
	// Name is a file or folder, or stdin, or else a revision of the Git repository.
	Name string
	// ConfigFile is the RenderConfig's file; Besides may be in folders, and is read for something else.
	ConfigFile string
	Besides    []string
	// Advice is what to do when the documents of the base have errors.
	Advice string
}

// CheckBase refuses a base of the command line that cannot be compared with.
func CheckBase(files disk.Disk, base string, args []string) error {
	switch {
	case base == "-":
		return errors.New("--base cannot be stdin; name a file, a folder or a revision")
	case base == "": // an unset variable of a pipeline
		return errors.New("--base is empty; write a file, a folder or a revision, for example --base origin/main")
	case files.Exists(base):
		return nil
	case strings.ContainsAny(base[:1], "./~"): // no revision begins so
		return fmt.Errorf("there is no file or folder %s; name one for --base, or a revision, for example origin/main", base)
	case slices.Contains(args, "-"):
		return fmt.Errorf("stdin has no revisions, and --base %s is no file or folder; name a file for stdin, or a file or "+
			"folder for --base", base)
	}
	return nil
}

// Comparison is what differs from an earlier rendering, or from files when Before is the zero Result.
type Comparison struct {
	Changes change.Changes
	Before  render.Result
}

// Limits takes what limits allow of a change, or refuse, and returns it with the lines to print.
func (r *Run) Limits(c Comparison) (found finding.Findings, lines []repeated.Finding) {
	found = limits.Check(c.Changes, r.Rules(c.Before))
	lines = r.Take(found)
	return slices.DeleteFunc(found, r.Ignores), lines
}

// Rules returns the limits of a change from another rendering, or from files when that is the zero Result.
func (r *Run) Rules(before render.Result) limits.Rules {
	return limits.Rules{Before: before, After: r.Result, Config: r.Config, Acknowledge: r.Acknowledge}
}

// Compare renders files, folders and stdin, and compares them with a base. Both sides have the same options.
func (r *Run) Compare(base Base, args []string) (Comparison, error) {
	if !r.Disk.Exists(base.Name) {
		return r.compareRevision(base, args)
	}
	return r.CompareFiles(base, args)
}

// CompareFiles is Compare for a base that is a file, a folder or stdin.
func (r *Run) CompareFiles(base Base, args []string) (Comparison, error) {
	s := r.sides(base, args, r.Source)
	if s.earlier = base.Name; base.Name == "-" {
		s.earlier = input.Stdin
	}
	s.args = append([]string{base.Name}, args...)
	s.before.Files.Leave(base.Besides, s.args)
	s.after.Files.Leave(base.Besides, s.args)
	if err := s.before.Files.Add(base.Name); err != nil {
		return Comparison{}, err
	}
	for _, arg := range args {
		if err := s.after.Files.Add(arg); err != nil {
			return Comparison{}, err
		}
	}
	r.Report(s.before.Files.Warnings)
	return s.compare()
}

type sides struct {
	Base
	before, after *Run
	// earlier is what messages call the documents before the change.
	earlier string
	args    []string
}

// sides returns two sides without files and with one reporter. Old warnings are no errors: the change cannot mend them.
func (r *Run) sides(base Base, args []string, earlier input.Source) sides {
	before := *r
	before.Options.Strict = false
	before.Files, r.Files = input.New(earlier), input.New(r.Source)
	return sides{Base: base, before: &before, after: r, args: args}
}

// compare renders both sides, reports what is wrong, and compares the objects. One side may have no application.
func (s sides) compare() (Comparison, error) {
	wrongBefore := s.before.renderBefore()
	s.before.Report(s.before.Result.Findings.Only(finding.SeverityError))
	s.after.Since(s.before.Result)
	wrong := s.after.Render()
	before, after := s.before.Files, s.after.Files
	switch {
	case wrongBefore != nil:
		return Comparison{}, fmt.Errorf("the documents of %s have errors, so there is nothing to compare with; %s", s.earlier,
			s.Advice)
	case wrong != nil:
		return Comparison{}, wrong
	case !before.MayBeEmpty(), !after.MayBeEmpty(), !before.HasApplication() && !after.HasApplication():
		return Comparison{}, s.after.NoApplication(s.args, "")
	}
	return Comparison{change.Compare(s.before.Result, s.after.Result), s.before.Result}, nil
}

// renderBefore renders the side before the change. It need not have all applications that the RenderConfig selects.
func (r *Run) renderBefore() error {
	if len(r.Options.Applications) == 0 {
		return r.render()
	}
	here := slices.DeleteFunc(slices.Clone(r.Options.Applications),
		func(name string) bool { return !r.hasApplication(name) })
	if len(here) > 0 {
		r.Options.Applications = here
		return r.render()
	}
	_ = r.render() // for the errors of the documents: none of the applications is here
	r.Result.Findings = slices.DeleteFunc(r.Result.Findings,
		func(f finding.Finding) bool { return f.Code == finding.CodeNoSuchApplication })
	return r.Result.Findings.Err()
}

func (r *Run) hasApplication(name string) bool {
	only := r.Options
	only.Applications = []string{name}
	return slices.ContainsFunc(r.Files.Documents, func(d *schema.Document) bool {
		return (d.Class() == schema.ClassApplication || d.Class() == schema.ClassArgoCD) && only.Selects(d)
	})
}
