//go:build !linux

package transaction

import (
	"errors"
	"os"
)

func syncFileSystem(*os.File) error { return errors.ErrUnsupported }
