package validate

import (
	"slices"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// TestSourceKinds holds that a source may be of any kind that some workload can use, and of no other.
func TestSourceKinds(t *testing.T) {
	var usable []string
	for _, workload := range kinds.WorkloadFields {
		_, kinds := sourceKinds(workload)
		usable = append(usable, kinds.Enum...)
	}
	slices.Sort(usable)
	known := slices.Sorted(slices.Values(kindsOf(shape.SourceReference).Enum))
	assert.DeepEqual(t, known, slices.Compact(usable))
}
