package schema_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema"
)

// TestNilDocument asks everything of a document that is none.
func TestNilDocument(t *testing.T) {
	for _, d := range (schema.Documents{nil}) {
		assert.Assert(t, !d.Refused() && !d.Console() && !d.SavesTemplate() && !d.SaveTemplateLabel().Exists())
		assert.Assert(t, d.Problems() == nil && d.Owner() == "" && d.String() == "no document")
		_, err := d.FluxApplication()
		assert.Error(t, err, "no document is no application")
	}
}
