package main

import (
	"io"
	"testing"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

func benchDoc(b *testing.B, doc func(int) []byte, write bool) {
	docs, err := schema.Parse("bench.yaml", doc(objects))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	b.ResetTimer()
	for b.Loop() {
		r, err := render.Render(docs, render.Options{})
		if err != nil {
			b.Fatal(err)
		}
		if write {
			r.WriteYAML(io.Discard)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/objects, "ns/obj")
}
func BenchmarkExplicit(b *testing.B)     { benchDoc(b, explicit, true) }
func BenchmarkExplicitPlan(b *testing.B) { benchDoc(b, explicit, false) }
func BenchmarkSelector(b *testing.B)     { benchDoc(b, selector, true) }
func BenchmarkSelectorPlan(b *testing.B) { benchDoc(b, selector, false) }
func BenchmarkExplicitWrite(b *testing.B) {
	docs, _ := schema.Parse("bench.yaml", explicit(objects))
	r, _ := render.Render(docs, render.Options{})
	b.ResetTimer()
	for b.Loop() {
		r.WriteYAML(io.Discard)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/objects, "ns/obj")
}
func BenchmarkCheck(b *testing.B) {
	text := explicit(objects)
	for b.Loop() {
		schema.Parse("bench.yaml", text)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/objects, "ns/obj")
}
func BenchmarkCheckRead(b *testing.B) {
	text := explicit(objects)
	for b.Loop() {
		tree.Parse("bench.yaml", text)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/objects, "ns/obj")
}

func TestRows(t *testing.T) {
	for range 2 {
		r, err := paired("explicit", explicit, true, 7)
		t.Logf("%.1f %v %v", r.value, r.behind, err)
		r, err = paired("selector", selector, false, 7)
		t.Logf("%.1f %v %v", r.value, r.behind, err)
	}
}
