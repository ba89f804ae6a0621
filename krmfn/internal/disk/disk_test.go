package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"gotest.tools/v3/assert"
)

func put(t *testing.T, name, text string) {
	t.Helper()
	assert.NilError(t, os.MkdirAll(filepath.Dir(name), 0o755))
	assert.NilError(t, os.WriteFile(name, []byte(text), 0o644))
}

// TestNames reads files by their names from the folder, and by whole names. Errors have the names that were asked for.
func TestNames(t *testing.T) {
	dir := t.TempDir()
	put(t, dir+"/sub/a.yaml", "a")
	files := Disk{Folder: dir}
	for _, name := range []string{"sub/a.yaml", "./sub/../sub/a.yaml", filepath.Join(dir, "sub", "a.yaml")} {
		text, err := Read(files, name)
		assert.NilError(t, err)
		assert.Equal(t, string(text), "a")
		assert.Assert(t, files.Exists(name))
	}
	assert.Assert(t, !files.Exists("gone") && !files.Exists("sub/a.yaml/x"))
	sub, err := files.Sub("sub")
	assert.NilError(t, err)
	_, err = fs.Stat(sub, "a.yaml")
	assert.NilError(t, err)

	_, err = files.Stat("gone")
	assert.Error(t, err, "stat gone: no such file or directory")
	_, err = Read(files, "sub/gone")
	assert.Error(t, err, "open sub/gone: no such file or directory")
	_, err = Read(files, "sub")
	assert.ErrorContains(t, err, "read sub: ")
	_, err = files.OpenRoot("sub/a.yaml")
	assert.ErrorContains(t, err, "sub/a.yaml: not a directory")
	assert.Assert(t, !errors.Is(files.Mkdir("new"), fs.ErrExist) && errors.Is(files.Mkdir("new"), fs.ErrExist))
	assert.NilError(t, files.Remove("new"))
	assert.Error(t, files.Remove("new"), "remove new: no such file or directory")
	root, err := files.OpenRoot("new")
	assert.Assert(t, err == nil && root.Files == nil && root.Name == "new")
}

// TestWithin reads a confined folder by each method: what is in it, and nothing that a name or a link leads to outside.
func TestWithin(t *testing.T) {
	dir := t.TempDir()
	put(t, dir+"/out/a.yaml", "secret")
	put(t, dir+"/in/sub/a.yaml", "a")
	for link, to := range map[string]string{"up": "../out", "whole": dir + "/out", "sub/link.yaml": "../../out/a.yaml",
		"near": "sub"} {
		assert.NilError(t, os.Symlink(to, filepath.Join(dir, "in", link)))
	}
	files, err := Disk{Folder: dir}.Within("in")
	assert.NilError(t, err)
	for _, name := range []string{"sub/a.yaml", "./sub/../near/a.yaml"} {
		text, err := Read(files, name)
		assert.NilError(t, err)
		assert.Equal(t, string(text), "a")
		assert.Assert(t, files.Exists(name))
	}
	sub, err := files.Sub("./sub/")
	assert.NilError(t, err)
	text, err := fs.ReadFile(sub, "a.yaml")
	assert.Assert(t, err == nil && string(text) == "a")
	_, err = fs.ReadFile(sub, "link.yaml")
	assert.ErrorContains(t, err, "escapes")
	for _, name := range []string{"..", "../out/a.yaml", "sub/../../out/a.yaml", dir + "/in/sub/a.yaml", "up/a.yaml",
		"whole/a.yaml", "sub/link.yaml"} {
		_, opened := files.Open(name)
		_, described := files.Stat(name)
		_, rooted := files.OpenRoot(name)
		_, listed := files.Tree(name)
		for _, err := range []error{opened, described, rooted, listed} {
			assert.ErrorContains(t, err, name+": path escapes from parent")
		}
		assert.Assert(t, name == "sub/link.yaml" || !files.Exists(name), name) // the link itself is in the folder
	}
	_, err = files.Stat("gone")
	assert.Error(t, err, "stat gone: no such file or directory")
	root, err := files.OpenRoot("gone")
	assert.Assert(t, err == nil && root.Files == nil)
	_, err = Disk{Folder: dir}.Within("gone")
	assert.Error(t, err, "open gone: no such file or directory")
}

// TestReplace writes new files and old ones, those behind links too, and leaves nothing beside them.
func TestReplace(t *testing.T) {
	dir := t.TempDir()
	put(t, dir+"/old.txt", "old")
	put(t, dir+"/sub/x", "")
	assert.NilError(t, os.Chmod(dir+"/old.txt", 0o600))
	for link, to := range map[string]string{"link": "sub/up", "sub/up": "../old.txt", "dangling": "made.txt"} {
		assert.NilError(t, os.Symlink(to, filepath.Join(dir, link)))
	}
	files := Disk{Folder: dir}
	for name, file := range map[string]string{"old.txt": "old.txt", "link": "old.txt", "dangling": "made.txt"} {
		assert.NilError(t, files.Replace(name, []byte("new "+name)))
		text, err := os.ReadFile(filepath.Join(dir, file))
		assert.NilError(t, err)
		assert.Equal(t, string(text), "new "+name)
	}
	info, err := os.Stat(dir + "/old.txt")
	assert.NilError(t, err)
	assert.Equal(t, info.Mode().Perm(), fs.FileMode(0o600))

	assert.Error(t, files.Replace("sub", nil), "sub is no regular file; name another one")
	assert.Error(t, files.Replace("gone/x", nil), "write gone/x: no such file or directory")
	root, err := files.OpenRoot(".")
	assert.NilError(t, err)
	defer root.Close()
	assert.ErrorContains(t, root.Create("old.txt", nil), "write old.txt: file exists")
	assert.NilError(t, root.Create("created", []byte("x")))
	hidden, err := filepath.Glob(dir + "/.fluxapp*")
	assert.NilError(t, err)
	assert.Equal(t, len(hidden), 0)
}

// TestDescribe words errors about files and folders alike, also inside of others.
func TestDescribe(t *testing.T) {
	missing := &fs.PathError{Op: "open", Path: "a/x", Err: syscall.ENOENT}
	for want, err := range map[string]error{
		"there is no file or folder a/x":           missing,
		"there is no file or folder a":             &fs.PathError{Op: "write", Path: "a/x", Err: syscall.ENOENT},
		"there is no file or folder b/x":           &fs.PathError{Op: "stat", Path: "b/x", Err: syscall.ENOTDIR},
		"b/x: not a directory":                     &fs.PathError{Op: "mkdir", Path: "b/x", Err: syscall.ENOTDIR},
		"c: permission denied":                     &fs.PathError{Op: "read", Path: "c", Err: syscall.EACCES},
		"--base x: there is no file or folder a/x": fmt.Errorf("--base x: %w", missing),
		"there is no file or folder a/x\n" +
			"c: permission denied": errors.Join(missing, &fs.PathError{Op: "open", Path: "c", Err: syscall.EACCES}),
		"it is wrong": errors.New("it is wrong"),
	} {
		assert.Equal(t, Describe(err), want)
	}
}

// TestRootNames has the whole path in errors of a folder, so that it can be pasted.
func TestRootNames(t *testing.T) {
	r := Root{Name: "out"}
	assert.Error(t, r.Named(&fs.PathError{Op: "mkdirat", Path: "a/one", Err: fs.ErrPermission}),
		"mkdir out/a/one: permission denied")
	assert.Error(t, r.Named(&os.LinkError{Op: "renameat", Old: "x", New: "a/y", Err: fs.ErrPermission}),
		"rename out/x out/a/y: permission denied")
	assert.NilError(t, r.Named(nil))
	assert.Equal(t, Root{Name: "."}.Called("a"), "a")
	assert.Equal(t, Root{Name: "/"}.Called("a"), "/a")
}
