package v1alpha1

import (
	"fmt"
	"reflect"
	"slices"

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
	i := slices.IndexFunc(objects, func(o runtime.Object) bool { return reflect.TypeOf(o).Elem().Name() == kind })
	if i < 0 {
		return nil, fmt.Errorf("there is no type for an object of kind %q", kind)
	}
	typed := objects[i].DeepCopyObject()
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

// objects are an empty object of each kind that fluxapp renders. Go's types are called as their kinds.
var objects = []runtime.Object{&helmv2.HelmRelease{}, &kustomizev1.Kustomization{}, &kcl.KCLRun{},
	&sourcev1.HelmChart{}, &sourcev1.GitRepository{}, &sourcev1.HelmRepository{}, &sourcev1.OCIRepository{},
	&sourcev1.Bucket{}, &sourcewatcherv1beta1.ArtifactGenerator{}, &reflectorv1.ImageRepository{},
	&reflectorv1.ImagePolicy{}, &automationv1.ImageUpdateAutomation{}, &notificationv1beta3.Provider{},
	&notificationv1beta3.Alert{}, &corev1.Namespace{}, &corev1.ServiceAccount{}, &rbacv1.Role{}, &rbacv1.RoleBinding{}}
