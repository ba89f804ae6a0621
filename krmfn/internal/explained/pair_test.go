package explained

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// objectsOf renders an application with some clusters and entries. Clusters are separated by spaces; the hub has its
// own entry.
func objectsOf(t *testing.T, name, clusters, entries string) []render.Object {
	t.Helper()
	var b strings.Builder
	for cluster := range strings.FieldsSeq(clusters) {
		fmt.Fprintf(&b, "  - {name: %s, kubeConfig: {secretRef: {name: k}}}\n", cluster)
	}
	result, err := render.Render(schema.Parse("a.yaml", []byte(fmt.Sprintf(`apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: %s, namespace: apps}
spec:
  clusters:
%s  source: {sourceRef: {kind: GitRepository, name: web}}
  config:
    defaults: {interval: 1h, prune: true}
    kustomization:
%s`, name, b.String(), entries))), render.Options{})
	assert.NilError(t, err)
	return result.Objects
}

// TestGroups finds the counterparts of objects by their names, and by what made them where names tell nothing.
func TestGroups(t *testing.T) {
	long := "production-europe-west-frankfurt-"
	all := "    - {destination: {clusterSelector: {}}, path: .}\n"
	for _, c := range []struct {
		name, application, clusters, entries string
		want                                 []int
	}{
		{"names that are alike", "web", "berlin oslo", all, []int{0, 0}},
		{"names that end in a digest", "payment-gateway-frontend-for-customers", long + "1 " + long + "2 " + long + "3", all,
			[]int{0, 0, 0}},
		{"a cluster called like its application", "web", "berlin oslo web", all, []int{0, 0, 0}},
		{"the hub", "web", "berlin oslo", "    - {destination: {}, path: .}\n" + all, []int{0, 0, 0}},
		{"two entries", "web", "berlin oslo",
			strings.ReplaceAll("    - {name: NAME-$(cluster.name), destination: {clusterSelector: {}}, path: .}\n", "NAME",
				"a") +
				"    - {name: b-$(cluster.name), destination: {clusterSelector: {}}, path: .}\n", []int{0, 1, 0, 1}},
		{"two namespaces", "web", "berlin oslo",
			all + "    - {namespace: other, destination: {clusterSelector: {}}, path: .}\n", []int{0, 1, 0, 1}},
		{"another namespace on one cluster", "web", "berlin oslo",
			all + "    overrides: [{cluster: oslo, namespace: other}]\n", []int{0, 0}},
		{"names that have nothing in common", "web", "berlin oslo",
			"    - {name: a, destination: {cluster: berlin}, path: .}\n    - {name: b, destination: {cluster: oslo}, path: .}\n",
			[]int{0, 1}},
	} {
		objects := objectsOf(t, c.application, c.clusters, c.entries)
		assert.DeepEqual(t, Groups(objects), c.want)
		if c.want[len(c.want)-1] == 0 || len(c.want) > 2 { // two of one kind are a pair anyway
			checkPairs(t, c.name, objects)
		}
	}
	assert.DeepEqual(t, Groups(nil), []int{})
}

// checkPairs holds that the pairs of the first cluster and the last one are of one group each.
func checkPairs(t *testing.T, name string, objects []render.Object) {
	t.Helper()
	groups, of := map[render.Object]int{}, map[string][]render.Object{}
	for i, group := range Groups(objects) {
		groups[objects[i]] = group
		of[ClusterOf(objects[i])] = append(of[ClusterOf(objects[i])], objects[i])
	}
	for _, p := range Pairs(of[ClusterOf(objects[0])], of[ClusterOf(objects[len(objects)-1])]) {
		assert.Equal(t, groups[*p.Object], groups[*p.Against], name)
	}
}

// TestPairsOfNamesFirst has an entry whose objects have two names, and another one with one of these names in another
// namespace: the name tells more than the entry.
func TestPairsOfNamesFirst(t *testing.T) {
	objects := objectsOf(t, "web", "berlin oslo",
		"    - {name: shop-$(cluster.name), destination: {clusterSelector: {}}, path: .}\n"+
			"    - {name: web-oslo, namespace: other, destination: {cluster: oslo}, path: .}\n"+
			"    overrides: [{cluster: berlin, name: web-$(cluster.name)}]\n")
	of := map[string][]render.Object{}
	for _, o := range objects {
		of[o.Cluster()] = append(of[o.Cluster()], o)
	}
	var got []string
	for _, p := range Pairs(of["berlin"], of["oslo"]) {
		if p.Object == nil {
			got = append(got, "- "+nameOf(*p.Against))
		} else {
			got = append(got, nameOf(*p.Object)+" "+nameOf(*p.Against))
		}
	}
	assert.DeepEqual(t, got, []string{"apps/web-berlin other/web-oslo", "- apps/shop-oslo"})
}
