package main

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema"
)

// object is a map with known fields, which may be at several places of the documents.
type object struct {
	id      string   // of its type
	path    []string // the fields that lead to it, from a document
	about   string
	fields  []schema.Field
	heading string
}

// The packages of fluxapp's own types: the types of the language, and the types that importers do not need, with
// lower-case names. The types of layers are no Go types.
const (
	language = "github.com/fluxapp-dev/fluxapp/schema/v1alpha1."
	legacy   = "github.com/fluxapp-dev/fluxapp/schema/internal/testdata/legacy."
	layers   = "github.com/fluxapp-dev/fluxapp/schema/internal/shape."
)

// typeOf returns the type of an object of fluxapp's own.
func typeOf(object string) string {
	switch {
	case object == "defaults" || object == "overrides":
		return layers + object
	case object[0] >= 'a':
		return legacy + object
	}
	return language + object
}

func isOurs(id string) bool {
	return strings.HasPrefix(id, language) || strings.HasPrefix(id, legacy) || strings.HasPrefix(id, layers)
}

// documents are the kinds whose fields the page has.
var documents = []string{"FluxApplication", "Application", "FluxApplicationBase", "RenderConfig", "HelmChart",
	"GitRepository"}

// specs are types of Flux whose fields entries have beside their own. They are described once, below these headings.
var specs = []struct{ id, heading string }{
	{"github.com/fluxcd/helm-controller/api/v2.HelmReleaseSpec", "HelmRelease of Flux"},
	{"github.com/fluxcd/kustomize-controller/api/v1.KustomizationSpec", "Kustomization of Flux"},
	{"github.com/fluxapp-dev/fluxapp/schema/internal/kcl.KCLRunSpec", "KCLRun of the flux-kcl-controller"},
}

func isSpec(id string) bool {
	return slices.ContainsFunc(specs, func(s struct{ id, heading string }) bool { return s.id == id })
}

// objects returns the objects of all documents, those near a document first.
func objects() (all []*object, err error) {
	for _, kind := range documents {
		fields, err := schema.FieldsAt(kind)
		if err != nil {
			return nil, err
		}
		all = append(all, objectOf(fields[0], []string{kind}))
	}
	seen := map[string]bool{}
	for i := 0; i < len(all); i++ { // which grows
		for _, f := range all[i].fields {
			if f.Holds == "" || seen[f.Holds] || unread(f) || isLayer(all[i]) {
				continue
			}
			seen[f.Holds] = true
			all = append(all, objectOf(f, append(slices.Clone(all[i].path), f.Name)))
		}
	}
	return slices.DeleteFunc(all, isPart), nil
}

func objectOf(f schema.Field, path []string) *object {
	return &object{id: f.Holds, path: path, about: f.About(), fields: f.Fields()}
}

// isLayer reports whether an object has the fields of entries, whose places are the places of the entries.
func isLayer(o *object) bool { return o.id == typeOf("defaults") || o.id == typeOf("overrides") }

// isPart reports whether an object has no section of its own: what it holds is told with what holds it.
func isPart(o *object) bool { return o.id == typeOf("legacyPatch") }

// unread reports whether a field is for others.
func unread(f schema.Field) bool {
	return strings.HasSuffix(f.Description, "fluxapp does not read it.")
}

// specFields returns the fields of a spec that entries have: those that it declares.
func specFields(id string, all []*object) (fields []schema.Field) {
	for _, o := range all {
		for _, f := range o.fields {
			if f.Of == id && !isLayer(o) {
				fields = append(fields, f)
			}
		}
		if fields != nil {
			return fields
		}
	}
	return nil
}
