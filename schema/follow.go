package schema

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// withoutFollowers leaves out what follows from a field that is misspelt or in the wrong place: that it is missing where it
// belongs. What is left are the places to repair.
func withoutFollowers(problems []Problem, paths []string) ([]Problem, []string) {
	strange := strangeFields{meant: map[strangeField]bool{}, misplaced: map[*Document]bool{}, unknown: map[strangeField]bool{}}
	for i, p := range problems {
		strange.add(p, paths[i])
	}
	if len(strange.meant) == 0 && len(strange.unknown) == 0 {
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
}

func (s *strangeFields) add(p Problem, path string) {
	switch p.Code {
	case CodeFluxField, CodeReference:
		if p.OnKey || p.Code == CodeReference {
			s.unknown[strangeField{p.Document, path, ""}] = true
		}
		return
	case CodeUnknownField, CodeMisplaced, CodeNotYet:
	default:
		return
	}
	above := strings.TrimPrefix(strings.TrimSuffix("."+path, tree.Step(p.Node.Key())), ".")
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

// belowUnknown reports whether a problem lies in a field that the Flux of the run does not know, or in a reference.
func (s strangeFields) belowUnknown(p Problem, path string) bool {
	for len(s.unknown) > 0 && path != "" {
		if s.unknown[strangeField{p.Document, path, ""}] {
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
	case p.Code != CodeFluxField && p.Code != CodeReference && s.belowUnknown(p, path):
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
