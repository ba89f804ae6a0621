package valuesschema

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"
)

// TestNamesAreFoundOnce holds that a name that a schema does not take is looked up once, and not once for each map that
// has it: the library has an error for each of these.
func TestNamesAreFoundOnce(t *testing.T) {
	s, given := New([]byte(`{"additionalProperties":{"propertyNames":{"maxLength":1}}}`)), Map{}
	for i := range 5 {
		given[fmt.Sprintf("x%d", i)] = Map{"aa": 1, "bb": 1, "c": 1}
	}
	steps := MaxSteps
	failure, err := s.validate(given, &steps)
	assert.NilError(t, err)
	f := &finder{"web", given, s, map[string]map[string][][]string{}}
	found := f.each(failure.Causes, context{url: failure.SchemaURL})
	assert.Equal(t, len(found), 5*2)
	assert.Equal(t, len(sorted(found)), 5*2)
}
