package emit

import "github.com/fluxapp-dev/fluxapp/schema/tree"

// part is a field of an object with its origin.
type part struct {
	tree.Field
	parts  []part     // of a map: what it is built of
	from   originFunc // of the value, and of all fields below it that are no parts
	reason string     // why fluxapp writes it; empty where an author does
}

// mapOf builds a map of parts. Of parts with one key the last one that has a value counts.
func mapOf(b *tree.Builder, key string, place tree.Node, from originFunc, parts ...part) part {
	fields := make([]tree.Field, len(parts))
	for i, p := range parts {
		fields[i] = p.Field
	}
	return part{Field: tree.Field{Key: key, Value: b.Map(place, fields...)}, parts: parts, from: from}
}

// copied returns the parts that fields of one origin are.
func copied(from originFunc, all ...[]tree.Field) (parts []part) {
	for _, fields := range all {
		for _, f := range fields {
			parts = append(parts, part{Field: f, from: from})
		}
	}
	return parts
}

// written returns a label or an annotation that fluxapp writes.
func written(key string, value tree.Node, reason string) part {
	return part{Field: tree.Field{Key: key, Value: value}, from: fromMetadata, reason: reason}
}

// find returns the part that has the field at a path: the part itself where the field is in none of its parts.
func (p part) find(path []string) part {
	found := -1
	for i := range p.parts {
		if len(path) > 0 && p.parts[i].Key == path[0] && (found < 0 || p.parts[i].Value.Exists()) {
			found = i
		}
	}
	if found < 0 {
		return p
	}
	return p.parts[found].find(path[1:])
}
