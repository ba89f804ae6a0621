package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/revision"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/folder"
)

// compareBase compares files and folders with those of --base, which is a revision if there is no file or folder of
// that name.
func (c comparing) compareBase(base string, after *rendering, args []string) (comparison, error) {
	args = orHere(args)
	if isRevision(base) {
		return c.compareRevision(base, after, args)
	}
	return c.compareFiles(base, after, args)
}

// checkBase refuses a base that cannot be compared with.
func checkBase(base string, args []string) error {
	switch {
	case base == "-":
		return errors.New("--base cannot be stdin; name a file, a folder or a revision")
	case base == "": // an unset variable of a pipeline
		return errors.New("--base is empty; write a file, a folder or a revision, for example --base origin/main")
	case isRevision(base) && strings.ContainsAny(base[:1], "./~"): // no revision begins so
		return fmt.Errorf("there is no file or folder %s; name one for --base, or a revision, for example origin/main", base)
	case isRevision(base) && slices.Contains(args, "-"):
		return fmt.Errorf("stdin has no revisions, and --base %s is no file or folder; name a file for stdin, or a file or "+
			"folder for --base", base)
	}
	return nil
}

// isRevision reports whether a base is one of the repository: it is no file or folder.
func isRevision(base string) bool {
	_, err := os.Stat(base)
	return errors.Is(err, fs.ErrNotExist)
}

// compareRevision compares files and folders with those of a revision. Each may be on one side only.
func (c comparing) compareRevision(name string, after *rendering, args []string) (comparison, error) {
	rev, err := revision.Open(name)
	if err != nil {
		return comparison{}, fmt.Errorf("--base %s: %w", name, err)
	}
	defer rev.Close()
	s := newSides(after, rev)
	s.earlier, s.args, s.advice, s.before.files.prefix = shortRevision(name), args, c.advice, shortRevision(name)+":"
	s.after.files.leave(c.besides, args)
	s.before.files.leave(pathsIn(rev, c.besides), args)
	for _, arg := range args {
		if err := s.addBoth(rev, arg); err != nil {
			return comparison{}, err
		}
	}
	if err := s.checkedOut(); err != nil {
		return comparison{}, err
	}
	s.before.report(slices.Concat(s.unread(rev), otherConfig(rev, c.config)))
	return s.compare()
}

// wholeCommit is the whole name of a commit, as pipelines give it.
var wholeCommit = regexp.MustCompile(`^[0-9a-f]{40}$`)

// shortRevision returns what messages call a revision: of the whole name of a commit the beginning, which git takes
// too.
func shortRevision(name string) string {
	if wholeCommit.MatchString(name) {
		return name[:12]
	}
	return name
}

// addBoth reads a file or folder on the sides that have it.
func (s sides) addBoth(rev *revision.Revision, arg string) error {
	earlier, err := rev.Path(arg)
	if err != nil {
		return err
	}
	_, missing := rev.Stat(earlier)
	_, gone := os.Lstat(arg)
	switch {
	case missing != nil && !errors.Is(missing, fs.ErrNotExist):
		return missing
	case missing != nil && errors.Is(gone, fs.ErrNotExist):
		return fmt.Errorf("there is no file or folder %s, neither in %s nor in the work tree", arg, rev.Name)
	case missing == nil:
		err = s.before.files.add(earlier, nil)
	}
	if err == nil && !errors.Is(gone, fs.ErrNotExist) {
		err = s.after.files.add(arg, nil)
	}
	return err
}

// checkedOut refuses a document that is not in the work tree because of a sparse checkout: it would count as deleted.
func (s sides) checkedOut() error {
	left, err := revision.LeftOut()
	for _, d := range s.before.files.docs {
		if file := strings.TrimPrefix(d.File(), s.before.files.prefix); left[file] && err == nil {
			err = fmt.Errorf("%s is not in this sparse checkout; run git sparse-checkout add %s, or name files and folders "+
				"that are checked out",
				d.File(), path.Dir(file))
		}
	}
	return err
}

// unread returns what was not read of the revision although the work tree may have it. It leaves out what is not read
// on either side, and what holds nothing for fluxapp now, for example pointers of Git LFS to other files.
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
	for _, name := range rev.Submodules {
		warnings = append(warnings,
			finding.Finding{Severity: finding.SeverityWarning, Code: folder.CodeNotRead, File: s.before.files.prefix + name,
				Detail: "a submodule, whose files are in a repository of its own; run fluxapp diff there"})
	}
	return warnings
}

// otherConfig warns of a RenderConfig that had other options in the revision, as far as objects depend on them:
// nobody sees what these change.
func otherConfig(rev *revision.Revision, config string) finding.Findings {
	file, err := rev.Path(config)
	if config == "" || err != nil {
		return nil
	}
	_, now, err := readConfig(disk{}, config)
	if err != nil {
		return nil // it was read before
	}
	_, earlier, err := readConfig(rev, file)
	if errors.Is(err, fs.ErrNotExist) || err == nil && reflect.DeepEqual(rendersWith(earlier), rendersWith(now)) {
		return nil
	}
	return finding.Findings{{Severity: finding.SeverityWarning, Code: krmfn.CodeOtherConfig,
		File: filepath.ToSlash(config), Detail: "the options differ from those in " + rev.Name +
			"; both sides are rendered with the new ones, so their effect is not shown: compare with rendered files (fluxapp " +
			"diff --rendered DIR) to see it"}}
}

// rendersWith returns the options of a RenderConfig that objects depend on.
func rendersWith(spec schema.RenderConfig) render.Options {
	opts := render.OptionsOf(spec)
	opts.Strict, opts.Ignore = false, nil
	return opts
}

// pathsIn returns the paths of files in a revision, of those that it may have.
func pathsIn(rev *revision.Revision, files []string) (paths []string) {
	for _, file := range files {
		if in, err := rev.Path(file); err == nil {
			paths = append(paths, in)
		}
	}
	return paths
}

// earlierName returns what messages call a file of the work tree in the revision.
func (s sides) earlierName(rev *revision.Revision, name string) string {
	earlier, _ := rev.Path(name) // it was read, so it is not outside
	return s.before.files.prefix + earlier
}
