package validate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// TestSurelyName holds that no rule of an entry reports anything about what is surely a name, wherever an entry has
// names of objects, clusters and Secrets.
func TestSurelyName(t *testing.T) {
	names := []string{"", "~", "1", "true", "hub", "hub-kubeconfig", "hubble", "-kubeconfig", "a-kubeconfig", "${a}",
		"a${b}c", "$(app.name)",
		"$(cluster.name)", "a.b", "A", "a_b", "ü",
		strings.Repeat("a", 63), strings.Repeat("a", 64), strings.Repeat("a", 53), strings.Repeat("a", 52) + "-", "default",
		"a/b", "../a", " a", "a\n"}
	for _, first := range "ah0-." {
		for _, second := range "bu0-." {
			for _, third := range "cb0-." {
				names = append(names, string([]rune{first, second, third}))
			}
		}
	}
	sure, refused := 0, 0
	for _, name := range names {
		for _, workload := range kinds.WorkloadFields {
			for entry, path := range namesOfEntry {
				if workload == kinds.KCLRuns && strings.Contains(entry, "configMapRef") {
					continue // which it cannot use
				}
				d := entryNamed(t, workload, entry, name)
				n := entriesOf(d)[0].At(path...)
				said := slices.DeleteFunc(Entry(d, workload, entriesOf(d)[0], "", false, kinds.NewestFlux),
					func(p finding.Problem) bool { return p.Code == codes.Required })
				switch {
				case SurelyName(n):
					sure++
					assert.Equal(t, len(said), 0, "%s: %q: %v", entry, name, finding.Locate(said))
				case len(said) > 0:
					refused++
				}
			}
		}
	}
	assert.Assert(t, sure > 100 && refused > 100, "%d are sure, %d are refused", sure, refused)
	assert.Assert(t, !SurelyName(tree.Node{}))
}

// namesOfEntry are entries with a name, and where it is.
var namesOfEntry = map[string][]string{
	"name: %s": {"name"},
	"destination: {cluster: %s, kubeConfig: {secretRef: {name: x}}}": {"destination", "cluster"},
	"destination: {kubeConfig: {secretRef: {name: %s}}}":             {"destination", "kubeConfig", "secretRef", "name"},
	"destination: {cluster: x, kubeConfig: {secretRef: {name: %s}}}": {"destination", "kubeConfig", "secretRef", "name"},
	"destination: {kubeConfig: {configMapRef: {name: %s}}}": {"destination", "kubeConfig", "configMapRef",
		"name"},
}

// entryNamed returns a document with an entry.
func entryNamed(t *testing.T, workload kinds.WorkloadField, entry, name string) *schema.Document {
	t.Helper()
	if !slices.Contains([]string{"~", "1", "true"}, name) {
		name = fmt.Sprintf("%q", name)
	}
	list := string(workload) + ": [{" + fmt.Sprintf(entry, name) + "}]"
	if workload == kinds.HelmReleases {
		list = "helmRelease: {deploy: [{" + fmt.Sprintf(entry, name) + "}]}"
	}
	docs := schema.Parse("in.yaml",
		[]byte("apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\nmetadata: {name: a}\nspec: {config: {"+list+"}}\n"))
	assert.Equal(t, len(docs), 1)
	assert.Equal(t, len(entriesOf(docs[0])), 1)
	return docs[0]
}

// TestSelections checks each entry by itself: what an entry before it selects changes nothing.
func TestSelections(t *testing.T) {
	docs := schema.Parse("in.yaml", []byte(`apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: a, namespace: a}
spec:
  config:
    kustomization:
    - {name: a, destination: {cluster: a, clusterSelector: {}}}
    - {name: b, destination: {cluster: b, kubeConfig: {secretRef: {name: b}}}}
    - {name: c, destination: {cluster: c, clusterSelector: {}}}
    - {name: d, destination: {cluster: d, kubeConfig: {secretRef: {name: d}}}}
    - {name: e, destination: {allowEmpty: true}}
    - {name: f, destination: {allowEmpty: false}}
`))
	err := docs.Findings().Err()
	assert.NilError(t, err)
	var said []string
	for _, e := range finding.Locate(Application(docs[0], kinds.NewestFlux)) {
		said = append(said, e.Path)
	}
	assert.DeepEqual(t, said,
		[]string{"spec.config.kustomization[0].destination.cluster", "spec.config.kustomization[2].destination.cluster",
			"spec.config.kustomization[4].destination.allowEmpty", "spec.config.kustomization[5].destination.allowEmpty"})
}

// TestNamespaceOfDependency checks the namespace of what an entry waits for: the namespace of an object, and of an
// application.
func TestNamespaceOfDependency(t *testing.T) {
	for _, of := range []string{"name", "application"} {
		for namespace, want := range map[string]int{"team-a": 0, "Team_A": 1} {
			d := entryNamed(t, kinds.Kustomizations, "path: ./x, prune: true, interval: 1h, destination: {}, dependsOn: [{"+of+
				": b, namespace: %s}]", namespace)
			found := Entry(d, kinds.Kustomizations, entriesOf(d)[0], "", false, kinds.NewestFlux)
			assert.Check(t, len(found) == want, "%s, %s: %v", of, namespace, finding.Locate(found))
		}
	}
}

// TestLongKeyOfShards checks that a key leaves room for the number of every shard in a label value of 63 characters.
func TestLongKeyOfShards(t *testing.T) {
	for length, want := range map[int]int{1: 0, 59: 0, 60: 1, 63: 1} {
		docs := schema.Parse("in.yaml",
			[]byte("apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\nmetadata: {name: a, namespace: a}\n"+
				"spec: {sharding: {shards: 2, key: "+strings.Repeat("k", length)+"}, config: {kustomization: [{path: ./x}]}}\n"))
		err := docs.Findings().Err()
		assert.NilError(t, err)
		found := Application(docs[0], kinds.NewestFlux)
		assert.Check(t, strings.Count(fmt.Sprint(finding.Locate(found)), "write at most 59 letters") == want, "%d: %v",
			length, finding.Locate(found))
	}
}

func entriesOf(d *schema.Document) []tree.Node {
	_, entries := d.Facts().Entries()
	return entries
}
