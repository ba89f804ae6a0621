package describe

import (
	"testing"

	"gotest.tools/v3/assert"
)

// TestDescriptions holds that every field of a document has a description.
func TestDescriptions(t *testing.T) {
	seen := map[string]bool{}
	var walk func(Field)
	walk = func(f Field) {
		for _, below := range f.Fields() {
			assert.Check(t, below.Description != "", "nothing says what %s.%s is for", f.Holds, below.Name)
			if key := f.Holds + "." + below.Name; !seen[key] {
				seen[key] = true
				walk(below)
			}
		}
	}
	for _, kind := range explained {
		walk(documentField(kind))
	}
	assert.Assert(t, len(seen) > 300, "%d", len(seen))
}
