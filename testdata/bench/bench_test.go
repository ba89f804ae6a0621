package main

import (
	"io"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// The benchmarks of go test are for profiles, and to compare commits with:
// go test -run '^$' -bench Render/explicit -cpuprofile FILE.

// forProfiles are documents of 10,000 objects.
var forProfiles = map[string]func(n int) []byte{
	"explicit": explicit, "mixed": mixed, "selector": selector, "documents": documents,
	"layered": func(n int) []byte { return layered(n, false) },
}

// BenchmarkRender renders parsed documents and writes the objects.
func BenchmarkRender(b *testing.B) {
	for name, document := range forProfiles {
		b.Run(name, func(b *testing.B) {
			docs, err := schema.Parse("bench.yaml", document(objects))
			assert.NilError(b, err)
			b.ReportAllocs()
			for b.Loop() {
				result, err := render.Render(docs, render.Options{})
				assert.NilError(b, err)
				assert.NilError(b, result.WriteYAML(io.Discard))
			}
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/objects*1e6, "µs/object")
		})
	}
}

// BenchmarkParse reads the documents that BenchmarkRender renders.
func BenchmarkParse(b *testing.B) {
	for name, document := range forProfiles {
		b.Run(name, func(b *testing.B) {
			text := document(objects)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				_, err := schema.Parse("bench.yaml", text)
				assert.NilError(b, err)
			}
		})
	}
}
