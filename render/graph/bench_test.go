package graph_test

import (
	"io"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/graph"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// BenchmarkOf draws 10,000 clusters in two waves, beside rendering them. Drawing takes less time.
func BenchmarkOf(b *testing.B) {
	f := fleet{clusters: 10_000, applications: 1, source: "one", entries: func(int) string {
		return everywhere + "    overrides: [{cluster: cluster-00000, wave: -1}]\n"
	}}
	text := []byte(strings.Join(f.documents(), "---\n"))
	result, err := render.Render(schema.Parse("in.yaml", text), render.Options{})
	assert.NilError(b, err)
	b.Run("render", func(b *testing.B) {
		for b.Loop() {
			result, err := render.Render(schema.Parse("in.yaml", text), render.Options{})
			assert.NilError(b, err)
			assert.NilError(b, result.WriteYAML(io.Discard))
		}
	})
	b.Run("draw", func(b *testing.B) {
		for b.Loop() {
			assert.NilError(b, graph.Of(result, graph.Options{}).WriteMermaid(io.Discard))
		}
	})
}
