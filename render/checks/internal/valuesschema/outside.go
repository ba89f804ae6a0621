package valuesschema

import (
	"path"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// ExternalError is a $ref or a $schema that leads outside of the chart. What is there takes all values.
type ExternalError struct {
	urls []string
	// All: the schema cannot be applied without it, to no value.
	All bool
}

// Error returns the text, which begins with "its values.schema.json".
func (e *ExternalError) Error() string {
	to := "a schema outside of the chart"
	if len(e.urls) > 0 {
		to = names.Sentence(e.urls)
	}
	return "its values.schema.json refers to " + to + ", which fluxapp does not follow"
}

// closedLoader reads no file and no network. Helm takes any value for an urn: that nobody resolves.
type closedLoader struct {
	refs    []string // of the schema
	refused []string // URLs
}

func (l *closedLoader) Load(url string) (any, error) {
	if strings.HasPrefix(url, "urn:") {
		return true, nil
	}
	l.refused = append(l.refused, url)
	return standIn(l.refs, url), nil
}

// standIn returns a schema that takes all values, and has one of this kind wherever a $ref leads to.
func standIn(refs []string, at string) any {
	doc := map[string]any{}
	for _, ref := range refs {
		file, pointer, _ := strings.Cut(ref, "#")
		if path.Base(file) != path.Base(at) {
			continue
		}
		place := doc
		for _, key := range tokensOf(pointer)[1:] {
			below, _ := place[key].(map[string]any)
			if below == nil {
				below = map[string]any{}
			}
			place[key], place = below, below
		}
	}
	return doc
}

// needs reports whether a value could be refused because a schema at one of some URLs takes it: where a schema must
// not take the value, or not beside others, and where it says which fields are known.
func needs(top *jsonschema.Schema, urls []string) bool {
	isOutside := func(s *jsonschema.Schema) bool {
		file, _, _ := strings.Cut(s.Location, "#")
		return slices.Contains(urls, file)
	}
	for _, s := range below(top) {
		deciding := slices.Concat(s.OneOf, present(s.Not, s.If))
		if s.MaxContains != nil {
			deciding = append(deciding, s.Contains)
		}
		if !isTrivial(s.UnevaluatedProperties) || !isTrivial(s.UnevaluatedItems) {
			deciding = append(deciding, s)
		}
		for _, choice := range present(deciding...) {
			for _, inner := range below(choice) {
				if isOutside(inner) {
					return true
				}
			}
		}
	}
	return false
}
