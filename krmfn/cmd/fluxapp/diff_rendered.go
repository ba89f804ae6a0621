package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// compareRendered compares with the files that earlier runs wrote to a folder, as far as a run that renders into it
// would change them.
func compareRendered(dir string, after *rendering, args []string, pruneOrphans bool) (c comparison, err error) {
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return c, fmt.Errorf("there is no file or folder %s; to compare with nothing, make an empty one for --rendered", dir)
	}
	if after.files, err = readFiles(args, after.cmd.InOrStdin()); err != nil {
		return c, err
	}
	if err = after.render(); err == nil {
		err = after.checkApplications(args, dir, pruneOrphans)
	}
	if err != nil {
		return c, err
	}
	p, err := planFolder(dir, *after)
	if err != nil {
		return c, err
	}
	defer p.close()
	c.changes, err = p.changes(false)
	return c, err
}
