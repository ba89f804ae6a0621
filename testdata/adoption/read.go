package adoption

import (
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// read is an object that the judge has found in a file.
type read struct {
	file string
	line int
	tree map[string]any // maps, lists, and texts that begin with their type
}

// readObjects returns the documents of a text, with the items of a List in place of it, and false where the rest of the
// text is no YAML. A document that is no map has no fields.
func readObjects(file, text string) (all []*read, ok bool) {
	decoder := yaml.NewDecoder(strings.NewReader(text))
	for {
		var document yaml.Node
		switch err := decoder.Decode(&document); {
		case errors.Is(err, io.EOF):
			return all, true
		case err != nil:
			return all, false
		}
		roots := document.Content
		if items := child(roots[0], "items"); items != nil && items.Kind == yaml.SequenceNode {
			roots = items.Content
		}
		for _, root := range roots {
			if root.Tag == "!!null" {
				continue // an empty document
			}
			tree, _ := canonical(root).(map[string]any)
			all = append(all, &read{file: file, line: root.Line, tree: tree})
		}
	}
}

func resolve(n *yaml.Node) *yaml.Node {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	return n
}

// child returns the value of a key of a map; nil when there is none.
func child(n *yaml.Node, key string) *yaml.Node {
	for i := 0; n.Kind == yaml.MappingNode && i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return resolve(n.Content[i+1])
		}
	}
	return nil
}

// canonical returns a value of YAML as maps, lists and texts that begin with their type.
func canonical(n *yaml.Node) any {
	switch n = resolve(n); n.Kind {
	case yaml.MappingNode:
		all := map[string]any{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			key := n.Content[i].Value
			for all[key] != nil {
				key += " again"
			}
			all[key] = canonical(n.Content[i+1])
		}
		return all
	case yaml.SequenceNode:
		all := []any{}
		for _, item := range n.Content {
			all = append(all, canonical(item))
		}
		return all
	}
	return n.ShortTag() + " " + n.Value
}

// at returns what is at a path of keys; nil when nothing is there.
func (r *read) at(keys ...string) any {
	var value any = r.tree
	for _, key := range keys {
		inner, _ := value.(map[string]any)
		value = inner[key]
	}
	return value
}

// textAt returns the text of a scalar at a path; empty when there is none.
func (r *read) textAt(keys ...string) string {
	value, _ := r.at(keys...).(string)
	_, text, _ := strings.Cut(value, " ")
	return text
}

func (r *read) kind() string { return r.textAt("kind") }

// name is the namespace and the name of an object, as lines of adopt have them.
func (r *read) name() string {
	return strings.TrimPrefix(r.textAt("metadata", "namespace")+"/"+r.textAt("metadata", "name"), "/")
}

// from is the document that an object is rendered from; empty where it has no annotation.
func (r *read) from() string { return r.textAt("metadata", "annotations", renderedFrom) }

const renderedFrom = "fluxapp.dev/rendered-from"

// group is the part of the API version that does not change.
func (r *read) group() string {
	group, _, _ := strings.Cut(r.textAt("apiVersion"), "/")
	return group
}

// isWorkload reports whether adopt must answer for an object.
func (r *read) isWorkload() bool {
	return slices.Contains([]string{"helm.toolkit.fluxcd.io HelmRelease", "kustomize.toolkit.fluxcd.io Kustomization"},
		r.group()+" "+r.kind())
}

func (r *read) String() string { return fmt.Sprintf("%s:%d %s %s", r.file, r.line, r.kind(), r.name()) }

// isManifest reports whether a file is one that commands for folders read: its parts are not hidden.
func isManifest(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if strings.HasPrefix(part, ".") {
			return false
		}
	}
	return slices.Contains([]string{".yaml", ".yml", ".json"}, path.Ext(name)) && !strings.Contains(name, "/templates/")
}
