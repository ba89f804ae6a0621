package check

import (
	"testing"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/charttest"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/loader"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// FuzzValues reads any Chart.yaml, values.yaml and schema, and checks any values twice.
func FuzzValues(f *testing.F) {
	for _, schema := range []string{"{}", `{"properties":{"a":{"type":"integer"}},"required":["b"]}`,
		`{"anyOf":[{"$ref":"#"},{"type":"string"}]}`, `{"propertyNames":{"maxLength":1}}`, "true", "false", "[]", "1",
		`{"minimum":1e99999,"properties":{"a":{"multipleOf":1e-99999999}}}`,
		`{"$schema":"http://json-schema.org/draft-04/schema#","$ref":"#/definitions/a","definitions":{"a":{"not":{}}}}`,
		`{"unevaluatedProperties":false,"$dynamicRef":"#x","$dynamicAnchor":"x"}`,
		`{"patternProperties":{"^a":{"multipleOf":0.01,"contains":{"const":[]}}},"if":{},"then":false}`} {
		f.Add("dependencies: [{name: sub, version: '*', condition: sub.on, import-values: [a, {child: b, parent: c.d}]}]",
			"sub: {b: {a: 1}}\na: [1]", schema, "a: x\nsub: {a: {b: c}}\nglobal: {g: {h: ~}}")
	}
	f.Fuzz(func(t *testing.T, meta, defaults, schema, inline string) {
		files := charttest.Files("a", "1.0.0", defaults, schema)
		files["Chart.yaml"] += meta
		for name, text := range charttest.Within("charts/sub", charttest.Files("sub", "1.0.0", defaults, schema)) {
			files[name] = text
		}
		c, err := loader.Location{Files: charttest.Folder(files), Path: ".", IsFolder: true}.Load()
		if err != nil {
			return
		}
		check := New(c, c.Values)
		docs, _ := tree.Parse("", []byte(inline))
		v := render.Values{}
		if len(docs) > 0 {
			v.Inline = docs[0].Root()
		}
		first := charttest.Text(check.Problems(v))
		for child := range v.Inline.Children() {
			check.Accepts([]string{child.Key()}, child)
		}
		if again := charttest.Text(check.Problems(v)); again != first {
			t.Fatalf("%s\nand then\n%s", first, again)
		}
		v.From = true
		check.Problems(v)
	})
}
