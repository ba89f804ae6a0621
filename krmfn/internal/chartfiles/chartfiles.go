// Package chartfiles reads the charts that a command line or a RenderConfig names.
package chartfiles

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/charts"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// Read returns the charts of some places, each written as PATH, or as URL=PATH for those of one source. Names begin
// at a folder of the disk. Its findings are errors about charts, its error is about a place that cannot be read.
func Read(files disk.Disk, places []string) (render.FindChart, finding.Findings, error) {
	all := charts.Charts{}
	var problems []finding.Problem
	for _, place := range places {
		url, path := split(files, place)
		from, err := open(files.At(path))
		if err != nil {
			err = disk.Renamed(err, func(string) string { return path })
			return nil, nil, fmt.Errorf("the charts %s cannot be read: %s", place, disk.Describe(err))
		}
		problems = append(problems, all.Add(from, filepath.ToSlash(path), url)...)
	}
	return all.Find, finding.Locate(problems), nil
}

// split returns the URL of a place, empty where it is for all sources, and its path. A path may have a = too.
func split(files disk.Disk, place string) (url, path string) {
	at := strings.LastIndexByte(place, '=')
	if at < 0 || files.Exists(place) {
		return "", place
	}
	return place[:at], place[at+1:]
}

// Below returns a place whose path begins at a folder.
func Below(files disk.Disk, folder, place string) string {
	if files.Exists(filepath.Join(folder, place)) {
		return filepath.Join(folder, place)
	}
	url, path := split(files, place)
	if !filepath.IsAbs(path) {
		path = filepath.Join(folder, path)
	}
	if url == "" {
		return path
	}
	return url + "=" + path
}

func open(path string) (fs.FS, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	name := "."
	if !info.IsDir() {
		path, name = filepath.Dir(path), filepath.Base(path)
	}
	root, err := os.OpenRoot(path) // in which links do not lead out
	if err != nil || name == "." {
		return root.FS(), err
	}
	return oneFile{root.FS(), name}, nil
}

// oneFile is a folder of which one file is seen.
type oneFile struct {
	fs.FS
	name string
}

func (f oneFile) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(f.FS, name)
	return slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return e.Name() != f.name }), err
}
