package charts

import (
	"testing"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// FuzzArchive reads any bytes as an archive.
func FuzzArchive(f *testing.F) {
	files := chartOf("a", "1.0.0", "a: 1", `{"type":"object"}`)
	files["charts/b/Chart.yaml"] = "name: b\nversion: 1.0.0\n"
	whole := packed(f, "a", files)
	files["charts/c-1.0.0.tgz"] = whole
	f.Add([]byte(whole))
	f.Add([]byte(packed(f, "a", files)))
	f.Add([]byte(whole[:len(whole)/2]))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		var c Charts
		bad := len(c.Add(folder(map[string]string{"x.tgz": string(data)}), "charts", ""))
		if bad+len(c.names()) != 1 {
			t.Fatalf("%d problems and %v", bad, c.names())
		}
		for _, name := range c.names() {
			check, problems := c.Find(render.Chart{SourceKind: "HelmRepository", Name: name, Version: ">=0.0.0-0"})
			if (check.Problems == nil) != (len(problems) > 0) {
				t.Fatal(problems)
			}
			if check.Problems != nil {
				check.Problems(render.Values{})
			}
		}
	})
}

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
		files := chartOf("a", "1.0.0", defaults, schema)
		files["Chart.yaml"] += meta
		for name, text := range within("charts/sub", chartOf("sub", "1.0.0", defaults, schema)) {
			files[name] = text
		}
		var c Charts
		c.Add(folder(files), "charts", "")
		check, problems := c.Find(render.Chart{SourceKind: "HelmRepository", Name: "a"})
		if len(problems) > 0 {
			return
		}
		docs, _ := tree.Parse("", []byte(inline))
		v := render.Values{}
		if len(docs) > 0 {
			v.Inline = docs[0].Root()
		}
		first := textOf(check.Problems(v))
		for child := range v.Inline.Children() {
			check.Accepts([]string{child.Key()}, child)
		}
		if again := textOf(check.Problems(v)); again != first {
			t.Fatalf("%s\nand then\n%s", first, again)
		}
		v.From = true
		check.Problems(v)
	})
}
