package render_test

import (
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// linkedExamples are the examples that a row of README.md names, with the file that has them.
var linkedExamples = regexp.MustCompile("(?m)^\\| \\[(`Example.*`)\\]\\((.*)\\)")

// TestPage checks that each example that README.md names is in the file of the link, and that the code with an
// application as a Go value is that of ExampleYAML.
func TestPage(t *testing.T) {
	t.Parallel()
	page := string(readFile(t, "README.md"))
	rows := linkedExamples.FindAllStringSubmatch(page, -1)
	assert.Assert(t, len(rows) > 5)
	for _, row := range rows {
		text := string(readFile(t, row[2]))
		for name := range strings.SplitSeq(row[1], ", ") {
			assert.Check(t, strings.Contains(text, "func "+strings.Trim(name, "`")+"()"), "%s has no %s", row[2], name)
		}
	}
	_, code, _ := strings.Cut(page, "## An application as a Go value\n\n```go\n")
	code, _, _ = strings.Cut(code, "```")
	_, example, _ := strings.Cut(string(readFile(t, "../schema/v1alpha1/example_test.go")), "func ExampleYAML() {\n")
	assert.Assert(t, code != "" && strings.HasPrefix(strings.ReplaceAll(example, "\n\t", "\n"), "\t"+code), code)
}
