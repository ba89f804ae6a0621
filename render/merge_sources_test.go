package render_test

import (
	"maps"
	"slices"
)

// inlineKinds are the kinds of the inline sources of stacks, under their fields.
var inlineKinds = map[string]string{"gitRepository": "GitRepository", "ociRepository": "OCIRepository"}

// inline returns an inline source with all that Flux requires.
func inline(field, tag string) map[string]any {
	url := map[string]string{"gitRepository": "https://example.com/x", "ociRepository": "oci://example.com/x"}[field]
	return map[string]any{field: map[string]any{"url": url, "interval": "1m", "ref": map[string]any{"tag": tag}}}
}

// inlinePart returns an inline source that is merged over a whole one.
func (g *layerMaker) inlinePart(field string) map[string]any {
	part := inline(field, g.word())
	spec := part[field].(map[string]any)
	switch g.numbers.IntN(3) {
	case 0:
		spec["secretRef"] = map[string]any{"name": g.word()}
	case 1:
		spec["secretRef"] = nil
	}
	return part
}

func (g *layerMaker) inlineField() string {
	return []string{"gitRepository", "ociRepository"}[g.numbers.IntN(2)]
}

// sourceOfBase returns what a base has as spec.source; nil for nothing.
func (g *layerMaker) sourceOfBase() map[string]any {
	if g.numbers.IntN(2) == 0 {
		return nil
	}
	return g.inlinePart(g.inlineField())
}

// items returns spec.sources of a level, with some of the names.
func (g *layerMaker) items(number int) (items []any) {
	for _, name := range []string{"one", "two"}[:number] {
		item := g.inlinePart(g.inlineField())
		item["name"] = name
		items = append(items, item)
	}
	return items
}

// source returns the source of a layer.
func (g *layerMaker) source() any {
	switch g.numbers.IntN(4) {
	case 0:
		return map[string]any{"sourceRef": map[string]any{"name": []string{"one", "two"}[g.numbers.IntN(2)]}}
	case 1:
		return map[string]any{"sourceRef": map[string]any{"kind": "GitRepository", "name": g.word()}}
	}
	return g.inlinePart(g.inlineField())
}

// slowSource returns the source of a cluster: an inline one, or the reference to one that is not rendered.
func (s stack) slowSource(cluster string) map[string]any {
	var lowest map[string]any
	items := map[string]map[string]any{}
	for _, l := range s.levels {
		lowest = slowSourceMerge(lowest, l.source)
		for _, item := range l.sources {
			item := maps.Clone(item.(map[string]any))
			name := item["name"].(string)
			delete(item, "name")
			items[name] = slowSourceMerge(items[name], item)
		}
	}
	source := lowest
	for _, layer := range s.layers(cluster) {
		over, written := layer["source"]
		switch over := over.(type) {
		case map[string]any:
			if ref, ok := over["sourceRef"].(map[string]any); ok && ref["kind"] == nil {
				source = items[ref["name"].(string)]
			} else {
				source = slowSourceMerge(source, over)
			}
		default: // null or $(remove)
			if written {
				source = lowest
			}
		}
	}
	return withoutNil(source)
}

// slowSourceMerge merges a source over another one. Of another kind it replaces that.
func slowSourceMerge(below, over map[string]any) map[string]any {
	for kind := range over {
		if _, same := below[kind]; !same {
			return over
		}
	}
	return new(slowMerge).maps(below, over, true)
}

// deliveredFrom returns the source of an object as a document has it.
func deliveredFrom(spec map[string]any, specs map[string]map[string]any) map[string]any {
	ref := spec["sourceRef"].(map[string]any)
	for _, field := range slices.Sorted(maps.Keys(inlineKinds)) {
		kind := inlineKinds[field]
		if source := specs[kind+"/"+ref["name"].(string)]; source != nil && ref["kind"] == kind {
			return map[string]any{field: any(source)}
		}
	}
	return map[string]any{"sourceRef": ref}
}
