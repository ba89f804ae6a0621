package adoption

import (
	"bytes"
	"errors"
	"io"
	"math/big"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// read is an object that the reader has found in a file.
type read struct {
	file        string
	index       int // among the objects of the file
	first, last int // lines
	tree        map[string]any
	text        []string // its lines
}

// readObjects returns the objects of a text, and false where the rest of the text is no YAML.
func readObjects(file string, data []byte) (all []*read, ok bool) {
	lines := strings.Split(strings.ReplaceAll(string(data), "\r\n", "\n"), "\n")
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	for {
		var document yaml.Node
		err := decoder.Decode(&document)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return finish(all, lines), false
		}
		root := resolve(document.Content[0])
		if root.Kind != yaml.MappingNode {
			continue
		}
		if items := child(root, "items"); items != nil && items.Kind == yaml.SequenceNode {
			for _, item := range items.Content {
				all = add(all, file, resolve(item))
			}
			continue
		}
		all = add(all, file, root)
	}
	return finish(all, lines), true
}

func add(all []*read, file string, root *yaml.Node) []*read {
	if root.Kind != yaml.MappingNode {
		return all
	}
	tree := canonical(root).(map[string]any)
	return append(all, &read{file: file, index: len(all), first: root.Line, tree: tree})
}

// finish gives the objects of a file their last lines: to the next object, without comments and marks that begin it.
func finish(all []*read, lines []string) []*read {
	end := len(lines)
	for _, r := range slices.Backward(all) {
		r.last = end
		for r.last > r.first && isBetween(lines[r.last-1]) {
			r.last--
		}
		r.text = lines[r.first-1 : r.last]
		end = r.first - 1
	}
	return all
}

// isBetween reports whether a line is between objects: a mark, a blank, or a comment at its begin.
func isBetween(line string) bool {
	return strings.TrimSpace(line) == "" || strings.HasPrefix(line, "---") || strings.HasPrefix(line, "#")
}

func resolve(n *yaml.Node) *yaml.Node {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	return n
}

// child returns the value of a key; nil when there is none.
func child(n *yaml.Node, key string) *yaml.Node {
	for i := 0; i+1 < len(n.Content); i += 2 {
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
		merged(all, n)
		return all
	case yaml.SequenceNode:
		all := []any{}
		for _, item := range n.Content {
			all = append(all, canonical(item))
		}
		return all
	}
	return scalarOf(n)
}

// merged adds the keys of a map, of the maps that it merges first.
func merged(all map[string]any, n *yaml.Node) {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Tag != "!!merge" {
			continue
		}
		from := resolve(n.Content[i+1])
		if from.Kind == yaml.SequenceNode {
			for _, one := range slices.Backward(from.Content) {
				merged(all, resolve(one))
			}
			continue
		}
		merged(all, from)
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Tag == "!!merge" {
			continue
		}
		_, key, _ := strings.Cut(scalarOf(resolve(n.Content[i])), " ")
		all[key] = canonical(n.Content[i+1])
	}
}

// yes and no are the booleans of YAML 1.1.
var (
	yes = []string{"yes", "Yes", "YES", "y", "Y", "on", "On", "ON", "true", "True", "TRUE"}
	no  = []string{"no", "No", "NO", "n", "N", "off", "Off", "OFF", "false", "False", "FALSE"}
)

// scalarOf returns a scalar as Kubernetes reads it, which is YAML 1.1: its type, a blank, and its text.
func scalarOf(n *yaml.Node) string {
	plain := n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) == 0 &&
		n.Style&yaml.TaggedStyle == 0
	switch {
	case plain && slices.Contains(yes, n.Value):
		return "bool true"
	case plain && slices.Contains(no, n.Value):
		return "bool false"
	case n.Tag == "!!null":
		return "null "
	case n.Tag == "!!int":
		if whole, ok := new(big.Int).SetString(n.Value, 0); ok {
			return "number " + whole.String()
		}
		return "number " + n.Value
	case n.Tag == "!!float":
		return "number " + n.Value
	}
	return "text " + n.Value
}

// at returns what is at a path of keys; nil when nothing is there.
func at(tree map[string]any, keys ...string) any {
	var value any = tree
	for _, key := range keys {
		inner, _ := value.(map[string]any)
		value = inner[key]
	}
	return value
}

// textAt returns the text of a scalar at a path; empty when there is none.
func textAt(tree map[string]any, keys ...string) string {
	value, _ := at(tree, keys...).(string)
	_, text, _ := strings.Cut(value, " ")
	return text
}

func (r *read) kind() string      { return textAt(r.tree, "kind") }
func (r *read) name() string      { return textAt(r.tree, "metadata", "name") }
func (r *read) namespace() string { return textAt(r.tree, "metadata", "namespace") }

// group is the part of the API version that does not change.
func (r *read) group() string {
	group, _, ok := strings.Cut(textAt(r.tree, "apiVersion"), "/")
	if !ok {
		return ""
	}
	return group
}

// isWorkload reports whether adopt must answer for an object.
func (r *read) isWorkload() bool {
	switch r.group() + " " + r.kind() {
	case "helm.toolkit.fluxcd.io HelmRelease", "kustomize.toolkit.fluxcd.io Kustomization",
		"krm.kcl.dev.fluxcd KCLRun":
		return true
	}
	return false
}

// id is what an API server knows an object by.
func (r *read) id() string { return r.group() + " " + r.kind() + " " + r.namespace() + "/" + r.name() }

// essence is what must be the same of an object that came in: all that its author wrote.
func (r *read) essence() map[string]any {
	metadata, _ := at(r.tree, "metadata").(map[string]any)
	kept := map[string]any{"name": metadata["name"], "namespace": metadata["namespace"]}
	for _, key := range []string{"labels", "annotations"} {
		if all := authored(metadata[key]); len(all) > 0 {
			kept[key] = all
		}
	}
	return map[string]any{"group": r.group(), "kind": r.kind(), "metadata": kept, "spec": r.tree["spec"]}
}

// tools are the beginnings of labels and annotations that programs write into objects.
var tools = []string{"fluxapp.dev/", "kustomize.toolkit.fluxcd.io/name", "kustomize.toolkit.fluxcd.io/checksum",
	"helm.toolkit.fluxcd.io/name", "kubectl.kubernetes.io/last-applied-configuration", "reconcile.fluxcd.io/",
	"meta.helm.sh/", "config.kubernetes.io/", "internal.config.kubernetes.io/", "config.k8s.io/", "internal.kpt.dev/"}

func authored(written any) map[string]any {
	all := map[string]any{}
	from, _ := written.(map[string]any)
	for key, value := range from {
		tool := func(prefix string) bool { return strings.HasPrefix(key, prefix) }
		helm := key == "app.kubernetes.io/managed-by" && value == "text Helm"
		if value != "null " && !helm && !slices.ContainsFunc(tools, tool) {
			all[key] = value
		}
	}
	return all
}
