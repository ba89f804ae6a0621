package outputs

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema"
)

// TestDeliverers checks which Kustomization applies a file: that of the nearest folder above.
func TestDeliverers(t *testing.T) {
	d := Deliverers{}
	for _, c := range []struct{ file, kind, name, delivers string }{
		{"delivery/k-1.yaml", "Kustomization", "group", "group-1"},
		{"delivery/k-2.yaml", "Kustomization", "order", "ordered/apps/web/a"},
		{"delivery/a.yaml", "ArtifactGenerator", "generator", "."},
		{"b/delivery/k-1.yaml", "Kustomization", "cluster", "b"},
		{"b/delivery/k-2.yaml", "Kustomization", "order-b", "b/ordered/apps/web"},
		{"b/delivery/a.yaml", "ArtifactGenerator", "generator", "b"},
		{"group-1/web/k.yaml", "Kustomization", "workload", ""},
	} {
		annotation := ""
		if c.delivers != "" {
			annotation = ", annotations: {fluxapp.dev/delivers: " + c.delivers + "}"
		}
		docs := schema.Parse("k.yaml", []byte("apiVersion: v1\nkind: "+c.kind+"\nmetadata: {name: "+c.name+annotation+"}\n"))
		d.Add(c.file, docs[0].Root())
	}
	for file, want := range map[string][2]string{
		"group-1/web/a/release.yaml":       {"", "group"},
		"group-2/web/a/release.yaml":       {},
		"ordered/apps/web/a/release.yaml":  {"", "order"},
		"ordered/apps/web/b/release.yaml":  {},
		"b/web/release.yaml":               {"b", "cluster"},
		"b/ordered/apps/web/release.yaml":  {"b", "order-b"},
		"b/ordered/apps/webs/release.yaml": {"b", "cluster"},
		"delivery/k-2.yaml":                {},
	} {
		by := d.Of(file)
		assert.Equal(t, [2]string{by.Server, by.Name}, want, file)
	}
}
