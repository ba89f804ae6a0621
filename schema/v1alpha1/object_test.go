package v1alpha1_test

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

// TestFromObject sends each application of the cases through its Go type and through a file: what comes back must have
// the same Go value, and a copy has it too.
func TestFromObject(t *testing.T) {
	files, err := filepath.Glob("../../testdata/cases/*/*/in.yaml")
	assert.NilError(t, err)
	compared := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		assert.NilError(t, err)
		for _, d := range schema.Parse("in.yaml", data) {
			app, err := v1alpha1.FluxApplicationOf(d)
			if err != nil || d.Refused() {
				continue
			}
			again, err := v1alpha1.FromObject(app)
			assert.NilError(t, err, file)
			assert.Assert(t, !again.Refused(), "%s: %v", file, schema.Documents{again}.Findings())
			assert.Equal(t, again.Root().Get("kind").Text(), kinds.FluxApplication.Name)
			got, err := v1alpha1.FluxApplicationOf(again)
			assert.NilError(t, err, file)
			assert.DeepEqual(t, got, app)
			assert.DeepEqual(t, got.DeepCopy(), app)
			text, err := v1alpha1.YAML(app)
			assert.NilError(t, err, file)
			got, err = v1alpha1.FluxApplicationOf(schema.Parse("app.yaml", text)[0])
			assert.NilError(t, err, "%s", text)
			assert.DeepEqual(t, got, app)
			compared++
		}
	}
	assert.Assert(t, compared > 200, "%d", compared)
}

// TestKinds holds that the constants are the words of the documents, and that a RenderConfig is one after YAML.
func TestKinds(t *testing.T) {
	for kind, row := range map[string]*kinds.Kind{
		v1alpha1.APIVersion + " " + v1alpha1.FluxApplicationKind:       kinds.FluxApplication,
		v1alpha1.APIVersion + " " + v1alpha1.FluxApplicationBaseKind:   kinds.FluxApplicationBase,
		v1alpha1.APIVersion + " " + v1alpha1.RenderConfigKind:          kinds.RenderConfig,
		v1alpha1.KubeSphereAPIVersion + " " + v1alpha1.ApplicationKind: kinds.Application,
	} {
		assert.Equal(t, kind, row.APIVersion+" "+row.Name)
	}
	text, err := v1alpha1.YAML(&v1alpha1.RenderConfig{Spec: v1alpha1.RenderConfigSpec{Strict: true}})
	assert.NilError(t, err)
	config, problems := schema.Parse("config.yaml", text)[0].RenderConfig()
	assert.Assert(t, len(problems) == 0 && config.Strict, "%v in\n%s", problems, text)
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
	d, err := v1alpha1.FromObject(app)
	assert.NilError(t, err)
	assert.Equal(t, schema.Documents{d}.Findings().String(),
		`spec.kind: there is no engine "flux"; write fluxcd (argocd is left alone) [FA110]`)
	assert.Equal(t, string(tree.AppendJSON(nil, d.Spec())),
		`{"config":{"helmRelease":{"deploy":[{"destination":{},"releaseName":"web"},{"destination":{}}]}}}`)
	_, err = v1alpha1.FromObject((*v1alpha1.Application)(nil))
	assert.ErrorContains(t, err, "the pointer is nil")
}
