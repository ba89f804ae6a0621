package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sigs.k8s.io/controller-tools/pkg/crd"
)

// A history is what the releases of Flux have at one place, by minor version. Releases that do not have the place are
// left out.
type history map[int]props

// changes are what versions of Flux changed in a field.
type changes struct {
	// Since is the minor version that brought the field, 0 when the oldest one had it.
	Since int
	// Until is the last minor version that has the field in its newest API version, 0 when the newest one has it.
	Until int
	// EnumSince are the values that came later than the field.
	EnumSince map[string]int
	// OptionalSince is the version from which on the field may be left out, 0 when it always might or never may.
	OptionalSince int

	compared []int // the versions that were looked at
}

func (c changes) equal(other changes) bool {
	return c.Since == other.Since && c.Until == other.Until && c.OptionalSince == other.OptionalSince &&
		maps.Equal(c.EnumSince, other.EnumSince)
}

// historyOf returns a type as releases have it under the same name, in the newest API version that they have. Types of
// fluxapp have no history.
func historyOf(of crd.TypeIdent, all []release) history {
	past := history{}
	if !strings.HasPrefix(of.Package.PkgPath, "github.com/fluxcd/") {
		return past
	}
	packages := versions[of.Package.PkgPath]
	if packages == nil {
		packages = []string{of.Package.PkgPath}
	}
	for _, r := range all {
		for _, pkg := range packages {
			if ident, ok := r.types.named(pkg, of.Name); ok {
				past[r.minor] = r.types.flat(ident)
				break
			}
		}
	}
	return past
}

func (h history) minors() []int { return slices.Sorted(maps.Keys(h)) }

// fields returns the names of the fields that the releases have, by minor version.
func (h history) fields() map[int][]string {
	names := map[int][]string{}
	for minor, schema := range h {
		names[minor] = sortedKeys(schema.Properties)
	}
	return names
}

// below returns what releases have where a member leads: types have changed their names, places have not.
func (h history) below(m member) history {
	past := history{}
	for minor, schema := range h {
		field, ok := schema.Properties[m.name]
		if !ok {
			continue
		}
		for inner := items(field); inner != nil; inner = items(field) {
			field = *inner
		}
		past[minor] = field
	}
	return past
}

// changes returns what the releases changed in a field.
func (h history) changes(m member) (c changes) {
	c.compared, c.EnumSince = h.minors(), map[string]int{}
	seen, required := map[string]bool{}, false
	for i, minor := range c.compared {
		field, ok := h[minor].Properties[m.name]
		switch {
		case !ok && c.began(i):
			if c.Until == 0 {
				c.Until = c.compared[i-1]
			}
			continue
		case !ok:
			c.Since = minor + 1
			continue
		}
		first := len(seen) == 0
		for _, value := range enum(field) {
			if !first && !seen[value] {
				c.EnumSince[value] = minor
			}
			seen[value] = true
		}
		if slices.Contains(h[minor].Required, m.name) && field.Default == nil { // which is there before it is missed
			required = true
		} else if required && c.OptionalSince == 0 {
			c.OptionalSince = minor
		}
	}
	return c
}

// began reports whether a release before the one at an index has the field.
func (c changes) began(index int) bool { return index > 0 && c.Since != c.compared[index-1]+1 }

// enum returns the values that a field, or the items of a list, may have.
func enum(field props) (values []string) {
	for inner := items(field); inner != nil; inner = items(field) {
		field = *inner
	}
	for _, value := range field.Enum {
		var text string
		if json.Unmarshal(value.Raw, &text) == nil {
			values = append(values, text)
		}
	}
	return values
}

// preset returns what an API server has filled in for a field, as JSON: where newer ones leave it out, controllers take
// the same.
func (h history) preset(m member) (text string) {
	for _, minor := range h.minors() {
		if preset := h[minor].Properties[m.name].Default; preset != nil {
			text = string(preset.Raw)
		}
	}
	return text
}

// gone returns an error for values that older releases take and the newest does not: fluxapp has no word for them.
func (h history) gone(m member) error {
	minors := h.minors()
	for _, minor := range minors {
		for _, value := range enum(h[minor].Properties[m.name]) {
			newest := h[minors[len(minors)-1]].Properties[m.name]
			if now := enum(newest); len(now) > 0 && !slices.Contains(now, value) {
				return fmt.Errorf("Flux 2.%d takes %q, and the newest does not", minor, value)
			}
		}
	}
	return nil
}
