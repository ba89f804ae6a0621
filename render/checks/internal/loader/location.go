// Package loader reads charts of folders and archives, and refuses what Helm refuses.
package loader

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
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
	var data []byte
	var err error
	if l.IsFolder {
		data, err = folderFile(l.Files, path.Clean(l.Path+"/"+ChartFile), newBudget())
	} else {
		err = l.readArchive(newBudget(), func(name string, content []byte) error {
			if name != ChartFile {
				return nil
			}
			data = content
			return fs.SkipAll
		})
	}
	switch {
	case err != nil:
		return Metadata{}, err
	case data == nil:
		return Metadata{}, errNoChartFile
	}
	return parseMetadata(map[string][]byte{ChartFile: data})
}

var errNoChartFile = errors.New("has no Chart.yaml in its top folder; pack the folder of the chart with helm package")

// Load reads the chart with its dependencies.
func (l Location) Load() (*Chart, error) {
	limit, files := newBudget(), map[string][]byte{}
	var err error
	if l.IsFolder {
		files, err = readFolder(l.Files, l.Path, limit)
	} else {
		err = l.readArchive(limit, keep(files))
	}
	if err != nil {
		return nil, err
	}
	return newChart(files, limit)
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

// readFolder returns the files of a chart folder by their path in it, without those that its .helmignore leaves out.
// A link to a file is followed, and a file system like that of os.Root refuses one that leaves the folder, as
// source-controller does. A link to a folder is an error: Helm follows it, and so may read without end.
func readFolder(files fs.FS, folder string, limit *budget) (map[string][]byte, error) {
	ignored, err := readIgnore(files, folder)
	if err != nil {
		return nil, err
	}
	found := map[string][]byte{}
	err = fs.WalkDir(files, folder, func(p string, d fs.DirEntry, err error) error {
		name := strings.TrimPrefix(p, folder+"/")
		switch {
		case err != nil:
			return fmt.Errorf("%s: %w", name, WithoutPath(err))
		case p == folder:
			return nil
		case d.IsDir() && ignored.has(name, true):
			return fs.SkipDir
		case d.IsDir() || ignored.has(name, false):
			return nil
		}
		data, err := folderFile(files, p, limit)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		found[name] = data
		return nil
	})
	return found, err
}

var errNotRegular = errors.New("is no regular file, and Helm does not take it")

// folderFile reads a regular file, or what a link to one leads to.
func folderFile(files fs.FS, p string, limit *budget) ([]byte, error) {
	info, err := fs.Stat(files, p)
	if err != nil {
		return nil, WithoutPath(err)
	}
	switch {
	case info.IsDir():
		return nil, errors.New("is a link to a folder, and is not followed; copy the folder")
	case !info.Mode().IsRegular():
		return nil, errNotRegular
	case info.Size() > maxFile:
		return nil, errTooLarge
	}
	in, err := files.Open(p)
	if err != nil {
		return nil, WithoutPath(err)
	}
	defer in.Close()
	return readAll(in, limit)
}

// ignore is a .helmignore: the files of a folder that are no part of its chart (pkg/ignore of Helm).
type ignore []ignoreRule

type ignoreRule struct {
	pattern         string
	negated         bool // what does not match is left out
	folders, inTree bool // for folders only; for the whole path and not its last element
}

func readIgnore(files fs.FS, folder string) (ignore, error) {
	data, err := folderFile(files, path.Clean(folder+"/.helmignore"), newBudget())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf(".helmignore: %w", err)
	}
	var rules ignore
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if _, err := path.Match(line, "abc"); err != nil || strings.Contains(line, "**") {
			return nil, fmt.Errorf("its .helmignore has %q, a pattern that Helm does not take", line)
		}
		if len(rules) == maxParts { // each is compared with each file
			return nil, fmt.Errorf("its .helmignore has more than %d patterns; write fewer", maxParts)
		}
		line, negated := strings.CutPrefix(line, "!")
		line, folders := strings.CutSuffix(line, "/")
		rules = append(rules, ignoreRule{strings.TrimPrefix(line, "/"), negated, folders, strings.Contains(line, "/")})
	}
	return rules, nil
}

func (rules ignore) has(name string, isFolder bool) bool {
	for _, r := range rules {
		subject := name
		if !r.inTree {
			subject = path.Base(name)
		}
		matches, _ := path.Match(r.pattern, subject) // readIgnore refuses what is no pattern
		if (matches && (isFolder || !r.folders)) != r.negated {
			return true
		}
	}
	return false
}
