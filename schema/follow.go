package schema

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// withoutFollowers leaves out what follows from another problem: that a misspelt field is missing where it belongs, what a field of a
// wrong type lacks, and that an override matches nothing while something else is wrong. What is left are the places to repair.
func withoutFollowers(problems []Problem, paths []string) ([]Problem, []string) {
	strange := strangeFields{
		meant: map[strangeField]bool{}, misplaced: map[*Document]bool{}, unknown: map[strangeField]bool{}, mistyped: map[strangeField]bool{},
		wrong: map[*Document]bool{}, defaults: map[*Document]bool{},
	}
	for i, p := range problems {
		strange.add(p, paths[i])
	}
	if len(strange.wrong) == 0 {
		return problems, paths
	}
	var kept []Problem
	var keptPaths []string
	for i, p := range problems {
		if !strange.explains(p, paths[i]) {
			kept, keptPaths = append(kept, p), append(keptPaths, paths[i])
		}
	}
	return kept, keptPaths
}

// strangeField is a field that was meant by another one of the map at a path; without a name, any field.
type strangeField struct {
	document    *Document
	path, field string
}

type strangeFields struct {
	meant     map[strangeField]bool
	misplaced map[*Document]bool    // documents with a word of Flux in the wrong place
	elsewhere []strangeField        // these words
	unknown   map[strangeField]bool // fields that the Flux of the run does not know, and references: nothing else about them matters
	mistyped  map[strangeField]bool // fields of a wrong type: what they lack does not matter
	wrong     map[*Document]bool    // documents with an error
	defaults  map[*Document]bool    // documents whose defaults are misspelt or in the wrong place
}

func (s *strangeFields) add(p Problem, path string) {
	if cmp.Or(p.Severity, SeverityError) != SeverityError {
		return
	}
	s.wrong[p.Document] = true
	switch p.Code {
	case CodeType:
		s.mistyped[strangeField{p.Document, path, ""}] = true
		return
	case CodeFluxField, CodeReference:
		if p.OnKey || p.Code == CodeReference {
			s.unknown[strangeField{p.Document, path, ""}] = true
		}
		return
	case CodeUnknownField, CodeMisplaced, CodeNotYet:
	default:
		return
	}
	s.defaults[p.Document] = s.defaults[p.Document] || p.Node.Key() == "defaults" || p.Proposed == "defaults"
	above := strings.TrimPrefix(strings.TrimSuffix("."+path, tree.Step(p.Node.WrittenKey())), ".")
	s.meant[strangeField{p.Document, above, ""}] = true
	if p.Code == CodeUnknownField {
		field, _, _ := strings.Cut(p.Proposed, ".")
		s.meant[strangeField{p.Document, above, field}] = true
		return
	}
	s.meant[strangeField{p.Document, above, anyField}] = true
	s.elsewhere = append(s.elsewhere, strangeField{p.Document, above, p.Node.Key()})
	s.misplaced[p.Document] = s.misplaced[p.Document] || p.Code == CodeMisplaced
}

// below reports whether a problem lies in one of these fields.
func (p Problem) below(fields map[strangeField]bool, path string) bool {
	for len(fields) > 0 && path != "" {
		if fields[strangeField{p.Document, path, ""}] {
			return true
		}
		path = path[:max(0, strings.LastIndexAny(path, ".["))]
	}
	return false
}

// anyField is the name of what a misplaced field, or one that is not read yet, may have been meant to be.
const anyField = "*"

func (s strangeFields) explains(p Problem, path string) bool {
	at := func(field string) bool { return s.meant[strangeField{p.Document, path, field}] }
	switch {
	case p.Code != CodeFluxField && p.Code != CodeReference && p.below(s.unknown, path):
		return true
	case p.Code == CodeUnusedOverride && s.wrong[p.Document], p.Code == CodeFilled && s.defaults[p.Document]:
		return true
	case (p.Child != "" || p.Code == CodeNoSource) && p.below(s.mistyped, path):
		return true
	case p.Code == CodeNoSource, p.Code == CodeNoChart:
		return s.misplaced[p.Document] || at("")
	case p.Missing, p.Code == CodeKubeConfig && p.Child != "":
		return at("")
	case p.Child != "":
		return at(p.Child) || at(anyField) || s.inPlaceOf(strangeField{p.Document, path, p.Child})
	}
	return false
}

// inPlaceOf reports whether a field that is missing was written further out or further in.
func (s strangeFields) inPlaceOf(missing strangeField) bool {
	return slices.ContainsFunc(s.elsewhere, func(found strangeField) bool {
		return found.document == missing.document && found.field == missing.field &&
			(strings.HasPrefix(found.path+".", missing.path+".") || strings.HasPrefix(missing.path+".", found.path+"."))
	})
}
