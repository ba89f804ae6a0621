package main

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestQuiet leaves out information and what a run did, and neither errors nor warnings nor what goes to stdout.
func TestQuiet(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "in/a.yaml", app("a", "one", "two"), "in/fluxapp.yaml", renderConfig+"  strict: false\n",
		"warned.yaml", warned(), "wrong.yaml", "a: [")
	for _, c := range []struct {
		command, stderr string
		findings        int
	}{
		{"render in -o dir=out", "", 1},
		{"render in -o dir=out --dry-run", "", 1},
		{"check in", "", 1},
		{"in", "", 1},
		{"check warned.yaml --ignore FA504", "", 1},
		{"check warned.yaml", "FA504", 2},
		{"check wrong.yaml", "FA001", 1},
	} {
		loud, errs, code := fluxapp(t, "", strings.Fields(c.command)...)
		assert.Assert(t, errs != "", c.command)
		out, errs, quietCode := fluxapp(t, "", strings.Fields(c.command+" -q --findings json=f.json")...)
		assert.Equal(t, quietCode, code)
		assert.Equal(t, out, loud)
		assert.Equal(t, strings.Contains(errs, "["+c.stderr+"]"), c.stderr != "", "%s: %s", c.command, errs)
		assert.Assert(t, c.stderr != "" || errs == "", "%s: %s", c.command, errs)
		assert.Equal(t, len(codesIn(t, read(t, "f.json"))), c.findings, c.command)
	}
	_, errs, code := fluxapp(t, "", "check", "nowhere", "--quiet")
	assert.Equal(t, errs, "fluxapp: there is no file or folder nowhere\n")
	assert.Equal(t, code, exitCommand)
	_, errs, code = fluxapp(t, "", "check", "in", "--quiet", "--findings", "github")
	assert.Assert(t, strings.HasPrefix(errs, "::notice ") && code == exitGood, errs)
	assert.Assert(t, strings.Contains(good(t, "explain", "FA507", "-q"), "FA507"))
}

// TestQuietInit writes the beginning of a repository, and tells nothing.
func TestQuietInit(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	good(t, "init", "fleet", "--quiet")
	assert.Assert(t, len(filesIn(t, "fleet")) > 2)
}

// TestQuietAdopt writes the documents, and tells nothing.
func TestQuietAdopt(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "in/a.yaml", helmRelease("web-a", "a"), "in/b.yaml", helmRelease("web-b", "b"))
	_, errs, code := fluxapp(t, "", "adopt", "in", "--write", "out", "--quiet")
	assert.Equal(t, errs, "")
	assert.Equal(t, code, exitGood)
	assert.Equal(t, len(filesIn(t, "out")), 1)
}
