package main

import (
	"os"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestReport writes the page of documents, of a change, and of what is observed.
func TestReport(t *testing.T) {
	inFolder(t, "in/a.yaml", app("a", "hub", "berlin"), "old/a.yaml", strings.Replace(app("a", "hub", "berlin"), "./deploy", "./old", 1),
		"hub.yaml", "apiVersion: v1\nkind: List\nitems: []\n")
	good(t, "report", "in", "-o", "r.html")
	text := read(t, "r.html")
	assert.Assert(t, strings.Contains(text, "<p>1 application, 2 clusters, 2 objects, "), "the sums")
	assert.Assert(t, !strings.Contains(text, "<h2>Changes"), "nothing is compared")
	assert.Equal(t, good(t, "report", "in", "-o", "-"), text)

	changed := good(t, "report", "in", "--base", "old", "-o", "-")
	assert.Assert(t, strings.Contains(changed, "<h2>Changes since old</h2>"))
	assert.Assert(t, strings.Contains(changed, "./old"), "what changes, as text")
	state := good(t, "report", "in", "--observed", "hub.yaml", "--now", "2026-11-23T04:00:00Z", "-o", "-")
	assert.Assert(t, strings.Contains(state, "<td>0/2</td>"), "ready")

	before, err := os.Stat("r.html")
	assert.NilError(t, err)
	assert.NilError(t, os.Chmod("r.html", 0o600))
	good(t, "report", "in", "-o", "r.html")
	after, err := os.Stat("r.html")
	assert.NilError(t, err)
	assert.Equal(t, before.Mode().Perm(), os.FileMode(0o644))
	assert.Equal(t, after.Mode().Perm(), os.FileMode(0o600))
}

// TestReportOfErrors writes the findings of documents that have errors, and nothing when the command line is wrong.
func TestReportOfErrors(t *testing.T) {
	wrong := strings.Replace(app("a", "hub"), "prune: true", "prun: true", 1)
	inFolder(t, "wrong.yaml", wrong, "a.yaml", app("a", "hub"), "table.txt", "NAME AGE\na 5d\n", "other.yaml", "a: b\n", "d.html/x.yaml", "a: b\n")
	for _, args := range [][]string{{"wrong.yaml"}, {"wrong.yaml", "--base", "a.yaml"}, {"wrong.yaml", "--observed", "table.txt"}} {
		_, errs, code := fluxapp("", append([]string{"report", "-o", "r.html"}, args...)...)
		assert.Equal(t, code, exitDocuments, errs)
		assert.Assert(t, strings.HasSuffix(errs, "[FA101]\n"), errs)
		text := read(t, "r.html")
		assert.Assert(t, strings.Contains(text, "<td>FA101</td>") && strings.Contains(text, `<th scope="row">apps/a</th>`), "what is known")
		assert.NilError(t, os.Remove("r.html"))
	}
	for _, c := range []struct {
		args []string
		want string
		code int
	}{
		{[]string{"a.yaml"}, "-o is missing; write -o report.html, or -o - for stdout", exitCommand},
		{[]string{"a.yaml", "-o", "a.yaml"}, "-o a.yaml does not end in .html; write for example -o report.html", exitCommand},
		{[]string{"a.yaml", "-o", "d.html"}, "-o d.html is no regular file; write the name of a file, or - for stdout", exitCommand},
		{[]string{"a.yaml", "-o", "no/r.html"}, "open no/.fluxapp-", exitCommand},
		{[]string{"a.yaml", "-o", "r.html", "--base", "wrong.yaml"}, "the documents of wrong.yaml have errors", exitCommand},
		{[]string{"a.yaml", "-o", "r.html", "--base", "-"}, "--base cannot be stdin", exitCommand},
		{[]string{"a.yaml", "-o", "r.html", "--base", "nowhere"}, "--base nowhere: ", exitCommand},
		{[]string{"a.yaml", "-o", "r.html", "--observed", "table.txt"}, "table.txt is the table that kubectl prints", exitCommand},
		{[]string{"-", "-o", "r.html", "--observed", "-"}, "stdin cannot be both", exitCommand},
		{[]string{"other.yaml", "-o", "r.html"}, "there is no FluxApplication", exitDocuments},
		{[]string{"-o", "r.html"}, "name a file, a folder or -", exitCommand},
		{[]string{"a.yaml", "-o", "r.html", "--now", "today"}, "it is no time", exitCommand},
	} {
		out, errs, code := fluxapp("", append([]string{"report"}, c.args...)...)
		assert.Assert(t, strings.Contains(errs, c.want), "%v: %s", c.args, errs)
		assert.Equal(t, code, c.code, "%v: %s", c.args, errs)
		assert.Equal(t, out, "")
		_, err := os.Stat("r.html")
		assert.Assert(t, os.IsNotExist(err), "%v wrote", c.args)
	}
}
