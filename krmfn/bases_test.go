package krmfn

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
)

// base is a FluxApplicationBase apps/web, and onBase a FluxApplication apps/hello that names it.
const (
	base = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplicationBase
metadata: {name: web, namespace: apps} # of all teams
spec:
  source:
    sourceRef: {kind: GitRepository, name: "fleet"}
  config:
    defaults: {interval: 10m, prune: true}
    overrides: [{cluster: berlin, timeout: 1m}]
`
	onBase = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: hello, namespace: apps}
spec:
  bases: [web]
  config:
    kustomization: [{destination: {}, path: ./deploy}]
`
)

// TestBaseIsInput holds that a base among the items is read, for all applications and for the one of a
// functionConfig, and comes back as it was, also when another run prunes.
func TestBaseIsInput(t *testing.T) {
	unused := "FluxApplicationBase apps/web: info: spec.config.overrides[0]: matches no cluster of the applications " +
		"that name this base; fix it, remove it, or add allowEmpty: true [FA911]"
	for config, want := range map[string][]string{"": {unused}, pruning: {unused}, onBase: nil} {
		rl := process(t, config, onBase, base, foreign)
		assert.DeepEqual(t, said(rl), want)
		assert.DeepEqual(t, names(rl), []string{"FluxApplication apps/hello", "FluxApplicationBase apps/web",
			"ConfigMap /settings", "Kustomization apps/hello"})
		assert.Equal(t, printed(t, rl)[1], base)
		assert.Assert(t, strings.Contains(printed(t, rl)[3], "name: fleet\n"))

		again := process(t, config, printed(t, rl)...)
		assert.DeepEqual(t, printed(t, again), printed(t, rl))
		rl = process(t, pruning, append(printed(t, again)[1:2], printed(t, again)[3])...)
		assert.DeepEqual(t, names(rl), []string{"FluxApplicationBase apps/web"})
	}
}

// TestBaseIsMissing holds what the function reports where it cannot see the base, and that the findings about a base
// are of its resource.
func TestBaseIsMissing(t *testing.T) {
	missing := "FluxApplication apps/hello: spec.bases[0]: no document is the FluxApplicationBase apps/web; "
	alone := missing + "name its file or folder too; a generator of kustomize sees this document only: use a " +
		"transformer, with both documents among the resources, or write here what the base has [FA226]"
	assert.DeepEqual(t, said(process(t, onBase, onBase)), []string{alone})
	assert.DeepEqual(t, said(process(t, onBase)), []string{alone})
	assert.DeepEqual(t, said(process(t, "", onBase, strings.ReplaceAll(app, "name: hello", "name: other"))),
		[]string{missing + "add it, or correct the name [FA226]"})

	refused := "FluxApplicationBase apps/web: spec.config.defaults.intervall: unknown field; did you mean " +
		"\"interval\"? [FA101]"
	slip := strings.Replace(base, "interval:", "intervall:", 1)
	assert.DeepEqual(t, said(process(t, "", onBase, strings.ReplaceAll(onBase, "hello", "other"), slip)),
		[]string{refused})
}

// TestSameLinesAreNoBase holds that two documents of one file which have the same object on the same lines do not have
// it from a base.
func TestSameLinesAreNoBase(t *testing.T) {
	inFile := func(name, index string) string {
		return `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata:
  name: ` + name + `
  namespace: apps
  annotations: {` + resource.Path + `: apps.yaml, ` + resource.Index + `: "` + index + `"}
spec:
  source: {name: fleet, gitRepository: {url: "https://git.example.com/fleet", interval: 10m}}
  config:
    kustomization: [{destination: {}, path: ./$(app.name), interval: 10m, prune: true}]
`
	}
	assert.DeepEqual(t, said(process(t, "", inFile("one", "0"), inFile("two", "1"))), []string{"apps.yaml: " +
		"spec.source.gitRepository: would be called GitRepository apps/fleet, as is apps.yaml; write another name for " +
		"one of them [FA302]"})
}
