package render_test

import (
	"os"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// TestNothingBehindMistakes renders cases with a field in a wrong place or of a wrong type: no warning is about the
// same field.
func TestNothingBehindMistakes(t *testing.T) {
	for _, c := range []struct{ name, document, path string }{
		{"fields/err-misplaced-levels", "levels", "spec.config.helmRelease.deploy[0].interval"}, // it is in destination
		{"types/err-remedies", "a", "spec.config.helmRelease.deploy[5].upgrade.force"},
	} {
		in, err := os.ReadFile("../testdata/cases/" + c.name + "/in.yaml")
		assert.NilError(t, err)
		docs := schema.Parse("in.yaml", in)
		result, err := render.Render(docs, render.Options{})
		assert.Assert(t, err != nil)
		for _, f := range result.Findings.Only(finding.SeverityWarning) {
			assert.Check(t, f.Subject.Name() != c.document || f.Path != c.path, "%s", f)
		}
	}
}
