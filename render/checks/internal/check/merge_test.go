package check

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render/checks/internal/charttest"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/valuesschema"
)

// mergedOf returns the values that Helm would have, as JSON, or its error.
func mergedOf(t testing.TB, files map[string]string, inline string) string {
	t.Helper()
	c := loaded(t, files)
	given := valuesschema.Map{}
	assert.NilError(t, yaml.Unmarshal([]byte(inline), &given))
	r, err := New(c, c.Values).release(given)
	if err == nil {
		err = r.top.merge(given)
	}
	if err != nil {
		return err.Error()
	}
	data, err := json.Marshal(given)
	assert.NilError(t, err)
	return string(data)
}

// TestMerge has what Helm 4.2 returned for the same charts and values.
func TestMerge(t *testing.T) {
	type files = map[string]string
	chart := func(defaults string, more ...files) files {
		all := charttest.Files("a", "1.0.0", defaults, "")
		for _, other := range more {
			maps.Copy(all, other)
		}
		return all
	}
	sub := func(name, defaults string) files {
		return charttest.Within("charts/"+name, charttest.Files(name, "1.0.0", defaults, ""))
	}
	wants := func(text string) files {
		return files{"Chart.yaml": "name: a\nversion: 1.0.0\ndependencies:\n" + text}
	}
	deep := charttest.Within("charts/sub/charts/deep", charttest.Files("deep", "1.0.0", "yy: 1", ""))
	packed := charttest.Packed(t, "sub", charttest.Files("sub", "1.0.0", "x: 1", ""))
	const plain = "- {name: sub, version: 1.x.x}\n"
	for name, test := range map[string]struct {
		files        files
		inline, want string
	}{
		"maps merge, lists do not": {chart("m: {a: 1, b: 2}\nl: [1, 2]"), "m: {b: 3}\nl: [4]",
			`{"l":[4],"m":{"a":1,"b":3}}`},
		"null removes":            {chart("m: {a: 1, b: 2}\nk: 1"), "m: {a: ~}\nk: ~", `{"m":{"b":2}}`},
		"null removes nothing":    {chart("m: {a: 1}"), "m: {z: ~}\nyy: ~", `{"m":{"a":1,"z":null},"yy":null}`},
		"null of the defaults":    {chart("m: {a: ~}\nk: ~"), "", `{"m":{}}`},
		"scalar over a map":       {chart("m: {a: 1}"), "m: x", `{"m":"x"}`},
		"map over a scalar":       {chart("m: x"), "m: {a: 1}", `{"m":{"a":1}}`},
		"several documents":       {chart("a: 1\n---\nb: 2\n--- \na: 3\n"), "", `{"a":3,"b":2}`},
		"dependency without want": {chart("", sub("sub", "x: 1")), "sub: {yy: 2}", `{"sub":{"global":{},"x":1,"yy":2}}`},
		"of a parent": {chart("sub: {x: 2}", sub("sub", "x: 1\nyy: 1")), "",
			`{"sub":{"global":{},"x":2,"yy":1}}`},
		"null for a dependency": {chart("sub: {x: 2}", sub("sub", "x: 1\nyy: 1")), "sub: {x: ~}",
			`{"sub":{"global":{},"yy":1}}`},
		"null of a parent": {chart("sub: {x: ~}", sub("sub", "x: 1\nyy: 1")), "",
			`{"sub":{"global":{},"x":1,"yy":1}}`},
		"null in its place": {chart("", sub("sub", "x: 1")), "sub: ~",
			"the values of its dependency sub at sub are no map"},
		"null over its defaults": {chart("sub: {x: 2}", sub("sub", "x: 1")), "sub: ~", `{"sub":{"global":{},"x":1}}`},
		"text in its place": {chart("", sub("sub", "x: 1")), "sub: x",
			"the values of its dependency sub at sub are no map"},
		"globals": {chart("global: {g: 1, m: {a: 1}}", sub("sub", "global: {g: 2, h: 3, m: {b: 2}}")), "global: {g: 4}",
			`{"global":{"g":4,"m":{"a":1}},"sub":{"global":{"g":4,"h":3,"m":{"a":1,"b":2}}}}`},
		"globals of a dependency": {chart("", sub("sub", "")), "sub: {global: {x: 1}}\nglobal: {yy: 2}",
			`{"global":{"yy":2},"sub":{"global":{"x":1,"yy":2}}}`},
		"alias": {chart("", sub("sub", "x: 1"), wants("- {name: sub, version: 1.x.x, alias: other}\n")), "other: {x: 2}",
			`{"other":{"global":{},"x":2}}`},
		"twice": {chart("", sub("sub", "x: 1"), wants(plain+"- {name: sub, version: 1.x.x, alias: other}\n")),
			"other: {x: 2}", `{"other":{"global":{},"x":2},"sub":{"global":{},"x":1}}`},
		"another version": {chart("", sub("sub", "x: 1"), wants("- {name: sub, version: 2.x.x, condition: use}\n")),
			"use: false", `{"use":false}`},
		"not there": {chart("", wants("- {name: none, version: 1.x.x}\n")), "none: {x: 1}", `{"none":{"x":1}}`},
		"condition": {chart("", sub("sub", "x: 1\nuse: true"),
			wants("- {name: sub, version: 1.x.x, condition: sub.use}\n")), "sub: {use: false}", `{"sub":{"use":false}}`},
		"first condition": {chart("c: true", sub("sub", "x: 1"),
			wants("- {name: sub, version: 1.x.x, condition: 'nope.b,c,d'}\n")), "nope: {b: x}\nd: false",
			`{"c":true,"d":false,"nope":{"b":"x"},"sub":{"global":{},"x":1}}`},
		"tags": {chart("", sub("sub", "x: 1"),
			wants("- {name: sub, version: 1.x.x, tags: [t, u]}\n")), "tags: {t: false}", `{"tags":{"t":false}}`},
		"one tag of two": {chart("", sub("sub", "x: 1"),
			wants("- {name: sub, version: 1.x.x, tags: [t, u]}\n")), "tags: {t: false, u: true}",
			`{"sub":{"global":{},"x":1},"tags":{"t":false,"u":true}}`},
		"condition over tags": {chart("", sub("sub", "x: 1"),
			wants("- {name: sub, version: 1.x.x, tags: [t], condition: c}\n")), "tags: {t: false}\nc: true",
			`{"c":true,"sub":{"global":{},"x":1},"tags":{"t":false}}`},
		"import": {chart("mine: {z: 1}", sub("sub", "exports: {e: {k: 1}}\nc: {d: 2}"),
			wants("- {name: sub, version: 1.x.x, import-values: [e, {child: c, parent: mine}]}\n")), "",
			`{"k":1,"mine":{"d":2,"z":1},"sub":{"c":{"d":2},"exports":{"e":{"k":1}},"global":{}}}`},
		"import of defaults only": {chart("", sub("sub", "exports: {e: {k: 1}}"),
			wants("- {name: sub, version: 1.x.x, import-values: [e]}\n")), "sub: {exports: {e: {k: 5}}}",
			`{"k":1,"sub":{"exports":{"e":{"k":5}},"global":{}}}`},
		"packed": {chart("", files{"charts/sub-1.0.0.tgz": packed}), "",
			`{"sub":{"global":{},"x":1}}`},
		"library": {chart("", sub("sub", "x: 1"),
			files{"charts/sub/Chart.yaml": "name: sub\nversion: 1.0.0\ntype: library\n"}), "",
			`{"sub":{"global":{},"x":1}}`},
		"apiVersion v1": {chart("", sub("sub", "x: 1"),
			files{"requirements.yaml": "dependencies:\n- {name: sub, version: 1.x.x, condition: c}\n"}),
			"c: false", `{"c":false}`},
		"nested": {chart("", sub("sub", "x: 1"), deep),
			"sub: {deep: {yy: 2}}\nglobal: {g: 1}",
			`{"global":{"g":1},"sub":{"deep":{"global":{"g":1},"yy":2},"global":{"g":1},"x":1}}`},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, mergedOf(t, test.files, test.inline), test.want)
		})
	}
}

// TestImportIntoItself has a chart with which Helm runs out of memory.
func TestImportIntoItself(t *testing.T) {
	files := charttest.Files("a", "1.0.0", "", "")
	files["Chart.yaml"] += "dependencies: [{name: sub, version: 1.x.x, import-values: [" +
		"{child: x, parent: .}, {child: x.yy, parent: yy.yy}, {child: x, parent: yy.yy.z}]}]\n"
	maps.Copy(files, charttest.Within("charts/sub", charttest.Files("sub", "1.0.0", "x: {yy: {yy: {z: {}}}}", "")))
	assert.Assert(t, strings.HasPrefix(mergedOf(t, files, ""), "{"))
}
