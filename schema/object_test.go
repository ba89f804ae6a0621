package schema_test

import (
	"os"
	"path/filepath"
	"testing"

	helmv2 "github.com/fluxcd/helm-controller/api/v2"
	"gotest.tools/v3/assert"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

// TestFromObject sends each application of the cases through its Go type: what comes back must have the same Go value.
func TestFromObject(t *testing.T) {
	files, err := filepath.Glob("../testdata/cases/*/*/in.yaml")
	assert.NilError(t, err)
	compared := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		assert.NilError(t, err)
		for _, d := range schema.Parse("in.yaml", data) {
			app, err := d.FluxApplication()
			if err != nil || d.Refused() {
				continue
			}
			again, err := schema.FromObject(app)
			assert.NilError(t, err, file)
			assert.Assert(t, !again.Refused(), "%s: %v", file, schema.Documents{again}.Findings())
			assert.Equal(t, again.Root().Get("kind").Text(), kinds.FluxApplication.Name)
			got, err := again.FluxApplication()
			assert.NilError(t, err, file)
			assert.DeepEqual(t, got, app)
			compared++
		}
	}
	assert.Assert(t, compared > 200, "%d", compared)
}

// TestFromObjectHasNoLines looks at the findings about a document that no file has.
func TestFromObjectHasNoLines(t *testing.T) {
	app := &v1alpha1.Application{
		ObjectMeta: metav1.ObjectMeta{Name: "web", Namespace: "apps"},
		Spec: v1alpha1.ApplicationSpec{Kind: "flux", FluxApp: &v1alpha1.FluxApp{Spec: v1alpha1.FluxApplicationSpec{
			Config: v1alpha1.Config{HelmRelease: &v1alpha1.HelmRelease{Deploy: []v1alpha1.HelmReleaseEntry{
				{HelmReleaseSpec: helmv2.HelmReleaseSpec{ReleaseName: "web"}}, {},
			}}},
		}}},
	}
	d, err := schema.FromObject(app)
	assert.NilError(t, err)
	assert.Equal(t, schema.Documents{d}.Findings().String(), `spec.kind: there is no engine "flux"; write fluxcd (argocd is left alone) [FA110]`)
	assert.Equal(t, string(tree.AppendJSON(nil, d.Spec())), `{"config":{"helmRelease":{"deploy":[{"destination":{},"releaseName":"web"},{"destination":{}}]}}}`)
	_, err = schema.FromObject((*v1alpha1.Application)(nil))
	assert.ErrorContains(t, err, "the pointer is nil")
}

// TestFromNode builds a document around the nodes of a manifest. The findings are about the manifest, with its places and paths.
func TestFromNode(t *testing.T) {
	objects, problems := schema.Objects("release.yaml", []byte(`apiVersion: helm.toolkit.fluxcd.io/v2
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
		field("apiVersion", text(kinds.FluxApplication.APIVersion)), field("kind", text(kinds.FluxApplication.Name)), field("metadata", release.Get("metadata")),
		field("spec", b.Map(release, field("config", b.Map(release, field("helmRelease", b.Map(release, field("deploy", b.List(release, release.Get("spec")))))))))))
	assert.Equal(t, d.Class(), schema.ClassApplication)
	assert.Equal(t, schema.Documents{d}.Findings().String(), `release.yaml:5:3: spec.intervall: unknown field; did you mean "interval"? [FA101]`)
}
