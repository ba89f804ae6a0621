package schema

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestLimitsAreFlux compares the lists of values with the markers that Flux's CRDs are made from.
func TestLimitsAreFlux(t *testing.T) {
	used := map[string]bool{}
	for field, values := range fluxEnums(t) {
		l, ok := limits[field]
		if ok {
			used[field] = true
			want, got := slices.Sorted(slices.Values(values)), slices.Sorted(slices.Values(l.oneOf))
			assert.DeepEqual(t, got, want)
			continue
		}
		name, key, _ := strings.Cut(field, ".")
		if s := reached(t)[name]; s != nil && s.fields[key] != nil {
			assert.Check(t, slices.Contains(judgedByRules, field), "%s has no limit: %v", field, values)
		}
	}
	for field, l := range limits {
		name, key, _ := strings.Cut(field, ".")
		s := reached(t)[name]
		assert.Assert(t, s != nil && s.fields[key] != nil, "%s is no field", field)
		ofKCL := name == "ArgumentsReference" // see TestKCLRunIsItsCRD
		assert.Check(t, l.oneOf == nil || used[field] || ofKCL, "%s has no values in Flux", field)
	}
}

// judgedByRules are the fields whose values depend on more than the field.
var judgedByRules = []string{"CrossNamespaceSourceReference.kind", "LocalHelmChartSourceReference.kind"}

// reached returns the shapes of all documents by name.
func reached(t *testing.T) map[string]*shape {
	t.Helper()
	seen := map[string]*shape{}
	var walk func(*shape)
	walk = func(s *shape) {
		if s == nil || s.fields != nil && seen[s.name] == s {
			return
		}
		if s.fields != nil {
			seen[s.name] = s
		}
		walk(s.elem)
		for _, field := range s.fields {
			walk(field)
		}
	}
	set := shapes()
	for _, s := range []*shape{set.application, set.fluxApplication, set.helmChart, set.repository} {
		walk(s)
	}
	return seen
}

// ourNames are the types that hold the fields of Flux's.
var ourNames = map[string]string{
	"HelmReleaseSpec": "HelmReleaseEntry", "KustomizationSpec": "KustomizationEntry", "HelmChartTemplateSpec": "Chart",
}

// fluxEnums returns the enums of Flux's API types, by type and field.
func fluxEnums(t *testing.T) map[string][]string {
	t.Helper()
	enums, ofTypes := map[string][]string{}, map[string][]string{}
	var structs []*ast.TypeSpec
	for _, pkg := range []string{
		"github.com/fluxcd/helm-controller/api/v2", "github.com/fluxcd/kustomize-controller/api/v1",
		"github.com/fluxcd/source-controller/api/v1", "github.com/fluxcd/pkg/apis/meta", "github.com/fluxcd/pkg/apis/kustomize",
	} {
		found, err := build.Import(pkg, ".", build.FindOnly)
		assert.NilError(t, err)
		packages, err := parser.ParseDir(token.NewFileSet(), found.Dir, func(f fs.FileInfo) bool {
			return !strings.HasSuffix(f.Name(), "_test.go")
		}, parser.ParseComments)
		assert.NilError(t, err)
		for _, p := range packages {
			ast.Inspect(p, func(n ast.Node) bool {
				decl, ok := n.(*ast.GenDecl)
				if !ok {
					return true
				}
				for _, spec := range decl.Specs {
					if spec, ok := spec.(*ast.TypeSpec); ok {
						ofTypes[spec.Name.Name] = enum(decl.Doc)
						structs = append(structs, spec)
					}
				}
				return true
			})
		}
	}
	for _, spec := range structs {
		body, ok := spec.Type.(*ast.StructType)
		if !ok {
			continue
		}
		name := spec.Name.Name
		if ours, ok := ourNames[name]; ok {
			name = ours
		}
		for _, field := range body.Fields.List {
			values := enum(field.Doc)
			if values == nil {
				values = ofTypes[typeName(field.Type)]
			}
			if values != nil && field.Tag != nil {
				key, _, _ := strings.Cut(reflect.StructTag(strings.Trim(field.Tag.Value, "`")).Get("json"), ",")
				enums[name+"."+key] = values
			}
		}
	}
	assert.Assert(t, len(enums) > 30, "%v", enums)
	return enums
}

// enum returns the values of an enum marker; nil when there is none.
func enum(doc *ast.CommentGroup) []string {
	if doc == nil {
		return nil
	}
	for _, line := range doc.List {
		if _, values, ok := strings.Cut(line.Text, "+kubebuilder:validation:Enum="); ok {
			return strings.Split(strings.ReplaceAll(values, `"`, ""), ";")
		}
	}
	return nil
}

// typeName returns the name of a field's type, or of its items.
func typeName(expr ast.Expr) string {
	switch expr := expr.(type) {
	case *ast.StarExpr:
		return typeName(expr.X)
	case *ast.ArrayType:
		return typeName(expr.Elt)
	case *ast.Ident:
		return expr.Name
	}
	return ""
}
