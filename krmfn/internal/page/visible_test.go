package page

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestVisible shows characters that nobody sees in the tables.
func TestVisible(t *testing.T) {
	var b strings.Builder
	(&writer{w: &b}).html("<p>%s</p>", "a\u202e<\x00")
	assert.Equal(t, b.String(), `<p>a\u202e&lt;\u0000</p>`)
}
