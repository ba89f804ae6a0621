package transaction

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// syncFileSystem waits until the disk holds a whole file system. It is an error for one that is not known to wait.
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
