package check

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// TestRepair checks what is proposed in place of names that are not valid.
func TestRepair(t *testing.T) {
	for value, want := range map[string]string{"My App": "my-app", "a_b/c": "a-b-c", "-a-": "a", "_a_": "a", "a b": "a-b",
		".A.": "a", "Ä": ""} {
		c := Checker{}
		c.Name(tree.NewBuilder().String(value, tree.Node{}), 63)
		assert.Equal(t, len(c.Problems), 1, value)
		assert.Equal(t, c.Problems[0].Proposed, want)
	}
}
