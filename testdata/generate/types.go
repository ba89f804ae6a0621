package main

import (
	"errors"
	"fmt"
	"slices"

	"golang.org/x/tools/go/packages"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"sigs.k8s.io/controller-tools/pkg/crd"
	crdmarkers "sigs.k8s.io/controller-tools/pkg/crd/markers"
	"sigs.k8s.io/controller-tools/pkg/loader"
	"sigs.k8s.io/controller-tools/pkg/markers"
)

// props is the schema of a field or type, as a CRD has it.
type (
	props   = apiextensionsv1.JSONSchemaProps
	apiJSON = apiextensionsv1.JSON
)

// apis are Go packages of API types, read as controller-gen reads them to make CRDs.
type apis struct {
	parser *crd.Parser
	roots  map[string]*loader.Package
}

// load reads the packages that package apis in a folder imports, in the versions that its go.mod chooses.
func load(dir string, more ...string) (*apis, error) {
	names, err := packages.Load(&packages.Config{Dir: dir, Mode: packages.NeedImports | packages.NeedName}, ".")
	if err != nil {
		return nil, err
	}
	roots, err := loader.LoadRootsWithConfig(&packages.Config{Dir: dir}, append(sortedKeys(names[0].Imports), more...)...)
	if err != nil {
		return nil, err
	}
	registry := &markers.Registry{}
	if err := crdmarkers.Register(registry); err != nil {
		return nil, err
	}
	a := &apis{
		parser: &crd.Parser{Collector: &markers.Collector{Registry: registry}, Checker: &loader.TypeChecker{}},
		roots:  map[string]*loader.Package{},
	}
	crd.AddKnownTypes(a.parser)
	for _, root := range roots {
		a.parser.NeedPackage(root)
		a.roots[root.PkgPath] = root
	}
	return a, a.wrong()
}

// wrong returns what the packages hold that could not be read. Type errors are no such thing: only what is needed is
// checked.
func (a *apis) wrong() error {
	var errs []error
	for _, root := range a.roots {
		for _, err := range root.Errors {
			if err.Kind != packages.TypeError {
				errs = append(errs, fmt.Errorf("%s: %w", root.PkgPath, err))
			}
		}
	}
	return errors.Join(errs...)
}

// named returns the type of a package that was loaded.
func (a *apis) named(pkg, name string) (crd.TypeIdent, bool) {
	root := a.roots[pkg]
	if root == nil {
		return crd.TypeIdent{}, false
	}
	ident := crd.TypeIdent{Package: root, Name: name}
	if a.parser.LookupType(root, name) == nil {
		return ident, false
	}
	return ident, true
}

// flat returns the schema of a type with everything below it written out, as a CRD has it.
func (a *apis) flat(ident crd.TypeIdent) props {
	a.parser.NeedFlattenedSchemaFor(ident)
	return a.parser.FlattenedSchemata[ident]
}

// A member is a field of a struct.
type member struct {
	of       crd.TypeIdent
	name     string
	schema   props // with everything below it
	required bool
	below    crd.TypeIdent // the type that the field or its items refer to; zero when it refers to none
}

// members returns the fields that a struct declares itself, and the structs that it embeds.
func (a *apis) members(of crd.TypeIdent) (own []member, embedded []crd.TypeIdent, err error) {
	a.parser.NeedSchemaFor(of)
	declared := a.parser.Schemata[of]
	for _, ref := range declared.AllOf {
		if ref.Ref != nil {
			ident, err := lookup(*ref.Ref, of.Package)
			if err != nil {
				return nil, nil, err
			}
			embedded = append(embedded, ident)
		}
	}
	flattener := crd.Flattener{Parser: a.parser, LookupReference: lookup}
	for _, name := range sortedKeys(declared.Properties) {
		field := declared.Properties[name]
		m := member{
			of: of, name: name, required: slices.Contains(declared.Required, name),
			schema: *crd.FlattenEmbedded(flattener.FlattenSchema(field, of.Package), of.Package),
		}
		if ref := reference(field); ref != "" {
			if m.below, err = lookup(ref, of.Package); err != nil {
				return nil, nil, err
			}
		}
		own = append(own, m)
	}
	return own, embedded, nil
}

// reference returns the type that a field refers to, or that its items do.
func reference(field props) (ref string) {
	for inner := items(field); inner != nil; inner = items(field) {
		field = *inner
	}
	for _, part := range append(field.AllOf, field) {
		if part.Ref != nil {
			ref = *part.Ref
		}
	}
	return ref
}

// items returns the schema of what a list or map holds; nil for anything else.
func items(s props) *props {
	switch {
	case s.Items != nil:
		return s.Items.Schema
	case s.AdditionalProperties != nil:
		return s.AdditionalProperties.Schema
	}
	return nil
}

// lookup returns the type that a reference in a package means.
func lookup(ref string, from *loader.Package) (crd.TypeIdent, error) {
	name, pkg, err := crd.RefParts(ref)
	if err == nil && pkg != "" {
		if from = from.Imports()[pkg]; from == nil {
			err = fmt.Errorf("%s: its package is not imported", ref)
		}
	}
	return crd.TypeIdent{Package: from, Name: name}, err
}

func sortedKeys[V any](m map[string]V) (keys []string) {
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
