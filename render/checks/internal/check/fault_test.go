package check

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/charttest"
)

// TestFaults shows what each keyword of a schema says, and where.
func TestFaults(t *testing.T) {
	for name, test := range map[string]struct{ defaults, schema, inline, want string }{
		"right":        {"", `{"properties":{"a":{"type":"integer"}}}`, `a: 1`, ""},
		"whole float":  {"", `{"properties":{"a":{"type":"integer"}}}`, `a: 1.0`, ""},
		"large number": {"", `{"properties":{"a":{"type":"integer"}}}`, `a: 12345678901234567890`, ""},
		"fraction": {
			"",
			`{"properties":{"a":{"type":"integer"}}}`,
			`a: 1.5`,
			"1:4: a: is a number with a fraction, and chart a takes a whole number; write a whole number [FA237]",
		},
		"text": {
			"",
			`{"properties":{"a":{"type":"integer"}}}`,
			`a: two`,
			"1:4: a: is a string, and chart a takes a whole number; write a number, without quotes [FA237]",
		},
		"unquoted": {
			"",
			`{"properties":{"a":{"type":"string"}}}`,
			`a: 1.10`,
			"1:4: a: is a number, and chart a takes a string; quote it [FA237]",
		},
		"boolean": {
			"",
			`{"properties":{"a":{"type":"boolean"}}}`,
			`a: "true"`,
			"1:4: a: is a string, and chart a takes a boolean; write true or false, without quotes [FA237]",
		},
		"list": {
			"",
			`{"properties":{"a":{"type":"array"}}}`,
			`a: {b: 1}`,
			"1:4: a: is a map, and chart a takes a list; begin each item with \"- \" [FA237]",
		},
		"map": {
			"",
			`{"properties":{"a":{"type":"object"}}}`,
			`a: [b]`,
			"1:4: a: is a list, and chart a takes a map; write key: value below it [FA237]",
		},
		"null in a list": {
			"",
			`{"properties":{"a":{"items":{"type":"string"}}}}`,
			`a: [~]`,
			"1:5: a[0]: is null, and chart a takes a string; write a value, or leave it out [FA237]",
		},
		"enum": {
			"",
			`{"properties":{"a":{"enum":["Always","IfNotPresent","Never"]}}}`,
			`a: Sometimes`,
			"1:4: a: is not what chart a takes; write Always, IfNotPresent or Never [FA237]",
		},
		"enum of types": {
			"",
			`{"properties":{"a":{"enum":["1",1,null,"true",""]}}}`,
			`a: x`,
			"1:4: a: is not what chart a takes; write \"1\", 1, null, \"true\" or \"\" [FA237]",
		},
		"const": {
			"",
			`{"properties":{"a":{"const":true}}}`,
			`a: false`,
			"1:4: a: is not what chart a takes; write true [FA237]",
		},
		"minimum": {
			"",
			`{"properties":{"a":{"minimum":1}}}`,
			`a: 0`,
			"1:4: a: is less than chart a takes; write at least 1 [FA237]",
		},
		"maximum": {
			"",
			`{"properties":{"a":{"exclusiveMaximum":0.5}}}`,
			`a: 0.5`,
			"1:4: a: is more than chart a takes; write less than 0.5 [FA237]",
		},
		"multiple": {
			"",
			`{"properties":{"a":{"multipleOf":0.1}}}`,
			`a: 0.25`,
			"1:4: a: does not fit multipleOf: 0.1 in the values.schema.json of chart a; correct it [FA237]",
		},
		"exact multiple": {"", `{"properties":{"a":{"multipleOf":0.1}}}`, `a: 0.3`, ""},
		"pattern": {
			"",
			`{"properties":{"a":{"pattern":"^[a-z]+%s$"}}}`,
			`a: "1"`,
			"1:4: a: does not match the pattern that chart a wants; write a text that matches ^[a-z]+%s$ [FA237]",
		},
		"length": {
			"",
			`{"properties":{"a":{"minLength":1},"b":{"maxLength":1}}}`,
			"a: ''\nb: äö",
			"1:4: a: does not fit minLength: 1 in the values.schema.json of chart a; correct it [FA237]\n2:4: b: does " +
				"not fit maxLength: 1 in the values.schema.json of chart a; correct it [FA237]",
		},
		"items": {
			"",
			`{"properties":{"a":{"minItems":2},"b":{"maxItems":0},"c":{"uniqueItems":true}}}`,
			"a: [1]\nb: [1]\nc: [1,1]",
			"1:4: a: does not fit minItems: 2 in the values.schema.json of chart a; correct it [FA237]\n2:4: b: does " +
				"not fit maxItems: 0 in the values.schema.json of chart a; correct it [FA237]\n3:4: c: has two equal " +
				"items, [0] and [1], and chart a takes no equal ones; leave out one [FA237]",
		},
		"format": {
			"",
			`{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"a":{"format":"ipv4"}}}`,
			`a: x`,
			"1:4: a: does not fit format: ipv4 in the values.schema.json of chart a; correct it [FA237]",
		},
		"format 2020": {"", `{"properties":{"a":{"format":"ipv4"}}}`, `a: x`, ""},

		"unknown key": {
			"",
			`{"additionalProperties":false,"properties":{"replicaCount":{},"image":{}}}`,
			"replicacount: 1",
			"1:1: replicacount: chart a has no value replicacount here; did you mean \"replicaCount\"? [FA237]",
		},
		"unknown, far": {
			"",
			`{"additionalProperties":false,"properties":{"replicaCount":{},"image":{}}}`,
			"image: 1\nx: 1",
			"2:1: x: chart a has no value x here; leave it out, or write image and replicaCount [FA237]",
		},
		"false": {
			"",
			`{"properties":{"a":false}}`,
			"a: 1",
			"1:1: a: chart a takes no value here; leave it out [FA237]",
		},
		"names": {
			"",
			`{"properties":{"p":{"properties":{"l":{"propertyNames":{"pattern":"^[a-z]+$"}},"z":{}}}}}`,
			"p: {l: {A: 1, b: 2}, z: {A: 1}}",
			"1:9: p.l.A: chart a takes no such name here; write another one [FA237]",
		},
		"names below any key": {
			"",
			`{"properties":{"a":{"properties":{"b":{"properties":{"c":{"additionalProperties":` +
				`{"propertyNames":{"maxLength":1}}}}}}}}}`,
			"a: {b: {c: {d: {xx: 1}, e: {z: 1}}}}",
			"1:12: a.b.c: does not fit propertyNames in the values.schema.json of chart a; correct it [FA237]",
		},
		"required": {
			"",
			`{"properties":{"a":{"required":["b"]}}}`,
			"a: {c: 1}",
			"1:4: a.b: is missing, and chart a requires it; write it [FA237]",
		},
		"required in item": {
			"",
			`{"properties":{"a":{"items":{"required":["b"]}}}}`,
			"a: [{b: 1}, {c: 1}]",
			"1:13: a[1].b: is missing, and chart a requires it; write it [FA237]",
		},
		"required, no map": {
			"a: {}",
			`{"properties":{"a":{"required":["b"]}}}`,
			"c: 1",
			"1:1: a: has no b: it is missing, and chart a requires it; write it [FA237]",
		},
		"required, nothing": {
			"",
			`{"required":["a"]}`,
			"",
			"there are no values, and a is missing, and chart a requires it; write it [FA237]",
		},
		"removed by null": {
			"a: 1",
			`{"required":["a"]}`,
			"a: null",
			"1:1: a: is missing, and chart a requires it; write it [FA237]",
		},
		"beside": {
			"",
			`{"dependentRequired":{"a":["b"]}}`,
			"a: 1",
			"1:1: b: is missing, and chart a requires it beside a; write it [FA237]",
		},
		"own default": {
			"a: {b: x}",
			`{"properties":{"a":{"properties":{"b":{"type":"integer"}}}}}`,
			"a: {c: 1}",
			"1:4: a: the chart's own default of b is wrong: is a string, and chart a takes a whole number; write a " +
				"number, without quotes [FA237]",
		},

		"ref": {
			"",
			`{"properties":{"a":{"$ref":"#/$defs/n"}},"$defs":{"n":{"properties":{"b":{"type":"integer"}}}}}`,
			"a: {b: x}",
			"1:8: a.b: is a string, and chart a takes a whole number; write a number, without quotes [FA237]",
		},
		"all of": {
			"",
			`{"allOf":[{"properties":{"a":{"minimum":2}}},{"properties":{"a":{"minimum":2}}}]}`,
			"a: 1",
			"1:4: a: is less than chart a takes; write at least 2 [FA237]",
		},
		"kinds": {
			"",
			`{"properties":{"a":{"anyOf":[{"type":"string"},{"type":"array"}]}}}`,
			"a: 1",
			"1:4: a: is a number, and chart a takes a string or a list; quote it [FA237]",
		},
		"one form": {
			"",
			`{"properties":{"a":{"oneOf":[{"type":"string"},{"type":"object",` +
				`"properties":{"b":{"type":"integer"}}}]}}}`,
			"a: {b: x}",
			"1:8: a.b: is a string, and chart a takes a whole number; write a number, without quotes [FA237]",
		},
		"one of names": {
			"",
			`{"anyOf":[{"required":["a"]},{"required":["b"]}]}`,
			"c: 1",
			"1:1: has none of a and b, and chart a requires one; write one of them [FA237]",
		},
		"values": {
			"",
			`{"properties":{"a":{"oneOf":[{"const":"x"},{"const":"y"},{"type":"null"}]}}}`,
			"a: z",
			"1:4: a: is not what chart a takes; write x, y or null [FA237]",
		},
		"forms": {
			"",
			`{"properties":{"a":{"anyOf":[{"required":["b"],"properties":{"b":{"type":"integer"}}},{"required":["c",` +
				`"d"]}]}}}`,
			"a: {b: x}",
			"1:4: a: has none of the 2 forms that chart a takes; see its values.schema.json [FA237]",
		},
		"two forms": {
			"",
			`{"properties":{"a":{"oneOf":[{"minimum":1},{"maximum":3}]}}}`,
			"a: 2",
			"1:4: a: does not fit oneOf in the values.schema.json of chart a; correct it [FA237]",
		},
		"not": {
			"",
			`{"properties":{"a":{"not":{"const":1}}}}`,
			"a: 1",
			"1:4: a: is what chart a does not take (not in its schema); write something else [FA237]",
		},
		"then": {
			"",
			`{"if":{"properties":{"a":{"const":1}}},"then":{"properties":{"b":{"type":"string"}}},` +
				`"else":{"required":["c"]}}`,
			"a: 1\nb: 2",
			"2:4: b: is a number, and chart a takes a string; quote it [FA237]",
		},
		"else": {
			"",
			`{"if":{"properties":{"a":{"const":1}}},"then":{"properties":{"b":{"type":"string"}}},` +
				`"else":{"required":["c"]}}`,
			"a: 2\nb: 2",
			"1:1: c: is missing, and chart a requires it; write it [FA237]",
		},

		"open": {"", `{"properties":{"a":{"type":"integer"},"b":{"enum":["x"]}}}`, "a: ${N}\nb: a${N}", ""},
		"open in a choice": {
			"",
			`{"properties":{"a":{"oneOf":[{"properties":{"b":{"const":1}},"required":["b"]},{"required":["c"]}]}}}`,
			"a: {b: '${N}'}",
			"",
		},
		"open decides": {"", `{"if":{"properties":{"a":{"const":"x"}}},"else":{"required":["c"]}}`, "a: ${M}", ""},
		"open in a list": {
			"",
			`{"properties":{"a":{"const":["x"]},"b":{"uniqueItems":true}}}`,
			"a: ['${A}']\nb: ['${A}', '${A}']",
			"",
		},
		"urn": {"", `{"$ref":"urn:example:unknown"}`, "a: 1", ""},
		"outside": {
			"",
			`{"properties":{"a":{"$ref":"https://example.org/s.json"}}}`,
			"a: 1",
			"info: some values are not checked: chart a: its values.schema.json refers to https://example.org/s.json, " +
				"which fluxapp does not follow [FA924]",
		},
		"file": {
			"",
			`{"properties":{"a":{"$ref":"other.json"}}}`,
			"a: 1",
			"info: some values are not checked: chart a: its values.schema.json refers to file:///other.json, which " +
				"fluxapp does not follow [FA924]",
		},
		"no JSON": {"", `{`, "a: 1", "chart a: its values.schema.json is no JSON: unexpected EOF [FA239]"},
	} {
		t.Run(name, func(t *testing.T) {
			files := charttest.Files("a", "1.0.0", test.defaults, test.schema)
			check := checkOf(t, files)
			for range 5 { // maps have another order each time
				assert.Equal(t, charttest.Text(check.Problems(render.Values{Inline: charttest.Inline(t, test.inline)})), test.want)
			}
		})
	}
}

// TestBrokenSchema shows a schema with which Helm fails for all values.
func TestBrokenSchema(t *testing.T) {
	for _, schema := range []string{`{"type":"text"}`, `{"properties":{"a":{"pattern":"(?=a)"}}}`, `[]`,
		`{"$ref":"#/none"}`} {
		check := checkOf(t, charttest.Files("a", "1.0.0", "", schema))
		got := charttest.Text(check.Problems(render.Values{}))
		assert.Assert(t, strings.Contains(got, "its values.schema.json is no JSON Schema: ") &&
			strings.HasSuffix(got, " [FA239]") && !strings.Contains(got, "\n"), got)
		got = charttest.Text(check.Problems(render.Values{SchemaDisabled: true}))
		assert.Assert(t, strings.HasPrefix(got, "info: ") && strings.Contains(got, "disableSchemaValidation"), got)
	}
}

// TestUncertain shows what remains a fault when valuesFrom brings values below the inline ones.
func TestUncertain(t *testing.T) {
	const person = `{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}}`
	for name, test := range map[string]struct {
		defaults, schema, inline string
		stays                    bool
	}{
		"scalar":      {"", `{"properties":{"a":{"type":"integer"}}}`, "a: x", true},
		"limit":       {"", `{"properties":{"a":{"minimum":1}}}`, "a: 0", true},
		"map":         {"", `{"properties":{"a":{"type":"string"}}}`, "a: {b: 1}", true},
		"unknown key": {"", `{"additionalProperties":false}`, "a: x", true},
		"item":        {"", `{"properties":{"a":{"items":` + person + `}}}`, "a: [{}]", true},
		"choice in a list": {
			"",
			`{"properties":{"a":{"items":{"anyOf":[{"required":["b"]},{"required":["c"]}]}}}}`,
			"a: [{}]",
			true,
		},
		"choice of scalar": {"", `{"properties":{"a":{"oneOf":[{"const":1},{"const":2}]}}}`, "a: 3", true},
		"required":         {"", person, "a: 1", false},
		"default":          {"a: x", `{"properties":{"a":{"type":"integer"}}}`, "b: 1", false},
		"default's key":    {"a: {b: 1}", `{"properties":{"a":{"additionalProperties":false}}}`, "a: {}", false},
		"choice of map":    {"", `{"anyOf":[{"required":["b"]},{"required":["c"]}]}`, "a: 1", false},
		"below a choice":   {"", `{"oneOf":[{"properties":{"a":{"type":"integer"}}},{"type":"string"}]}`, "a: x", false},
		"then": {
			"",
			`{"if":{"properties":{"k":{"const":1}}},"then":{"properties":{"a":{"type":"integer"}}}}`,
			"a: x\nk: 1",
			false,
		},
		"then below": {
			"",
			`{"properties":{"m":{"if":{"required":["k"]},"then":{"$ref":"#/$defs/p"}}},` +
				`"$defs":{"p":{"properties":{"a":{"minimum":3}}}}}`,
			"m: {a: 1, k: 1}",
			false,
		},
		"then of an item": {
			"",
			`{"properties":{"m":{"items":{"if":{"required":["k"]},"then":{"properties":{"a":{"minimum":3}}}}}}}`,
			"m: [{a: 1, k: 1}]",
			true,
		},
		"a key then": {
			"",
			`{"properties":{"then":{"properties":{"anyOf":{"minimum":3}}}}}`,
			"then: {anyOf: 1}",
			true,
		},
		"with a choice and without": {
			"",
			`{"patternProperties":{"^a":{"properties":{"x":{"minimum":3}}},` +
				`"a$":{"if":{"required":["x"]},"then":{"properties":{"x":{"minimum":3}}}}}}`,
			"a: {x: 1}",
			true,
		},
		"few fields": {"", `{"minProperties":2}`, "a: 1", false},
		"not":        {"", `{"not":{"required":["a"]}}`, "a: 1", false},
		"dependent":  {"", `{"dependentRequired":{"a":["b"]}}`, "a: 1", false},
	} {
		t.Run(name, func(t *testing.T) {
			check := checkOf(t, charttest.Files("a", "1.0.0", test.defaults, test.schema))
			inline := charttest.Inline(t, test.inline)
			alone := charttest.Text(check.Problems(render.Values{Inline: inline}))
			assert.Assert(t, strings.Contains(alone, "[FA237]"), alone)
			want := ""
			if test.stays {
				want = alone
			}
			for range 5 { // maps have another order each time
				assert.Equal(t, charttest.Text(check.Problems(render.Values{Inline: inline, From: true})), want)
			}
		})
	}
}
