package render_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// TestTwinsWithMergedMaps holds that what a merge key brings is the same as what stands there itself.
func TestTwinsWithMergedMaps(t *testing.T) {
	const merged = `apiVersion: gitops.kubesphere.io/v1alpha1
kind: FluxApplication
metadata: {name: app, namespace: apps}
spec:
  source: {sourceRef: {kind: GitRepository, name: app}}
  config:
    kustomization:
    - {prune: true, interval: 1h, path: ./a, <<: {destination: {targetNamespace: one}}}
    - {prune: true, interval: 1h, path: ./a, <<: {destination: {targetNamespace: two}}}
`
	for _, text := range []string{
		merged, // two names
		strings.ReplaceAll(strings.ReplaceAll(merged, "{targetNamespace: one}", "{kubeConfig: {secretRef: {name: one}}}"),
			"{targetNamespace: two}", "{kubeConfig: {secretRef: {name: hub}}}"), // which must be refused
	} {
		plain := strings.NewReplacer("<<: {destination", "destination", "}}}}}", "}}}}", "one}}}", "one}}", "two}}}", "two}}").Replace(text)
		assert.Check(t, renderedText(t, text) == renderedText(t, plain), "%s\nfrom\n%s", renderedText(t, text), text)
	}
}

// renderedText returns what is rendered, or else the codes of what is wrong.
func renderedText(t *testing.T, text string) string {
	t.Helper()
	docs, err := schema.Parse("in.yaml", []byte(text))
	assert.NilError(t, err)
	result, err := render.Render(docs, render.Options{})
	if err != nil {
		var codes []string
		for _, e := range result.Findings {
			codes = append(codes, string(e.Code))
		}
		return strings.Join(codes, " ")
	}
	return output(t, result)
}
