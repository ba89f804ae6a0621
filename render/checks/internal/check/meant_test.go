package check

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/charttest"
)

// TestMeant shows faults that follow from others, of which only the one that is meant is told.
func TestMeant(t *testing.T) {
	const parts = `{"allOf":[{"properties":{"a":{"type":"integer"}}},{"properties":{"bed":{"type":"string"}}}],
		"unevaluatedProperties":false}`
	const forms = `{"properties":{"a":{"oneOf":[{"required":["kind","p"],"properties":{"kind":{"const":"s3"},
		"p":{"type":"string"}}},{"required":["kind","q"],"properties":{"kind":{"const":"disk"},"q":{"minimum":2}}}]}}}`
	for name, test := range map[string]struct{ defaults, schema, inline, want string }{
		"a part fails": {"", parts, "a: x\nbed: ok",
			"1:4: a: is a string, and chart a takes a whole number; write a number, without quotes [FA237]"},
		"no part knows it": {"", parts, "a: 1\nbde: ok",
			"2:1: bde: chart a has no value bde here; did you mean \"bed\"? [FA237]"},
		"written below": {"bed: x", parts, "bed: x\nbeds: ok",
			"2:1: beds: chart a has no value beds here; did you mean \"bed\"? [FA237]"},
		"a form by its kind": {"", `{"properties":{"a":{"anyOf":[{"const":"auto"},{"type":"number","minimum":1}]}}}`, "a: 0",
			"1:4: a: is less than chart a takes; write at least 1 [FA237]"},
		"no form": {"", forms, "a: {kind: disk, q: 1}",
			"1:4: a: has none of the 2 forms that chart a takes; see its values.schema.json [FA237]"},
		"no form has its kind": {"", forms, "a: {kind: ftp, q: 1}",
			"1:4: a: has none of the 2 forms that chart a takes; see its values.schema.json [FA237]"},
		"listed names": {"", `{"properties":{"a":{"propertyNames":{"enum":["cpu","memory"]}}}}`, "a: {memroy: 1}",
			"1:5: a.memroy: chart a has no value memroy here; did you mean \"memory\"? [FA237]"},
		"two kinds": {"", `{"properties":{"a":{"allOf":[{"type":["string","number"]},{"type":"string"}]}}}`, "a: [1]",
			"1:4: a: is a list, and chart a takes a string; write a text [FA237]"},
		"a kind and a list": {"", `{"properties":{"a":{"type":"string","enum":["b"]}}}`, "a: 1",
			"1:4: a: is a number, and chart a takes a string; quote it [FA237]"},
		"a free map": {"a: {x: 1}", `{"properties":{"a":{"additionalProperties":true}}}`, "a: {x: text, xx: 1}", ""},
		"near beside": {"replicaCount: 1", "", "replicaCount: 2\nreplicacount: 3",
			"2:1: warning: replicacount: chart a has no value replicacount here; did you mean \"replicaCount\"? [FA533]"},
	} {
		t.Run(name, func(t *testing.T) {
			check := checkOf(t, charttest.Files("a", "1.0.0", test.defaults, test.schema))
			assert.Equal(t, charttest.Text(check.Problems(render.Values{Inline: charttest.Inline(t, test.inline)})), test.want)
		})
	}
}
