package view_test

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/view"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// TestDelivered shows which Kustomization applies an object, and what that waits for.
func TestDelivered(t *testing.T) {
	config := schema.Parse("config.yaml", []byte(`apiVersion: fluxapp.dev/v1alpha1
kind: RenderConfig
metadata: {name: fleet, namespace: flux-system}
spec: {delivery: {sourceRef: {kind: GitRepository, name: fleet}, groups: 1}}
`))[0]
	docs := schema.Parse("0.yaml", []byte(`apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: db, namespace: apps}
spec:
  source: {helmRepository: {url: https://charts.example.com, interval: 1h}}
  config: {helmRelease: {chart: {chart: db}, deploy: [{destination: {kubeConfig: {secretRef: {name: berlin}}}}]}}
---
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: apps}
spec:
  source: {sourceRef: {kind: GitRepository, name: web}}
  config:
    kustomization:
    - destination: {kubeConfig: {secretRef: {name: berlin}}}
      path: ./web
      prune: true
      dependsOn: [{application: db}]
---
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: other, namespace: apps}
spec:
  source: {sourceRef: {kind: GitRepository, name: web}}
  config: {kustomization: [{destination: {kubeConfig: {secretRef: {name: berlin}}}, path: ./other, prune: true}]}
`))
	result, err := render.Render(docs, render.Options{Delivery: config})
	assert.NilError(t, err)
	var got []string
	for _, o := range view.New(result, nil).Fleet.Objects {
		got = append(got, fmt.Sprint(o.Kind, " ", o.Name, " ", o.DeliveredBy, " ", o.WaitsFor))
	}
	assert.DeepEqual(t, got, []string{
		"HelmRepository db flux-system/fleet-hub []",
		"Kustomization other-berlin flux-system/fleet-group-1 []",
		"Kustomization web-berlin flux-system/fleet-apps-web-berlin [apps/db]",
		"HelmRelease db-berlin flux-system/fleet-apps-db-berlin []",
	})
	assert.DeepEqual(t, view.New(result, nil).Fleet.Applications[1].WaitsFor, []string{"apps/db"})
	result, err = render.Render(docs[2:], render.Options{})
	assert.NilError(t, err)
	assert.Equal(t, view.New(result, nil).Fleet.Objects[0].DeliveredBy, "")
}
