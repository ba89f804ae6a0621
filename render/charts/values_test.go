package charts

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
)

// mergedOf returns the values that Helm would have, as JSON, or its error.
func mergedOf(t testing.TB, files map[string]string, inline string) string {
	t.Helper()
	contents := map[string][]byte{}
	for name, text := range files {
		contents[name] = []byte(text)
	}
	c, err := newChart(contents, &budget{maxChart})
	assert.NilError(t, err)
	given, err := parseValues([]byte(inline))
	assert.NilError(t, err)
	r, err := newChecker(c, c.values).release(given)
	if err == nil {
		err = r.top.coalesce(given, false, nil)
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
		all := chartOf("a", "1.0.0", defaults, "")
		for _, other := range more {
			maps.Copy(all, other)
		}
		return all
	}
	sub := func(name, defaults string) files {
		return within("charts/"+name, chartOf(name, "1.0.0", defaults, ""))
	}
	wants := func(text string) files {
		return files{"Chart.yaml": "name: a\nversion: 1.0.0\ndependencies:\n" + text}
	}
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
		"packed": {chart("", files{"charts/sub-1.0.0.tgz": packed(t, "sub", chartOf("sub", "1.0.0", "x: 1", ""))}), "",
			`{"sub":{"global":{},"x":1}}`},
		"library": {chart("", sub("sub", "x: 1"),
			files{"charts/sub/Chart.yaml": "name: sub\nversion: 1.0.0\ntype: library\n"}), "",
			`{"sub":{"global":{},"x":1}}`},
		"apiVersion v1": {chart("", sub("sub", "x: 1"),
			files{"requirements.yaml": "dependencies:\n- {name: sub, version: 1.x.x, condition: c}\n"}),
			"c: false", `{"c":false}`},
		"nested": {chart("", sub("sub", "x: 1"), within("charts/sub/charts/deep", chartOf("deep", "1.0.0", "yy: 1", ""))),
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
	files := chartOf("a", "1.0.0", "", "")
	files["Chart.yaml"] += "dependencies: [{name: sub, version: 1.x.x, import-values: [" +
		"{child: x, parent: .}, {child: x.yy, parent: yy.yy}, {child: x, parent: yy.yy.z}]}]\n"
	maps.Copy(files, within("charts/sub", chartOf("sub", "1.0.0", "x: {yy: {yy: {z: {}}}}", "")))
	assert.Assert(t, strings.HasPrefix(mergedOf(t, files, ""), "{"))
}

// TestValuesFiles shows what replaces values.yaml.
func TestValuesFiles(t *testing.T) {
	files := chartOf("a", "1.0.0", "m: {a: 1, b: 1}\nk: 1", `{"const":"shown"}`)
	maps.Copy(files, map[string]string{"eu.yaml": "m: {b: 2}\nl: ~", "dir/more.yaml": "m: {c: 3}", "templates/t.yaml": "",
		"bad.yaml": "- a"})
	var c Charts
	added(t, &c, map[string]string{"a.tgz": packed(t, "a", files)}, "charts", "")
	find := func(ignore bool, valuesFiles ...string) string {
		check, problem := c.checkOf(c.byName["a"][0], render.Chart{SourceKind: "HelmRepository",
			ValuesFiles: valuesFiles, IgnoreMissingValuesFiles: ignore})
		if problem != nil {
			return strings.TrimPrefix(problem.Detail, "chart charts/a.tgz cannot be read: ")
		}
		data, err := json.Marshal(check.defaults)
		assert.NilError(t, err)
		return string(data)
	}
	const own = `{"k":1,"m":{"a":1,"b":1}}`
	assert.Equal(t, find(false), own)
	assert.Equal(t, find(false, "./values.yaml"), own)
	assert.Equal(t, find(false, "eu.yaml"), `{"l":null,"m":{"b":2}}`)
	assert.Equal(t, find(false, "values.yaml", "./dir/../eu.yaml", "dir/more.yaml"),
		`{"k":1,"l":null,"m":{"a":1,"b":2,"c":3}}`)
	const missing = "; correct the path, or set ignoreMissingValuesFiles"
	assert.Equal(t, find(false, "us.yaml"), "it has no file us.yaml of valuesFiles"+missing)
	assert.Equal(t, find(false, "templates/t.yaml"), "it has no file templates/t.yaml of valuesFiles"+missing)
	assert.Equal(t, find(true, "us.yaml", "eu.yaml"), `{"l":null,"m":{"b":2}}`)
	assert.Equal(t, find(true, "us.yaml"), `{}`)
	assert.Equal(t, find(true, "bad.yaml"), "bad.yaml of valuesFiles is wrong: "+
		"json: cannot unmarshal array into Go value of type map[string]interface {}")
}

// TestNoValuesFile has a chart that source-controller does not give other values.
func TestNoValuesFile(t *testing.T) {
	files := map[string]string{"Chart.yaml": "name: a\nversion: 1.0.0\n", "eu.yaml": "a: 1"}
	var c Charts
	added(t, &c, files, "charts", "")
	_, problems := c.Find(render.Chart{SourceKind: "HelmRepository", Name: "a", ValuesFiles: []string{"eu.yaml"}})
	assert.Equal(t, textOf(problems),
		"chart charts cannot be read: it has no values.yaml, which valuesFiles could replace [FA239]")
	_, problems = c.Find(render.Chart{SourceKind: "HelmRepository", Name: "a"})
	assert.Equal(t, textOf(problems), "")
}

// TestDependencyFaults places the faults of dependencies at the values of the release.
func TestDependencyFaults(t *testing.T) {
	files := chartOf("a", "1.0.0", "use: false", "")
	files["Chart.yaml"] += "dependencies: [{name: sub, version: 1.x.x, alias: db}, " +
		"{name: aux, version: 1.x.x, condition: use}, {name: tag, version: 1.x.x, tags: [t]}]\n"
	schema := `{"properties":{"size":{"type":"integer"},"global":{"properties":{"zone":{"type":"string"}}}}}`
	for _, name := range []string{"sub", "aux", "tag"} {
		maps.Copy(files, within("charts/"+name, chartOf(name, "1.0.0", "size: 1", schema)))
	}
	assert.Equal(t, problemsOf(t, files, "db: {size: x}\naux: {size: x}\ntags: {t: false}\ntag: {size: x}"),
		"1:12: db.size: is a string, and chart sub takes a whole number; write a number, without quotes [FA237]")
	assert.Equal(t, problemsOf(t, files, "global: {zone: 1}\ntags: {t: false}"),
		"1:16: global.zone: is a number, and chart sub takes a string; quote it [FA237]")
	assert.Equal(t, problemsOf(t, files, "db: {global: {zone: 1}}\ntags: {t: false}"),
		"1:21: db.global.zone: is a number, and chart sub takes a string; quote it [FA237]")
	assert.Equal(t, problemsOf(t, files, "db: [x]"),
		"1:5: db: is a list, and Helm takes only a map: the values of chart sub; write key: value below it [FA237]")
	assert.Equal(t, problemsOf(t, files, "db: ~"),
		"1:5: db: is null, and Helm takes only a map: the values of chart sub; leave it out [FA237]")

	check := checkOf(t, files)
	from := func(inline string) string {
		return textOf(check.Problems(render.Values{Inline: inlineOf(t, inline), From: true}))
	}
	const wrong = ".size: is a string, and chart "
	assert.Assert(t, strings.Contains(from("use: true\naux: {size: x}"), "aux"+wrong))
	assert.Equal(t, from("aux: {size: x}\ntag: {size: x}"), "") // valuesFrom may disable both
	assert.Assert(t, strings.Contains(from("db: {size: x}"), "db"+wrong))
}
