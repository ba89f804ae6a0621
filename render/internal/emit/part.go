package emit

import "github.com/fluxapp-dev/fluxapp/schema/tree"

type part struct {
	tree.Field
	origin
	parts []part // of a map: the fields that have origins of their own
}

// origin is where a part comes from, with all below it that is no part. Without entry and tell, the map around has it.
type origin struct {
	entry  string // the field of an entry, with dots
	layer  string // what has the value where no layer of an entry has it
	reason string // why fluxapp writes it where nobody has written it
	over   bool   // fluxapp writes it over what the entry has
	// tell returns the origin of a field below the part where it takes more than that; nil for most.
	tell func(o Origins, n tree.Node, below []string) Origin
}

func field(key string, value tree.Node, from origin) part {
	return part{Field: tree.Field{Key: key, Value: value}, origin: from}
}

// mapOf returns a map of fields and parts. Of those with one key the last one that has a value counts.
func mapOf(b *tree.Builder, key string, place tree.Node, from origin, fields []tree.Field, parts ...part) part {
	for _, p := range parts {
		fields = append(fields, p.Field)
	}
	return part{Field: tree.Field{Key: key, Value: b.Map(place, fields...)}, origin: from, parts: parts}
}

// find returns the origin of the field at a path, and what of the path leads from there to the field.
func (p part) find(path []string) (from origin, below []string) {
	for _, child := range p.parts {
		if len(path) == 0 || child.Key != path[0] {
			continue
		}
		if from, below = child.find(path[1:]); from.entry == "" && from.tell == nil {
			return origin{entry: p.entry, layer: p.layer, reason: from.reason, over: true, tell: p.tell}, path
		}
		return from, below
	}
	return p.origin, path
}
