package main

import (
	"io"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/krmfn"
)

// inList returns an application as an item of a ResourceList, in a file of a package.
func inList(namespace, file string) string {
	return `- apiVersion: fluxapp.dev/v1alpha1
  kind: FluxApplication
  metadata:
    name: shop
    namespace: ` + namespace + `
    annotations:
      internal.config.kubernetes.io/path: ` + file + `
      internal.config.kubernetes.io/index: '0'
  spec:
    source:
      sourceRef: {kind: GitRepository, name: shop}
    config:
      kustomization:
      - destination: {}
        path: ./deploy
        prune: true
        interval: 10m
`
}

// TestSituations checks the findings of the function about packages that RULES.md describes in words.
func TestSituations(t *testing.T) {
	for _, c := range []struct{ items, want string }{
		{inList("apps", "a.yaml") + inList("other", "b.yaml"),
			"b.yaml: spec.config.kustomization[0]: would be written to shop/hub/kustomization-shop.yaml, which " +
				"the object made at a.yaml is written to already; put one of the documents into another folder, or give one " +
				"object a name of its own [FA305]"},
		{inList("apps", "../app.yaml"),
			"../app.yaml: the Kustomization apps/shop would be written to ../shop/hub/kustomization-shop.yaml, which is " +
				"outside the package; move its document into it [FA404]"},
	} {
		var said strings.Builder
		list := "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n" + c.items
		krmfn.Run(strings.NewReader(list), io.Discard, &said)
		assert.Assert(t, strings.Contains(said.String(), c.want+"\n"), "%s", &said)
	}
}
