package render_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// longest is how many characters a finding may have: what is wrong, where, and what to write.
const longest = 400

func assertShort(t *testing.T, from, line string) {
	t.Helper()
	length := utf8.RuneCountInString(strings.TrimSpace(line))
	assert.Check(t, length <= longest, "%s: %d characters: %s", from, length, line)
}

// TestShortFindings holds that no finding of a case is longer.
func TestShortFindings(t *testing.T) {
	for _, name := range []string{"err.txt", "warn.txt"} {
		files, err := filepath.Glob("../testdata/cases/*/*/" + name)
		assert.NilError(t, err)
		assert.Assert(t, len(files) > 200, "%d", len(files))
		for _, file := range files {
			text, err := os.ReadFile(file)
			assert.NilError(t, err)
			for line := range strings.Lines(string(text)) {
				assertShort(t, file, line)
			}
		}
	}
}

var authored = regexp.MustCompile(`[A-Za-z][\w-]{3,}`)

// TestShortFindingsOfLongTexts makes some words of each case too long to be printed: keys, values, and parts of both.
func TestShortFindingsOfLongTexts(t *testing.T) {
	random, found, longer := rand.New(rand.NewPCG(6, 54)), 0, strings.Repeat("x", 5000)
	for _, dir := range someCases(t) {
		in, err := os.ReadFile(filepath.Join(dir, "in.yaml"))
		assert.NilError(t, err)
		text := authored.ReplaceAllStringFunc(string(in), func(word string) string {
			if random.IntN(12) == 0 && word != "kind" && word != "apiVersion" && word != "metadata" {
				return word + longer[:1+random.IntN(len(longer)-1)]
			}
			return word
		})
		result, err := render.Render(schema.Parse("in.yaml", []byte(text)), render.Options{})
		for _, f := range append(result.Findings, finding.From(err)...) {
			found++
			_, about, _ := strings.Cut(f.String(), " ")
			assertShort(t, dir, about)
			assert.Check(t, utf8.RuneCountInString(f.Detail) <= longest, "%s: %s", dir, f.Detail)
		}
	}
	assert.Assert(t, found > ofSomeCases(3000), "%d", found)
}
