package final_test

import (
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/internal/stream"
)

var streams = flag.String("streams", "", "write the streams that testdata/bench measures into this folder")

// odd are charts that make something else of each name: their values have it in keys of maps, or they print it as a
// number or as a list. Each of their releases is rendered by itself.
var odd = []string{"fieldnotes", "inkwell", "oddments", "passage", "switchyard"}

// TestStreams writes what testdata/bench measures: charts on clusters that differ in their names only, with a new image
// or another change of a text on each, the same of odd charts, and all charts once and with more releases that have
// nothing in common.
func TestStreams(t *testing.T) {
	if *streams == "" {
		t.Skip("only for measurements: -streams names no folder")
	}
	var once, distinct []stream.Pair
	names := map[bool][]stream.Pair{}
	for _, of := range charts(t) {
		before, after := alike(*clusters), alike(*clusters)
		for i := range after {
			after[i].tag = "1.3.0"
		}
		old := releasesOf(t, of, before)
		for i, r := range releasesOf(t, of, after) {
			p, was := r.pair(t), old[i].pair(t)
			if string(was.After.Object) == string(p.After.Object) {
				p.Same = true
			} else {
				p.Before = was.After
			}
			isOdd := slices.Contains(odd, of.name)
			names[isOdd] = append(names[isOdd], p)
		}
		for i, r := range releasesOf(t, of, alike(21)) {
			spec := maps.Clone(r.object["spec"].(map[string]any))
			spec["values"] = maps.Clone(spec["values"].(map[string]any))
			spec["values"].(map[string]any)[numberOf(of.name)] = i
			r.object["spec"] = spec
			p := r.pair(t)
			if distinct = append(distinct, p); i == 0 {
				once = append(once, p)
			}
		}
	}
	for name, pairs := range map[string][]stream.Pair{"names": names[false], "odd": names[true], "once": once,
		"distinct": distinct} {
		data := linesOf(t, "text", pairs)
		assert.Assert(t, strings.Count(string(data), "\n") == len(pairs)+1)
		assert.NilError(t, os.WriteFile(filepath.Join(*streams, name+".jsonl"), data, 0o644))
	}
}

// numberOf returns a value of a chart that may be any number. Most charts take values that they do not know.
func numberOf(chart string) string {
	switch chart {
	case "cert-manager", "istio-gateway":
		return "replicaCount"
	}
	return "number"
}
