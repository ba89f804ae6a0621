package krmfn

import (
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// TestAnnotatedAsKyamlDoes checks that the text of each object of testdata/cases with annotations of a client is what
// kyaml makes of both.
func TestAnnotatedAsKyamlDoes(t *testing.T) {
	annotations := []annotation{
		{resource.Index, "0"}, {resource.Path, "a/it's é.yaml"}, {resource.SeqIndent, "wide"}, {resource.ID, ""},
		{resource.Package, "/p: #"},
	}
	inputs, err := filepath.Glob("../testdata/cases/*/*/in.yaml")
	assert.NilError(t, err)
	compared, step := 0, 1
	if testing.Short() {
		step = 5
	}
	for i := 0; i < len(inputs); i += step {
		in := inputs[i]
		data, err := os.ReadFile(in)
		assert.NilError(t, err)
		result, _ := render.Render(schema.Parse("in.yaml", data), render.Options{})
		for _, o := range result.Objects {
			want, err := yaml.Parse(string(o.YAML()))
			assert.NilError(t, err)
			for _, a := range annotations {
				if a.value != "" {
					assert.NilError(t, want.PipeE(yaml.SetAnnotation(a.name, a.value)))
				}
			}
			got, err := yaml.Parse(string(annotated(o, annotations)))
			assert.NilError(t, err)
			assert.Equal(t, got.MustString(), want.MustString(), in)
			compared++
		}
	}
	assert.Assert(t, compared*step > 500, "%d", compared)
}

// TestAnnotatedOverTheAuthors checks an object whose author has written an annotation that a client sets too, and
// values that single quotes cannot hold in one line.
func TestAnnotatedOverTheAuthors(t *testing.T) {
	const document = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: a, namespace: b}
spec:
  source: {sourceRef: {kind: GitRepository, name: g}}
  config: {kustomization: [{path: ./x, prune: true, interval: 1m, destination: {targetNamespace: b}, metadata: ` +
		`{annotations: {internal.config.kubernetes.io/package-path: mine, z: "|\n"}}}]}
`
	result, err := render.Render(schema.Parse("in.yaml", []byte(document)), render.Options{})
	assert.NilError(t, err)
	for _, value := range []string{"theirs.yaml", "two\nlines", "\x01", "tab\t", "\u2028", " "} {
		for _, name := range []string{resource.Package, resource.Index} {
			text := annotated(result.Objects[0], []annotation{{name, value}})
			got, err := yaml.Parse(string(text))
			assert.NilError(t, err)
			want, err := yaml.Parse(string(result.Objects[0].YAML()))
			assert.NilError(t, err)
			assert.NilError(t, want.PipeE(yaml.SetAnnotation(name, value)))
			assert.DeepEqual(t, got.GetAnnotations(), want.GetAnnotations())
			assert.Equal(t, got.GetAnnotations()[name], value)
		}
	}
}
