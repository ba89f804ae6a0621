package schema

import (
	"fmt"
	"testing"

	"github.com/fluxapp-dev/fluxapp/schema/tree"

	"gotest.tools/v3/assert"
)

// TestMembers lists what an application says of its clusters.
func TestMembers(t *testing.T) {
	docs := Parse("in.yaml", []byte(`kind: FluxApplication
apiVersion: fluxapp.dev/v1alpha1
spec:
  clusters:
  - {name: a, labels: &l {stage: test}, kubeConfig: &k {secretRef: {name: s1}}}
  - {name: b, labels: *l, kubeConfig: *k, namespace: x}
  - {name: c, hub: true, labels: ~}
  - {name: d, hub: false, params: {a: 1}, annotations: {a: b}, namespace: ''}
  - {name: ~}
  - {}
  - []
  - e
`))
	var got []string
	for _, m := range docs[0].Members() {
		got = append(got, fmt.Sprintf("%s at %d:%d: hub %t, namespace %q, labels %s, annotations %s, params %s, "+
			"kubeConfig %s",
			m.Name, m.Origin().Position().Line, m.Origin().Position().Column, m.Hub(), m.Namespace().Text(),
			asText(m.Labels()), asText(m.Annotations()), asText(m.Params()), asText(m.KubeConfig())))
		assert.Assert(t, m.Document() == docs[0] && !m.Facts().HasDocument())
	}
	assert.DeepEqual(t, got, []string{
		`a at 5:12: hub false, namespace "", labels {"stage":"test"}, annotations , params , kubeConfig ` +
			`{"secretRef":{"name":"s1"}}`,
		`b at 6:12: hub false, namespace "x", labels {"stage":"test"}, annotations , params , kubeConfig ` +
			`{"secretRef":{"name":"s1"}}`,
		`c at 7:12: hub true, namespace "", labels null, annotations , params , kubeConfig `,
		`d at 8:12: hub false, namespace "", labels , annotations {"a":"b"}, params {"a":1}, kubeConfig `,
	})
}

func asText(n tree.Node) string { return string(tree.AppendJSON(nil, n)) }
