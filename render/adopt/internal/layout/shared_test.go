package layout_test

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// TestShared tells what is one application for several clusters from objects that only have a name in common.
func TestShared(t *testing.T) {
	release := "chart: {spec: {chart: %s, version: %s, sourceRef: {kind: HelmRepository, name: %s}}}, interval: 1h, " +
		"install: {remediation: {retries: 3}}, values: {%s}"
	for _, c := range []struct {
		name string
		kind *kinds.Kind
		a, b string
		want bool
	}{
		{"one chart with other values", kinds.HelmRelease,
			fmt.Sprintf(release, "shop", "v1", "one", "a: 1, b: 2, c: 3, d: 4, e: 5"),
			fmt.Sprintf(release, "shop", "v2", "two", "a: 5, b: 4, c: 0, d: 1, f: 2"), true},
		{"two charts", kinds.HelmRelease, fmt.Sprintf(release, "shop", "v1", "one", "a: 1"),
			fmt.Sprintf(release, "other", "v1", "one", "a: 1"), false},
		{"manifests of one folder", kinds.Kustomization,
			"path: ./deploy, interval: 1h, prune: true, sourceRef: {kind: GitRepository, name: one}",
			"path: ./deploy, interval: 2h, prune: false, sourceRef: {kind: GitRepository, name: two}", true},
		{"folders of the clusters", kinds.Kustomization,
			"path: ./berlin, interval: 1h, prune: true, sourceRef: {kind: GitRepository, name: one}",
			"path: ./paris, interval: 1h, prune: true, sourceRef: {kind: GitRepository, name: one}", true},
		{"other folders of one repository", kinds.Kustomization,
			"path: ./a, interval: 1h, prune: true, sourceRef: {kind: GitRepository, name: one}",
			"path: ./b, interval: 1h, prune: true, sourceRef: {kind: GitRepository, name: one}", true},
		{"a name in common", kinds.Kustomization,
			"path: ./a, interval: 1h, prune: true, sourceRef: {kind: GitRepository, name: one}",
			"path: ./b, interval: 2h, prune: true, sourceRef: {kind: GitRepository, name: two}", false},
	} {
		g := layout.Group{Namespace: "apps", Name: "shop", Kind: c.kind, Standalone: true}
		for cluster, spec := range map[string]string{"berlin": c.a, "paris": c.b} {
			g.Members = append(g.Members, layout.Member{Cluster: cluster, Object: parse(t,
				"kind: "+c.kind.Name+"\nmetadata: {name: shop, namespace: apps}\nspec: {"+spec+"}\n")})
		}
		document := write(g)
		prove(t, g, document)
		assert.Check(t, layout.Shared(g) == c.want, "%s\n%s", c.name, document)
		g.Members = g.Members[:1]
		assert.Check(t, layout.Shared(g), c.name)
	}
}
