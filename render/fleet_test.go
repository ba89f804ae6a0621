package render_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// TestCredentialsStay holds that what a document of a cluster says besides its metadata reaches no object and no
// message, whatever is wrong with it.
func TestCredentialsStay(t *testing.T) {
	data, err := os.ReadFile("../testdata/cases/clusters/fleet-documents/in.yaml")
	assert.NilError(t, err)
	const secret = "QSBTRUNSRVQ="
	good := string(data)
	assert.Assert(t, strings.Count(good, secret) == 2)
	for _, change := range []struct{ old, new string }{
		{"", ""},
		{secret, secret + "\n    kubeconfig: " + secret},                                     // a key twice
		{secret, "!!binary " + secret},                                                       // a tag
		{secret, "0123"},                                                                     // YAML 1.1
		{"kubeconfig: " + secret, secret + ": on"},                                           // a key
		{"kubeconfig: " + secret, "? [" + secret + "]\n    : on"},                            // no key
		{"connection:", "connection: &secret"},                                               // an anchor twice
		{"name: host\n", "name: [" + secret + "]\n"},                                         // no name
		{"region: Exists", "region: exists"},                                                 // a selector
		{"name: member-a\n", "name: host\n"},                                                 // a cluster twice
		{"interval: 1h\n", "intervall: 1h\n"},                                                // an application
		{"connection: {kubeconfig: " + secret, "connection: {kubeconfig: " + secret + ": {"}, // no YAML
	} {
		in := strings.ReplaceAll(good, change.old, change.new)
		if change.old == "" {
			in = good
		}
		docs := schema.Parse("in.yaml", []byte(in))
		refused := docs.Findings().Err()
		result, err := render.Render(docs, render.Options{})
		var out bytes.Buffer
		assert.NilError(t, result.WriteYAML(&out))
		said := fmt.Sprint(out.String(), result.Findings, err, refused)
		for _, f := range result.Findings {
			said += f.Current + f.Proposed
		}
		assert.Check(t, !strings.Contains(said, secret), "%q for %q: %s", change.new, change.old, said)
	}
}

// TestFleetIsLocal holds that one cluster more adds its own object and changes no other byte, and that the order of
// clusters does not matter.
func TestFleetIsLocal(t *testing.T) {
	app := application("a", "interval: 1h")
	app = strings.Replace(app, "kubeConfig: {secretRef: {name: c0}}", "clusterSelector: {matchLabels: {stage: test}}", 1)
	cluster := func(i int) string {
		return fmt.Sprintf("---\napiVersion: cluster.x-k8s.io/v1beta1\nkind: Cluster\n"+
			"metadata: {name: c%02d, namespace: apps, labels: {stage: test}}\n", i)
	}
	var forth, back string
	for i := range 20 {
		forth, back = forth+cluster(i), cluster(i)+back
	}
	objects := func(in string) []string {
		docs := schema.Parse("in.yaml", []byte(in))
		err := docs.Findings().Err()
		assert.NilError(t, err)
		result, err := render.Render(docs, render.Options{})
		assert.NilError(t, err)
		var out bytes.Buffer
		assert.NilError(t, result.WriteYAML(&out))
		return strings.Split(out.String(), "---\n")[1:]
	}
	twenty := objects(app + forth)
	assert.Equal(t, len(twenty), 20)
	assert.DeepEqual(t, objects(back+"---\n"+app), twenty)
	more := objects(app + cluster(99) + forth)
	assert.DeepEqual(t, more[:20], twenty)
	assert.Assert(t, strings.Contains(more[20], "name: a-c99-web"))
}
