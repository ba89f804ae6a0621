// Package loader reads charts of folders and archives, and refuses what Helm refuses.
package loader

import (
	"errors"
	"io/fs"
	"path"
)

// The files of a chart that have a meaning.
const (
	ChartFile  = "Chart.yaml"
	ValuesFile = "values.yaml"
	schemaFile = "values.schema.json"
)

// Location is where a chart is.
type Location struct {
	Files    fs.FS
	Path     string // of the folder or the .tgz in Files
	IsFolder bool
}

// ReadMetadata reads what the Chart.yaml says, and nothing else of the chart.
func (l Location) ReadMetadata() (Metadata, error) {
	read := l.chartFileOfArchive
	if l.IsFolder {
		read = func() ([]byte, error) {
			return folderFile(l.Files, path.Clean(l.Path+"/"+ChartFile), newBudget())
		}
	}
	data, err := read()
	if err != nil {
		return Metadata{}, err
	}
	return parseMetadata(map[string][]byte{ChartFile: data})
}

func (l Location) chartFileOfArchive() (data []byte, err error) {
	err = l.readArchive(newBudget(), func(name string, content []byte) error {
		if name != ChartFile {
			return nil
		}
		data = content
		return fs.SkipAll
	})
	if err == nil && data == nil {
		err = errNoChartFile
	}
	return data, err
}

var errNoChartFile = errors.New("has no Chart.yaml in its top folder; pack the folder of the chart with helm package")

// Load reads the chart with its dependencies.
func (l Location) Load() (*Chart, error) {
	limit := newBudget()
	files, err := l.read(limit)
	if err != nil {
		return nil, err
	}
	return newChart(files, limit)
}

func (l Location) read(limit *budget) (map[string][]byte, error) {
	if l.IsFolder {
		return readFolder(l.Files, l.Path, limit)
	}
	files := map[string][]byte{}
	return files, l.readArchive(limit, keep(files))
}

func (l Location) readArchive(limit *budget, visit func(name string, data []byte) error) error {
	info, err := fs.Stat(l.Files, l.Path)
	if err == nil && !info.Mode().IsRegular() {
		return errNotRegular
	}
	in, err := l.Files.Open(l.Path)
	if err != nil {
		return WithoutPath(err)
	}
	defer in.Close()
	return readArchive(in, limit, visit)
}

// WithoutPath returns what a file system says without the path, which messages have in another form.
func WithoutPath(err error) error {
	var at *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist): // which systems word differently
		return fs.ErrNotExist
	case errors.As(err, &at):
		return at.Err
	}
	return err
}
