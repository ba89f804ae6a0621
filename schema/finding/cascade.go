package finding

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// dropCascades drops problems that follow from another one: a misspelt field is missing where it belongs, a field of
// a wrong type lacks what its own type has, and an override matches nothing, or the ServiceAccount of tenancy is
// filled in, while something else is wrong. The places to repair are left.
func dropCascades(problems []Problem, paths []string) ([]Problem, []string) {
	causes := rootCauses{meant: map[fieldAt]bool{}, misplaced: map[*Subject]bool{}, unknown: map[fieldAt]bool{},
		mistyped: map[fieldAt]bool{}, wrong: map[*Subject]bool{}, defaults: map[*Subject]bool{}}
	for i, p := range problems {
		causes.add(p, paths[i])
	}
	var kept []Problem
	var keptPaths []string
	for i, p := range problems {
		if !causes.explain(p, paths[i]) {
			kept, keptPaths = append(kept, p), append(keptPaths, paths[i])
		}
	}
	return kept, keptPaths
}

// fieldAt is a field of the map at a path; without a name, the value at the path itself or any field of it.
type fieldAt struct {
	subject     *Subject
	path, field string
}

type rootCauses struct {
	meant     map[fieldAt]bool  // fields that were written by another name
	misplaced map[*Subject]bool // documents with a word of Flux in the wrong place
	elsewhere []fieldAt         // these words
	// fields that the Flux of the run does not know, references, $(remove) and too large values: nothing else matters
	unknown  map[fieldAt]bool
	mistyped map[fieldAt]bool  // fields of a wrong type: what they lack does not matter
	wrong    map[*Subject]bool // documents with an error
	removals []fieldAt         // each $(remove) that cannot remove anything
	defaults map[*Subject]bool // documents whose defaults are misspelt or in the wrong place
}

func (c *rootCauses) add(p Problem, path string) {
	if !p.IsError() {
		return
	}
	c.wrong[p.Subject] = true
	switch p.Code {
	case codes.Type:
		c.mistyped[fieldAt{p.Subject, path, ""}] = true
		return
	case codes.FluxField, codes.Reference, codes.ObjectSize:
		if p.OnKey || p.Code != codes.FluxField {
			c.unknown[fieldAt{p.Subject, path, ""}] = true
		}
		return
	case codes.Removal:
		c.unknown[fieldAt{p.Subject, path, ""}] = true
		c.removals = append(c.removals, fieldAt{p.Subject, path, ""})
		return
	case codes.UnknownField, codes.Misplaced:
	default:
		return
	}
	c.defaults[p.Subject] = c.defaults[p.Subject] || p.Node.Key() == "defaults" || p.Proposed == "defaults"
	above := strings.TrimPrefix(strings.TrimSuffix("."+path, tree.Step(p.Node.WrittenKey())), ".")
	c.meant[fieldAt{p.Subject, above, ""}] = true
	if p.Code == codes.UnknownField {
		field, _, _ := strings.Cut(p.Proposed, ".")
		c.meant[fieldAt{p.Subject, above, field}] = true
		return
	}
	c.meant[fieldAt{p.Subject, above, anyField}] = true
	c.elsewhere = append(c.elsewhere, fieldAt{p.Subject, above, p.Node.Key()})
	c.misplaced[p.Subject] = c.misplaced[p.Subject] || p.Code == codes.Misplaced
}

func (p Problem) below(fields map[fieldAt]bool, path string) bool {
	for len(fields) > 0 && path != "" {
		if fields[fieldAt{p.Subject, path, ""}] {
			return true
		}
		path = path[:max(0, strings.LastIndexAny(path, ".["))]
	}
	return false
}

// anyField is the name of what a misplaced field, or one that is not read yet, may have been meant to be.
const anyField = "*"

func (c rootCauses) explain(p Problem, path string) bool {
	at := func(field string) bool { return c.meant[fieldAt{p.Subject, path, field}] }
	switch {
	case p.Code != codes.FluxField && p.Code != codes.Reference && p.Code != codes.ObjectSize && p.Code != codes.Removal &&
		p.below(c.unknown, path):
		return true
	case (p.Code == codes.Required || p.Code == codes.Selector) && c.removesIn(p, path):
		return true
	case c.wrong[p.Subject] &&
		(p.Code == codes.UnusedOverride || p.Code == codes.ServiceAccount || p.Code == codes.Bootstrap):
		return true
	case p.Code == codes.Filled && c.defaults[p.Subject]:
		return true
	case (p.Child != "" || p.Code == codes.NoSource) && p.below(c.mistyped, path):
		return true
	case p.Code == codes.NoSource, p.Code == codes.NoChart:
		return c.misplaced[p.Subject] || at("")
	case p.Missing, p.Code == codes.KubeConfig && p.Child != "":
		return at("")
	case p.Child != "":
		return at(p.Child) || at(anyField) || c.inPlaceOf(fieldAt{p.Subject, path, p.Child})
	}
	return false
}

func (c rootCauses) removesIn(p Problem, path string) bool {
	if p.Child != "" {
		path += tree.Step(p.Child)
	}
	return slices.ContainsFunc(c.removals, func(removal fieldAt) bool {
		return removal.subject == p.Subject && strings.HasPrefix(removal.path+".", path+".")
	})
}

func (c rootCauses) inPlaceOf(missing fieldAt) bool {
	return slices.ContainsFunc(c.elsewhere, func(found fieldAt) bool {
		return found.subject == missing.subject && found.field == missing.field &&
			(strings.HasPrefix(found.path+".", missing.path+".") || strings.HasPrefix(missing.path+".", found.path+"."))
	})
}

// isElsewhere reports whether others with the text of a finding have its cause: information is about the run, and what
// the fleet or a cluster lacks is added once. A problem with a proposal is corrected at its place, and each
// acknowledged one is told.
func (f Finding) isElsewhere() bool {
	lacks := f.Code == "FA220" || f.Code == codes.Reference && strings.HasPrefix(f.Detail, "cluster ")
	return f.Line > 0 && f.Proposed == "" && f.Code != codes.Acknowledged && (lacks || f.Severity == SeverityInfo)
}

// dedupe drops repeated findings: anchors and merge keys bring one field to several paths. Of findings with one rule
// and one text that have one cause it keeps the first, which tells the other places.
func dedupe(list Findings) (kept Findings) {
	type place struct {
		text         *tree.Tree // nil of a text that cannot be read
		file         string
		code         Code
		line, column int
		path, detail string
	}
	first, places := map[place]int{}, map[place][]string{}
	for _, f := range list {
		at := place{f.node.Source(), f.File, f.Code, f.Line, f.Column, f.Path, f.Detail}
		if f.Line > 0 {
			at.path = f.Path[strings.LastIndexAny(f.Path, ".[")+1:]
		}
		if f.isElsewhere() {
			at = place{code: f.Code, path: f.Current, detail: f.Detail}
			places[at] = append(places[at], fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Column))
		}
		if _, repeated := first[at]; !repeated {
			first[at], kept = len(kept), append(kept, f)
		}
	}
	for at, all := range places {
		if all = slices.Compact(all); len(all) > 1 {
			f := &kept[first[at]]
			what, remedy, _ := strings.Cut(f.Detail+"; ", "; ")
			f.Detail = f.fitting(strings.TrimSuffix(what+" (also at "+names.Sentence(all[1:])+"); "+remedy, "; "))
		}
	}
	return kept
}
