package layout_test

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// TestOrder puts keys in the order of the first cluster that has them, and those of overrides in that of their cluster.
func TestOrder(t *testing.T) {
	g := layout.Group{Namespace: "apps", Name: "shop", Kind: kinds.HelmRelease, Standalone: true}
	for i, values := range []string{
		"z: 1, a: {p: 1, x: 2, list: [{c: 1, b: 2}]}, m: 1",
		"first: 0, a: {x: 2, w: 3, p: 1, list: [{b: 2, c: 1}]}, z: 1, q: 2, m: 2",
		"m: 1, last: 1, z: 1, a: {v: 1, list: [{b: 2, c: 1}], p: 1, x: 2}",
	} {
		g.Members = append(g.Members, layout.Member{Cluster: fmt.Sprint("c", i), Object: parse(t, `
kind: HelmRelease
metadata: {name: shop, namespace: apps}
spec:
  interval: 1h
  chart: {spec: {version: 1.2.0, chart: shop, sourceRef: {name: charts, kind: HelmRepository}}}
  values: {`+values+`}
`)})
	}
	text := write(g)
	prove(t, g, text)
	assert.Equal(t, string(text), `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: shop, namespace: apps}
spec:
  clusters: [{name: c0}, {name: c1}, {name: c2}]
  topology: Standalone
  source: {sourceRef: {name: charts, kind: HelmRepository}}
  config:
    helmRelease:
      chart: {chart: shop, version: 1.2.0}
      deploy:
      - destination: {clusterSelector: {}}
        name: shop
        interval: 1h
        values:
          z: 1
          a:
            p: 1
            x: 2
            list: [{c: 1, b: 2}]
          m: 1
    overrides:
    - cluster: c1
      values: {first: 0, a: {w: 3}, q: 2, m: 2}
    - cluster: c2
      values: {last: 1, a: {v: 1}}
`)
}
