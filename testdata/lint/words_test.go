package main

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestWords holds how many words, as wc -w counts them, pages may have together. RESULTS are the pages that benchmarks
// write whole (make bench-results), and tests write CASES and STOPS.
func TestWords(t *testing.T) {
	counted := map[string]int{}
	root := os.DirFS("../..")
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains([]string{".git", "bin", "node_modules"}, entry.Name()):
			return fs.SkipDir
		case entry.IsDir() || path.Ext(name) != ".md":
			return nil
		}
		text, err := fs.ReadFile(root, name)
		counted[name] = len(bytes.Fields(text))
		return err
	})
	assert.NilError(t, err)
	for _, group := range []struct {
		limit  int
		are    string
		counts func(name string) bool
	}{
		{52_000, "all others", func(name string) bool {
			return !slices.Contains([]string{"schema/REFERENCE.md", "schema/RULES.md", "testdata/CASES.md", "testdata/STOPS.md"},
				name) && !strings.HasPrefix(name, "testdata/bench/RESULTS")
		}},
		{7_500, "the pages of the commands", func(name string) bool {
			return name == "krmfn/COMMAND.md" || path.Dir(name) == "krmfn/cmd/fluxapp/help"
		}},
		{7_000, "the language", func(name string) bool { return name == "schema/LANGUAGE.md" }},
		{22_000, "the reference", func(name string) bool { return name == "schema/REFERENCE.md" }},
		{18_000, "the rules", func(name string) bool { return name == "schema/RULES.md" }},
	} {
		words := 0
		for name, n := range counted {
			if group.counts(name) {
				words += n
			}
		}
		assert.Assert(t, words > 0, "there are no pages: %s", group.are)
		assert.Check(t, words <= group.limit, "%s: %d words, and the limit is %d", group.are, words, group.limit)
	}
}
