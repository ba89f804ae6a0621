package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"gotest.tools/v3/assert"
)

// words is a line of 121 columns, and fits of 120.
var (
	words = strings.Repeat("é word ", 17) + "ab"
	fits  = words[:len(words)-1]
)

// TestProse checks that a long line of prose is found wherever it is, and that nothing else is.
func TestProse(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []int
	}{
		"a paragraph":      {"# A\n\nshort\n" + words + "\n", []int{4}},
		"one that fits":    {fits + "\n", nil},
		"a list":           {"- a\n\n- b\n  " + fits + "\n", []int{4}},
		"a quotation":      {"> " + fits + "\n", []int{1}},
		"carriage returns": {"a\r\n" + fits + "\r\n" + words + "\r\n", []int{3}},
		"a block of code":  {"```text\n" + words + "\n```\n\n    " + words + "\n", nil},
		"a table":          {"| a |\n|---|\n| " + words + " |\n", nil},
		"a heading":        {"# " + words + "\n", nil},
		"a comment":        {"<!-- " + words + " -->\n", nil},
		"a link alone":     {"[a](https://example.com/" + strings.Repeat("x", 120) + ")\n", nil},
	} {
		t.Run(name, func(t *testing.T) { assert.DeepEqual(t, longLines([]byte(c.text)), c.want) })
	}
}

// TestPages checks which pages are read.
func TestPages(t *testing.T) {
	page := &fstest.MapFile{Data: []byte(words + "\n")}
	var out strings.Builder
	long, err := check(fstest.MapFS{
		"README.md": page, "examples/change/README.md": page, "a.txt": page, "bin/a.md": page,
		"schema/REFERENCE.md": page, "examples/change/chart.md": page,
	}, &out)
	assert.NilError(t, err)
	assert.Equal(t, long, 2)
	assert.Equal(t, out.String(), "README.md:1: a line of more than 120 columns\n"+
		"examples/change/README.md:1: a line of more than 120 columns\n")
}

// TestGo checks that editorconfig-checker, with the files of this repository, finds the long lines of Go, also in
// tests and in nested modules, and none in generated files.
func TestGo(t *testing.T) {
	top, err := filepath.Abs("../..")
	assert.NilError(t, err)
	dir := t.TempDir()
	for _, name := range []string{".editorconfig", ".editorconfig-checker.json"} {
		data, err := os.ReadFile(filepath.Join(top, name))
		assert.NilError(t, err)
		assert.NilError(t, os.WriteFile(filepath.Join(dir, name), data, 0o600))
	}
	for name, line := range map[string]string{
		"a.go": "// " + words, "b_test.go": "// " + words, "testdata/c/c.go": "// " + words, "fits.go": fits,
		"schema/internal/shape/d_generated.go": "// " + words, "testdata/generate/flux/2.6/e.go": "// " + words,
	} {
		assert.NilError(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o700))
		assert.NilError(t, os.WriteFile(filepath.Join(dir, name), []byte("package a\n"+line+"\n"), 0o600))
	}

	checker := filepath.Join(dir, "checker")
	const source = "github.com/editorconfig-checker/editorconfig-checker/v3/cmd/editorconfig-checker"
	out, err := exec.Command("go", "build", "-o", checker, source).CombinedOutput()
	assert.NilError(t, err, "%s", out)
	cmd := exec.Command(checker, "-f", "gcc")
	cmd.Dir = dir
	out, err = cmd.CombinedOutput()
	assert.ErrorContains(t, err, "exit status 1", "%s", out)
	for name, want := range map[string]bool{
		"a.go": true, "b_test.go": true, "testdata/c/c.go": true, "fits.go": false,
		"schema/internal/shape/d_generated.go": false, "testdata/generate/flux/2.6/e.go": false,
	} {
		assert.Equal(t, strings.Contains(string(out), name+":2"), want, "%s in:\n%s", name, out)
	}
}
