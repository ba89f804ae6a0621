package checks

import (
	"maps"
	"slices"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// TestSince judges each row of the table by the controller of each kind: an expression that uses it, where it is
// compiled and where it is parsed only, and one that only looks so. A new row needs its own here.
func TestSince(t *testing.T) {
	examples := map[string][2][]string{
		"`": {
			{"dep.metadata.labels.`a/b` == 'c'", "has(dep.`a`)", "dep.?`a/b`.hasValue()", "[1].all(i, dep.`i` == i)",
				"dep.a\n.`b` == 1"},
			{"'`' == ''", "dep.a['b`'] == r'`'", "true // dep.`a`", "'''`\n''' == \"\"\"'`'\"\"\""},
		},
		"json.encode": {
			{"json.encode(dep) == ''", ".json.encode(dep) == ''", "[1].all(json, json.encode(dep) == '')"},
			{"'json.encode(dep)' == ''", "dep.json.encode == 1 && base64.encode(b'a') == ''"},
		},
	}
	assert.DeepEqual(t, slices.Sorted(maps.Keys(examples)), slices.Sorted(maps.Keys(since)))
	ready := kinds.HelmRelease.Expressions[0]
	parsed := kinds.HelmRelease.Expressions[1]
	for name, example := range examples {
		for _, k := range []*kinds.Kind{kinds.HelmRelease, kinds.Kustomization, kinds.Provider} {
			for i, e := range []kinds.Expression{ready, parsed} {
				for minor := kinds.OldestFlux; minor <= kinds.NewestFlux; minor++ {
					flux := kinds.FluxVersion(minor)
					for _, text := range example[0] {
						wrong := CompileExpression(k, e, flux, text)
						assert.Check(t, wrong == nil == flux.Has(since[name][k.Program]), "%d %s %s: %+v", i, flux, text, wrong)
						assert.Check(t, wrong == nil || wrong.TooNew, text)
						assert.Check(t, CompileExpression(k, e, 0, text) == nil, text)
					}
					for _, text := range example[1] {
						assert.Check(t, CompileExpression(k, e, flux, text) == nil, text)
					}
				}
			}
		}
	}
	// a kind of an importer, whose controller is not known
	assert.Check(t, CompileExpression(&kinds.Kind{}, ready, kinds.OldestFlux, examples["`"][0][0]) == nil)
}

// TestUnknown compares what is said of what a controller knows since a Flux, and in none yet.
func TestUnknown(t *testing.T) {
	assert.Equal(t, unknown("helm-controller", 9, "json.encode", 10), "helm-controller of Flux 2.9 does not know "+
		"json.encode (new in 2.10); write the expression without it, or render for a newer Flux")
	assert.Equal(t, unknown("helm-controller", 9, "json.decode", 0), "helm-controller does not know json.decode, also "+
		"not in Flux 2.10; write the expression without it")
	assert.Equal(t, unknown("helm-controller", 9, "`", 10), "helm-controller of Flux 2.9 does not know names in ` (new "+
		"in 2.10); write x['a/b'] for x.`a/b` ('a/b' in x for has), or render for a newer Flux")
}
