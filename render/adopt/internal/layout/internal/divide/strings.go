package divide

import "github.com/fluxapp-dev/fluxapp/schema/tree"

// MapStrings returns a value with other texts in place of its strings. What has none to change is not built anew.
func MapStrings(b *tree.Builder, n tree.Node, other func(string) string) tree.Node {
	if n.Kind() != tree.String {
		return b.Rebuild(n, func(child tree.Node) tree.Node { return MapStrings(b, child, other) })
	}
	if text := other(n.Text()); text != n.Text() {
		return b.WithSetter(b.String(text, n), n.Setter())
	}
	return n
}

// MapKeys returns a value with other keys in its maps. What has none to change is not built anew.
func MapKeys(b *tree.Builder, n tree.Node, other func(string) string) tree.Node {
	n = b.Rebuild(n, func(child tree.Node) tree.Node { return MapKeys(b, child, other) })
	fields, changed := n.Fields(), false
	for i, f := range fields {
		fields[i].Key = other(f.Key)
		changed = changed || fields[i].Key != f.Key
	}
	if !changed {
		return n
	}
	return b.Map(n, fields...)
}
