package charts

import (
	"errors"
	"io/fs"
	"path"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/render/charts/internal/loader"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// entry is a chart in the index: what its Chart.yaml says, and where the rest is, which is read once.
type entry struct {
	root *root
	at   loader.Location // in root
	meta loader.Metadata
	load func() (*loader.Chart, error)
}

// place is what messages call the folder or the file.
func (e *entry) place() string { return e.root.place(e.at.Path) }

func (r *root) place(p string) string {
	if p == "." || isArchive(p) && path.Base(r.name) == p { // the root is a file
		return r.name
	}
	return strings.TrimSuffix(r.name, "/") + "/" + p
}

// index returns the charts of a file system in the order of their paths.
func (r *root) index() (entries []*entry, problems []finding.Problem) {
	refuse := func(p string, err error) {
		detail := "is no chart: " + err.Error()
		problems = append(problems, finding.Problem{Code: finding.CodeChart, Detail: detail, Hiding: detail,
			Position: tree.Position{File: r.place(p)}})
	}
	_ = fs.WalkDir(r.files, ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			refuse(p, loader.WithoutPath(err))
			return nil
		case d.IsDir() && p != "." && strings.HasPrefix(d.Name(), "."): // such as .git
			return fs.SkipDir
		case !r.isChart(p, d.IsDir()): // look below
			return nil
		}
		e, err := r.entryAt(p, d.IsDir())
		if err != nil {
			refuse(p, err)
		} else {
			entries = append(entries, e)
		}
		if d.IsDir() {
			return fs.SkipDir
		}
		return nil
	})
	return entries, problems
}

func (r *root) isChart(p string, isFolder bool) bool {
	if !isFolder {
		return isArchive(p)
	}
	_, err := fs.Stat(r.files, path.Clean(p+"/"+loader.ChartFile))
	return !errors.Is(err, fs.ErrNotExist)
}

func isArchive(p string) bool { return path.Ext(p) == ".tgz" }

// entryAt reads the Chart.yaml of a folder or an archive, once.
func (r *root) entryAt(p string, isFolder bool) (*entry, error) {
	if known := r.known[p]; known != nil {
		return known, nil
	}
	at := loader.Location{Files: r.files, Path: p, IsFolder: isFolder}
	meta, err := at.ReadMetadata()
	if err != nil {
		return nil, err
	}
	e := &entry{r, at, meta, sync.OnceValues(at.Load)}
	r.known[p] = e
	return e, nil
}
