package resource

import (
	"maps"
	"slices"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// Same reports whether two resources have the same values, with the fields in the same order. Comments, style and the annotations of clients
// do not count.
func Same(a, b *yaml.RNode) bool {
	return maps.Equal(ownAnnotations(a), ownAnnotations(b)) && sameNode(a.YNode(), b.YNode(), annotations)
}

// annotations is where a resource has its annotations.
var annotations = []string{"metadata", "annotations"}

// ownAnnotations returns the annotations of a resource without those of clients.
func ownAnnotations(n *yaml.RNode) map[string]string {
	own := map[string]string{}
	for key, value := range Fields(yaml.NewRNode(Lookup(n, annotations...))) {
		if !IsOfClient(key) {
			own[key] = value
		}
	}
	return own
}

// sameNode compares two nodes, without what is at a path of keys.
func sameNode(a, b *yaml.Node, without []string) bool {
	if a.Kind != b.Kind || a.Value != b.Value || a.ShortTag() != b.ShortTag() || len(a.Content) != len(b.Content) {
		return false
	}
	switch a.Kind {
	case yaml.MappingNode:
		return sameFields(a, b, without)
	case yaml.SequenceNode:
		return slices.EqualFunc(a.Content, b.Content, func(x, y *yaml.Node) bool { return sameNode(x, y, nil) })
	}
	return a.Kind == yaml.ScalarNode // an alias has its value elsewhere
}

func sameFields(a, b *yaml.Node, without []string) bool {
	for i := 0; i+1 < len(a.Content); i += 2 {
		onPath := len(without) > 0 && a.Content[i].Value == without[0]
		var below []string
		if onPath {
			below = without[1:]
		}
		skipped := onPath && len(below) == 0
		if !sameNode(a.Content[i], b.Content[i], nil) || !skipped && !sameNode(a.Content[i+1], b.Content[i+1], below) {
			return false
		}
	}
	return true
}
