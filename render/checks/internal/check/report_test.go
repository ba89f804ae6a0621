package check

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/charttest"
)

func TestSchemaDisabled(t *testing.T) {
	check := checkOf(t, charttest.Files("a", "1.0.0", "", `{"properties":{"a":{"type":"integer"}}}`))
	inline := charttest.Inline(t, "a: x")
	assert.Equal(t, charttest.Text(check.Problems(render.Values{Inline: inline, SchemaDisabled: true})),
		"1:4: info: a: is a string, and chart a takes a whole number; write a number, without quotes"+
			" (Helm does not validate it: disableSchemaValidation) [FA237]")
}

// TestNoSecrets looks for the values of the author in all texts.
func TestNoSecrets(t *testing.T) {
	schema := `{"properties":{"a":{"type":"integer"},"b":{"enum":["x"]},"c":{"pattern":"^x$"},"d":{"maxLength":2},
		"e":{"const":1},"f":{"anyOf":[{"type":"integer"},{"minLength":99}]}}}`
	check := checkOf(t, charttest.Files("a", "1.0.0", "", schema))
	inline := charttest.Inline(t, "{a: hush, b: hush, c: hush, d: hush, e: hush, f: hush}")
	problems := check.Problems(render.Values{Inline: inline})
	assert.Equal(t, len(problems), 6)
	for _, p := range problems {
		assert.Assert(t, !strings.Contains(p.Detail+p.Hiding+p.Current+p.Proposed, "hush") && p.Hiding == p.Detail, p.Detail)
	}
}
