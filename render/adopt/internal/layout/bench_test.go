package layout_test

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// BenchmarkWrite lays out an application on 1,000 clusters, whose objects have stages, values of their own and the
// names of their clusters.
func BenchmarkWrite(b *testing.B) {
	for _, own := range []bool{false, true} {
		g := manyMembers(b, 1000, own)
		b.Run(fmt.Sprintf("own=%t", own), func(b *testing.B) {
			for b.Loop() {
				write(g)
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
			layout.Member{Cluster: cluster, Object: docs[0].Root()})
	}
	return g
}

// BenchmarkTexts lays out an application on 1,000 clusters, with lists and long texts that differ a little or a lot.
func BenchmarkTexts(b *testing.B) {
	for _, own := range []int{2, 1000} {
		g := layout.Group{Namespace: "apps", Name: "shop", Kind: kinds.Kustomization}
		for i := range 1000 {
			var lines, env strings.Builder
			for line := range 200 {
				fmt.Fprintf(&lines, "        line %d # of the text\n", line)
			}
			for item := range 20 {
				fmt.Fprintf(&env, "    V%d: \"%d\"\n", item, item*(i%own))
			}
			docs, problems := tree.Parse("object.yaml", fmt.Appendf(nil, `
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: shop-c%[1]d, namespace: apps}
spec:
  # how often
  interval: 1h
  path: ./deploy
  prune: true
  sourceRef: {kind: GitRepository, name: shop}
  kubeConfig: {secretRef: {name: c%[1]d-kubeconfig}}
  postBuild:
   substitute:
%[3]s
  patches:
  - patch: |
%[2]s
        value: https://%[4]d.example.com/x
  images: [{name: a, newTag: "1"}, {name: b, newTag: "%[4]d"}, {name: c%[4]d, newTag: "1"}]
`, i, lines.String(), env.String(), i%own))
			assert.Equal(b, len(problems), 0)
			g.Members = append(g.Members, layout.Member{Cluster: fmt.Sprint("c", i), Object: docs[0].Root()})
		}
		b.Run(fmt.Sprintf("own=%d", own), func(b *testing.B) {
			for b.Loop() {
				write(g)
			}
		})
	}
}
