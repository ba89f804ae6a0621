package inventory

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// MergeSource merges a source over another one. A kind of source that the lower one lacks replaces those that it has;
// a spec of the same kind merges as maps do. A sourceRef with a kind replaces the one of the shared source, and
// merges over any other: without its kind it takes that of the lower one, and the namespace.
func MergeSource(b *tree.Builder, lower, upper, shared tree.Node,
	merge func(lower, upper tree.Node) tree.Node) tree.Node {
	if lower.Kind() != tree.Map || upper.Kind() != tree.Map {
		return merge(lower, upper)
	}
	if another := isOfAnotherKind(lower, upper); another {
		lower = Without(b, lower, append(sourceFields(), replacedName(upper)...)...)
	}
	if ref := upper.Get("sourceRef"); ref.Get("kind").Exists() && lower.Get("sourceRef").Same(shared.Get("sourceRef")) {
		lower = Without(b, lower, "sourceRef")
	}
	return merge(lower, upper)
}

// isOfAnotherKind reports whether a source brings a kind that the one below lacks.
func isOfAnotherKind(lower, upper tree.Node) bool {
	return slices.ContainsFunc(sourceFields(),
		func(field string) bool { return upper.Get(field).Exists() && !lower.Get(field).Exists() })
}

// replacedName is the field with the name of an inline source where a reference replaces it: a reference has its own.
func replacedName(upper tree.Node) []string {
	if upper.Get("sourceRef").Exists() {
		return []string{"name"}
	}
	return nil
}

// sourceFields are the fields of a source of which it has one.
func sourceFields() []string {
	fields := []string{"sourceRef"}
	for inline := range kinds.With(kinds.Source) {
		fields = append(fields, inline.Field)
	}
	return fields
}
