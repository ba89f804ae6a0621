package render_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// TestNoDocuments holds that nothing is rendered from nothing, in whatever form it comes.
func TestNoDocuments(t *testing.T) {
	for _, docs := range []schema.Documents{nil, {}, {nil}} {
		result, err := render.Render(docs, render.Options{})
		assert.NilError(t, err)
		assert.Equal(t, len(result.Objects)+len(result.Findings), 0)
	}
}
