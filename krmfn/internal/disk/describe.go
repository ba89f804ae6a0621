package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"
)

// Describe returns the text of an error, in which all errors about files and folders are worded alike.
func Describe(err error) string {
	text := err.Error()
	for _, one := range pathErrors(err) {
		text = strings.Replace(text, one.Error(), describe(one), 1)
	}
	return text
}

func pathErrors(err error) (found []*fs.PathError) {
	switch e := err.(type) {
	case *fs.PathError:
		return []*fs.PathError{e}
	case interface{ Unwrap() error }:
		return pathErrors(e.Unwrap())
	case interface{ Unwrap() []error }:
		for _, one := range e.Unwrap() {
			found = append(found, pathErrors(one)...)
		}
	}
	return found
}

func describe(e *fs.PathError) string {
	isMissing, isStat := errors.Is(e.Err, fs.ErrNotExist), e.Op == "stat" || e.Op == "lstat"
	switch {
	case isMissing && e.Op == "write": // of a new file, its folder is missing
		return "there is no file or folder " + filepath.Dir(e.Path)
	case isMissing, isStat && errors.Is(e.Err, syscall.ENOTDIR): // a file has nothing below it
		return "there is no file or folder " + e.Path
	}
	return fmt.Sprintf("%s: %v", e.Path, e.Err)
}
