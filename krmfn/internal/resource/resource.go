// Package resource reads the resources of a ResourceList: their fields, their kinds, and the annotations in which clients keep where a
// resource is from. It reads any node: kyaml's own accessors panic on lists and take an alias for its name.
package resource

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/kio/kioutil"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// Annotations of the clients. kyaml has no names for those that are written out.
const (
	Path      = kioutil.PathAnnotation
	Index     = kioutil.IndexAnnotation
	SeqIndent = kioutil.SeqIndentAnnotation
	ID        = kioutil.IdAnnotation
	Package   = "internal.config.kubernetes.io/package-path"
	Local     = "config.kubernetes.io/local-config"
	Kustomize = "kustomize.config.k8s.io/id"
	// kpt numbers the items of a selection with one of these.
	ResourceID    = "internal.config.kubernetes.io/kpt-resource-id"
	OldResourceID = "internal.config.k8s.io/kpt-resource-id"
)

// ClientAnnotations are the annotations by which a client finds a resource again: they put it back into its file, its place in the
// file and its package, and the comments of its user back onto its fields.
var ClientAnnotations = []string{Index, Path, SeqIndent, ID, Package, ResourceID, OldResourceID}

// legacy are the names of annotations in older clients.
var legacy = map[string]string{
	Path:  kioutil.LegacyPathAnnotation,
	Index: kioutil.LegacyIndexAnnotation,
	ID:    kioutil.LegacyIdAnnotation,
}

// IsOfClient reports whether an annotation is one that a client sets on any resource while it runs functions.
func IsOfClient(name string) bool {
	return strings.HasPrefix(name, "internal.config.kubernetes.io/") || strings.HasPrefix(name, "internal.config.k8s.io/") ||
		name == Kustomize || slices.Contains(slices.Collect(maps.Values(legacy)), name)
}

// WithoutClient returns a copy of a resource without the annotations of clients.
func WithoutClient(n *yaml.RNode) *yaml.RNode {
	n = n.Copy()
	if list := Lookup(n, "metadata", "annotations"); list != nil && list.Kind == yaml.MappingNode {
		var own []*yaml.Node
		for i := 0; i+1 < len(list.Content); i += 2 {
			if !IsOfClient(list.Content[i].Value) {
				own = append(own, list.Content[i], list.Content[i+1])
			}
		}
		list.Content = own
	}
	return n
}

// Lookup walks down a resource from map to map and returns the value; nil when there is none.
func Lookup(n *yaml.RNode, path ...string) *yaml.Node {
	at := Resolve(n.YNode())
	for _, key := range path {
		if at == nil || at.Kind != yaml.MappingNode {
			return nil
		}
		at = Resolve(child(at, key))
	}
	return at
}

func child(n *yaml.Node, key string) *yaml.Node {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

// Count returns how often a resource has a key at its top.
func Count(n *yaml.RNode, key string) (times int) {
	for i, child := range Resolve(n.YNode()).Content {
		if i%2 == 0 && child.Value == key {
			times++
		}
	}
	return times
}

// Resolve returns the value of an alias, and any other node as it is.
func Resolve(n *yaml.Node) *yaml.Node {
	if n != nil && n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

// IsNull reports whether a node is absent or null.
func IsNull(n *yaml.Node) bool { return n == nil || n.Tag == yaml.NodeTagNull }

// Text returns the scalar at a path; empty when there is none.
func Text(n *yaml.RNode, path ...string) string {
	if found := Lookup(n, path...); found != nil && found.Kind == yaml.ScalarNode && found.Tag != yaml.NodeTagNull {
		return found.Value
	}
	return ""
}

// Annotation returns the annotation of a client under its name of today or an older one.
func Annotation(n *yaml.RNode, key string) string {
	if value := Text(n, "metadata", "annotations", key); value != "" || legacy[key] == "" {
		return value
	}
	return Text(n, "metadata", "annotations", legacy[key])
}

// Kind returns the kind of a resource if it has one of some roles, whatever its version; nil when it has none.
func Kind(n *yaml.RNode, roles kinds.Role) *kinds.Kind {
	return kinds.Find(roles, kinds.GroupOf(Text(n, "apiVersion")), Text(n, "kind"))
}

// Fields returns the keys and the texts of the fields at the top of a resource.
func Fields(n *yaml.RNode) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		root := Lookup(n)
		if root == nil || root.Kind != yaml.MappingNode {
			return
		}
		for i := 0; i+1 < len(root.Content); i += 2 {
			if key := root.Content[i].Value; !yield(key, Text(n, key)) {
				return
			}
		}
	}
}
