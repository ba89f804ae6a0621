package shape_test

import (
	"flag"
	"fmt"
	"go/format"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	helmv2 "github.com/fluxcd/helm-controller/api/v2"
	automationv1 "github.com/fluxcd/image-automation-controller/api/v1"
	reflectorv1 "github.com/fluxcd/image-reflector-controller/api/v1"
	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	notificationv1 "github.com/fluxcd/notification-controller/api/v1"
	notificationv1beta3 "github.com/fluxcd/notification-controller/api/v1beta3"
	"github.com/fluxcd/pkg/apis/meta"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	sourcewatcherv1beta1 "github.com/fluxcd/source-watcher/api/v2/v1beta1"
	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/fluxapp-dev/fluxapp/schema/internal/kcl"
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/internal/testdata/legacy"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

// roots are the types that are looked up by name. The table has these and all that they hold.
var roots = map[string]reflect.Type{
	shape.LegacyAPI + "helmChart": legacy.HelmChart, shape.LegacyAPI + "repository": legacy.Repository,
	shape.ObjectMeta: reflect.TypeFor[metav1.ObjectMeta](),

	shape.Specs[kinds.HelmRelease]:           reflect.TypeFor[helmv2.HelmReleaseSpec](),
	shape.Specs[kinds.Kustomization]:         reflect.TypeFor[kustomizev1.KustomizationSpec](),
	shape.Specs[kinds.KCLRun]:                reflect.TypeFor[kcl.KCLRunSpec](),
	shape.Specs[kinds.HelmChart]:             reflect.TypeFor[sourcev1.HelmChartSpec](),
	shape.Specs[kinds.GitRepository]:         reflect.TypeFor[sourcev1.GitRepositorySpec](),
	shape.Specs[kinds.HelmRepository]:        reflect.TypeFor[sourcev1.HelmRepositorySpec](),
	shape.Specs[kinds.OCIRepository]:         reflect.TypeFor[sourcev1.OCIRepositorySpec](),
	shape.Specs[kinds.Bucket]:                reflect.TypeFor[sourcev1.BucketSpec](),
	shape.Specs[kinds.ArtifactGenerator]:     reflect.TypeFor[sourcewatcherv1beta1.ArtifactGeneratorSpec](),
	shape.Specs[kinds.ImageRepository]:       reflect.TypeFor[reflectorv1.ImageRepositorySpec](),
	shape.Specs[kinds.ImagePolicy]:           reflect.TypeFor[reflectorv1.ImagePolicySpec](),
	shape.Specs[kinds.ImageUpdateAutomation]: reflect.TypeFor[automationv1.ImageUpdateAutomationSpec](),
	shape.Specs[kinds.Provider]:              reflect.TypeFor[notificationv1beta3.ProviderSpec](),
	shape.Specs[kinds.Alert]:                 reflect.TypeFor[notificationv1beta3.AlertSpec](),

	shape.HelmChartSourceReference:     reflect.TypeFor[helmv2.CrossNamespaceObjectReference](),
	shape.ChartReference:               reflect.TypeFor[helmv2.CrossNamespaceSourceReference](),
	shape.KustomizationSourceReference: reflect.TypeFor[kustomizev1.CrossNamespaceSourceReference](),
	shape.KCLRunSourceReference:        reflect.TypeFor[kcl.SourceReference](),
	shape.EventSourceReference:         reflect.TypeFor[notificationv1.CrossNamespaceObjectReference](),
	shape.KubeConfigReference:          reflect.TypeFor[meta.KubeConfigReference](),

	shape.SourceReference:                reflect.TypeFor[v1alpha1.SourceReference](),
	shape.FluxApplicationSpec:            reflect.TypeFor[v1alpha1.FluxApplicationSpec](),
	shape.OurAPI + "Application":         reflect.TypeFor[v1alpha1.Application](),
	shape.OurAPI + "FluxApplication":     reflect.TypeFor[v1alpha1.FluxApplication](),
	shape.OurAPI + "FluxApplicationBase": reflect.TypeFor[v1alpha1.FluxApplicationBase](),
	shape.OurAPI + "RenderConfig":        reflect.TypeFor[v1alpha1.RenderConfig](),
	shape.OurAPI + "Override":            reflect.TypeFor[v1alpha1.Override](),
	shape.OurAPI + "LayerDestination":    reflect.TypeFor[v1alpha1.LayerDestination](),
}

// TestRoots holds that a type is called as it is looked up.
func TestRoots(t *testing.T) {
	for path, of := range roots {
		assert.Equal(t, path, pathOf(of))
	}
	assert.Equal(t, shape.EntryMetadata, pathOf(reflect.TypeFor[v1alpha1.EntryMetadata]())) // which entries embed
}

// made returns what reflection makes of the types, by their names.
func made() map[string]*shape.Shape {
	types, all := maker{}, map[string]*shape.Shape{}
	for _, path := range slices.Sorted(maps.Keys(roots)) {
		types.shape(roots[path])
	}
	for of, s := range types {
		if of.Name() != "" {
			all[s.Path] = s
		}
	}
	return all
}

// newest is set where the types of the newest Flux are linked: there the table is equal to them. The types that the
// project is built with are older, and the table has all that they have.
var newest = flag.Bool("newest", false, "the types of Flux are those of the newest version")

// TestTable compares the table with what reflection makes of the types: a new field of Flux or of our own is in it.
// make generate runs it with -newest and -update, which writes the table, and its test with -newest.
func TestTable(t *testing.T) {
	if !*newest {
		contained(t, made())
		return
	}
	text, err := format.Source([]byte(tableText(made())))
	assert.NilError(t, err)
	const file = "shapes_generated.go"
	if golden.FlagUpdate() {
		assert.NilError(t, os.WriteFile(file, text, 0o644))
		return
	}
	got, err := os.ReadFile(file)
	assert.NilError(t, err)
	assert.Assert(t, string(got) == string(text), "%s is not up to date; run make generate", file)
}

// contained holds that the table has all types and fields of older types.
func contained(t *testing.T, older map[string]*shape.Shape) {
	fields := 0
	for _, path := range slices.Sorted(maps.Keys(older)) {
		s := shape.Of(path)
		if path == shape.HelmAPI+"HelmChartTemplateVerification" { // a newer Flux has OCIRepositoryVerification in its place
			s = shape.Of(shape.SourceAPI + "OCIRepositoryVerification")
		}
		assert.Assert(t, s != nil && s.Kind == older[path].Kind, path)
		for name, field := range older[path].Fields {
			known := s.Fields[name].Shape
			assert.Assert(t, known != nil && known.Kind == field.Shape.Kind, "%s.%s", path, name)
			fields++
		}
	}
	assert.Assert(t, fields > 700, "%d", fields)
}

// TestTableIsRead compares what is read from the table with what reflection makes of the newest types.
func TestTableIsRead(t *testing.T) {
	if !*newest {
		contained(t, made())
		return
	}
	want, seen := made(), map[*shape.Shape]*shape.Shape{}
	set, of := shape.All(), shape.NewSet(func(path string) *shape.Shape { return want[path] }) // both add the layers
	for _, path := range slices.Sorted(maps.Keys(want)) {
		compareShapes(t, path, shape.Of(path), want[path], seen)
	}
	assert.Assert(t, len(seen) > 200, "%d", len(seen))
	got, expected := reflect.ValueOf(set), reflect.ValueOf(of)
	for field := range got.Type().Fields() {
		if field.Type == reflect.TypeFor[*shape.Shape]() {
			compareShapes(t, field.Name, got.FieldByIndex(field.Index).Interface().(*shape.Shape),
				expected.FieldByIndex(field.Index).Interface().(*shape.Shape), seen)
		}
	}
	for _, field := range slices.Sorted(maps.Keys(of.Sources)) {
		compareShapes(t, field, set.Sources[field], of.Sources[field], seen)
	}
	for workload, entry := range of.Entries() {
		compareShapes(t, string(workload), set.Entries()[workload], entry, seen)
	}
	assert.Equal(t, len(set.Sources)+len(set.Entries()), len(of.Sources)+len(of.Entries()))
}

// compareShapes compares two shapes and all that they hold.
func compareShapes(t *testing.T, path string, got, want *shape.Shape, seen map[*shape.Shape]*shape.Shape) {
	if got == nil || want == nil || seen[want] == got {
		assert.Assert(t, got == nil && want == nil || want != nil && seen[want] == got, path)
		return
	}
	seen[want] = got
	line := func(s *shape.Shape) string {
		return fmt.Sprint(s.Kind, s.Name, s.Path, s.Bits, s.Short, *s.Required(), s.Names(),
			slices.Sorted(maps.Keys(s.Layers)))
	}
	assert.Equal(t, line(got), line(want), path)
	compareShapes(t, path+"[]", got.Elem, want.Elem, seen)
	for _, name := range want.Names() {
		a, b := got.Fields[name], want.Fields[name]
		assert.Assert(t, a.Rule == b.Rule && a.From == b.From, "%s.%s", path, name)
		compareShapes(t, path+"."+name, a.Shape, b.Shape, seen)
	}
	for workload := range want.Layers {
		compareShapes(t, path+".defaults", got.Layers[workload].Defaults, want.Layers[workload].Defaults, seen)
		compareShapes(t, path+".overrides", got.Layers[workload].Overrides, want.Layers[workload].Overrides, seen)
	}
}

// tableText returns the generated file.
func tableText(shapes map[string]*shape.Shape) string {
	var b strings.Builder
	b.WriteString("// Code generated by make generate; DO NOT EDIT.\n\npackage shape\n\n")
	b.WriteString("// typeRows are the Go types of documents and of Flux, ordered by their names.\n")
	b.WriteString("var typeRows = [...]typeRow{\n")
	kindNames := [...]string{"Any", "String", "Bool", "Integer", "Duration", "List", "Dict", "Object", "Amount"}
	for _, path := range slices.Sorted(maps.Keys(shapes)) {
		s := shapes[path]
		fmt.Fprintf(&b, "\t{path: %q, kind: %s", path, kindNames[s.Kind])
		if s.Bits > 0 {
			fmt.Fprintf(&b, ", bits: %d", s.Bits)
		}
		if s.Elem != nil {
			fmt.Fprintf(&b, ", elem: %q", nameInTable(s.Elem))
		}
		if s.Short != "" {
			fmt.Fprintf(&b, ", short: %q", s.Short)
		}
		if s.Kind == shape.Object {
			b.WriteString(", fields: []fieldRow{\n")
			for _, name := range s.Names() {
				field := s.Fields[name]
				fmt.Fprintf(&b, "\t\t{%q, %q, %q},\n", name, nameInTable(field.Shape), field.From)
			}
			b.WriteString("\t}")
		}
		b.WriteString("},\n")
	}
	b.WriteString("}\n")
	return b.String()
}

// nameInTable names a type: a list or a map by what it holds.
func nameInTable(s *shape.Shape) string {
	switch {
	case s.Path == "":
		return s.Name
	case s.Name != "":
		return s.Path
	case s.Kind == shape.List:
		return shape.ListOf + nameInTable(s.Elem)
	}
	return shape.DictOf + nameInTable(s.Elem)
}
