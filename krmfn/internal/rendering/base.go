package rendering

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folder"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/input"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/revision"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
)

// Base is what documents are compared with.
type Base struct {
	Name    string   // a file or folder, or stdin, or else a revision of the Git repository
	Besides []string // files that may be in folders, and that are read for something else
	Advice  string   // what to do when the documents of the base have errors
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

// LimitOptions returns what decides about limits besides the limits of applications.
func (r *Run) LimitOptions() change.LimitOptions {
	return change.LimitOptions{Config: r.Config, BeforeConfig: r.beforeConfig, Acknowledge: r.Acknowledge, Ready: r.Ready}
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
	if err := s.useBefore(base.Name); err != nil {
		return Comparison{}, err
	}
	s.before.Files.Leave(s.before.besides(base.Besides), s.args)
	s.after.Files.Leave(s.after.besides(base.Besides), s.args)
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
	before.Files, r.Files = input.New(earlier), input.New(r.Source)
	return sides{Base: base, before: &before, after: r, args: args}
}

// compare renders both sides, reports what is wrong, and compares the objects. One side may have no application.
func (s sides) compare() (Comparison, error) {
	s.before.Options.Strict, s.before.Options.Charts, s.before.wrongCharts = false, nil, nil // a change mends none of it
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
	defer s.after.Progress.Begin("comparing", 0)()
	return Comparison{change.Compare(s.before.Result, s.after.Result), s.before.Result}, nil
}

// renderBefore renders the side before the change. It need not have all applications that the RenderConfig selects.
func (r *Run) renderBefore() error {
	if len(r.Options.Applications) == 0 {
		return r.render()
	}
	here := slices.DeleteFunc(slices.Clone(r.Options.Applications), func(name string) bool {
		only := r.Options
		only.Applications = []string{name}
		return !slices.ContainsFunc(r.Files.Documents, func(d *schema.Document) bool {
			return (d.Class() == schema.ClassApplication || d.Class() == schema.ClassArgoCD) && only.Selects(d)
		})
	})
	if len(here) > 0 {
		r.Options.Applications = here
		return r.render()
	}
	_ = r.render() // for the errors of the documents: none of the applications is here
	r.Result.Findings = slices.DeleteFunc(r.Result.Findings,
		func(f finding.Finding) bool { return f.Code == codes.NoSuchApplication })
	return r.Result.Findings.Err()
}

// compareRevision is Compare for a revision. Each file and folder may be on one side only.
func (r *Run) compareRevision(base Base, args []string) (Comparison, error) {
	rev, err := revision.Open(r.Disk.Folder, base.Name, r.Disk.IsConfined())
	if err != nil {
		return Comparison{}, fmt.Errorf("--base %s: %w", base.Name, err)
	}
	defer rev.Close()
	source := r.Source
	source.Store, source.Prefix = rev, shortRevision(base.Name)+":"
	s := r.sides(base, args, source)
	s.earlier = shortRevision(base.Name)
	besides := s.after.besides(base.Besides)
	s.after.Files.Leave(besides, args)
	for _, file := range besides {
		if earlier, err := rev.Path(file); err == nil {
			s.before.Files.Leave([]string{earlier}, args)
		}
	}
	for _, arg := range args {
		if err := s.addBoth(rev, arg); err != nil {
			return Comparison{}, err
		}
	}
	if err := s.checkedOut(rev); err != nil {
		return Comparison{}, err
	}
	warnings, err := s.useRevision(rev, args)
	if err != nil {
		return Comparison{}, err
	}
	r.Report(slices.Concat(s.unread(rev), warnings))
	return s.compare()
}

// shortRevision returns a revision's name for messages: of a whole commit only the beginning, which git takes too.
func shortRevision(name string) string {
	if len(name) == 40 && strings.Trim(name, "0123456789abcdef") == "" {
		return name[:12]
	}
	return name
}

func (s sides) addBoth(rev *revision.Revision, arg string) error {
	earlier, err := rev.Path(arg)
	if err != nil {
		return err
	}
	_, missing := rev.Stat(earlier)
	exists := s.after.Disk.Exists(arg)
	switch {
	case missing != nil && !errors.Is(missing, fs.ErrNotExist):
		return missing
	case missing != nil && !exists:
		return fmt.Errorf("there is no file or folder %s, neither in %s nor in the work tree", arg, rev.Name)
	case missing == nil:
		err = s.before.Files.Add(earlier)
	}
	if err == nil && exists {
		err = s.after.Files.Add(arg)
	}
	return err
}

// checkedOut refuses a document that is not in the work tree because of a sparse checkout: it would count as deleted.
func (s sides) checkedOut(rev *revision.Revision) error {
	left, err := rev.LeftOut()
	for _, d := range s.before.Files.Documents {
		if file := strings.TrimPrefix(d.File(), s.before.Files.Prefix); left[file] && err == nil {
			err = fmt.Errorf("%s is not in this sparse checkout; run git sparse-checkout add %s, or name files and folders "+
				"that are checked out", d.File(), path.Dir(file))
		}
	}
	return err
}

// unread returns what was not read of the revision, except what is not read now, or holds nothing for fluxapp now.
func (s sides) unread(rev *revision.Revision) finding.Findings {
	before, known := s.before.Files, map[string]bool{}
	earlierName := func(name string) string {
		earlier, _ := rev.Path(name) // it was read, so it is not outside
		return before.Prefix + earlier
	}
	for _, w := range s.after.Files.Warnings {
		known[earlierName(w.File)+w.Detail] = true
	}
	for _, name := range s.after.Files.Skipped {
		known[earlierName(name)] = true
	}
	warnings := slices.DeleteFunc(slices.Clone(before.Warnings), func(w finding.Finding) bool {
		return known[w.File+w.Detail] || known[w.File]
	})
	for _, name := range rev.Submodules {
		warnings = append(warnings,
			finding.Finding{Severity: finding.SeverityWarning, Code: folder.CodeNotRead, File: before.Prefix + name,
				Detail: "a submodule, whose files are in a repository of its own; run fluxapp diff there"})
	}
	return warnings
}
