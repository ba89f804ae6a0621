package krmfn

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
)

// TestFiles gives objects whose document says the file both annotations of it, and the first index behind what is in
// it.
func TestFiles(t *testing.T) {
	document := strings.Replace(app, "- destination: {targetNamespace: hello}",
		"- destination: {targetNamespace: hello}\n      file: clusters/apps.yaml", 1)
	document = strings.Replace(document, "- destination: {kubeConfig",
		"- file: clusters/apps.yaml\n      destination: {kubeConfig", 1)
	rl := process(t, "", at(document, "path=app.yaml", "index=0"), at(foreign, "path=clusters/apps.yaml", "index=0"))
	assert.DeepEqual(t, errorsOf(rl), []string(nil))
	var got []string
	for _, item := range rl.Items {
		n := yaml.MustParse(item.MustString())
		if a := n.GetAnnotations(); n.GetKind() == "Kustomization" {
			got = append(got, a[resource.Path]+" "+a[resource.Legacy[resource.Path]]+" "+a[resource.Index]+
				" "+a[resource.Legacy[resource.Index]])
		}
	}
	assert.DeepEqual(t, got, []string{"clusters/apps.yaml clusters/apps.yaml 1 1",
		"clusters/apps.yaml clusters/apps.yaml 2 2"})
	again := process(t, "", printed(t, rl)...)
	assert.DeepEqual(t, asSet(printed(t, again)), asSet(printed(t, rl)))

	outside := strings.Replace(document, "file: clusters/apps.yaml", "file: ../apps.yaml", 1)
	assert.Assert(t, strings.Contains(strings.Join(errorsOf(process(t, "", at(outside, "path=app.yaml"))), ""),
		"leads out of the rendered folder"))
}

// TestSharedFile writes an object of several clusters in one file once.
func TestSharedFile(t *testing.T) {
	const document = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: apps}
spec:
  topology: Standalone
  clusters: [{name: a}, {name: b}]
  source: {file: web.yaml, gitRepository: {url: "https://example.org/web", interval: 1h, ref: {tag: v1}}}
  config: {kustomization: [{destination: {clusterSelector: {}}, name: web, file: web.yaml, interval: 1h, prune: true}]}
`
	rl := process(t, "", at(document, "path=app.yaml", "index=0"))
	assert.DeepEqual(t, errorsOf(rl), []string(nil))
	assert.DeepEqual(t, files(rl),
		[]string{"FluxApplication app.yaml", "GitRepository web.yaml", "Kustomization web.yaml"})
}
