package schema_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
)

// TestTooDeep goes beyond our own bound and beyond the parser's: to an author that is one thing.
func TestTooDeep(t *testing.T) {
	for _, depth := range []int{2_000, 20_000} {
		err := schema.Parse("in.yaml",
			[]byte("apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\nspec: "+strings.Repeat("[", depth)+
				strings.Repeat("]", depth))).Findings().Err()
		list := finding.From(err)
		assert.Equal(t, len(list), 1, "%v", err)
		assert.Equal(t, list[0].Code, codes.TooLarge)
		assert.Equal(t, list[0].Detail, "nested more than 1000 levels deep; split the document")
	}
}
