package render_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
)

// TestEmpty holds that documents without an application are an error, unless the options allow them: who prunes by what
// is rendered would delete everything.
func TestEmpty(t *testing.T) {
	const app = "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\n" + untyped
	for name, c := range map[string]struct {
		text string
		want finding.Code // of the only error; empty for none
	}{
		"nothing":       {"", codes.NoApplication},
		"no apiVersion": {untyped, codes.NoApplication},
		"another kind":  {"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n", codes.NoApplication},
		"Argo CD":       {strings.Replace(kubesphere, "fluxcd", "argocd", 1), codes.NoApplication},
		"a cluster": {"apiVersion: cluster.kubesphere.io/v1alpha1\nkind: Cluster\nmetadata: {name: a}\n",
			codes.NoApplication},
		"a misspelt kind":    {strings.Replace(app, "FluxApp", "FluxAp", 1), codes.Kind},
		"an application":     {app, ""},
		"one that is broken": {strings.Replace(app, "name: a", "name: A", 1), codes.Name},
		"a repository": {"apiVersion: devops.kubesphere.io/v1alpha3\nkind: GitRepository\nmetadata: {name: a, " +
			"namespace: b, labels: {gitops.kubesphere.io/is-artifact-repository: 'true'}}\nspec: " +
			"{url: https://example.com/a}\n", ""},
	} {
		docs := schema.Parse("in.yaml", []byte(c.text))
		result, err := render.Render(docs, render.Options{})
		var reported []finding.Code
		for _, f := range finding.From(err) {
			reported = append(reported, f.Code)
		}
		if c.want == "" {
			assert.NilError(t, err, name)
			continue
		}
		assert.DeepEqual(t, reported, []finding.Code{c.want})
		assert.Equal(t, len(result.Objects), 0)
		if c.want == codes.NoApplication {
			_, err = render.Render(docs, render.Options{AllowEmpty: true})
			assert.NilError(t, err, name)
		}
	}
	_, err := render.Render(nil, render.Options{Strict: true, Ignore: []finding.Code{codes.Argo}})
	assert.Error(t, err, "there is no FluxApplication among 0 documents; give it apiVersion: fluxapp.dev/v1alpha1 and "+
		"kind: FluxApplication, or, where that may be, set Options.AllowEmpty [FA009]")
}

const untyped = "metadata: {name: a, namespace: b}\nspec:\n  source: {sourceRef: {kind: GitRepository, name: a}}\n" +
	"  config: {kustomization: [{destination: {clusterSelector: {}, allowEmpty: true}, interval: 1h, prune: true}]}\n"

const kubesphere = "apiVersion: gitops.kubesphere.io/v1alpha1\nkind: Application\nmetadata: {name: a, namespace: b}\n" +
	"spec: {kind: fluxcd, argoApp: {}}\n"
