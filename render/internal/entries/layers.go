package entries

import "github.com/fluxapp-dev/fluxapp/schema/tree"

// layerPair are two values that are merged.
type layerPair struct{ base, over tree.Node }

// mergeLayer merges a layer over an entry, which keeps its place. Most values below the fields are the same for all clusters, and are
// merged once.
func (m *merger) mergeLayer(entry, over tree.Node) tree.Node {
	fields := entry.Fields()
	for child := range over.Children() {
		value := child
		if child.Kind() == tree.Map {
			pair := layerPair{entry.Get(child.Key()).Value(), child.Value()}
			result, ok := m.cache[pair]
			if !ok {
				result = mergeMaps(m.inv.Build, pair.base, child)
				m.cache[pair] = result
			}
			value = result
		}
		fields = append(fields, tree.Field{Key: child.Key(), Value: value})
	}
	return m.overSource(m.inv.Build.Map(entry, fields...), entry, over)
}

// mergeMaps merges the map over onto base as Helm does: maps are merged deeply, every other value replaces, and null removes. A null
// stays in the map as a null, which counts as absent and is not printed. Where one of the two is absent the other is the result.
func mergeMaps(b *tree.Builder, base, over tree.Node) tree.Node {
	switch {
	case !over.Exists():
		return base
	case base.Kind() != tree.Map || over.Kind() != tree.Map:
		return over
	}
	fields := base.Fields()
	for child := range over.Children() {
		value := child
		if child.Kind() == tree.Map {
			value = mergeMaps(b, base.Get(child.Key()), child)
		}
		fields = append(fields, tree.Field{Key: child.Key(), Value: value})
	}
	return b.Map(over, fields...)
}
