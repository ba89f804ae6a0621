package clients

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"
	"sigs.k8s.io/yaml"
)

// expected is what .expected/config.yaml says of an example, in the layout of kpt's catalog of functions.
type expected struct {
	TestType string            `json:"testType"` // render or eval
	ExitCode int               `json:"exitCode"`
	Image    string            `json:"image"` // of eval
	Args     map[string]string `json:"args"`
	FnConfig string            `json:"fnConfig"`
}

// catalogExample is an example in the layout of the catalog.
type catalogExample struct {
	expected
	name   string
	image  string // of this version
	binary bool   // run the binary in place of the image
}

// TestCatalogExamples runs the examples with their image, and with the binary in its place: both must make the
// difference that .expected/diff.patch has and say what .expected/results.yaml says. A second run changes nothing.
// With -update, the first of them writes the expectations.
func TestCatalogExamples(t *testing.T) {
	configs, err := filepath.Glob(filepath.Join(root, "examples", "*", ".expected", "config.yaml"))
	assert.NilError(t, err)
	assert.Assert(t, len(configs) >= 2, "examples are missing: %v", configs)
	for _, config := range configs {
		name := filepath.Base(filepath.Dir(filepath.Dir(config)))
		t.Run(name+"/exec", func(t *testing.T) { readExample(t, name, imageHere(t), true).test(t) })
		t.Run(name+"/image", func(t *testing.T) { readExample(t, name, image(t), false).test(t) })
	}
}

func readExample(t *testing.T, name, image string, binary bool) catalogExample {
	t.Helper()
	need(t, "kpt")
	need(t, "git")
	e := catalogExample{name: name, image: image, binary: binary}
	data, err := os.ReadFile(filepath.Join(e.folder(), "config.yaml"))
	assert.NilError(t, err)
	assert.NilError(t, yaml.UnmarshalStrict(data, &e.expected))
	assert.Assert(t, e.TestType == "render" && e.Image == "" || e.TestType == "eval" && e.Image == image)
	return e
}

// folder is where the expectations are.
func (e catalogExample) folder() string { return filepath.Join(root, "examples", e.name, ".expected") }

func (e catalogExample) test(t *testing.T) {
	dir := example(t, e.name)
	if e.binary {
		e.replaceImage(t, dir)
	}
	git(t, dir, "init", "-q")
	commit(t, dir)

	results := e.run(t, dir)
	git(t, dir, "add", "-A")
	diff := git(t, dir, "diff", "--cached", "--no-color", "--no-ext-diff")
	golden.Assert(t, diff, filepath.Join(e.folder(), "diff.patch"))
	golden.Assert(t, results, filepath.Join(e.folder(), "results.yaml"))

	commit(t, dir)
	assert.Equal(t, e.run(t, dir), results)
	assert.Equal(t, git(t, dir, "status", "--porcelain"), "")
}

// replaceImage makes the Kptfile's steps run the binary.
func (e catalogExample) replaceImage(t *testing.T, dir string) {
	t.Helper()
	file := filepath.Join(dir, "Kptfile")
	data, err := os.ReadFile(file)
	if os.IsNotExist(err) {
		return
	}
	assert.NilError(t, err)
	assert.Assert(t, bytes.Contains(data, []byte("image: "+e.image+"\n")), "%s names another image", file)
	data = bytes.ReplaceAll(data, []byte("image: "+e.image), []byte("exec: fluxapp"))
	assert.NilError(t, os.WriteFile(file, data, 0o644))
}

// run runs kpt and returns the results that it wrote, which name the image in every case.
func (e catalogExample) run(t *testing.T, dir string) string {
	t.Helper()
	out := t.TempDir()
	args := []string{"fn", e.TestType, ".", "--results-dir", out}
	switch {
	case e.TestType == "eval" && e.binary:
		args = append(args, "--exec", "fluxapp")
	case e.TestType == "eval":
		args = append(args, "--image", e.Image)
	case e.binary:
		args = append(args, "--allow-exec")
	}
	if e.FnConfig != "" {
		args = append(args, "--fn-config", e.FnConfig)
	}
	if len(e.Args) > 0 {
		args = append(args, "--")
		for _, name := range slices.Sorted(maps.Keys(e.Args)) {
			args = append(args, name+"="+e.Args[name])
		}
	}
	_, stderr, err := run(t, dir, "kpt", args...)
	code := 0
	if exit, ok := err.(*exec.ExitError); ok {
		code = exit.ExitCode()
	} else {
		assert.NilError(t, err)
	}
	assert.Equal(t, code, e.ExitCode, stderr)
	e.assertShown(t, stderr)
	data, err := os.ReadFile(filepath.Join(out, "results.yaml"))
	assert.NilError(t, err)
	return strings.ReplaceAll(string(data), "exec: fluxapp", "image: "+e.image)
}

// printed finds a result of kpt in a README.
var printed = regexp.MustCompile(`(?m)^\[(?:error|warning|info)\] .*$`)

// assertShown holds that kpt prints the results that the README shows.
func (e catalogExample) assertShown(t *testing.T, stderr string) {
	t.Helper()
	readme, err := os.ReadFile(filepath.Join(root, "examples", e.name, "README.md"))
	assert.NilError(t, err)
	for _, line := range printed.FindAllString(string(readme), -1) {
		assert.Check(t, strings.Contains(stderr, line), "kpt prints\n%s", stderr)
	}
}

// git runs git without the settings of the machine.
func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	return mustRun(t, dir, "git",
		append([]string{"-c", "core.abbrev=7", "-c", "user.name=test", "-c", "user.email=test@example.com"}, args...)...)
}

func commit(t *testing.T, dir string) {
	t.Helper()
	git(t, dir, "add", "-A")
	git(t, dir, "commit", "-q", "--allow-empty", "-m", "before")
}
