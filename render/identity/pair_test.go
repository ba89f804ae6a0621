package identity_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/identity"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// release is a HelmRelease of an application on a cluster, with its spec in YAML.
func release(t *testing.T, application, cluster, name, spec string) identity.Object {
	t.Helper()
	return object(t, kinds.HelmRelease, application, cluster, name,
		"chart: {spec: {chart: web, sourceRef: {kind: HelmRepository, name: charts}}}, "+spec)
}

func object(t *testing.T, row *kinds.Kind, application, cluster, name, spec string) identity.Object {
	t.Helper()
	trees, problems := tree.Parse("", []byte("spec: {"+spec+", kubeConfig: {secretRef: {name: "+cluster+"}}}"))
	assert.Equal(t, len(problems), 0, "%v", problems)
	return identity.Object{Row: row, Namespace: "apps", Name: name, Application: application, Cluster: cluster,
		Value: trees[0].Root().At}
}

// TestSuccessors has what takes the place of a workload that is gone.
func TestSuccessors(t *testing.T) {
	elsewhere := release(t, "apps/web", "berlin", "b", "releaseName: web, targetNamespace: web")
	elsewhere.Namespace = "other"
	standalone := release(t, "apps/web", "berlin", "a", "releaseName: web")
	standalone.Server = "berlin"
	folder := func(name, more string) identity.Object {
		return object(t, kinds.Kustomization, "apps/web", "berlin", name, "path: ./web, "+more+
			"sourceRef: {kind: GitRepository, name: web}")
	}
	for _, c := range []struct {
		name       string
		gone, made identity.Object
		want       bool
	}{
		{"its release", release(t, "apps/web", "berlin", "a", "releaseName: web"),
			release(t, "apps/shop", "berlin", "b", "releaseName: web"), true},
		{"another release", release(t, "apps/web", "berlin", "a", "releaseName: web, targetNamespace: a"),
			release(t, "apps/web", "berlin", "b", "releaseName: shop, targetNamespace: b"), false},
		{"its release in another namespace", release(t, "apps/web", "berlin", "b", "releaseName: web, targetNamespace: web"),
			elsewhere, true},
		{"its release in another topology", release(t, "apps/web", "berlin", "a", "releaseName: web"), standalone, true},
		{"its name but for the cluster's", release(t, "apps/web", "berlin", "web-berlin", "releaseName: one"),
			release(t, "apps/web", "berlin", "web-berlin", "releaseName: two, storageNamespace: other"), true},
		{"its chart", release(t, "apps/web", "berlin", "a", "interval: 1h"),
			release(t, "apps/web", "berlin", "b", "interval: 1h"), true},
		{"another cluster", release(t, "apps/web", "berlin", "a", "releaseName: web"),
			release(t, "apps/web", "oslo", "a", "releaseName: web"), false},
		{"its manifests", folder("a", ""), folder("b", ""), true},
		{"its manifests with other names", folder("a", ""), folder("b", "namePrefix: b-, "), false},
	} {
		got := identity.Successors([]identity.Object{c.gone}, []identity.Object{c.made})
		assert.Equal(t, len(got) == 1, c.want, c.name)
	}
}

// TestPairs holds that the surest key counts, and that a key of two items pairs none.
func TestPairs(t *testing.T) {
	whole := func(s string) string { return s }
	first := func(s string) string { return strings.TrimLeft(s[:1], "-") }
	got := identity.Pairs([]string{"a1", "a2", "b1", "c1", "-1"},
		[]string{"a2", "a3", "b2", "c2", "c3", "-2"}, whole, first)
	if diff := cmp.Diff(map[int]int{0: 1, 1: 0, 2: 2}, got); diff != "" {
		t.Error(diff)
	}
}
