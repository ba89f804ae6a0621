package validate

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// TestOwnFields holds which fields entries have beside Flux's fields.
func TestOwnFields(t *testing.T) {
	for _, workload := range kinds.WorkloadFields {
		assert.DeepEqual(t, OwnFields(workload),
			[]string{"destination", "file", "metadata", "name", "namespace", "params", "source", "wave"})
	}
}
