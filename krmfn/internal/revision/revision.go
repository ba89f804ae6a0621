// Package revision reads the files of a revision of a Git repository, through the program git.
//
//	rev, err := revision.Open("", "main", false)
//	defer rev.Close()
//	data, err := fs.ReadFile(rev, "apps/web.yaml")
//
// It changes and fetches nothing. Links are followed inside the revision. A submodule's content is not in it.
package revision

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
)

// Revision is the files of a revision, by their paths from the root of the repository. It has the methods of an
// [fs.FS]. The text of a file is as it is committed: no filter of .gitattributes has changed it.
type Revision struct {
	Name       string   // what git and messages call the revision
	Submodules []string // those in the folders that were read, without hidden ones

	repository
	objects *objects
	root    *entry
	top     string // the root of the work tree
	prefix  string // the current folder, from there
	below   bool   // only the current folder is read
}

// Open returns the files of a revision of the repository of a folder, which must be in a work tree; empty is the
// current folder. With below, nothing outside of it is read. Its errors tell what is wrong, and a way out.
func Open(folder, name string, below bool) (*Revision, error) {
	if name == "" || strings.HasPrefix(name, "-") || strings.Contains(name, "\n") {
		return nil, fmt.Errorf("%q is no revision of Git; write a branch, a tag or a commit, for example origin/main", name)
	}
	here := repository(folder)
	inside, err := here.git("rev-parse", "--is-inside-work-tree")
	switch {
	case err != nil:
		return nil, err
	case inside != "true":
		return nil, errors.New("the current folder is in no work tree of Git, so there are no files to compare with the " +
			"revision; run fluxapp in a clone that is not bare")
	}
	r := &Revision{Name: name, repository: here, below: below}
	folders, err := here.git("rev-parse", "--show-toplevel", "--show-prefix")
	if err != nil {
		return nil, err
	}
	r.top, r.prefix, _ = strings.Cut(folders, "\n")
	if r.objects, err = here.openObjects(); err != nil {
		return nil, err
	}
	tree, found := r.objects.treeOf(name)
	switch {
	case !found:
		err = r.unknown(name)
	case r.isAmbiguous(name):
		err = fmt.Errorf("%s is a branch and a tag; write refs/heads/%[1]s or refs/tags/%[1]s", name)
	}
	if err != nil {
		r.Close()
		return nil, err
	}
	r.root = &entry{mode: modeFolder, id: tree}
	return r, nil
}

func (r *Revision) isAmbiguous(name string) bool {
	branch, isBranch := r.objects.treeOf("refs/heads/" + name)
	tag, isTag := r.objects.treeOf("refs/tags/" + name)
	return isBranch && isTag && branch != tag
}

func (r *Revision) unknown(name string) error {
	detail := "write a branch, a tag or a commit that git log shows"
	shallow, _ := r.git("rev-parse", "--is-shallow-repository")
	_, remote := r.objects.treeOf("refs/remotes/origin/" + name)
	switch {
	case remote:
		detail = "write origin/" + name + ": there is no local branch of this name"
	case shallow == "true":
		detail = "this clone is shallow and may lack it: run git fetch --unshallow, or give fetch-depth: 0 to " +
			"actions/checkout"
	}
	return fmt.Errorf("the repository has no revision %s; %s", name, detail)
}

// Close ends the programs that read the repository.
func (r *Revision) Close() { r.objects.close() }

// Path returns the path from the root of the repository of a name of the command line. It is an error outside of it.
func (r *Revision) Path(name string) (string, error) {
	name = filepath.Clean(name)
	if below := path.Clean(r.prefix + filepath.ToSlash(name)); !filepath.IsAbs(name) && fs.ValidPath(below) {
		return below, nil
	}
	for _, real := range []string{name, realPath(name)} { // no relative path is below the root
		below, err := filepath.Rel(r.top, real)
		if below = filepath.ToSlash(below); err == nil && fs.ValidPath(below) {
			return below, nil
		}
	}
	return "", fmt.Errorf("%s is outside of the repository %s, so the revision %s does not have it; compare with a "+
		"folder instead", name, r.top, r.Name)
}

// LeftOut returns the files that a sparse checkout keeps out of the work tree without deleting them; mostly none.
func (r *Revision) LeftOut() (map[string]bool, error) {
	if sparse, err := r.git("config", "--bool", "core.sparseCheckout"); err != nil || sparse != "true" {
		return nil, nil // git config fails for a setting that is nowhere
	}
	files, err := r.git("ls-files", "-z", "-t", "--full-name", "--", ":/")
	left := map[string]bool{}
	for file := range strings.SplitSeq(files, "\x00") {
		if name, skipped := strings.CutPrefix(file, "S "); skipped {
			left[name] = true
		}
	}
	return left, err
}

// realPath returns a path whose folders are no links. A part of it need not exist.
func realPath(name string) string {
	real, err := filepath.EvalSymlinks(name)
	if parent := filepath.Dir(name); errors.Is(err, fs.ErrNotExist) && parent != name {
		return realPath(parent) + string(filepath.Separator) + filepath.Base(name)
	}
	return real
}

func (r *Revision) called(name string) string { return r.Name + ":" + name }

// Names returns the branches and tags of a folder's repository, for completions; none where they cannot be read.
func Names(folder string) []string {
	names, err := repository(folder).git("for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/remotes",
		"refs/tags")
	if err != nil || names == "" {
		return nil
	}
	return strings.Split(names, "\n")
}
