package v1alpha1_test

import (
	"fmt"
	"testing"

	helmv2 "github.com/fluxcd/helm-controller/api/v2"
	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

const app = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: podinfo, namespace: apps}
spec:
  source:
    sourceRef: {kind: HelmRepository, name: podinfo}
  config:
    helmRelease:
      chart: {chart: podinfo, version: 6.x}
      deploy:
      - interval: 1h
        destination: {kubeConfig: {secretRef: {name: berlin}}}
`

func rendered(t testing.TB, text string) []render.Object {
	docs := schema.Parse("podinfo.yaml", []byte(text))
	result, err := render.Render(docs, render.Options{})
	if err != nil && t != nil {
		t.Fatal(err)
	}
	return result.Objects
}

func ExampleAs() {
	for _, object := range rendered(nil, app) {
		release, err := v1alpha1.As[*helmv2.HelmRelease](object.JSON())
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(object.Path(), release.Spec.Chart.Spec.Version, release.Spec.Interval.Duration)
	}
	// Output: podinfo/berlin/helmrelease-podinfo-berlin.yaml 6.x 1h0m0s
}

// Objects of several kinds: a switch of types.
func ExampleDecodeObject() {
	for _, object := range rendered(nil, app) {
		typed, err := v1alpha1.DecodeObject(object.JSON())
		switch typed := typed.(type) {
		case *helmv2.HelmRelease:
			fmt.Println("release", typed.Name, "of chart", typed.Spec.Chart.Spec.Chart)
		case *kustomizev1.Kustomization:
			fmt.Println("folder", typed.Spec.Path)
		default:
			fmt.Println(object.ID(), err)
		}
	}
	// Output: release podinfo-berlin of chart podinfo
}

func TestAs(t *testing.T) {
	object := rendered(t, app)[0]
	_, err := v1alpha1.As[*kustomizev1.Kustomization](object.JSON())
	assert.Error(t, err, "HelmRelease apps/podinfo-berlin is a *v2.HelmRelease, and no *v1.Kustomization")

	any, err := v1alpha1.DecodeObject(object.JSON())
	assert.NilError(t, err)
	_, ok := any.(*helmv2.HelmRelease)
	assert.Assert(t, ok)

	_, err = v1alpha1.DecodeObject(nil)
	assert.Error(t, err, `there is no type for an object of kind ""`)
}
