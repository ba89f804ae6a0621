package kinds_test

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	helmv2 "github.com/fluxcd/helm-controller/api/v2"
	automationv1 "github.com/fluxcd/image-automation-controller/api/v1"
	reflectorv1 "github.com/fluxcd/image-reflector-controller/api/v1"
	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	notificationv1beta3 "github.com/fluxcd/notification-controller/api/v1beta3"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	sourcewatcherv1beta1 "github.com/fluxcd/source-watcher/api/v2/v1beta1"
	"gotest.tools/v3/assert"
	rbacv1 "k8s.io/api/rbac/v1"

	"github.com/fluxapp-dev/fluxapp/schema/internal/kcl"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// typesOf are the Go types of the objects of the table that have fields of their own.
var typesOf = map[*kinds.Kind]reflect.Type{
	kinds.HelmRelease:           reflect.TypeFor[helmv2.HelmRelease](),
	kinds.Kustomization:         reflect.TypeFor[kustomizev1.Kustomization](),
	kinds.KCLRun:                reflect.TypeFor[kcl.KCLRun](),
	kinds.HelmChart:             reflect.TypeFor[sourcev1.HelmChart](),
	kinds.GitRepository:         reflect.TypeFor[sourcev1.GitRepository](),
	kinds.HelmRepository:        reflect.TypeFor[sourcev1.HelmRepository](),
	kinds.OCIRepository:         reflect.TypeFor[sourcev1.OCIRepository](),
	kinds.Bucket:                reflect.TypeFor[sourcev1.Bucket](),
	kinds.ArtifactGenerator:     reflect.TypeFor[sourcewatcherv1beta1.ArtifactGenerator](),
	kinds.ImageRepository:       reflect.TypeFor[reflectorv1.ImageRepository](),
	kinds.ImagePolicy:           reflect.TypeFor[reflectorv1.ImagePolicy](),
	kinds.ImageUpdateAutomation: reflect.TypeFor[automationv1.ImageUpdateAutomation](),
	kinds.Provider:              reflect.TypeFor[notificationv1beta3.Provider](),
	kinds.Alert:                 reflect.TypeFor[notificationv1beta3.Alert](),
	kinds.RoleBinding:           reflect.TypeFor[rbacv1.RoleBinding](),
}

// notNeeded are the fields that name objects which need not exist.
var notNeeded = map[string]string{
	"Alert spec.eventSources[]":         "an Alert is about what happens to objects, also if there are none yet",
	"Kustomization spec.healthChecks[]": "they name what the Kustomization applies, on its cluster",
	"KCLRun spec.healthChecks[]":        "they name what the KCLRun applies, on its cluster",
	"RoleBinding subjects[]":            "Kubernetes binds roles to who does not exist",
}

// newer are references of fields that a Flux has which is newer than the types, and of a key of a ConfigMap.
var newer = []string{"ConfigMap data.serviceAccountName", "ArtifactGenerator spec.serviceAccountName",
	"HelmRelease spec.chart.spec.secretRef",
	"HelmRelease spec.chart.spec.certSecretRef", "HelmRelease spec.chart.spec.proxySecretRef",
	"HelmRelease spec.chart.spec.serviceAccountName", "HelmRelease spec.chart.spec.verify.trustedRootSecretRef"}

// TestReferencesOfTypes compares the references of the table with the fields of Flux's types that name objects: none is
// missing, and none is made up.
func TestReferencesOfTypes(t *testing.T) {
	for k := range kinds.With(kinds.Written &^ kinds.FolderList) {
		want := map[string]bool{}
		if of := typesOf[k]; of != nil {
			references(of, "", want)
		}
		got := map[string]bool{}
		for _, r := range k.References {
			if !slices.Contains(newer, k.Name+" "+r.At.String()) {
				got[r.At.String()] = true
			}
			assert.Check(t, r.Reason != "", "%s %s has no reason", k.Name, r.At)
		}
		for at := range want {
			if notNeeded[k.Name+" "+at] != "" {
				assert.Check(t, !got[at], "%s %s is in the table and in the list of fields that need nothing", k.Name, at)
				delete(want, at)
			}
		}
		assert.DeepEqual(t, slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}
}

// references adds the paths of the fields of a type that name objects.
func references(of reflect.Type, path string, found map[string]bool) {
	for i := range of.NumField() {
		field := of.Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "metadata" || name == "status" || field.Anonymous && name == "" && field.Type.Name() == "TypeMeta" {
			continue
		}
		at, below := strings.TrimPrefix(path+"."+name, "."), field.Type
		if name == "" {
			at = path
		}
		for below.Kind() == reflect.Pointer || below.Kind() == reflect.Slice {
			if below.Kind() == reflect.Slice {
				at += "[]"
			}
			below = below.Elem()
		}
		switch {
		case name == "serviceAccountName", namesObject(below):
			found[at] = true
		case below.Kind() == reflect.Struct:
			references(below, at, found)
		}
	}
}

// TestFieldsOfTypes holds that each field that the table names is one of Flux's type.
func TestFieldsOfTypes(t *testing.T) {
	count := 0
	for k, of := range typesOf {
		paths := []kinds.Path{k.MadeName, k.ChartName, k.ChartVersion, k.ChartInPlace, k.Creates, k.Revision.At}
		paths = append(paths, k.Place...)
		for _, part := range k.Identity {
			paths = append(paths, part.At)
		}
		for _, at := range paths {
			if text := at.String(); text != "" {
				count++
				keys := strings.Split(strings.ReplaceAll(text, "[]", ""), ".")
				assert.Check(t, fieldAt(of, keys) != nil, "%s has no %s", k.Name, text)
			}
		}
		for _, field := range k.Revision.Fields {
			assert.Check(t, fieldAt(of, []string{"spec", "ref", field}) != nil, "%s has no spec.ref.%s", k.Name, field)
		}
	}
	assert.Assert(t, count > 25, "%d fields", count)
}

// fieldAt returns the type of a field of a type; nil when it has none.
func fieldAt(of reflect.Type, keys []string) reflect.Type {
	for of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice {
		of = of.Elem()
	}
	if len(keys) == 0 {
		return of
	}
	for _, field := range reflect.VisibleFields(of) {
		if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name == keys[0] {
			return fieldAt(field.Type, keys[1:])
		}
	}
	return nil
}

// namesObject reports whether the values of a type name an object.
func namesObject(of reflect.Type) bool {
	isReference := strings.HasSuffix(of.Name(), "Reference") || of.Name() == "RoleRef" || of.Name() == "Subject"
	if of.Kind() != reflect.Struct || !isReference {
		return false
	}
	for i := range of.NumField() {
		if name, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ","); name == "name" || of.Field(i).Anonymous {
			return true
		}
	}
	return false
}
