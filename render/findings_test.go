package render_test

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// TestFindings compares what findings have besides their lines with testdata/findings.txt: programs read the document
// that a finding is about, the value of the field, and the right value. Warnings of documents that are refused are in
// no other file.
func TestFindings(t *testing.T) {
	const file = "../testdata/findings.txt"
	var all strings.Builder
	for _, dir := range caseDirs(t) {
		if found := findingLines(t, dir); found != "" {
			all.WriteString("# " + caseName(dir) + "\n" + found)
		}
	}
	path, err := filepath.Abs(file)
	assert.NilError(t, err)
	golden.Assert(t, all.String(), path)
}

// findingLines returns a line for each finding of a case.
func findingLines(t *testing.T, dir string) string {
	t.Helper()
	result, _ := render.Render(schema.Parse("in.yaml", []byte(readString(t, filepath.Join(dir, "in.yaml")))),
		caseOptions(t, dir))
	var lines strings.Builder
	for _, f := range result.Findings {
		subject := "no document"
		if f.Subject != nil {
			subject = strings.TrimSpace(f.Subject.String())
		}
		fmt.Fprintf(&lines, "%d:%d %s %s of %s", f.Line, f.Column, f.Code, f.Severity,
			cmp.Or(subject, "a document without name"))
		if f.Current != "" {
			fmt.Fprintf(&lines, ", has %q", f.Current)
		}
		if f.Proposed != "" {
			fmt.Fprintf(&lines, ", should have %q", f.Proposed)
		}
		if f.Severity != finding.SeverityError && result.Findings.Err() != nil {
			fmt.Fprintf(&lines, ": %s", f.Detail)
		}
		lines.WriteByte('\n')
	}
	return lines.String()
}

func readString(t testing.TB, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	assert.NilError(t, err)
	return string(data)
}
