package charts

import (
	"bytes"
	"errors"
	"io/fs"
	"path"
	"strings"

	"github.com/Masterminds/semver/v3"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

const chartFile = "Chart.yaml"

// entry is a chart in the index: what its Chart.yaml says, and where the rest is.
type entry struct {
	root     *root
	path     string // of the folder or the .tgz in root
	isFolder bool
	meta     metadata
	version  *semver.Version

	loaded  *chart
	failure error
}

// place is what messages call the folder or the file.
func (e *entry) place() string { return e.root.at(e.path) }

func (r *root) at(p string) string {
	if p == "." || isArchive(p) && path.Base(r.place) == p { // the root is a file
		return r.place
	}
	return strings.TrimSuffix(r.place, "/") + "/" + p
}

// index returns the charts of a file system in the order of their paths.
func (r *root) index() (entries []*entry, problems []finding.Problem) {
	refuse := func(p string, err error) {
		detail := "is no chart: " + err.Error()
		problems = append(problems, finding.Problem{Code: finding.CodeChart, Detail: detail, Hiding: detail,
			Position: tree.Position{File: r.at(p)}})
	}
	_ = fs.WalkDir(r.files, ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			refuse(p, fileError(err))
			return nil
		case d.IsDir() && p != "." && strings.HasPrefix(d.Name(), "."): // such as .git
			return fs.SkipDir
		case d.IsDir():
			if _, err := fs.Stat(r.files, path.Clean(p+"/"+chartFile)); errors.Is(err, fs.ErrNotExist) {
				return nil // not a chart: look below
			}
		case !isArchive(p):
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

func isArchive(p string) bool { return path.Ext(p) == ".tgz" }

// entryAt reads the Chart.yaml of a folder or an archive, once.
func (r *root) entryAt(p string, isFolder bool) (*entry, error) {
	if known := r.known[p]; known != nil {
		return known, nil
	}
	e := &entry{root: r, path: p, isFolder: isFolder}
	var data []byte
	var err error
	if isFolder {
		data, err = folderFile(r.files, path.Clean(p+"/"+chartFile), &budget{maxChart})
	} else {
		data, err = e.chartFileOfArchive()
	}
	if err != nil {
		return nil, err
	}
	if e.meta, err = parseMetadata(data); err != nil {
		return nil, err
	}
	e.version, err = semver.NewVersion(e.meta.Version)
	r.known[p] = e
	return e, err
}

func (e *entry) chartFileOfArchive() (data []byte, err error) {
	in, err := e.root.files.Open(e.path)
	if err != nil {
		return nil, fileError(err)
	}
	defer in.Close()
	err = readArchive(in, &budget{maxChart}, func(name string, content []byte) error {
		if name != chartFile {
			return nil
		}
		data = bytes.Clone(content)
		return errStop
	})
	if err == nil && data == nil {
		err = errNoChartFile
	}
	return data, err
}

var errNoChartFile = errors.New("has no Chart.yaml; bring the archive as helm pull writes it")

// fileError returns what a file system says without the path, which messages have in another form.
func fileError(err error) error {
	var at *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist): // which systems word differently
		return fs.ErrNotExist
	case errors.As(err, &at):
		return at.Err
	}
	return err
}
