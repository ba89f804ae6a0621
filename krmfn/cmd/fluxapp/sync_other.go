//go:build !linux

package main

import (
	"errors"
	"os"
)

const syncsFileSystems = false

func syncFileSystem(*os.File) error { return errors.ErrUnsupported }
