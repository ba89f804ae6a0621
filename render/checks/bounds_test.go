package checks

import (
	"archive/tar"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/charttest"
)

const tooLarge = "chart web: its values.schema.json is too large to be checked: it takes more than 524288 steps; " +
	"take another version of the chart, or leave it out of the charts"

// doubling returns a schema of the value a in which each level refers to the one below twice, down to a leaf.
func doubling(levels int, head, keyword, leaf string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `{%s"properties":{"a":{"$ref":"#/definitions/d%d"}},"definitions":{"d0":%s`, head, levels, leaf)
	for i := range levels {
		below := fmt.Sprintf(`{"$ref":"#/definitions/d%d"}`, i)
		fmt.Fprintf(&b, `,"d%d":{%s}`, i+1, strings.ReplaceAll(keyword, "BELOW", below))
	}
	return b.String() + "}}"
}

// many returns a text for each of some numbers, with commas.
func many(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, strings.TrimSuffix(format, ",")+",", i)
	}
	return strings.TrimSuffix(b.String(), ",")
}

// TestSchemaBounds checks that the steps of a schema are counted, whatever they are spent on: without a bound, few of
// these end.
func TestSchemaBounds(t *testing.T) {
	const array, number, top = `{"type":"array"}`, `{"type":"number"}`, `"properties":{"a":{"$ref":"#/definitions/d40"}}`
	of := func(keyword, leaf string) string { return doubling(40, "", keyword, leaf) }
	draft := func(url string) string { return doubling(40, `"$schema":"`+url+`",`, `"anyOf":[BELOW,BELOW]`, array) }
	old := func(keyword string) string {
		return doubling(40, `"$schema":"http://json-schema.org/draft-07/schema#",`, keyword, `{}`)
	}
	anyOf := of(`"anyOf":[BELOW,BELOW]`, array)
	inA := func(schema string) string { return `{"properties":{"a":` + schema + `}}` }
	nested := func(open, inner, shut string) string {
		return "a: " + strings.Repeat(open, 40) + inner + strings.Repeat(shut, 40)
	}
	maps, lists, fields := nested("{x: ", "1", "}"), nested("[", "", "]"), "a: {x: 1, z: 1}"
	list := "a: [" + many(50_000, `"y%d"`) + "]"
	twenty := "[" + many(20_000, `"x%d"`) + "]"
	for name, test := range map[string]struct{ schema, defaults, want string }{
		"small":             {doubling(8, "", `"anyOf":[BELOW,BELOW]`, number), "", ""},
		"anyOf":             {anyOf, "", tooLarge},
		"anyOf, 4":          {draft("http://json-schema.org/draft-04/schema#"), "", tooLarge},
		"anyOf, 7":          {draft("http://json-schema.org/draft-07/schema#"), "", tooLarge},
		"anyOf, 2019":       {draft("https://json-schema.org/draft/2019-09/schema"), "", tooLarge},
		"anyOf of none":     {of(`"anyOf":[BELOW,BELOW]`, "false"), "", tooLarge},
		"allOf":             {of(`"allOf":[BELOW,BELOW]`, number), "", tooLarge},
		"oneOf":             {of(`"oneOf":[BELOW,BELOW]`, array), "", tooLarge},
		"not":               {of(`"not":{"anyOf":[BELOW,BELOW]}`, array), "", tooLarge},
		"not anyOf":         {strings.Replace(anyOf, top, `"not":{`+top+"}", 1), "", tooLarge},
		"if":                {of(`"if":BELOW,"else":BELOW`, array), "", tooLarge},
		"if of both":        {of(`"if":{"allOf":[BELOW,BELOW]}`, array), "", tooLarge},
		"patternProperties": {of(`"patternProperties":{"^x":BELOW,"x$":BELOW}`, `{}`), maps, tooLarge},
		"items":             {of(`"items":{"allOf":[BELOW,BELOW]}`, `{}`), lists, tooLarge},
		"contains":          {of(`"allOf":[{"contains":BELOW},{"contains":BELOW}]`, `{}`), lists, tooLarge},
		"dependentSchemas":  {of(`"dependentSchemas":{"x":BELOW,"z":BELOW}`, `{}`), fields, tooLarge},
		"dependencies":      {old(`"dependencies":{"x":BELOW,"z":BELOW}`), fields, tooLarge},
		"unevaluated":       {of(`"unevaluatedProperties":false,"anyOf":[BELOW,BELOW]`, `{}`), fields, tooLarge},
		"propertyNames": {strings.Replace(anyOf, "{"+top,
			`{"properties":{"a":{"propertyNames":{"$ref":"#/definitions/d40"}}}`, 1), "a: {x: 1}", tooLarge},
		"dynamicRef": {`{"$id":"https://x/top","$ref":"inner","$defs":{"inner":{"$id":"inner","$defs":{` +
			many(41, `"i%[1]d":{"$dynamicAnchor":"a%[1]d"}`) + `},"$dynamicRef":"#a40"},"z":{"$dynamicAnchor":"a0",` +
			`"type":"array"},` + dynamic(40) + `}}`, "", tooLarge},
		"recursiveRef": {`{"$schema":"https://json-schema.org/draft/2019-09/schema","$recursiveAnchor":true,"anyOf":[` +
			`{"additionalProperties":{"$recursiveRef":"#"}},{"additionalProperties":{"$recursiveRef":"#"}}],` +
			`"type":"object"}`, maps, tooLarge},
		"circles": {`{"$ref":"#/$defs/d0","$defs":{` + many(12, `"d%d":{"anyOf":[`+many(12, `{"$ref":"#/$defs/d%d"}`)+
			`]}`) + `}}`, "", tooLarge},
		"ring": {`{"$ref":"#/$defs/d0","$defs":{` + many(9000, `"d%d":{"$ref":"#/$defs/d0"}`) + `}}`, "", "chart web: " +
			"its values.schema.json refers to itself without end at #/$defs/d0; remove this $ref"},
		"enum":     {inA(`{"items":{"enum":` + twenty + `}}`), list, tooLarge},
		"const":    {inA(`{"items":{"const":` + twenty + `}}`), list, tooLarge},
		"required": {inA(`{"items":{"required":` + twenty + `}}`), "a: [" + strings.Repeat("{},", 50_000) + "]", tooLarge},
		"unique": {`{"allOf":[` + many(2000, `{"minProperties":%d,"properties":{"a":{"uniqueItems":true}}}`) + `]}`, list,
			tooLarge},
		"pattern": {inA(`{"pattern":"^(.*x{100}){9}z"}`), "a: " + strings.Repeat("x", 1<<20), tooLarge},
		"patterns": {inA(`{"patternProperties":{` + many(5000, `"^a%d":{}`) + `}}`), "a: {" + many(50_000, `b%d: 1`) + "}",
			tooLarge},
		"repeats":   {inA(`{"pattern":"` + strings.Repeat("x{1000}", 600) + `"}`), "", tooLarge},
		"exponents": {inA(`{"enum":[` + many(2000, `%de999999`) + `]}`), "", tooLarge},
		"below 0":   {inA(`{"multipleOf":1e-99999999999999999999}`), "", tooLarge},
		"wide":      {`{"anyOf":[` + many(200_000, `{"minProperties":%d}`) + `]}`, "", tooLarge},
		"deep":      {strings.Repeat(`{"not":`, 9000) + "{}" + strings.Repeat("}", 9000), "", tooLarge},
		"names": {inA(`{"additionalProperties":{"propertyNames":{"maxLength":1}}}`),
			"a: {" + many(2000, "x%d: {aa: 1, bb: 1, cc: 1}") + "}", "1:1: "},
		"keys":   {inA(`{"additionalProperties":false}`), "a: {" + many(20_000, "x%d: 1") + "}", "1:1: "},
		"faults": {inA(`{"items":{"type":["string","null"]}}`), "a: [" + many(50_000, "%d") + "]", "1:1: "},
	} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && !strings.Contains("small, anyOf, not, enum, pattern, exponents", name) {
				t.Skip("it takes seconds")
			}
			t.Parallel()
			got := checkedValues(t, charttest.Files("web", "1.0.0", test.defaults, test.schema))
			assert.Equal(t, strings.HasPrefix(got, test.want), true, "%.300s", got)
			assert.Equal(t, got == "", test.want == "")
		})
	}
}

func dynamic(levels int) string {
	var b []string
	for i := range levels {
		below := fmt.Sprintf(`{"$dynamicRef":"#a%d"}`, i)
		b = append(b, fmt.Sprintf(`"d%d":{"$dynamicAnchor":"a%d","anyOf":[%s,%s]}`, i, i+1, below, below))
	}
	return strings.Join(b, ",")
}

// checkedValues returns what a chart says of the value a: 1.
func checkedValues(t *testing.T, files map[string]string) string {
	var c Charts
	added(t, &c, charttest.Within("web", files), "charts", "")
	check, problems := c.Find(render.Chart{SourceKind: "HelmRepository", Name: "web"})
	if len(problems) > 0 {
		return charttest.Text(problems)
	}
	text := "a: 1"
	if files["values.yaml"] != "" {
		text = "b: 1"
	}
	got := charttest.Text(check.Problems(render.Values{Inline: charttest.Inline(t, text)}))
	check.Accepts([]string{"a"}, charttest.Inline(t, "1"))
	return got
}

// TestChartBounds checks that the charts of a release are counted, with what they import, and what is read of them.
func TestChartBounds(t *testing.T) {
	const tooMany = "has more than 500 subcharts and imported values, each alias counted, and is not checked; leave it out"
	aliases := func(n int) string {
		return "dependencies: [" + many(n, "{name: web, alias: a%d, version: 1.0.0}") + "]\n"
	}
	plain := func(defaults string) map[string]string { return charttest.Files("web", "1.0.0", defaults, "") }
	flat := func(n int, defaults, more string) map[string]string {
		files := charttest.Within("charts/web", plain(defaults), plain(""))
		files["Chart.yaml"] += strings.Replace(aliases(n), "version: 1.0.0", "version: 1.0.0"+more, 1)
		return files
	}
	own := func(files map[string]string, name, text string) map[string]string {
		files[name] += text
		return files
	}
	nested, russian := plain(""), charttest.Packed(t, "web", plain(""))
	for range 4 {
		nested = own(charttest.Within("charts/web", nested, plain("")), "Chart.yaml", aliases(20))
	}
	levels, folders := 600, 100_000
	if testing.Short() {
		levels, folders = 1, 1
	}
	for range levels {
		inner := charttest.Within("charts", map[string]string{"web.tgz": russian}, plain(""))
		russian = charttest.Packed(t, "web", inner)
	}
	meta := plain("")["Chart.yaml"]
	hollow := charttest.Archive(t, append([]tar.Header{
		{Name: "web/Chart.yaml", Typeflag: tar.TypeReg, Size: int64(len(meta))}},
		slices.Repeat([]tar.Header{{Name: "web/d/", Typeflag: tar.TypeDir}}, folders)...), func(i int) string {
		return strings.Repeat(meta, max(0, 1-i))
	})
	hollows := plain("")
	for i := range 400 {
		hollows[fmt.Sprintf("charts/x%d.tgz", i)] = hollow
	}
	heavy := flat(400, "", "")
	heavy["charts/web/values.schema.json"] = doubling(12, "", `"anyOf":[BELOW,BELOW]`, `{"type":"array"}`)
	heavy["values.yaml"] = strings.ReplaceAll(many(400, "a%d: {a: 1}"), ",", "\n")
	for name, test := range map[string]struct {
		files map[string]string
		want  string
	}{
		"nested":       {nested, "its dependency charts/web: " + tooMany},
		"few":          {flat(400, "x: 1", ""), ""},
		"aliases":      {flat(600, "x: 1", ""), tooMany},
		"values":       {flat(400, "x: ["+many(1000, "%d")+"]", ""), tooMany},
		"globals":      {own(flat(400, "x: 1", ""), "values.yaml", "global: {a: ["+many(1000, "%d")+"]}"), tooMany},
		"imports":      {flat(2, "x: 1", ", import-values: ["+many(10_000, "{child: x, parent: y%d}")+"]"), tooMany},
		"deep import":  {flat(2, "", ", import-values: [{child: x, parent: "+strings.Repeat("a.", 2<<20)+"}]"), tooMany},
		"long version": {flat(2, "x: 1", "0"+strings.Repeat(" || 1.0.0", 100_000)), tooMany},
		"of nobody":    {own(plain(""), "Chart.yaml", aliases(5000)), tooMany},
		"archives":     {charttest.Within("charts", map[string]string{"web.tgz": russian}, plain("")), tooMany},
		"schemas":      {heavy, tooLarge},
		"lines":        {own(plain(""), "values.yaml", strings.Repeat("#\n", 2<<20)), ""},
		"documents": {own(plain(""), "values.yaml", strings.Repeat("a: 1\n---\n", 1000)),
			"its values.yaml is wrong: has more than 500 documents; write one"},
		"ignored": {own(plain(""), ".helmignore", strings.Repeat("a\n", 1000)),
			"its .helmignore has more than 500 patterns; write fewer"},
		"yaml bomb": {own(plain(""), "values.yaml", bomb()),
			"its values.yaml is wrong: document contains excessive aliasing"},
		"headers": {hollows, "is larger than 100 MiB in all, which Helm does not take"},
	} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && strings.Contains("archives, schemas, deep import, headers", name) {
				t.Skip("it takes seconds")
			}
			t.Parallel()
			got := checkedValues(t, test.files)
			assert.Assert(t, strings.Contains(got, test.want) && (got == "") == (test.want == ""), "%.300s", got)
			assert.Assert(t, test.want == "" || strings.HasPrefix(got, "chart "), "%.300s", got)
		})
	}
}

func bomb() string {
	text := "a0: &a0 [1]\n"
	for i := range 30 {
		text += fmt.Sprintf("a%[2]d: &a%[2]d [*a%[1]d, *a%[1]d, *a%[1]d, *a%[1]d, *a%[1]d, *a%[1]d, *a%[1]d]\n", i, i+1)
	}
	return text
}
