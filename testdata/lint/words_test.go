package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"
)

// TestWords holds how many words, as wc -w counts them, groups of pages may have together.
func TestWords(t *testing.T) {
	for _, group := range []struct {
		limit    int
		patterns []string
	}{
		{7500, []string{"krmfn/COMMAND.md", "krmfn/cmd/fluxapp/help/*.md"}},
	} {
		words := 0
		for _, pattern := range group.patterns {
			files, err := filepath.Glob("../../" + pattern)
			assert.NilError(t, err)
			assert.Assert(t, len(files) > 0, "there is no %s", pattern)
			for _, file := range files {
				text, err := os.ReadFile(file)
				assert.NilError(t, err)
				words += len(bytes.Fields(text))
			}
		}
		assert.Check(t, words <= group.limit, "%v: %d words, and the limit is %d", group.patterns, words, group.limit)
	}
}
