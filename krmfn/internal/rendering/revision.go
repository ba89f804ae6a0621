package rendering

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/revision"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/folder"
)

// compareRevision is Compare for a revision. Each file and folder may be on one side only.
func (r *Run) compareRevision(base Base, args []string) (Comparison, error) {
	rev, err := revision.Open(r.Disk.Folder, base.Name)
	if err != nil {
		return Comparison{}, fmt.Errorf("--base %s: %w", base.Name, err)
	}
	defer rev.Close()
	source := r.Source
	source.Store, source.Prefix = rev, shortRevision(base.Name)+":"
	s := r.sides(base, args, source)
	s.earlier = shortRevision(base.Name)
	s.after.Files.Leave(base.Besides, args)
	for _, file := range base.Besides {
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
	r.Report(slices.Concat(s.unread(rev), r.otherConfig(rev, base.ConfigFile)))
	return s.compare()
}

// wholeCommit is the whole name of a commit, as pipelines give it.
var wholeCommit = regexp.MustCompile(`^[0-9a-f]{40}$`)

// shortRevision returns a revision's name for messages: of a whole commit only the beginning, which git takes too.
func shortRevision(name string) string {
	if wholeCommit.MatchString(name) {
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

// unread returns what was not read of the revision although the work tree may have it. It leaves out what is not read
// on either side, and what holds nothing for fluxapp now, for example pointers of Git LFS to other files.
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
