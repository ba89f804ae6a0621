package layout

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout/internal/page"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// TestRequire finds the labels that some clusters have and others do not. Clusters are separated by spaces, their
// labels by commas.
func TestRequire(t *testing.T) {
	for _, c := range []struct{ name, in, out, want string }{
		{"a value", "stage=prod stage=prod", "stage=test stage=lab", "{matchLabels: {stage: prod}}"},
		{"a label that the others lack", "stage=prod stage=prod", "x=y", "{matchLabels: {stage: prod}}"},
		{"several values", "stage=a stage=b stage=a", "stage=c stage=d stage=d stage=e",
			"{matchExpressions: [{key: stage, operator: In, values: [a, b]}]}"},
		{"all but one", "name=a name=b name=c", "name=d", ""},
		{"all but one of a stage", "stage=a stage=a stage=b", "stage=c", "{matchExpressions: [{key: stage, operator: In, " +
			"values: [a, b]}]}"},
		{"all but those of a stage", "stage=a stage=b stage=d", "stage=c stage=c", ""},
		{"all but one without a label", "x=1 x=2", "gpu=1,x=1", ""},
		{"names that one lacks", "name=a name=b", "x=1", ""},
		{"values that tell each cluster apart", "name=a name=b", "name=c name=d", ""},
		{"a label", "gpu=1 gpu=2 gpu=1", "x=y", "{matchExpressions: [{key: gpu, operator: In, " +
			"values: [\"1\", \"2\"]}]}"},
		{"no label", "x=1 x=2", "gpu=1,x=1 gpu=2,x=2", ""},
		{"the plainest", "name=a,stage=prod name=b,stage=prod", "name=c,stage=test", "{matchLabels: {stage: prod}}"},
		{"the shortest key", "example.com/stage=prod,env=prod", "example.com/stage=test,env=test",
			"{matchLabels: {env: prod}}"},
		{"a value on both sides", "stage=prod stage=test", "stage=prod", ""},
		{"labels that some lack", "stage=prod x=y", "stage=test stage=test", ""},
	} {
		r, ok := require(labelled(c.in), labelled(c.out))
		assert.Check(t, ok == (c.want != ""), c.name)
		if ok {
			p := page.Printer{B: tree.NewBuilder()}
			got, _ := p.Print(page.MapOf(page.FieldOf("selector", r.value(p.B))), page.Easy)
			assert.Check(t, string(got) == "selector: "+c.want+"\n", "%s: %s", c.name, got)
		}
	}
}

func labelled(clusters string) (all []map[string]string) {
	for _, cluster := range strings.Fields(clusters) {
		labels := map[string]string{}
		for _, label := range strings.Split(cluster, ",") {
			key, value, _ := strings.Cut(label, "=")
			labels[key] = value
		}
		all = append(all, labels)
	}
	return all
}
