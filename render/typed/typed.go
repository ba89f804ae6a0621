// Package typed gives views of rendered objects in the Go types of Flux. It is apart from package render, so that a program that
// renders only does not import them.
//
//	release, err := typed.As[*helmv2.HelmRelease](object)
//
// A view is for reading: printed again it would have 1h0m0s where the author wrote 1h.
package typed

import (
	"encoding/json"
	"fmt"

	"k8s.io/apimachinery/pkg/runtime"

	helmv2 "github.com/fluxcd/helm-controller/api/v2"
	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/kcl"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// As returns the object as a type of Flux, for example *helmv2.HelmRelease. It is an error when the object is of another kind, and when
// it has a ${…} where the type has a duration, a number or a boolean.
func As[T runtime.Object](o render.Object) (T, error) {
	var none T
	object, err := Of(o)
	if err != nil {
		return none, err
	}
	typed, ok := object.(T)
	if !ok {
		return none, fmt.Errorf("%s %s/%s is a %T, and no %T", o.Kind(), o.Namespace(), o.Name(), object, none)
	}
	return typed, nil
}

// Of returns the object as the type of its kind, for a type switch. It is an error for the zero Object, and when the object has a ${…}
// where the type has a duration, a number or a boolean.
func Of(o render.Object) (runtime.Object, error) {
	typed := newOf(o.Kind())
	if typed == nil {
		return nil, fmt.Errorf("there is no type for an object of kind %q", o.Kind())
	}
	if err := json.Unmarshal(o.JSON(), typed); err != nil {
		return nil, fmt.Errorf("%s %s/%s: %w", o.Kind(), o.Namespace(), o.Name(), err)
	}
	return typed, nil
}

// newOf returns an empty object of a kind that fluxapp renders.
func newOf(kind string) runtime.Object {
	switch kind {
	case kinds.HelmRelease.Name:
		return &helmv2.HelmRelease{}
	case kinds.Kustomization.Name:
		return &kustomizev1.Kustomization{}
	case kinds.KCLRun.Name:
		return &kcl.KCLRun{}
	case kinds.HelmChart.Name:
		return &sourcev1.HelmChart{}
	case kinds.GitRepository.Name:
		return &sourcev1.GitRepository{}
	case kinds.HelmRepository.Name:
		return &sourcev1.HelmRepository{}
	case kinds.OCIRepository.Name:
		return &sourcev1.OCIRepository{}
	case kinds.Bucket.Name:
		return &sourcev1.Bucket{}
	}
	return nil
}
