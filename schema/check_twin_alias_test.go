package schema

import (
	"testing"

	"gotest.tools/v3/assert"
)

// TestTwinsUnderTwoShapes holds that items are judged as what they are each time, where a list stands in two places by an alias.
func TestTwinsUnderTwoShapes(t *testing.T) {
	const head = "apiVersion: gitops.kubesphere.io/v1alpha1\nkind: FluxApplication\nmetadata: {name: a, namespace: a}\n"
	_, err := Parse("in.yaml", []byte(head+`spec:
  config:
    kustomization: &list
    - {name: a, destination: {cluster: a}, interval: 1h}
    - {name: b, destination: {cluster: b}, interval: 1h}
    overrides: *list
`))
	var lines []int
	for _, e := range Errors(err) {
		lines = append(lines, e.Line)
	}
	assert.DeepEqual(t, lines, []int{7, 8}) // an override has no destination.cluster
}
