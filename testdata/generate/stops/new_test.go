package stops

import (
	"slices"
	"testing"

	"gotest.tools/v3/assert"
)

// TestNew compares what Flux 2.10 has more than 2.9 with what places.txt says of it.
func TestNew(t *testing.T) {
	found, err := New("2.9", "2.10")
	assert.NilError(t, err)
	var written []Place
	for _, place := range read(t) {
		if place.Flux == "2.10" {
			written = append(written, place.Place)
		}
	}
	assert.Assert(t, len(written) > 40, "%d places", len(written))
	assert.DeepEqual(t, found, written)
	assert.Assert(t, slices.Contains(found,
		Place{"source-controller", importing, "import github.com/fluxcd/pkg/apis/crypto/v1"}))

	found, err = New("2.10", "2.10")
	assert.NilError(t, err)
	assert.Assert(t, len(found) == 0, "%v", found)
	_, err = New("2.11", "2.10")
	assert.Error(t, err, "places.txt has no Flux 2.11")
}

// TestFresh holds what is new: not a place that moved to another file, but one more of the same.
func TestFresh(t *testing.T) {
	known := []Place{{"a.go", "read", "gone"}, {"a.go", "read", "stays"}, {"a.go", "read", "moves"},
		{"a.go", "read", "renamed"}}
	found := []Place{{"a.go", "read", "another"}, {"a.go", "read", "stays"}, {"a.go", "write", "renamed"},
		{"b.go", "read", "moves"}, {"b.go", "read", "stays"}}
	assert.DeepEqual(t, fresh(known, found), []Place{{"a.go", "read", "another"}, {"a.go", "write", "renamed"},
		{"b.go", "read", "stays"}})
}
