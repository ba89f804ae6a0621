package layout_test

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// BenchmarkDocument lays out an application on 1,000 clusters, whose objects have stages, values of their own and the
// names of their clusters.
func BenchmarkDocument(b *testing.B) {
	for _, own := range []bool{false, true} {
		g := manyMembers(b, 1000, own)
		b.Run(fmt.Sprintf("own=%t", own), func(b *testing.B) {
			for b.Loop() {
				layout.Document(g)
			}
		})
	}
}

func manyMembers(t testing.TB, count int, own bool) layout.Group {
	g := layout.Group{Namespace: "apps", Name: "shop", Kind: kinds.HelmRelease}
	for i := range count {
		cluster, version, replicas := fmt.Sprintf("cluster-%d", i), []string{"1.2.0", "1.3.0", "2.0.0"}[i%3], 3
		if own {
			replicas = i / 2
		}
		docs, problems := tree.Parse("object.yaml", fmt.Appendf(nil, `
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: shop-%[1]s, namespace: apps}
spec:
  chart: {spec: {chart: shop, version: %[2]s, sourceRef: {kind: HelmRepository, name: charts}}}
  interval: 1h
  kubeConfig: {secretRef: {name: %[1]s-kubeconfig}}
  install: {remediation: {retries: 3}}
  values:
    replicas: %[3]d
    ingress: {hosts: [{host: %[1]s.example.com, paths: [{path: /, pathType: Prefix}]}], className: nginx}
    resources: {requests: {cpu: 100m, memory: 128Mi}, limits: {memory: 256Mi}}
`, cluster, version, replicas))
		assert.Equal(t, len(problems), 0)
		g.Members = append(g.Members,
			layout.Member{Cluster: cluster, Object: docs[0].Root(),
				Labels: map[string]string{"version": version, "cluster": cluster}})
	}
	return g
}
