package explained

import (
	"testing"

	"gotest.tools/v3/assert"
)

// TestAnyCluster replaces the name of a cluster where it is a word.
func TestAnyCluster(t *testing.T) {
	for _, c := range []struct{ text, cluster, want string }{
		{"a-berlin-web", "berlin", "a-\x00-web"},
		{"berlin.berlin", "berlin", "\x00.\x00"},
		{"berlin2 eberlin", "berlin", "berlin2 eberlin"},
		{`"replicas":1`, "1", `"replicas":1`},
		{"berlin", "", "berlin"},
	} {
		assert.Equal(t, AnyCluster(c.text, c.cluster), c.want)
	}
}
