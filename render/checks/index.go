package checks

import (
	"errors"
	"io/fs"
	"path"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/render/checks/internal/loader"
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

func (e *entry) place() string { return e.root.place(e.at.Path) }

func (r *root) place(p string) string {
	if p == "." || p == r.file {
		return r.name
	}
	return strings.TrimSuffix(r.name, "/") + "/" + p
}

func fileOf(files fs.FS, name string) string {
	all, err := fs.ReadDir(files, ".")
	if err == nil && len(all) == 1 && !all[0].IsDir() && all[0].Name() == path.Base(name) {
		return all[0].Name()
	}
	return ""
}

func (r *root) index() (entries []*entry, problems []finding.Problem) {
	tell := func(severity finding.Severity, p, detail string) {
		problems = append(problems, finding.Problem{Severity: severity, Code: finding.CodeChart, Detail: detail,
			Hiding: detail, Position: tree.Position{File: r.place(p)}})
	}
	refuse := func(p string, err error) { tell(finding.SeverityError, p, "is no chart: "+err.Error()) }
	if r.file != "" && !r.isArchive(r.file) {
		tell(finding.SeverityError, r.file, "is no chart archive; name the folder of the chart, or a .tgz")
		return nil, problems
	}
	_ = fs.WalkDir(r.files, ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			refuse(p, loader.WithoutPath(err))
			return nil
		case d.IsDir() && p != "." && strings.HasPrefix(d.Name(), "."): // such as .git
			return fs.SkipDir
		case d.Type()&fs.ModeSymlink != 0 && !r.isArchive(p):
			if detail := r.notFollowed(p); detail != "" {
				tell(finding.SeverityInfo, p, detail)
			}
			return nil
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
		return r.isArchive(p)
	}
	_, err := fs.Stat(r.files, path.Clean(p+"/"+loader.ChartFile))
	return !errors.Is(err, fs.ErrNotExist)
}

// isArchive reports whether a file is an archive by its name. A folder has files of many kinds called .tar.gz.
func (r *root) isArchive(p string) bool {
	return path.Ext(p) == ".tgz" || p == r.file && strings.HasSuffix(p, ".tar.gz")
}

// notFollowed says of a link that it may lead to a chart; empty where it does not. Of one that leads out of the
// root nobody can know. In a checkout, the path of a chart may lead through a link.
func (r *root) notFollowed(p string) string {
	info, err := fs.Stat(r.files, p)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil && path.Dir(p) == ".":
		return "is a link that leads out of the folder, and is not followed; copy what it leads to"
	case err == nil && info.IsDir() && r.url == "" && r.isChart(p, true):
		return "is a link to a folder, and is not followed; copy the folder if its chart is not at hand"
	}
	return ""
}

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
