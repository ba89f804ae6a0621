package revision_test

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folder"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/revision"
)

const app = "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\nmetadata: {name: NAME}\n"

// repository makes a repository on the branch main, without a commit, and moves there.
func repository(t *testing.T, options ...string) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		if os.Getenv("FLUXAPP_REQUIRE_CLIENTS") == "1" {
			t.Fatal(err)
		}
		t.Skipf("SKIPPED, this machine has no git: %v", err)
	}
	for name, value := range map[string]string{
		"GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CONFIG_SYSTEM": os.DevNull,
		"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.com", "GIT_COMMITTER_NAME": "a",
		"GIT_COMMITTER_EMAIL": "a@example.com",
	} {
		t.Setenv(name, value)
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	assert.NilError(t, err)
	t.Chdir(dir)
	git(t, append([]string{"init", "-q", "-b", "main"}, options...)...)
	return dir
}

func commit(t *testing.T) {
	t.Helper()
	git(t, "add", "-A", ":/")
	git(t, "commit", "-q", "--allow-empty", "-m", "a commit")
}

func git(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command("git", args...).CombinedOutput()
	assert.NilError(t, err, "git %v: %s", args, out)
	return strings.TrimSpace(string(out))
}

func put(t *testing.T, name, content string) {
	t.Helper()
	assert.NilError(t, os.MkdirAll(filepath.Dir(name), 0o755))
	assert.NilError(t, os.WriteFile(name, []byte(content), 0o644))
}

func link(t *testing.T, name, to string) {
	t.Helper()
	assert.NilError(t, os.MkdirAll(filepath.Dir(name), 0o755))
	assert.NilError(t, os.Symlink(to, name))
}

func open(t *testing.T, name string) *revision.Revision {
	t.Helper()
	rev, err := revision.Open("", name, false)
	assert.NilError(t, err)
	t.Cleanup(rev.Close)
	return rev
}

// everything makes files and links of all sorts in the current folder.
func everything(t *testing.T) {
	for _, name := range []string{
		"b.yaml", "a/c.YML", "a/d e.yaml", "a/line\nbreak.yaml", `a/"quoted".yaml`, "a/Zürich 東京.yaml", "a/-dash.yaml",
		"a/:colon.yaml", "a.b/x.yaml", "a0.yaml",
		".hidden.yaml", ".github/x.yaml", "notes.txt", "deep/er/and/deeper/x.json",
	} {
		put(t, name, strings.Replace(app, "NAME", "x", 1))
	}
	put(t, "empty.yaml", "")
	put(t, "other.yaml", "kind: ConfigMap\n")
	put(t, "bytes.yaml", "a\x00\r\n\xff")
	put(t, "lfs.yaml", "version https://git-lfs.github.com/spec/v1\noid sha256:2f01\nsize 12345\n")
	put(t, "templates/t.yaml", "{{ if .x }}\nkind: FluxApplication\n{{ end }}\n")
	assert.NilError(t, os.Chmod("b.yaml", 0o755))
	for name, to := range map[string]string{
		"file.yaml": "b.yaml", "a/up.yaml": "../b.yaml", "a/chain.yaml": "up.yaml", "folder": "a",
		"through.yaml": "folder/c.YML", "slow.yaml": "./a/../a//./c.YML",
		"gone.yaml": "nothing", "below.yaml": "b.yaml/c", "loop.yaml": "loop.yaml", "no-extension": "b.yaml", "dot.yaml": ".",
		"deep/own.yaml": "er/and/deeper/x.json",
	} {
		link(t, name, to)
	}
}

// read returns the files of a folder, and the documents in them.
func read(t *testing.T, fsys fs.FS) string {
	t.Helper()
	names, warnings, err := folder.Names(fsys)
	assert.NilError(t, err)
	var b strings.Builder
	for _, name := range names {
		data, err := fs.ReadFile(fsys, name)
		assert.NilError(t, err)
		docs, skipped := folder.Parse(name, data)
		fmt.Fprintf(&b, "%q: %s %s\n", name, docs, skipped)
	}
	fmt.Fprintf(&b, "%s", warnings)
	return b.String()
}

// TestSameAsDisk holds that a revision is read as the folder is that was committed: with the same names, and with the
// same files skipped.
func TestSameAsDisk(t *testing.T) {
	for _, format := range []string{"sha1", "sha256"} {
		repository(t, "--object-format="+format)
		everything(t)
		commit(t)
		rev := open(t, "main")
		assert.Equal(t, read(t, rev), read(t, os.DirFS(".")))
		assert.Assert(t, strings.Count(read(t, rev), "FluxApplication") > 10)
		for _, name := range []string{"a", "deep/er", "folder"} {
			sub, err := rev.Sub(name)
			assert.NilError(t, err)
			assert.Equal(t, read(t, sub), read(t, os.DirFS(name)), name)
		}
		for _, name := range []string{"b.yaml", "bytes.yaml", "empty.yaml", "a/line\nbreak.yaml", "through.yaml",
			"lfs.yaml"} {
			want, err := os.ReadFile(name)
			assert.NilError(t, err)
			got, err := fs.ReadFile(rev, name)
			assert.NilError(t, err)
			assert.Equal(t, string(got), string(want), name)
		}
	}
}

// TestNothingIsWritten holds that reading a revision changes neither the work tree nor the repository, whose index is
// out of date here.
func TestNothingIsWritten(t *testing.T) {
	dir := repository(t)
	everything(t)
	commit(t)
	put(t, "b.yaml", "a: 1\n")
	put(t, "new.yaml", "a: 1\n")
	git(t, "add", "new.yaml")
	before := times(t, dir)
	read(t, open(t, "HEAD"))
	assert.Equal(t, times(t, dir), before)
}

func times(t *testing.T, dir string) string {
	var b strings.Builder
	assert.NilError(t, filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		assert.NilError(t, err)
		info, err := d.Info()
		fmt.Fprintln(&b, name, info.Size(), info.ModTime(), info.Mode())
		return err
	}))
	return b.String()
}

// TestStat holds that a file has one fs.FileInfo, whatever it is called, and that links do not lead out of the
// revision.
func TestStat(t *testing.T) {
	dir := repository(t)
	everything(t)
	for name, to := range map[string]string{"out.yaml": filepath.Join("..", filepath.Base(dir), "b.yaml"),
		"absolute.yaml": filepath.Join(dir, "b.yaml")} {
		link(t, name, to)
	}
	commit(t)
	rev := open(t, "main")
	want, err := rev.Stat("b.yaml")
	assert.NilError(t, err)
	assert.Equal(t, want.Mode().Type(), fs.FileMode(0))
	for _, name := range []string{"file.yaml", "a/up.yaml", "a/chain.yaml", "folder/../b.yaml", "./b.yaml"} {
		got, err := rev.Stat(name)
		assert.NilError(t, err, name)
		assert.Assert(t, got == want, name)
	}
	for _, name := range []string{"out.yaml", "absolute.yaml", "gone.yaml", "loop.yaml", "nothing", "b.yaml/c", "..",
		"a/../../b.yaml", "A"} {
		_, err := rev.Stat(name)
		assert.ErrorIs(t, err, fs.ErrNotExist, name)
	}
	_, err = rev.ReadDir("b.yaml")
	assert.ErrorContains(t, err, "it is no folder")
	_, err = fs.ReadFile(rev, "a")
	assert.Error(t, err, "read a: it is a folder")
}

// TestSubmodules holds that what is in a submodule is not read, and told.
func TestSubmodules(t *testing.T) {
	repository(t)
	put(t, "x.yaml", app)
	commit(t)
	at := git(t, "rev-parse", "HEAD")
	for _, name := range []string{"apps/sub", ".hidden"} {
		git(t, "update-index", "--add", "--cacheinfo", "160000,"+at+","+name)
	}
	link(t, "apps/l.yaml", "sub/x.yaml")
	git(t, "add", "apps/l.yaml")
	git(t, "commit", "-q", "-m", "a submodule")
	rev := open(t, "main")
	assert.Assert(t, strings.Contains(read(t, rev), "apps/l.yaml: warning: a link to no file that can be read"))
	assert.DeepEqual(t, rev.Submodules, []string{"apps/sub"})
	for _, name := range []string{"apps/sub", "apps/sub/x.yaml"} {
		_, err := rev.Stat(name)
		assert.Error(t, err, "main:"+name+": sub is a submodule, which is a repository of its own; run fluxapp there")
	}
}

// TestPath finds files of the command line in the repository.
func TestPath(t *testing.T) {
	dir := repository(t)
	put(t, "apps/x.yaml", app)
	commit(t)
	elsewhere := t.TempDir()
	link(t, filepath.Join(elsewhere, "in"), dir)
	t.Chdir("apps")
	rev := open(t, "main")
	for name, want := range map[string]string{
		".": "apps", "x.yaml": "apps/x.yaml", "./y/": "apps/y", "..": ".", "../b/../c": "c", dir: ".", dir + "/apps": "apps",
		dir + "/new/x":                "new/x",
		elsewhere + "/in/apps/x.yaml": "apps/x.yaml", elsewhere + "/in/new/x": "new/x",
	} {
		got, err := rev.Path(name)
		assert.NilError(t, err)
		assert.Equal(t, got, want, name)
	}
	for _, name := range []string{"../..", "../../x", elsewhere, "/", dir + "x"} {
		_, err := rev.Path(name)
		assert.ErrorContains(t, err, "is outside of the repository "+dir, name)
	}
}

// TestRevisions opens revisions by all their names.
func TestRevisions(t *testing.T) {
	repository(t)
	commit(t)
	put(t, "x.yaml", app)
	commit(t)
	git(t, "tag", "light")
	git(t, "tag", "-a", "-m", "heavy", "heavy")
	git(t, "branch", "feature/a-b")
	git(t, "update-ref", "refs/remotes/origin/release", "HEAD")
	for _, name := range []string{
		"HEAD", "main", "light", "heavy", "feature/a-b", "origin/release", "refs/heads/main", "@", "HEAD^{/a commit}",
		git(t, "rev-parse", "HEAD"), git(t, "rev-parse", "--short", "HEAD"), "HEAD^{tree}",
	} {
		_, err := open(t, name).Stat("x.yaml")
		assert.NilError(t, err, name)
	}
	git(t, "branch", "both")
	git(t, "tag", "both")
	open(t, "both") // of the same files
	git(t, "tag", "-f", "both", "HEAD~1")
	_, err := revision.Open("", "both", false)
	assert.Error(t, err, "both is a branch and a tag; write refs/heads/both or refs/tags/both")
	git(t, "tag", "-d", "both")
	git(t, "branch", "-d", "both")
	_, err = open(t, "HEAD~1").Stat("x.yaml")
	assert.ErrorIs(t, err, fs.ErrNotExist)
	assert.DeepEqual(t, revision.Names(""), []string{"feature/a-b", "main", "origin/release", "heavy", "light"})
	for name, want := range map[string]string{
		"nope": "git log shows", "HEAD~7": "git log shows", "HEAD:x.yaml": "git log shows", "^HEAD": "git log shows",
		"HEAD~1..HEAD": "git log shows", "a b": "git log shows",
		"--all": "is no revision", "": "is no revision", "release": "write origin/release",
	} {
		_, err := revision.Open("", name, false)
		assert.ErrorContains(t, err, want, name)
	}
}

// TestLimit refuses a file that is too large, and reads those behind it.
func TestLimit(t *testing.T) {
	repository(t)
	put(t, "a.yaml", strings.Repeat("#", 100))
	put(t, "b.yaml", "b: 1\n")
	commit(t)
	defer func(before int64) { folder.MaxSize = before }(folder.MaxSize)
	rev := open(t, "main")
	_, err := rev.Stat("a.yaml")
	assert.NilError(t, err)
	folder.MaxSize = 99
	_, err = fs.ReadFile(rev, "a.yaml")
	assert.Error(t, err, "main:a.yaml: it is larger than 1 GiB; split it")
	data, err := fs.ReadFile(rev, "b.yaml")
	assert.NilError(t, err)
	assert.Equal(t, string(data), "b: 1\n")
}

// TestBroken passes on what git says about a repository with lost objects.
func TestBroken(t *testing.T) {
	repository(t)
	put(t, "x.yaml", app)
	commit(t)
	rev := open(t, "main")
	id := git(t, "rev-parse", "main:x.yaml")
	assert.NilError(t, os.Remove(filepath.Join(".git", "objects", id[:2], id[2:])))
	_, err := fs.ReadFile(rev, "x.yaml")
	assert.Error(t, err, "main:x.yaml: git: "+id+" missing")
}

// TestLeftOut holds that files outside of a sparse checkout are known, and no deleted ones.
func TestLeftOut(t *testing.T) {
	repository(t)
	for _, name := range []string{"a/x.yaml", "a/gone.yaml", "b/line\nbreak.yaml", "b/c/x.yaml"} {
		put(t, name, app)
	}
	commit(t)
	rev := open(t, "HEAD")
	left, err := rev.LeftOut()
	assert.NilError(t, err)
	assert.Equal(t, len(left), 0)
	git(t, "sparse-checkout", "set", "a")
	assert.NilError(t, os.Remove("a/gone.yaml"))
	t.Chdir("a")
	left, err = rev.LeftOut()
	assert.NilError(t, err)
	assert.DeepEqual(t, left, map[string]bool{"b/line\nbreak.yaml": true, "b/c/x.yaml": true})
}
