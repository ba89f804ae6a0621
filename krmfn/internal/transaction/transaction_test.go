package transaction

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
)

// begin returns a transaction that writes files into the folder out, each with its own name as text. Those that exist
// are replaced.
func begin(t *testing.T, files disk.Disk, paths ...string) *Transaction {
	t.Helper()
	root, err := files.OpenRoot("out")
	assert.NilError(t, err)
	tx := &Transaction{Disk: files, Root: root}
	for _, path := range paths {
		text := func() []byte { return []byte(path) }
		tx.Writes = append(tx.Writes, File{Path: path, Text: text, Replaces: files.Exists("out/" + path)})
	}
	t.Cleanup(func() { tx.Root.Close() })
	return tx
}

// contents returns the files of a folder with their texts, in alphabetical order.
func contents(t *testing.T, folder string) (all []string) {
	t.Helper()
	assert.NilError(t, fs.WalkDir(os.DirFS(folder), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			text, failed := os.ReadFile(filepath.Join(folder, name))
			all, err = append(all, name+": "+string(text)), failed
		}
		return err
	}))
	return all
}

func put(t *testing.T, folder, name, text string) {
	t.Helper()
	assert.NilError(t, os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o755))
	assert.NilError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644))
}

// TestApply writes few and many files into a new folder, replaces and removes some, and leaves others alone.
func TestApply(t *testing.T) {
	for _, count := range []int{1, syncedTogether + 20} {
		dir := t.TempDir()
		files := disk.Disk{Folder: dir}
		var paths, want []string
		for i := range count {
			paths = append(paths, fmt.Sprintf("a/%03d/x.yaml", i))
			want = append(want, paths[i]+": "+paths[i])
		}
		assert.NilError(t, begin(t, files, paths...).Apply())
		assert.DeepEqual(t, contents(t, dir+"/out"), want)

		put(t, dir, "out/mine.txt", "mine")
		put(t, dir, "out/"+paths[0], "old")
		assert.NilError(t, os.Chmod(filepath.Join(dir, "out", paths[0]), 0o600))
		tx := begin(t, files, paths[0], "b.yaml")
		tx.Removes = paths[1:]
		assert.NilError(t, tx.Apply())
		assert.DeepEqual(t, contents(t, dir+"/out"), []string{want[0], "b.yaml: b.yaml", "mine.txt: mine"})
		info, err := os.Stat(filepath.Join(dir, "out", paths[0]))
		assert.NilError(t, err)
		assert.Equal(t, info.Mode().Perm(), fs.FileMode(0o600))
		assert.NilError(t, begin(t, files).Apply())
	}
}

// TestFailureHalfWay puts something in the way of the last file: the others are as before.
func TestFailureHalfWay(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "out/a/one.yaml", "one")
	put(t, dir, "out/a/gone.yaml", "gone")
	put(t, dir, "out/a/zoo.yaml/x", "x")
	tx := begin(t, disk.Disk{Folder: dir}, "a/one.yaml", "new/two.yaml", "a/zoo.yaml")
	tx.Writes[2].Replaces, tx.Removes = false, []string{"a/gone.yaml"}
	before := contents(t, dir)
	assert.ErrorContains(t, tx.Apply(), "out/a/zoo.yaml")
	assert.DeepEqual(t, contents(t, dir), before)
}

// TestFailureInNewFolder removes the folders that the transaction has made.
func TestFailureInNewFolder(t *testing.T) {
	dir := t.TempDir()
	tx := begin(t, disk.Disk{Folder: dir}, "a/"+strings.Repeat("x", 300))
	tx.Root.Name = "out/deep/er"
	assert.ErrorContains(t, tx.Apply(), "too long")
	_, err := os.Stat(filepath.Join(dir, "out"))
	assert.Assert(t, errors.Is(err, fs.ErrNotExist), err)
}

// TestNewFolderOfAnotherRun opens a folder that does not exist, which another run makes before the first has written.
func TestNewFolderOfAnotherRun(t *testing.T) {
	dir := t.TempDir()
	tx := begin(t, disk.Disk{Folder: dir}, "a/one.yaml", "a/two.yaml")
	put(t, dir, "out/a/three.yaml", "3")
	assert.NilError(t, tx.Apply())
	assert.DeepEqual(t, contents(t, dir), []string{"out/a/one.yaml: a/one.yaml", "out/a/three.yaml: 3",
		"out/a/two.yaml: a/two.yaml"})
}

// TestFailureAfterNewFolder fails after files were moved into a new folder: the files of the transaction go, and no
// others.
func TestFailureAfterNewFolder(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "out/b/mine.txt", "")
	for _, others := range []string{"", "out/a/three.yaml"} {
		tx := begin(t, disk.Disk{Folder: dir}, "a/one.yaml", "a/two.yaml", "b/zoo.yaml")
		put(t, dir, "out/b/zoo.yaml/x", "")
		tx.Writes[2].Replaces = false
		assert.NilError(t, tx.stage())
		assert.ErrorContains(t, tx.swap(), "b/zoo.yaml")
		_, err := os.Stat(filepath.Join(dir, "out/a/two.yaml"))
		assert.NilError(t, err) // it was moved
		want := []string{"out/b/mine.txt: ", "out/b/zoo.yaml/x: "}
		if others != "" {
			put(t, dir, others, "3")
			want = append([]string{others + ": 3"}, want...)
		}
		assert.NilError(t, tx.restore())
		assert.DeepEqual(t, contents(t, dir), want)
	}
}

// TestOtherRun refuses a folder that another run writes to, also in a rehearsal, which changes nothing.
func TestOtherRun(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "out/"+Staging+"/old-0", "the only copy")
	tx := begin(t, disk.Disk{Folder: dir}, "a.yaml")
	for _, err := range []error{tx.Rehearse(), tx.Apply()} {
		assert.ErrorContains(t, err, "out/"+Staging+" is there: another run is writing")
	}
	assert.DeepEqual(t, contents(t, dir), []string{"out/" + Staging + "/old-0: the only copy"})
}
