package comment_test

import (
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/comment"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// FuzzRead removes the comments of texts that package tree can read: they say the same.
func FuzzRead(f *testing.F) {
	files, _ := filepath.Glob("../../../../testdata/cases/yaml/*/in.yaml")
	for _, file := range files {
		data, err := os.ReadFile(file)
		assert.NilError(f, err)
		f.Add(string(data))
	}
	f.Add("a: 'b # c'\n? [d, \"e\" # f\n ]\n: |2-\n   # g\n # h\n--- # i\n- - &x !!str j#\n  # k\n")
	f.Fuzz(func(t *testing.T, text string) {
		docs, problems := tree.Parse("in.yaml", []byte(text))
		for _, p := range problems {
			if p.Rule < tree.YAML11 {
				return
			}
		}
		again, _ := tree.Parse("in.yaml", []byte(without(text, comment.Read(text, 1))))
		assert.Equal(t, len(again), len(docs))
		for i, doc := range docs {
			assert.Equal(t, content(again[i]), content(doc))
		}
	})
}
