package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/revision"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/folder"
)

// compareRevision compares files and folders with those of a revision. Each may be on one side only.
func compareRevision(name string, after *rendering, args []string) (change.Changes, error) {
	rev, err := revision.Open(name)
	if err != nil {
		return change.Changes{}, fmt.Errorf("--git %s: %w", name, err)
	}
	defer rev.Close()
	if len(args) == 0 {
		args = []string{"."}
	}
	s := newSides(after, rev)
	s.earlier, s.args, s.before.files.prefix = name, args, name+":"
	for _, arg := range args {
		if err := s.addBoth(rev, arg); err != nil {
			return change.Changes{}, err
		}
	}
	s.before.report(s.unread(rev))
	return s.compare()
}

// addBoth reads a file or folder on the sides that have it.
func (s sides) addBoth(rev *revision.Revision, arg string) error {
	path, err := rev.Path(arg)
	if err != nil {
		return err
	}
	_, missing := rev.Stat(path)
	_, gone := os.Lstat(arg)
	switch {
	case missing != nil && !errors.Is(missing, fs.ErrNotExist):
		return missing
	case missing != nil && errors.Is(gone, fs.ErrNotExist):
		return fmt.Errorf("there is no file or folder %s, neither in %s nor in the work tree", arg, rev.Name)
	case missing == nil:
		err = s.before.files.add(path, nil)
	}
	if err == nil && !errors.Is(gone, fs.ErrNotExist) {
		err = s.after.files.add(arg, nil)
	}
	return err
}

// unread returns what was not read of the revision although the work tree may have it. It leaves out what is not read on either side, and
// what holds nothing for fluxapp now, for example pointers of Git LFS to other files.
func (s sides) unread(rev *revision.Revision) finding.Findings {
	known := map[string]bool{}
	for _, w := range s.after.files.warnings {
		known[s.earlierName(rev, w.File)+w.Detail] = true
	}
	for _, name := range s.after.files.skipped {
		known[s.earlierName(rev, name)] = true
	}
	warnings := slices.DeleteFunc(slices.Clone(s.before.files.warnings), func(w finding.Finding) bool {
		return known[w.File+w.Detail] || known[w.File]
	})
	for _, path := range rev.Submodules {
		warnings = append(warnings, finding.Finding{Severity: finding.SeverityWarning, Code: folder.CodeNotRead, File: s.before.files.prefix + path,
			Detail: "a submodule, whose files are in a repository of its own; run fluxapp diff there"})
	}
	return warnings
}

// earlierName returns what messages call a file of the work tree in the revision.
func (s sides) earlierName(rev *revision.Revision, name string) string {
	path, _ := rev.Path(name) // it was read, so it is not outside
	return s.before.files.prefix + path
}
