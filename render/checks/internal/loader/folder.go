package loader

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

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
