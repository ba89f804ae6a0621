package check

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/charttest"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

func TestAccepts(t *testing.T) {
	schema := `{"type":"object",
		"anyOf":[{"required":["host"]},{"required":["hosts"]}],
		"properties":{
			"replicas":{"type":"integer","minimum":1},
			"policy":{"enum":["Always","Never"]},
			"either":{"oneOf":[{"type":"string","pattern":"^a"},{"type":"integer"}]},
			"labels":{"type":"object","additionalProperties":{"type":"string"}},
			"env":{"type":"array","items":{"type":"object","properties":{"value":{"$ref":"#/$defs/text"}}}},
			"unique":{"type":"array","uniqueItems":true},
			"mode":{"type":"string"},
			"closed":{"type":"object","additionalProperties":false,"properties":{"a":{}}},
			"host":{"type":"string"}},
		"if":{"properties":{"mode":{"const":"x"}}},"then":{"required":["host"]},
		"$defs":{"text":{"type":"string","maxLength":3}}}`
	files := charttest.Files("a", "1.0.0", "free: {port: 80, name: x}\n", schema)
	files["Chart.yaml"] += "dependencies: [{name: sub, version: 1.x.x, condition: 'sub.on,other.on'}]\n"
	maps.Copy(files, charttest.Within("charts/sub", charttest.Files("sub", "1.0.0", "size: 1\nin: {global: 1}\n",
		`{"properties":{"size":{"maximum":5}}}`)))
	check := checkOf(t, files)
	for _, test := range []struct {
		path, value string
		want        bool
	}{
		{"replicas", "3", true}, {"replicas", "0", false}, {"replicas", "two", false}, {"replicas", "null", false},
		{"replicas", "[1]", false}, {"replicas", "'${N}'", false},
		{"policy", "Always", true}, {"policy", "always", false},
		{"either", "ab", true}, {"either", "1", true}, {"either", "b", false}, // a choice at the value itself
		{"labels.any", "x", true}, {"labels.any", "1", false},
		{"env.0.value", "abc", true}, {"env.0.value", "abcd", false}, {"env.12.value", "abc", true},
		{"unique.0", "x", false},      // others decide
		{"mode", "y", false},          // it decides about host
		{"host", "example.org", true}, // of anyOf only its presence counts
		{"closed.a", "1", true},       // nothing is wanted
		{"closed.b", "1", false},      // never there
		{"unknown", "1", true},        // of the schema
		{"free.port", "1", true},      // like the default
		{"free.port", "true", false},  // FA534
		{"free.name", "z", true},      //
		{"sub.size", "5", true},       // of the dependency
		{"sub.size", "6", false},      //
		{"sub.on", "true", false},     // a condition
		{"other.on", "true", false},   // another one
		{"other", "x", false},         // above one
		{"sub", "x", false},           // no map
		{"tags.a", "true", false},     //
		{"global.a", "x", false},      //
		{"sub.global.a", "x", false},  //
	} {
		got := check.Accepts(strings.Split(test.path, "."), scalarNode(t, test.value))
		assert.Equal(t, got, test.want, "%s: %s", test.path, test.value)
	}
	assert.Equal(t, check.Accepts(nil, scalarNode(t, "1")), false)
	assert.Equal(t, check.Accepts([]string{"replicas"}, tree.Node{}), false)
}

// TestAcceptsNothingOpen has a choice among values beside the place: it decides only where it knows all of them.
func TestAcceptsNothingOpen(t *testing.T) {
	check := checkOf(t, charttest.Files("a", "1.0.0", "", `{"anyOf":[{"properties":{"a":{"type":"string"}}},
		{"properties":{"a":{"type":"integer"}}}],"properties":{"b":{"type":"string"}}}`))
	for value, want := range map[string]bool{"x": true, "'${X}'": false} {
		assert.Equal(t, check.Accepts([]string{"b"}, scalarNode(t, value)), want, value)
		inline := charttest.Inline(t, "{a: true, b: "+value+"}")
		assert.Equal(t, len(check.Problems(render.Values{Inline: inline})), map[bool]int{true: 1}[want], value)
	}
}

// TestAcceptsLikeProblems compares, for random schemas and values, what two accepted scalars at one place change.
func TestAcceptsLikeProblems(t *testing.T) {
	accepted := 0
	for seed := range uint64(3000) {
		g := generator{rand.New(rand.NewPCG(seed, 35))}
		files := g.chart()
		check := checkOf(t, files)
		path, document := g.document()
		problems := func(scalar string) string {
			text := strings.ReplaceAll(document, `"HOLE"`, scalar)
			return charttest.Text(check.Problems(render.Values{Inline: charttest.Inline(t, text)}))
		}
		var before string
		for _, scalar := range []string{"1", "2", "true", "x", "abc", "-1", "1.5"} {
			if !check.Accepts(path, scalarNode(t, scalar)) {
				continue
			}
			got := columns.ReplaceAllString(problems(fmt.Sprintf("%-5s", scalar)), "")
			if before != "" {
				accepted++
				assert.Equal(t, got+".", before, "seed %d %v: %s in\n%s\n%v", seed, path, scalar, document, files)
			}
			before = got + "."
		}
	}
	assert.Assert(t, accepted > 1000, "%d pairs", accepted)
}

func scalarNode(t testing.TB, text string) tree.Node {
	return charttest.Inline(t, "v: "+text).Find("v")
}

// columns are the places of messages behind a scalar.
var columns = regexp.MustCompile(`(?m)^1:\d+: `)

type generator struct{ *rand.Rand }

var generated = []string{"a", "b", "sub", "port"}

func (g generator) chart() map[string]string {
	defaults, _ := json.Marshal(g.value(3))
	if defaults[0] != '{' {
		defaults = []byte("{}")
	}
	text, _ := json.Marshal(g.schema(3))
	files := charttest.Files("a", "1.0.0", string(defaults), string(text))
	if g.IntN(2) == 0 {
		condition := []string{"", "sub.a", "b"}[g.IntN(3)]
		files["Chart.yaml"] += "dependencies: [{name: sub, version: 1.x.x, condition: '" + condition + "'}]\n"
		text, _ := json.Marshal(g.schema(2))
		for name, text := range charttest.Within("charts/sub", charttest.Files("sub", "1.0.0", "a: 1\n", string(text))) {
			files[name] = text
		}
	}
	return files
}

// document returns a path and values with a HOLE at its end.
func (g generator) document() (path []string, text string) {
	var hole any = "HOLE"
	for range 1 + g.IntN(3) {
		if len(path) > 0 && g.IntN(4) == 0 {
			path, hole = append([]string{"0"}, path...), []any{hole, g.value(0)}
			continue
		}
		key := generated[g.IntN(len(generated))]
		above, isMap := g.value(2).(map[string]any)
		if !isMap {
			above = map[string]any{}
		}
		above[key] = hole
		path, hole = append([]string{key}, path...), above
	}
	if list, isList := hole.([]any); isList {
		path, hole = append([]string{"a"}, path...), map[string]any{"a": list}
	}
	data, _ := json.Marshal(hole)
	return path, string(data)
}

func (g generator) value(depth int) any {
	switch n := g.IntN(8); {
	case depth > 0 && n < 5:
		table := map[string]any{}
		for range g.IntN(4) {
			table[generated[g.IntN(len(generated))]] = g.value(depth - 1)
		}
		return table
	case n == 5:
		return []any{g.IntN(3)}
	case n == 6:
		return "x"
	}
	return g.IntN(3)
}

func (g generator) schema(depth int) any {
	if depth <= 0 {
		return []any{true, map[string]any{"type": "integer"}, map[string]any{"type": "string"},
			map[string]any{"const": 1}, map[string]any{"minimum": 1}, map[string]any{"maxLength": 2}}[g.IntN(6)]
	}
	s := map[string]any{}
	for range 1 + g.IntN(2) {
		g.keyword(s, depth-1)
	}
	return s
}

func (g generator) keyword(s map[string]any, depth int) {
	key := generated[g.IntN(len(generated))]
	switch g.IntN(14) {
	case 0, 1, 2, 3:
		s["properties"] = map[string]any{key: g.schema(depth), "a": g.schema(depth)}
	case 4:
		s["anyOf"] = []any{g.schema(depth), g.schema(depth)}
	case 5:
		s["allOf"] = []any{g.schema(depth)}
	case 6:
		s["additionalProperties"] = g.schema(depth)
	case 7:
		s["items"] = g.schema(depth)
	case 8:
		s["if"], s["then"] = g.schema(depth), g.schema(depth)
	case 9:
		s["required"] = []any{key}
	case 10:
		s["patternProperties"] = map[string]any{"^" + key: g.schema(depth)}
	case 11:
		s["uniqueItems"] = true
	case 12:
		s["unevaluatedProperties"] = g.schema(depth)
	case 13:
		s["dependentSchemas"] = map[string]any{strconv.Itoa(0) + key: g.schema(depth), key: g.schema(depth)}
	}
}
