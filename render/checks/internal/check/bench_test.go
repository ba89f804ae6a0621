package check

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/charttest"
)

func BenchmarkProblems(b *testing.B) {
	files, inline := charttest.Large(b)
	check := checkOf(b, files)
	v := render.Values{Inline: charttest.Inline(b, inline)}
	assert.Equal(b, charttest.Text(check.Problems(v)), "")
	for b.Loop() {
		check.Problems(v)
	}
}

func BenchmarkProblemsWithDependency(b *testing.B) {
	sub, inline := charttest.Large(b)
	files := charttest.Files("a", "1.0.0", "x: 1", "")
	files["Chart.yaml"] += "dependencies: [{name: sub, version: 1.x.x, condition: sub.enabled}]\n"
	sub["Chart.yaml"] = strings.Replace(sub["Chart.yaml"], "name: a", "name: sub", 1)
	for name, text := range charttest.Within("charts/sub", sub) {
		files[name] = text
	}
	check := checkOf(b, files)
	v := render.Values{Inline: charttest.Inline(b, "sub:\n  "+strings.ReplaceAll(inline, "\n", "\n  "))}
	assert.Equal(b, charttest.Text(check.Problems(v)), "")
	for b.Loop() {
		check.Problems(v)
	}
}

func BenchmarkAccepts(b *testing.B) {
	files, _ := charttest.Large(b)
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
