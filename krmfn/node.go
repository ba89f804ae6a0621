package krmfn

import (
	"sigs.k8s.io/kustomize/kyaml/kio/kioutil"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// Annotations of the clients. kyaml has no names for those that are written out.
const (
	annotationPath      = kioutil.PathAnnotation
	annotationIndex     = kioutil.IndexAnnotation
	annotationSeqIndent = kioutil.SeqIndentAnnotation
	annotationID        = kioutil.IdAnnotation
	annotationPackage   = "internal.config.kubernetes.io/package-path"
	annotationLocal     = "config.kubernetes.io/local-config"
	annotationKustomize = "kustomize.config.k8s.io/id"
	// annotationMigration is one that kpt fn eval adds to each item, and looks at when they come back.
	annotationMigration = "internal.config.kubernetes.io/annotations-migration-resource-id"
	// kpt numbers the items of a selection with one of these.
	annotationResourceID    = "internal.config.kubernetes.io/kpt-resource-id"
	annotationOldResourceID = "internal.config.k8s.io/kpt-resource-id"
)

// legacy are the names that older clients give to annotations.
var legacy = map[string]string{
	annotationPath:  kioutil.LegacyPathAnnotation,
	annotationIndex: kioutil.LegacyIndexAnnotation,
	annotationID:    kioutil.LegacyIdAnnotation,
}

// lookup walks down a node from map to map and returns the value; nil when there is none. RNode's own accessors panic on
// lists and take an alias for its name.
func lookup(n *yaml.RNode, path ...string) *yaml.Node {
	at := resolve(n.YNode())
	for _, key := range path {
		if at == nil || at.Kind != yaml.MappingNode {
			return nil
		}
		at = resolve(child(at, key))
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

// count returns how often a map has a key.
func count(n *yaml.RNode, key string) (times int) {
	for i, child := range resolve(n.YNode()).Content {
		if i%2 == 0 && child.Value == key {
			times++
		}
	}
	return times
}

func resolve(n *yaml.Node) *yaml.Node {
	if n != nil && n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

// text returns the scalar at a path; empty when there is none.
func text(n *yaml.RNode, path ...string) string {
	if found := lookup(n, path...); found != nil && found.Kind == yaml.ScalarNode && found.Tag != yaml.NodeTagNull {
		return found.Value
	}
	return ""
}

// annotation returns the annotation of a client under its name of today or an older one.
func annotation(n *yaml.RNode, key string) string {
	if value := text(n, "metadata", "annotations", key); value != "" || legacy[key] == "" {
		return value
	}
	return text(n, "metadata", "annotations", legacy[key])
}
