package entries

import "github.com/fluxapp-dev/fluxapp/schema/tree"

// mergeBelow merges a layer over those below it, which may be absent. The result has the place of the layer.
func (m *merger) mergeBelow(below, layer tree.Node) tree.Node {
	if m.words == nil || layer.Kind() != tree.Map {
		return m.overSource(m.inv.Build.Merge(below, layer), below, layer)
	}
	return m.overSource(m.inv.Build.Map(layer, m.words.layer(below, layer)...), below, layer)
}

// settled returns a merged entry that nothing is merged over any more.
func (m *merger) settled(fields tree.Node) tree.Node {
	if m.words == nil || !m.words.grows {
		return fields
	}
	return m.words.settled(fields, site{kind: m.words.entry})
}

// mergeLayer merges a layer over an entry, which keeps its place. Most values below the fields are the same for all
// clusters, and are merged once.
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
				result = m.inv.Build.Merge(pair.base, child)
				m.cache[pair] = result
			}
			value = result
		}
		fields = append(fields, tree.Field{Key: child.Key(), Value: value})
	}
	return m.overSource(m.inv.Build.Map(entry, fields...), entry, over)
}
