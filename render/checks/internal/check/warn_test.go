package check

import (
	"maps"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/checks/internal/charttest"
)

// TestNear has keys that the chart does not have.
func TestNear(t *testing.T) {
	const defaults = `
replicaCount: 1
image: {repository: a, pullPolicy: Always}
podAnnotations: {}
nodeSelector: ~
host1: a
env: {FIRST_NAME: x, REGION_A: x, TOKENS: x, app.properties: x}
list: [{name: a}]
`
	warning := func(at, key, near string) string {
		return at + ": warning: " + key + ": chart a has no value " + key[strings.LastIndex(key, ".")+1:] +
			" here; did you mean \"" + near + "\"? [FA533]"
	}
	for inline, want := range map[string]string{
		"replicacount: 3":       warning("1:1", "replicacount", "replicaCount"),
		"replica-count: 3":      warning("1:1", "replica-count", "replicaCount"),
		"replicaCuont: 3":       warning("1:1", "replicaCuont", "replicaCount"),
		"image: {pullPolcy: x}": warning("1:9", "image.pullPolcy", "pullPolicy"),
		"nodeselector: {a: b}":  warning("1:1", "nodeselector", "nodeSelector"),
		"replicas: 3":           "", // another name, which templates may read
		// Two layers have written them.
		"replicaCount: 3\nreplicacount: 3": warning("2:1", "replicacount", "replicaCount"),
		"host2: b":                         "", // a series
		"imag: {}":                         "", // short
		"IMAGE: {}":                        warning("1:1", "IMAGE", "image"),
		"podAnnotations: {imagee: x}":      "", // of the user
		"nodeSelector: {imagee: x}":        "",
		"env: {LAST_NAME: x}":              "",
		"env: {REGION_B: x}":               "",
		"env: {TOKEN: x}":                  "",
		"env: {apps.properties: x}":        "",
		"list: [{nome: a}]":                "",
		"replicacount: ~":                  "",
		"global: {replicacount: 3}":        "",
		"tags: {replicacount: true}":       "",
	} {
		assert.Equal(t, problemsOf(t, charttest.Files("a", "1.0.0", defaults, ""), inline), want, inline)
	}
}

// TestNearWithSchema has a schema beside the defaults.
func TestNearWithSchema(t *testing.T) {
	const defaults, inline = "replicaCount: 1", "replicacount: 3"
	for schema, want := range map[string]string{
		`{}`:                                 "FA533",
		`{"properties":{"replicacount":{}}}`: "",
		`{"anyOf":[{"type":"string"},{"properties":{"replicacount":{}}}]}`:                                     "",
		`{"allOf":[{"$ref":"#/$defs/a"}],"$defs":{"a":{"patternProperties":{"^replica":{"type":"integer"}}}}}`: "",
		`{"additionalProperties":{"type":"integer"}}`:                                                          "", // free
		`{"additionalProperties":false,"properties":{"replicaCount":{}}}`:                                      "FA237",
		`{"properties":{"replicaCounts":{}}}`:                                                                  "FA533",
	} {
		got := problemsOf(t, charttest.Files("a", "1.0.0", defaults, schema), inline)
		assert.Assert(t, strings.Count(got, "\n") == 0 && (got == "") == (want == "") && strings.Contains(got, want),
			"%s: %s", schema, got)
	}
	got := problemsOf(t, charttest.Files("a", "1.0.0", "", `{"properties":{"replicaCount":{}}}`), inline)
	assert.Assert(t, strings.Contains(got, "did you mean \"replicaCount\"? [FA533]"), got)
}

// TestNearInDependency has keys of dependencies, which the defaults of the chart do not all have.
func TestNearInDependency(t *testing.T) {
	files := charttest.Files("a", "1.0.0", "database: {size: 1}\nuse: true\nqueues: 1", "")
	files["Chart.yaml"] += "dependencies: [{name: sub, version: 1.x.x, alias: database}, " +
		"{name: cache, version: 1.x.x, condition: use}, {name: queue, version: 1.x.x}]\n"
	for _, name := range []string{"sub", "cache"} {
		maps.Copy(files, charttest.Within("charts/"+name, charttest.Files(name, "1.0.0", "replicas: 1", "")))
	}
	for inline, want := range map[string]string{
		"database: {replicas: 2, size: 2}": "",
		"databse: {replicas: 2}": `1:1: warning: databse: chart a has no value databse here; ` +
			`did you mean "database"? [FA533]`,
		"database: {replica: 2}": `1:12: warning: database.replica: chart sub has no value replica here; ` +
			`did you mean "replicas"? [FA533]`,
		"cache: {replica: 2}": `1:9: warning: cache.replica: chart cache has no value replica here; ` +
			`did you mean "replicas"? [FA533]`,
		"use: false\ncache: {replica: 2}":  "", // it is disabled
		"queue: {replica: 2}":              "", // it is not there
		"database: {global: {replica: 2}}": "",
		"database: {replicas: [2]}": `1:22: warning: database.replicas: is a list, ` +
			`and the default of chart sub is a number; ` +
			`write a number [FA534]`,
	} {
		assert.Equal(t, problemsOf(t, files, inline), want, inline)
	}
}

// TestKinds compares the kinds of values and defaults.
func TestKinds(t *testing.T) {
	const defaults = `
number: 80
port: 80
text: a
servicePort: http
maxSurge: 25%
minAvailable: "1"
timeout: 1m30s
size: 10Gi
"yes": true
"no": false
list: [a]
map: {a: 1}
empty: {text: "", list: [], map: {}, none: ~}
`
	for inline, want := range map[string]string{
		"number: '80'":      "is a string, and the default of chart a is a number; write a number, without quotes",
		"number: two":       "is a string, and the default of chart a is a number; write a number, without quotes",
		"number: 1.5":       "",
		"number: 25%":       "",
		"number: 500m":      "",
		"number: '{{ 1 }}'": "",
		"number: ${N}":      "",
		"number: ~":         "",
		"port: http":        "",
		"port: '80'":        "",
		"port: [80]":        "is a list, and the default of chart a is a number; write a number",
		"servicePort: 80":   "",
		"servicePort: true": "is a boolean, and the default of chart a is a string; quote it",
		"maxSurge: 1":       "",
		"minAvailable: 2":   "",
		"timeout: 30":       "",
		"size: 10":          "",
		"text: 1.10":        "is a number, and the default of chart a is a string; quote it",
		"text: true":        "is a boolean, and the default of chart a is a string; quote it",
		"text: {a: 1}":      "is a map, and the default of chart a is a string; write a text",
		"'yes': 'false'":    "is a string, and the default of chart a is a boolean; write true or false, without quotes",
		"'yes': x":          "is a string, and the default of chart a is a boolean; write true or false, without quotes",
		"'no': 'false'":     "is a string, and the default of chart a is a boolean; write true or false, without quotes",
		"'no': x":           "", // off, or a name
		"list: {a: 1}":      `is a map, and the default of chart a is a list; begin each item with "- "`,
		"list: a":           `is a string, and the default of chart a is a list; begin each item with "- "`,
		"list: false":       "",
		"list: []":          "",
		"list: \"a\\nb\"":   "", // a template of the chart may take a text
		"map: [a]":          "is a list, and the default of chart a is a map; write key: value below it",
		"map: {a: x}":       "is a string, and the default of chart a is a number; write a number, without quotes",
		"map: {}":           "",
		"empty: {text: 1}":  "",
		"empty: {list: a}":  `is a string, and the default of chart a is a list; begin each item with "- "`,
		"empty: {map: [a]}": "is a list, and the default of chart a is a map; write key: value below it",
		"empty: {none: 1}":  "",
	} {
		got := problemsOf(t, charttest.Files("a", "1.0.0", defaults, ""), inline)
		if want != "" {
			_, got, _ = strings.Cut(got, "warning: ")
			_, got, _ = strings.Cut(got, ": ")
			want += " [FA534]"
		}
		assert.Equal(t, got, want, inline)
		schema := `{"additionalProperties":{"type":["string","number","boolean","array","object"]}}`
		if !strings.Contains(inline, "{a:") && !strings.Contains(inline, "empty") { // the schema knows only the first level
			assert.Equal(t, problemsOf(t, charttest.Files("a", "1.0.0", defaults, schema), inline), "", inline)
		}
	}
}

// TestMisreadKeys has keys that YAML 1.1 does not read as they are written: a fault tells to quote them, and there is
// no warning beside that of the document.
func TestMisreadKeys(t *testing.T) {
	const on = "1:1: on: is read as true, which the chart does not take here; quote it [FA237]"
	for schema, want := range map[string]string{
		`{"additionalProperties":false,"properties":{"on":{}}}`: on,
		`{"required":["on"]}`:                                    on,
		`{"required":["on"],"additionalProperties":false}`:       on,
		`{"propertyNames":{"enum":["on"]}}`:                      on,
		`{"properties":{"trues":{"type":"integer"},"true_":{}}}`: "",
		`{"additionalProperties":{"type":"integer"}}`:            "",
	} {
		assert.Equal(t, problemsOf(t, charttest.Files("a", "1.0.0", "", schema), "on: 1"), want, schema)
	}
	quoted := problemsOf(t, charttest.Files("a", "1.0.0", "", `{"additionalProperties":false}`), `"on": 1`)
	assert.Assert(t, strings.Contains(quoted, "chart a has no value on here"), quoted)
}
