package v1alpha1

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	helmv2 "github.com/fluxcd/helm-controller/api/v2"
	automationv1 "github.com/fluxcd/image-automation-controller/api/v1"
	reflectorv1 "github.com/fluxcd/image-reflector-controller/api/v1"
	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	notificationv1beta3 "github.com/fluxcd/notification-controller/api/v1beta3"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	sourcewatcherv1beta1 "github.com/fluxcd/source-watcher/api/v2/v1beta1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
	kjson "sigs.k8s.io/json"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/internal/kcl"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// What documents are called. The Application of KubeSphere has an apiVersion of its own.
const (
	APIVersion              = kinds.Group + "/" + kinds.Version
	KubeSphereAPIVersion    = kinds.KubeSphereGroup + "/" + kinds.Version
	FluxApplicationKind     = "FluxApplication"
	FluxApplicationBaseKind = "FluxApplicationBase"
	RenderConfigKind        = "RenderConfig"
	ApplicationKind         = "Application"
)

// FluxApplicationOf returns the typed view of an application of either kind, with older vocabulary converted. Scalars
// are Flux's types there: Spec has what the author wrote. It is an error when the document is none, or refused by
// Parse. So is a ${…}, a reference or a $(remove) where the type has no string, an entry with a list that grows outside
// of its values, and a field of a newer Flux than the types: the error names it.
func FluxApplicationOf(d *schema.Document) (*FluxApplication, error) {
	if d.Class() != schema.ClassApplication {
		return nil, fmt.Errorf("%s is no application", d)
	}
	var app FluxApplication
	if err := decode(d.Root().Get("metadata"), &app.ObjectMeta); err != nil {
		return nil, fmt.Errorf("metadata of %s: %w", d.Owner(), err)
	}
	if err := decode(d.Spec(), &app.Spec); err != nil {
		return nil, fmt.Errorf("spec of %s: %w", d.Owner(), err)
	}
	app.APIVersion, app.Kind = APIVersion, FluxApplicationKind
	return &app, nil
}

func decode(n tree.Node, into any) error {
	if !n.Exists() {
		return nil
	}
	return decodeStrictly(tree.AppendJSON(nil, n), into)
}

// decodeStrictly reads JSON. It is an error when the type lacks a field: it is of an older Flux than the object.
func decodeStrictly(data []byte, into any) error {
	unknown, err := kjson.UnmarshalStrict(data, into)
	if err == nil && len(unknown) > 0 {
		err = fmt.Errorf("the Go types are of an older Flux: %w", errors.Join(unknown...))
	}
	return err
}

// FromObject returns the document that [schema.Parse] would return for an application, a base or a RenderConfig that a
// program has in Go. Its findings have paths and no lines, and its File is empty.
//
// apiVersion and kind are set. A field with the zero value of Go is absent: write a pointer where the type has one, or
// use [schema.Parse], if a false, a 0 or an empty text is meant. Durations are printed as by Go: 10m0s.
func FromObject[T Application | FluxApplication | FluxApplicationBase | RenderConfig](object *T) (
	*schema.Document, error) {
	fields, ok := jsonOf(reflect.ValueOf(object)).(map[string]any)
	if !ok {
		return nil, fmt.Errorf("there is no document: the pointer is nil")
	}
	kind := reflect.TypeFor[T]().Name()
	fields["apiVersion"], fields["kind"] = APIVersion, kind
	if kind == ApplicationKind {
		fields["apiVersion"] = KubeSphereAPIVersion
	}
	data, err := json.Marshal(fields)
	if err != nil {
		return nil, err
	}
	return schema.FromNode("", tree.ParseValue(data)), nil
}

// YAML returns the text of a file with the document of [FromObject], which [schema.Parse] reads again. It does not read
// the text that yaml.Marshal makes of the Go value: that has fields of Flux that are empty.
func YAML[T Application | FluxApplication | FluxApplicationBase | RenderConfig](object *T) ([]byte, error) {
	doc, err := FromObject(object)
	if err != nil {
		return nil, err
	}
	return tree.AppendYAML(nil, doc.Root()), nil
}

// jsonOf returns a Go value as encoding/json writes it, but no zero values without a pointer; nil for nothing.
func jsonOf(v reflect.Value) any {
	switch marshaler, custom := v.Interface().(json.Marshaler); {
	case v.Kind() == reflect.Pointer && v.IsNil():
		return nil
	case custom:
		return marshaler
	}
	switch v.Kind() {
	case reflect.Pointer:
		return jsonOf(v.Elem())
	case reflect.Struct:
		fields := map[string]any{}
		addFields(fields, v)
		return fields
	case reflect.Slice:
		items := make([]any, v.Len())
		for i := range items {
			items[i] = jsonOf(v.Index(i))
		}
		return items
	case reflect.Map:
		values := map[string]any{}
		for key, value := range v.Seq2() {
			values[key.String()] = jsonOf(value)
		}
		return values
	}
	return v.Interface()
}

// addFields keeps empty structs of the language, which mean something: an empty destination.
func addFields(fields map[string]any, v reflect.Value) {
	language := reflect.TypeFor[FluxApplication]().PkgPath()
	for field, value := range v.Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		means := value.Kind() == reflect.Struct && field.Type.PkgPath() == language
		switch {
		case name == "-":
		case name == "" && field.Anonymous:
			addFields(fields, value)
		case means || !value.IsZero():
			if _, outer := fields[name]; !outer { // the outer fields of a struct are before the fields of embedded ones
				fields[name] = jsonOf(value)
			}
		}
	}
}

// DefaultsJSON returns a layer for [Config.Defaults]. It has the fields that are not nil, also those that point to
// false, 0 or an empty text: with Suspend alone it sets suspend, and nothing else. Below them a field with the zero
// value of Go is absent, as for [FromObject]. It is an error when a part that is JSON is not valid.
func DefaultsJSON[L HelmReleaseLayer | KustomizationLayer | KCLRunLayer](layer L) (*apiextensionsv1.JSON, error) {
	data, err := json.Marshal(layerFields(layer))
	return &apiextensionsv1.JSON{Raw: data}, err
}

// OverrideJSON returns an item of [Config.Overrides]: which clusters it is for, and the layer as [DefaultsJSON] has it.
func OverrideJSON[L HelmReleaseLayer | KustomizationLayer | KCLRunLayer](of Override, layer L) (
	apiextensionsv1.JSON, error) {
	fields := layerFields(layer)
	addFields(fields, reflect.ValueOf(of))
	data, err := json.Marshal(fields)
	return apiextensionsv1.JSON{Raw: data}, err
}

func layerFields(layer any) map[string]any {
	value := reflect.ValueOf(layer)
	fields := map[string]any{}
	addFields(fields, value)
	for key, raw := range value.FieldByName("Raw").Interface().(map[string]apiextensionsv1.JSON) {
		fields[key] = raw
	}
	return fields
}

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
	&notificationv1beta3.Alert{}, &corev1.ConfigMap{}, &corev1.Namespace{}, &corev1.ServiceAccount{}, &rbacv1.Role{},
	&rbacv1.RoleBinding{}}
