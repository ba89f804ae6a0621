//go:build !linux

package main

import (
	"errors"
	"os"
)

func syncFileSystem(*os.File) error { return errors.ErrUnsupported }
