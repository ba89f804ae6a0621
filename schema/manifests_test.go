package schema_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// TestObjects checks which objects a text has, and what is reported about it.
func TestObjects(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string // kind and name
		others     int
		problems   string // the findings
	}{
		{name: "nothing", text: "# empty\n"},
		{name: "a stream", text: manifest("Secret", "a") + "---\n" + manifest("HelmRelease", "b"),
			want: []string{"Secret a", "HelmRelease b"}},
		{name: "a list of kubectl", text: `{"apiVersion": "v1", "kind": "List", "items": [{"apiVersion": "v1", "kind": ` +
			`"Secret", "metadata": {"name": "a"}}]}`, want: []string{"Secret a"}},
		{name: "a typed list", text: "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmReleaseList\nitems:\n" +
			"- {apiVersion: helm.toolkit.fluxcd.io/v2, kind: HelmRelease, metadata: {name: a}}\n",
			want: []string{"HelmRelease a"}},
		{name: "a list in a list", text: "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: List\n  items:\n" +
			"  - {apiVersion: v1, kind: Secret, metadata: {name: a}}\n", want: []string{"Secret a"}},
		{name: "no objects", text: "replicas: 2\n---\n- a\n---\nkind: Secret\nmetadata: {name: a}\n---\n# empty\n---\ntext\n",
			others: 4},
		{name: "objects without metadata", text: "apiVersion: v1\nkind: Secret\n---\napiVersion: v1\nkind: Secret\n" +
			"metadata: a\n", want: []string{"Secret ", "Secret "}},
		{name: "values of a chart, and kustomize's own file", text: "metadata: {name: a}\nspec: {replicas: 2}\n---\n" +
			"kind: Kustomization\nresources: [a.yaml]\n", others: 2},
		{name: "no kind", text: "apiVersion: helm.toolkit.fluxcd.io/v2\nmetadata: {name: a}\nspec: {}\n", others: 1,
			problems: "in.yaml:1:1: kind: is required; kubectl get -o yaml prints it with each object [FA007]"},
		{name: "no apiVersion", text: "kind: HelmRelease\nmetadata: {name: a}\nspec: {}\n", others: 1,
			problems: "in.yaml:1:1: apiVersion: is required; kubectl get -o yaml prints it with each object [FA007]"},
		{name: "items without a kind", text: "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmReleaseList\nitems:\n" +
			"- {metadata: {name: a}, spec: {}}\n", others: 1,
			problems: "in.yaml:4:3: items[0].kind: is required; kubectl get -o yaml prints it with each object [FA007]"},
		{name: "a key that is there twice", text: manifest("Secret", "a") + "kind: Secret\n", want: []string{"Secret a"},
			problems: `in.yaml:4:1: kind: the key "kind" is already at in.yaml:2:1; keep one of them [FA002]`},
		{name: "a text that ends too early", text: manifest("Secret", "a") + "---\na: [\n", want: []string{"Secret a"},
			problems: "in.yaml:5:1: a value is missing; close the bracket, or quote a value that holds {{ }} [FA001]"},
		{name: "aliases that repeat items without end",
			text: "apiVersion: v1\nkind: List\nitems:\n- &a {kind: List, items: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]}\n" +
				strings.Repeat("- *a\n", 100), problems: "in.yaml:1:1: the aliases of this list repeat more items than it has " +
				"bytes; write each item once [FA005]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			objects, others, problems := schema.Objects("in.yaml", []byte(c.text))
			var got []string
			for _, o := range objects {
				got = append(got, o.Get("kind").Text()+" "+o.At("metadata", "name").Text())
			}
			assert.DeepEqual(t, got, c.want)
			assert.Equal(t, len(others), c.others)
			reported := ""
			if err := finding.Locate(problems).Err(); err != nil {
				reported = err.Error()
			}
			assert.Equal(t, reported, c.problems)
		})
	}
}

func manifest(kind, name string) string {
	return "apiVersion: v1\nkind: " + kind + "\nmetadata: {name: " + name + "}\n"
}
