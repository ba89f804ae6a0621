package schema_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// TestFromNode builds a document around the nodes of a manifest. The findings are about the manifest, with its places
// and paths.
func TestFromNode(t *testing.T) {
	objects, _, problems := schema.Objects("release.yaml", []byte(`apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: web, namespace: apps}
spec:
  intervall: 10m
`))
	assert.Equal(t, len(problems), 0)
	b, release := tree.NewBuilder(), objects[0]
	field := func(key string, value tree.Node) tree.Field { return tree.Field{Key: key, Value: value} }
	text := func(text string) tree.Node { return b.String(text, release) }
	d := schema.FromNode("release.yaml", b.Map(release,
		field("apiVersion", text(kinds.FluxApplication.APIVersion)), field("kind", text(kinds.FluxApplication.Name)),
		field("metadata", release.Get("metadata")),
		field("spec", b.Map(release,
			field("config", b.Map(release,
				field("helmRelease", b.Map(release, field("deploy", b.List(release, release.Get("spec")))))))))))
	assert.Equal(t, d.Class(), schema.ClassApplication)
	assert.Equal(t, schema.Documents{d}.Findings().String(),
		`release.yaml:5:3: spec.intervall: unknown field; did you mean "interval"? [FA101]`)
}
