package render_test

import (
	"bytes"
	"cmp"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	sigsyaml "sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// gatedObject is what a test of gates needs of an object.
type gatedObject struct {
	Kind     string
	Metadata struct {
		Name, Namespace string
		Annotations     map[string]string
	}
	Spec struct {
		Interval  string
		Suspend   bool
		DependsOn []gateItem
	}
}

type gateItem struct{ Name, Namespace, ReadyExpr string }

// TestGatesInOrder holds for every case with waves and for generated fleets that the gates of each object are pairs:
// an item with the expression, and directly behind it the plain item of the same dependency. In the other order a
// later wave can start too early.
func TestGatesInOrder(t *testing.T) {
	pairs := 0
	everyCase(t, func(t *testing.T, c goodCase, _ *rand.Rand) {
		if bytes.Contains(c.in, []byte("wave:")) {
			pairs += gatePairs(t, rendered(t, c.in, c.opts))
		}
	})
	assert.Assert(t, pairs > ofSomeCases(8), "%d pairs", pairs)
	pairs = 0
	for seed := range uint64(80) {
		in := wavesAtRandom(rand.New(rand.NewPCG(seed, 3)))
		pairs += gatePairs(t, rendered(t, []byte(in), render.Options{}))
	}
	assert.Assert(t, pairs > 500, "%d pairs", pairs)
}

// gatePairs checks the gates of all objects of a result and returns how many pairs there are. The item of a HelmRelease
// behind a closed wave stands for a pair.
func gatePairs(t *testing.T, result render.Result) (pairs int) {
	t.Helper()
	objects := map[string]gatedObject{}
	for _, o := range result.Objects {
		var object gatedObject
		assert.NilError(t, sigsyaml.Unmarshal(o.YAML(), &object))
		objects[object.Kind+" "+object.Metadata.Namespace+"/"+object.Metadata.Name] = object
	}
	for _, object := range objects {
		items := object.Spec.DependsOn
		for len(items) > 0 && !strings.Contains(items[0].ReadyExpr, kinds.AnnotationDigest) {
			items = items[1:] // the author's own, and gates of a KCLRun
		}
		for ; len(items) > 0; items = items[2:] {
			dependency := objects[object.Kind+" "+cmp.Or(items[0].Namespace, object.Metadata.Namespace)+"/"+items[0].Name]
			expression := fmt.Sprintf(
				`dep.metadata.?annotations[?"fluxapp.dev/digest"].orValue("") == %q && !dep.spec.?suspend.orValue(false)`,
				dependency.Metadata.Annotations[kinds.AnnotationDigest])
			assert.Assert(t, !dependency.Spec.Suspend)
			pairs++
			if items[0].ReadyExpr == expression+wholeGate {
				items = append(items[:1:1], items...) // instead of the plain item
				continue
			}
			assert.Equal(t, items[0].ReadyExpr, expression)
			assert.Assert(t, len(items) > 1, "%s", object.Metadata.Name)
			assert.DeepEqual(t, items[1], gateItem{Name: items[0].Name, Namespace: items[0].Namespace})
		}
	}
	return pairs
}

// wholeGate is the end of the expression of an item that is one alone, of a HelmRelease behind a closed wave.
const wholeGate = ` && dep.metadata.generation == dep.status.?observedGeneration.orValue(-1) && ` +
	`dep.status.?conditions.orValue([]).exists(c, c.type == "Ready" && c.status == "True")`

// wavesAtRandom writes an application whose clusters are in waves, in namespaces of their own or not, and suspended
// or not.
func wavesAtRandom(r *rand.Rand) string {
	var clusters, overrides strings.Builder
	for i := range 3 + r.IntN(8) {
		namespace := []string{"", "namespace: east, ", "namespace: west, "}[r.IntN(3)]
		fmt.Fprintf(&clusters, "  - {name: c%d, %skubeConfig: {secretRef: {name: c%[1]d}}}\n", i, namespace)
		fmt.Fprintf(&overrides, "    - {cluster: c%d, wave: %d, suspend: %t}\n", i, r.IntN(4)-1, r.IntN(4) == 0)
	}
	source, config := "GitRepository",
		"kustomization:\n    - {destination: {clusterSelector: {}}, path: ./deploy, prune: true, dependsOn: [{name: db}]}"
	if r.IntN(2) == 0 {
		source, config = "HelmRepository", "helmRelease:\n      chart: {chart: shop, version: 4.1.0}\n"+
			"      deploy: [{destination: {clusterSelector: {}}}]"
	}
	return fmt.Sprintf(`apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: shop, namespace: apps}
spec:
  source: {sourceRef: {kind: %s, name: shop, namespace: apps}}
  clusters:
%s
  config:
    defaults: {interval: 1h}
    %s
    overrides:
%s`, source, clusters.String(), config, overrides.String())
}
