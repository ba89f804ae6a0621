package v1alpha1_test

import (
	"encoding/json"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

// TestTypedBase holds that the type of a base has what is written, and that a base may come from Go.
func TestTypedBase(t *testing.T) {
	docs := schema.Parse("a.yaml", []byte(`
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplicationBase
metadata: {name: web, namespace: apps}
spec: {topology: Standalone, config: {helmRelease: {chart: {version: 1.x}}, defaults: {interval: 1h}, overrides: `+
		`[{cluster: a}]}}
---
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: shop, namespace: apps}
spec: {bases: [web, {name: other, namespace: platform}], config: {helmRelease: {deploy: [{destination: {}}]}}}
`))
	assert.NilError(t, docs.Findings().Err())
	app, err := v1alpha1.FluxApplicationOf(docs[1])
	assert.NilError(t, err)
	assert.DeepEqual(t, app.Spec.Bases,
		[]v1alpha1.DocumentReference{{Name: "web"}, {Name: "other", Namespace: "platform"}})
	_, err = v1alpha1.FluxApplicationOf(docs[0])
	assert.Error(t, err, "FluxApplicationBase apps/web is no application")

	var base v1alpha1.FluxApplicationBase
	written := tree.AppendJSON(nil, docs[0].Root())
	assert.NilError(t, json.Unmarshal(written, &base))
	again, err := v1alpha1.FromObject(&base)
	assert.NilError(t, err)
	assert.Equal(t, again.Class(), schema.ClassBase)
	assert.Equal(t, string(tree.AppendJSON(nil, again.Root())), string(written))
}
