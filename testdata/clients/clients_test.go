// Package clients runs the real clients of KRM functions on the examples, with the real binary.
package clients

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

// Where the test binaries lie, and the repository.
var bin, root string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "fluxapp-clients")
	if err != nil {
		panic(err)
	}
	bin = filepath.Join(dir, "bin")
	root, err = filepath.Abs("../..")
	if err == nil {
		err = build()
	}
	if err != nil {
		panic(err)
	}
	code := m.Run()
	tellMissing()
	if err := os.RemoveAll(dir); err != nil {
		panic(err)
	}
	os.Exit(code)
}

// build makes fluxapp from the repository, and kustomize from the version that this module names. Compiling kustomize
// takes minutes the first time. "make tools" does that before the time of the tests counts.
func build() error {
	slow := time.AfterFunc(time.Minute, func() {
		fmt.Fprintln(os.Stderr, `kustomize is being compiled, which takes minutes the first time; "make tools" does it `+
			`before the tests`)
	})
	defer slow.Stop()
	for _, target := range [][]string{
		{root, "fluxapp", "./krmfn/cmd/fluxapp"},
		{".", "kustomize", "sigs.k8s.io/kustomize/kustomize/v5"},
	} {
		cmd := exec.Command("go", "build", "-o", filepath.Join(bin, target[1]), target[2])
		cmd.Dir, cmd.Stderr = target[0], os.Stderr
		if err := cmd.Run(); err != nil {
			return err
		}
	}
	return nil
}

// run runs a program with the test binaries first on the PATH, and returns what it prints.
func run(t *testing.T, dir, name string, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	path, lookErr := exec.LookPath(filepath.Join(bin, name))
	if lookErr != nil {
		path = name
	}
	cmd := exec.Command(path, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	return out.String(), errs.String(), err
}

func mustRun(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	stdout, stderr, err := run(t, dir, name, args...)
	assert.NilError(t, err, "%s %s: %s", name, strings.Join(args, " "), stderr)
	return stdout
}

// example copies an example into a folder that has the binary where the example expects it.
func example(t *testing.T, name string) string {
	t.Helper()
	dir := t.TempDir()
	assert.NilError(t, os.Symlink(bin, filepath.Join(dir, "bin")))
	to := filepath.Join(dir, "examples", name)
	assert.NilError(t, os.CopyFS(to, os.DirFS(filepath.Join(root, "examples", name))))
	return to
}

// files returns the files below a folder with their contents.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	assert.NilError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		rel, relErr := filepath.Rel(dir, path)
		found[filepath.ToSlash(rel)] = string(data)
		return cmp.Or(err, relErr)
	}))
	return found
}

// TestKustomizeGenerator holds that a generator gives what the command prints, once kustomize has formatted both.
func TestKustomizeGenerator(t *testing.T) {
	dir := example(t, "kustomization")
	got := mustRun(t, dir, "kustomize", "build", "--enable-alpha-plugins", "--enable-exec", ".")

	plain := t.TempDir()
	printed := mustRun(t, dir, "fluxapp", "render", "app.yaml")
	assert.NilError(t, os.WriteFile(filepath.Join(plain, "out.yaml"), []byte(printed), 0o644))
	assert.NilError(t, os.WriteFile(filepath.Join(plain, "kustomization.yaml"),
		[]byte("resources: [out.yaml]\nsortOptions: {order: fifo}\n"), 0o644))
	want := mustRun(t, plain, "kustomize", "build", ".")
	assert.Equal(t, got, want)
	assert.Equal(t, strings.Count(got, "kind: Kustomization\n"), 3)
}

// TestKustomizeSaysWhatIsWrong holds that a broken document stops kustomize, with our words on its stderr.
func TestKustomizeSaysWhatIsWrong(t *testing.T) {
	dir := example(t, "kustomization")
	app := filepath.Join(dir, "app.yaml")
	data, err := os.ReadFile(app)
	assert.NilError(t, err)
	assert.NilError(t, os.WriteFile(app, bytes.Replace(data, []byte("prune: true"), []byte("prunes: true"), 1), 0o644))

	stdout, stderr, err := run(t, dir, "kustomize", "build", "--enable-alpha-plugins", "--enable-exec", ".")
	assert.ErrorContains(t, err, "exit status 1")
	assert.Equal(t, stdout, "")
	assert.Assert(t, strings.Contains(stderr,
		`spec.config.kustomization[0].prunes: unknown field; did you mean "prune"? [FA101]`), stderr)
}

// TestLegacyPlugin holds that kubectl, which runs no executables as functions, runs the binary as kustomize's older
// kind of plugin: it lies in a folder named after the document's kind, and is called with the document's file.
func TestLegacyPlugin(t *testing.T) {
	need(t, "kubectl")
	dir := example(t, "kustomization")
	want := mustRun(t, dir, "kustomize", "build", "--enable-alpha-plugins", "--enable-exec", ".")

	app := filepath.Join(dir, "app.yaml")
	document, err := os.ReadFile(app)
	assert.NilError(t, err)
	plain := bytes.Replace(document, []byte("config.kubernetes.io/function"), []byte("example.com/note"), 1)
	assert.NilError(t, os.WriteFile(app, plain, 0o644))
	t.Setenv("XDG_CONFIG_HOME", plugins(t, "FluxApplication"))
	assert.Equal(t, mustRun(t, dir, "kubectl", "kustomize", "--enable-alpha-plugins", "."), want)
}

// TestKptRender holds that kpt writes the files that the command writes, byte for byte, keeps every file of the
// package, and that a second run changes nothing.
func TestKptRender(t *testing.T) {
	need(t, "kpt")
	dir := example(t, "template")
	before := files(t, dir)
	mustRun(t, dir, "kpt", "fn", "render", "--allow-exec", ".")
	rendered := files(t, dir)
	assertCommandFiles(t, dir, before, rendered)

	mustRun(t, dir, "kpt", "fn", "render", "--allow-exec", ".")
	assert.DeepEqual(t, files(t, dir), rendered)
}

// TestKptEval is TestKptRender for a function that is called by hand.
func TestKptEval(t *testing.T) {
	need(t, "kpt")
	dir := example(t, "template")
	before := files(t, dir)
	mustRun(t, dir, "kpt", "fn", "eval", ".", "--exec", filepath.Join(bin, "fluxapp"))
	rendered := files(t, dir)
	assertCommandFiles(t, dir, before, rendered)

	mustRun(t, dir, "kpt", "fn", "eval", ".", "--exec", filepath.Join(bin, "fluxapp"))
	assert.DeepEqual(t, files(t, dir), rendered)
}

// assertCommandFiles compares what kpt added to a package with what the command writes.
func assertCommandFiles(t *testing.T, dir string, before, rendered map[string]string) {
	t.Helper()
	out := t.TempDir()
	mustRun(t, dir, "fluxapp", "render", "app.yaml", "chart.yaml", "-o", "dir="+out)
	want := files(t, out)
	assert.Assert(t, len(want) == 2, "the command wrote %d files", len(want))
	for _, file := range slices.Sorted(maps.Keys(want)) {
		assert.Equal(t, rendered[file], want[file], file)
	}
	assert.Equal(t, len(rendered), len(before)+len(want))
	for file := range before {
		_, kept := rendered[file]
		assert.Assert(t, kept, "kpt lost %s", file)
	}
}

// TestKptKeepsPackageOnError holds that a broken document leaves every byte of the package as it was, and that kpt
// shows our words.
func TestKptKeepsPackageOnError(t *testing.T) {
	need(t, "kpt")
	dir := example(t, "template")
	app := filepath.Join(dir, "app.yaml")
	data, err := os.ReadFile(app)
	assert.NilError(t, err)
	assert.NilError(t, os.WriteFile(app, bytes.Replace(data, []byte("interval:"), []byte("intervall:"), 1), 0o644))
	before := files(t, dir)

	_, stderr, err := run(t, dir, "kpt", "fn", "render", "--allow-exec", ".")
	assert.ErrorContains(t, err, "exit status 1")
	assert.Assert(t, strings.Contains(stderr, `unknown field; did you mean "interval"?`), stderr)
	assert.DeepEqual(t, files(t, dir), before)
}
