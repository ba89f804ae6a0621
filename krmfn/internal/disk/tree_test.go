package disk

import (
	"io/fs"
	"os"
	"testing"

	"gotest.tools/v3/assert"
)

// TestTree lists a folder, and of a file that file alone. The name may be a link, and no link inside leads out.
func TestTree(t *testing.T) {
	dir := t.TempDir()
	put(t, dir+"/outside.yaml", "secret")
	put(t, dir+"/charts/web/Chart.yaml", "name: web")
	put(t, dir+"/charts/other.tgz", "other")
	put(t, dir+"/charts/web.tgz", "web")
	assert.NilError(t, os.Symlink("charts", dir+"/link"))
	assert.NilError(t, os.Symlink("../outside.yaml", dir+"/charts/out.yaml"))
	files := Disk{Folder: dir}

	for _, name := range []string{"charts", "link", dir + "/charts"} {
		tree, err := files.Tree(name)
		assert.NilError(t, err)
		text, err := fs.ReadFile(tree, "web/Chart.yaml")
		assert.NilError(t, err)
		assert.Equal(t, string(text), "name: web")
		_, err = fs.ReadFile(tree, "out.yaml")
		assert.ErrorContains(t, err, "escapes")
	}

	tree, err := files.Tree("link/web.tgz")
	assert.NilError(t, err)
	entries, err := fs.ReadDir(tree, ".")
	assert.NilError(t, err)
	assert.Equal(t, len(entries), 1)
	assert.Equal(t, entries[0].Name(), "web.tgz")
	text, err := fs.ReadFile(tree, "web.tgz")
	assert.NilError(t, err)
	assert.Equal(t, string(text), "web")

	_, err = files.Tree("gone")
	assert.Error(t, err, "stat gone: no such file or directory")
}
