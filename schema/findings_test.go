package schema_test

import (
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
)

// TestTwoTextsOfOneName reports what is wrong in two texts that have the same name and the same lines, and once what
// is wrong once.
func TestTwoTextsOfOneName(t *testing.T) {
	for _, text := range []string{
		"apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\nmetadata: {name: a}\nspec: {a: b}\n",
		"apiVersion: fluxapp.dev/v1alpha1\n", "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplicatoin\n",
		"apiVersion: cluster.x-k8s.io/v1beta1\nkind: Cluster\n", "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\n" +
			"metadata: {name: on}\n",
	} {
		once := schema.Parse("a.yaml", []byte(text))
		twice := append(schema.Parse("a.yaml", []byte(text)), schema.Parse("a.yaml", []byte(text))...)
		assert.Check(t, len(once.Findings()) > 0 && len(twice.Findings()) == 2*len(once.Findings()), "%s\n%s", text,
			twice.Findings())
		again := append(once, once...)
		assert.Check(t, again.Findings().String() == once.Findings().String(), "%s\n%s", text, again.Findings())
	}
}

// TestSamePlaceOfTwoFiles reports a remark on a scalar where another file has an error at the same line and column.
func TestSamePlaceOfTwoFiles(t *testing.T) {
	application := func(prune string) []byte {
		return []byte("apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\nmetadata: {name: a, namespace: apps}\n" +
			"spec:\n" +
			"  source: {sourceRef: {kind: GitRepository, name: p}}\n  config:\n    kustomization:\n" +
			"    - {destination: {}, interval: 1h, prune: " + prune + "}\n")
	}
	number, on := schema.Parse("a.yaml", application("5")), schema.Parse("b.yaml", application("on"))
	assert.Assert(t, len(number.Findings()) > 0 && len(on.Findings()) > 0)
	both := append(number, on...)
	assert.Equal(t, both.Findings().String(), number.Findings().String()+"\n"+on.Findings().String())
}

// TestHiddenInLists finds the document of a list that a mistake in the text is about.
func TestHiddenInLists(t *testing.T) {
	item := func(kind, name string) string {
		return "- apiVersion: " + kind + "\n  metadata: {name: " + name + "}\n"
	}
	app, cluster, foreign := item("fluxapp.dev/v1alpha1\n  kind: FluxApplication", "app"),
		item("cluster.x-k8s.io/v1beta1\n  kind: Cluster", "cl"), item("v1\n  kind: Secret", "se")
	for list, want := range map[string]string{
		app + cluster: "FluxApplication app", foreign + app + cluster: "FluxApplication app", foreign + cluster +
			app: "FluxApplication app", foreign + cluster: "Cluster cl", cluster + cluster: "Cluster cl", foreign + foreign: "",
	} {
		for _, text := range []string{"apiVersion: v1\nkind: List\nmetadata: {a: 1, a: 2}\nitems:\n" + list,
			"apiVersion: v1\nkind: List\nitems:\n" + list + "metadata: {a: 1, a: 2}\n"} {
			var of []string
			for _, d := range schema.Parse("a.yaml", []byte(text)) {
				if len(d.Problems()) > 0 {
					of = append(of, d.String())
				}
			}
			if got := strings.Join(of, ", "); strings.HasPrefix(text, "apiVersion: v1\nkind: List\nmetadata") {
				assert.Check(t, got == want, "%s\n%q", text, got)
			}
		}
	}
	for i, line := range []string{"a: 1, a: 2", "b: 1, b: 2"} { // in an item itself
		items := []string{app, cluster, foreign}
		items[i] = strings.Replace(items[i], "metadata: {", "metadata: {labels: {"+line+"}, ", 1)
		docs := schema.Parse("a.yaml", []byte("apiVersion: v1\nkind: List\nitems:\n"+strings.Join(items, "")))
		for j, d := range docs {
			assert.Check(t, (len(d.Problems()) > 0) == (i == j), "%d %d", i, j)
		}
	}
	for i := range 3 { // and in a list on one line
		items := make([]string, 3)
		for j := range items {
			labels := ""
			if i == j {
				labels = `"a":"1","a":"2"`
			}
			items[j] = `{"apiVersion":"fluxapp.dev/v1alpha1","kind":"FluxApplication","metadata":{"name":"a","labels":{` +
				labels + `}}}`
		}
		for j, d := range schema.Parse("a.json",
			[]byte(`{"apiVersion":"v1","kind":"List","items":[`+strings.Join(items, ",")+`]}`)) {
			twice := slices.ContainsFunc(d.Problems(),
				func(p finding.Problem) bool { return p.Code == check.CodeDuplicateKey })
			assert.Check(t, twice == (i == j), "%d %d", i, j)
		}
	}
}
