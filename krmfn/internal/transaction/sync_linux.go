package transaction

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// syncFileSystem waits until the disk holds all that was written to the file system of an open folder. It is an error
// when the file system reports that it could not write a file, perhaps of another program, and for a file system that
// is not known to wait.
func syncFileSystem(dir *os.File) error {
	var stat unix.Statfs_t
	if err := unix.Fstatfs(int(dir.Fd()), &stat); err != nil {
		return err
	}
	switch uint32(stat.Type) {
	case unix.EXT4_SUPER_MAGIC, unix.XFS_SUPER_MAGIC, unix.BTRFS_SUPER_MAGIC, unix.F2FS_SUPER_MAGIC,
		unix.OVERLAYFS_SUPER_MAGIC, unix.TMPFS_MAGIC:
		return unix.Syncfs(int(dir.Fd()))
	}
	return errors.ErrUnsupported
}
