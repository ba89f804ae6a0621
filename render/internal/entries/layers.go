package entries

import (
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// layerPair are two values that are merged, and what belongs in their place, where merging depends on it.
type layerPair struct {
	base, over tree.Node
	kind       validate.Type
}

// mergeBelow merges a layer over those below it, which may be absent. The result has the place of the layer.
func (m *merger) mergeBelow(below, layer tree.Node) tree.Node {
	if m.words == nil || layer.Kind() != tree.Map {
		return m.overSource(mergeMaps(m.inv.Build, below, layer), below, layer)
	}
	return m.overSource(m.inv.Build.Map(layer, m.words.layer(below, layer)...), below, layer)
}

// mergeLayer merges a layer over an entry, which keeps its place. Most values below the fields are the same for all clusters, and are
// merged once.
func (m *merger) mergeLayer(entry, over tree.Node) tree.Node {
	if m.words != nil {
		return m.overSource(m.inv.Build.Map(entry, m.words.layer(entry, over)...), entry, over)
	}
	fields := entry.Fields()
	for child := range over.Children() {
		value := child
		if child.Kind() == tree.Map {
			pair := layerPair{base: entry.Get(child.Key()).Value(), over: child.Value()}
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
