package charts

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
)

// large returns a chart with a schema of about 60 kB, and 300 values for it.
func large(t testing.TB) (map[string]string, string) {
	var schema, defaults, inline strings.Builder
	schema.WriteString(`{"type":"object","$defs":{"port":{"type":"integer","minimum":1,"maximum":65535}},"properties":{`)
	for i := range 60 {
		if i > 0 {
			schema.WriteString(",")
		}
		fmt.Fprintf(&schema, `"part%d":{"type":"object","additionalProperties":false,"description":%q,"properties":{`+
			`"enabled":{"type":"boolean"},"port":{"$ref":"#/$defs/port"},"name":{"type":"string","pattern":"^[a-z0-9-]*$"},`+
			`"policy":{"enum":["Always","Never","IfNotPresent"]},"labels":{"additionalProperties":{"type":"string"}},`+
			`"env":{"type":"array","items":{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}}},`+
			`"size":{"anyOf":[{"type":"string"},{"type":"integer"}]}}}`, i, strings.Repeat("what it is for ", 30))
		fmt.Fprintf(&defaults, "part%d: {enabled: false, port: 80, name: a, policy: Always, labels: {}, env: []}\n", i)
		if i < 50 {
			fmt.Fprintf(&inline, "part%d: {enabled: true, port: 8080, name: b, labels: {a: b}, env: [{name: x}], size: 1}\n", i)
		}
	}
	schema.WriteString("}}")
	assert.Assert(t, schema.Len() > 50_000 && schema.Len() < 70_000, schema.Len())
	return chartOf("a", "1.0.0", defaults.String(), schema.String()), inline.String()
}

func BenchmarkProblems(b *testing.B) {
	files, inline := large(b)
	check := checkOf(b, files)
	v := render.Values{Inline: inlineOf(b, inline)}
	assert.Equal(b, textOf(check.Problems(v)), "")
	for b.Loop() {
		check.Problems(v)
	}
}

func BenchmarkProblemsWithDependency(b *testing.B) {
	sub, inline := large(b)
	files := chartOf("a", "1.0.0", "x: 1", "")
	files["Chart.yaml"] += "dependencies: [{name: sub, version: 1.x.x, condition: sub.enabled}]\n"
	sub["Chart.yaml"] = strings.Replace(sub["Chart.yaml"], "name: a", "name: sub", 1)
	for name, text := range within("charts/sub", sub) {
		files[name] = text
	}
	check := checkOf(b, files)
	v := render.Values{Inline: inlineOf(b, "sub:\n  "+strings.ReplaceAll(inline, "\n", "\n  "))}
	assert.Equal(b, textOf(check.Problems(v)), "")
	for b.Loop() {
		check.Problems(v)
	}
}

func BenchmarkAccepts(b *testing.B) {
	files, _ := large(b)
	check := checkOf(b, files)
	for _, path := range []string{"free", "part1.port", "part2.policy", "part3.labels.x"} {
		value := scalarNode(b, map[string]string{"part1.port": "443", "part2.policy": "Never"}[path]+"")
		if path == "free" || path == "part3.labels.x" {
			value = scalarNode(b, "text")
		}
		steps := strings.Split(path, ".")
		b.Run(path, func(b *testing.B) {
			assert.Assert(b, check.Accepts(steps, value))
			b.ReportAllocs()
			for b.Loop() {
				check.Accepts(steps, value)
			}
		})
	}
}

// BenchmarkIndex reads a cache of 500 archives.
func BenchmarkIndex(b *testing.B) {
	files, _ := large(b)
	cache := map[string]string{}
	for i := range 500 {
		files["Chart.yaml"] = fmt.Sprintf("name: a\nversion: 1.0.%d\n", i)
		cache[fmt.Sprintf("a-1.0.%d.tgz", i)] = packed(b, "a", files)
	}
	fsys := folder(cache)
	for b.Loop() {
		var c Charts
		if c.Add(fsys, "cache", "") != nil {
			b.Fatal("not all charts are read")
		}
	}
}
