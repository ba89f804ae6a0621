package check

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/charttest"
)

// TestOutside holds that a $ref out of a schema is told once, and that the rest is validated where it can be.
func TestOutside(t *testing.T) {
	const text = "info: SOMEvalues are not checked: chart a: its values.schema.json refers to URLS, which fluxapp " +
		"does not follow [FA924]"
	told := func(some, urls string) string { return strings.NewReplacer("SOME", some, "URLS", urls).Replace(text) }
	const wrong = "\n1:4: b: is a string, and chart a takes a whole number; write a number, without quotes [FA237]"
	const b = `"b":{"type":"integer"}`
	for schema, want := range map[string]string{
		`{"properties":{"a":{"$ref":"https://e.org/s.json#/definitions/io.k8s~1a"},` +
			`"c":{"$ref":"https://e.org/s.json"},` + b + `}}`:
		/**/ told("some ", "https://e.org/s.json") + wrong,
		`{"$schema":"https://e.org/own","properties":{` + b + `}}`: told("some ", "https://e.org/own") + wrong,
		`{"properties":{"a":{"$ref":"f.json"},"c":{"$ref":"g.json"},` + b + `}}`:
		/**/ told("some ", "file:///f.json and file:///g.json") + wrong,
		`{"properties":{"a":{"anyOf":[{"$ref":"f.json"},{"type":"integer"}]},` + b + `}}`:
		/**/ told("some ", "file:///f.json") + wrong,
		// Nobody knows what is wrong where something decides.
		`{"properties":{"a":{"not":{"$ref":"f.json"}},` + b + `}}`:                      told("", "file:///f.json"),
		`{"properties":{"a":{"oneOf":[{"$ref":"f.json"},{}]},` + b + `}}`:               told("", "file:///f.json"),
		`{"if":{"properties":{"a":{"$ref":"f.json"}}},"then":false}`:                    told("", "file:///f.json"),
		`{"unevaluatedProperties":false,"allOf":[{"$ref":"f.json"}]}`:                   told("", "file:///f.json"),
		`{"properties":{"a":{"contains":{"$ref":"f.json"},"maxContains":0},` + b + `}}`: told("", "file:///f.json"),
		`{"properties":{"a":{"$ref":"f.json#anchor"},` + b + `}}`:
		/**/ told("", "a schema outside of the chart"),
	} {
		got := problemsOf(t, charttest.Files("a", "1.0.0", "", schema), "b: x\na: [y]")
		assert.Equal(t, got, want, schema)
	}
}

// TestCircle has references that lead back to themselves: Helm refuses all values.
func TestCircle(t *testing.T) {
	for schema, at := range map[string]string{
		`{"$ref":"#"}`: "#",
		`{"properties":{"a":{"$ref":"#/$defs/x"}},"$defs":{"x":{"$ref":"#/$defs/y"},"y":{"$ref":"#/$defs/x"}}}`:
		/**/ "#/$defs/x",
	} {
		got := problemsOf(t, charttest.Files("a", "1.0.0", "", schema), "a: 1")
		assert.Equal(t, got, "chart a: its values.schema.json refers to itself without end at "+
			at+"; remove this $ref [FA239]", schema)
	}
}

// TestLongTexts cuts what a schema makes long.
func TestLongTexts(t *testing.T) {
	wide := strings.Repeat("ä", 300)
	files := charttest.Files("a", "1.0.0", "", `{"properties":{"a":{"type":"`+wide+`"}}}`)
	got := charttest.Text(checkOf(t, files).Problems(render.Values{}))
	assert.Assert(t, len(got) < 350 && strings.HasSuffix(got, "… [FA239]"), got)

	allowed := func(list string) string {
		t.Helper()
		_, got, _ := strings.Cut(problemsOf(t, charttest.Files("a", "1.0.0", "", `{"properties":{"a":{"enum":[`+list+
			`]}}}`), "a: 0"), "write ")
		return strings.TrimSuffix(got, " [FA237]")
	}
	assert.Equal(t, allowed("1,2,3,4,5,6,7,8,9,10"), "1, 2, 3, 4, 5, 6, 7, 8, 9 or 10")
	assert.Equal(t, allowed("1,2,3,4,5,6,7,8,9,10,11,12"), "one of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more")
	x, y, z := strings.Repeat("x", 90), strings.Repeat("y", 90), strings.Repeat("z", 90)
	assert.Equal(t, allowed(`"`+x+`","`+y+`","`+z+`","w"`), "one of "+x+", "+y+" and 2 more")
	assert.Equal(t, allowed(`"`+wide+`"`), strings.Repeat("ä", 100)+"…")
}
