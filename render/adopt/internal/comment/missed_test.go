package comment_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/comment"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// TestNoneIsMissed cuts the lines of cases and examples at each # that is not in a comment: they say something else.
func TestNoneIsMissed(t *testing.T) {
	files, err := filepath.Glob("../../../../testdata/cases/*/*/in.yaml")
	assert.NilError(t, err)
	more, err := filepath.Glob("../../../../examples/*/*.yaml")
	assert.NilError(t, err)
	sign, checked := regexp.MustCompile(`(^|[ \t])#`), 0
	for _, file := range append(files, more...) {
		data, err := os.ReadFile(file)
		assert.NilError(t, err)
		rest := strings.Split(without(string(data), comment.Read(string(data), 1)), "\n")
		before := all(file, strings.Join(rest, "\n"))
		for i, line := range rest {
			at := sign.FindStringIndex(line)
			if at == nil || before == "" {
				continue
			}
			checked++
			rest[i] = line[:at[0]]
			assert.Check(t, all(file, strings.Join(rest, "\n")) != before, "%s:%d: %s", file, i+1, line)
			rest[i] = line
		}
	}
	assert.Assert(t, checked > 5, "%d", checked)
}

// all returns what the documents of a text say; nothing for a text that is wrong.
func all(file, text string) (said string) {
	docs, problems := tree.Parse(file, []byte(text))
	for _, p := range problems {
		if p.Rule < tree.YAML11 {
			return ""
		}
	}
	for _, doc := range docs {
		said += "---\n" + content(doc)
	}
	return said
}
