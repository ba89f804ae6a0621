package reader

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
)

// TestReadInBatches has texts that are read in batches, so that the tests that compare batches with the whole compare something, and texts
// that must not be.
func TestReadInBatches(t *testing.T) {
	for text, want := range map[string]bool{
		"a:\n- b\n- c\n- d\nz: 1\n": true, "a:\n  b:\n    c: 1\n    d: 2\n    e: 3\n": true, "- - a\n  - b\n  - c\n  - d\n  - e\n": true,
		"a:\n- b # {\"$x\"}\n# c\n- |\n  d\n- e\n": true, "x: *x\na:\n- b\n- c\n- d\n": false, "a: &x {b: 1}\nl:\n- *x\n- <<: *x\n- &y 1\n- *y\n": true,
		"- |\n  - a\n  - b\n": false, "- \"a\n- b\n- c\n- d\"\n": false, "{a: [\n  b,\n  c,\n  d]}\n": false, "- a\n- b\n- c\n...\n": false,
	} {
		r := reader{source: &record.Source{Text: text}}
		assert.Check(t, r.readInBatches(piece{end: len(text)}) == want, "%q", text)
	}
	text := "a:\n"
	for i := range 10_000 {
		text += fmt.Sprintf("- b: %d\n  c: {d: e, f: [g, h]}\n", i)
	}
	r := reader{source: &record.Source{Text: text}, batchSize: BatchSize}
	assert.Check(t, r.readInBatches(piece{end: len(text)}))
	assert.Check(t, !r.readInBatches(piece{end: BatchSize}))

	text = strings.Repeat("a: 1\n---\n", 3) + "b: &x 2\n"
	r = reader{source: &record.Source{Text: text}, batchSize: BatchSize}
	assert.Equal(t, r.countSmall(split(text)), 3)
}
