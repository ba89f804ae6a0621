package v1alpha1

import (
	"fmt"

	helmv2 "github.com/fluxcd/helm-controller/api/v2"
	automationv1 "github.com/fluxcd/image-automation-controller/api/v1"
	reflectorv1 "github.com/fluxcd/image-reflector-controller/api/v1"
	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	notificationv1beta3 "github.com/fluxcd/notification-controller/api/v1beta3"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	sourcewatcherv1beta1 "github.com/fluxcd/source-watcher/api/v2/v1beta1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/fluxapp-dev/fluxapp/schema/internal/kcl"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// As returns a rendered object, of which it takes the JSON, as a type of Flux, for example *helmv2.HelmRelease. It is
// an error when the object is of another kind, when it has a ${…} where the type has a duration, a number or a boolean,
// and when it has a field of a newer Flux than the type: an object without the field would be another one. The error
// names these fields.
//
// A view is for reading: printed again it would have 1h0m0s where the author wrote 1h.
func As[T runtime.Object](data []byte) (T, error) {
	var none T
	object, err := DecodeObject(data)
	if err != nil {
		return none, err
	}
	typed, ok := object.(T)
	if !ok {
		return none, fmt.Errorf("%s is a %T, and no %T", nameOf(data), object, none)
	}
	return typed, nil
}

// DecodeObject returns a rendered object as the type of its kind, for a type switch. Providers and Alerts of version v1
// have the types of v1beta3, which have all fields of v1. It is an error for another kind, and as for [As].
func DecodeObject(data []byte) (runtime.Object, error) {
	kind := tree.ParseValue(data).Get("kind").Text()
	newObject := types[kind]
	if newObject == nil {
		return nil, fmt.Errorf("there is no type for an object of kind %q", kind)
	}
	typed := newObject()
	if err := decodeStrictly(data, typed); err != nil {
		return nil, fmt.Errorf("%s: %w", nameOf(data), err)
	}
	return typed, nil
}

func nameOf(data []byte) string {
	object := tree.ParseValue(data)
	metadata := object.Get("metadata")
	return object.Get("kind").Text() + " " + metadata.Get("namespace").Text() + "/" + metadata.Get("name").Text()
}

// types make an empty object of each kind that fluxapp renders.
var types = map[string]func() runtime.Object{
	kinds.HelmRelease.Name:    func() runtime.Object { return &helmv2.HelmRelease{} },
	kinds.Kustomization.Name:  func() runtime.Object { return &kustomizev1.Kustomization{} },
	kinds.KCLRun.Name:         func() runtime.Object { return &kcl.KCLRun{} },
	kinds.HelmChart.Name:      func() runtime.Object { return &sourcev1.HelmChart{} },
	kinds.GitRepository.Name:  func() runtime.Object { return &sourcev1.GitRepository{} },
	kinds.HelmRepository.Name: func() runtime.Object { return &sourcev1.HelmRepository{} },
	kinds.OCIRepository.Name:  func() runtime.Object { return &sourcev1.OCIRepository{} },
	kinds.Bucket.Name:         func() runtime.Object { return &sourcev1.Bucket{} },

	kinds.ArtifactGenerator.Name: func() runtime.Object { return &sourcewatcherv1beta1.ArtifactGenerator{} },

	kinds.ImageRepository.Name:       func() runtime.Object { return &reflectorv1.ImageRepository{} },
	kinds.ImagePolicy.Name:           func() runtime.Object { return &reflectorv1.ImagePolicy{} },
	kinds.ImageUpdateAutomation.Name: func() runtime.Object { return &automationv1.ImageUpdateAutomation{} },
	kinds.Provider.Name:              func() runtime.Object { return &notificationv1beta3.Provider{} },
	kinds.Alert.Name:                 func() runtime.Object { return &notificationv1beta3.Alert{} },
	kinds.Namespace.Name:             func() runtime.Object { return &corev1.Namespace{} },
	kinds.ServiceAccount.Name:        func() runtime.Object { return &corev1.ServiceAccount{} },
	kinds.RBACRole.Name:              func() runtime.Object { return &rbacv1.Role{} },
	kinds.RoleBinding.Name:           func() runtime.Object { return &rbacv1.RoleBinding{} },
}
