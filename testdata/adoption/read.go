package adoption

import (
	"bytes"
	"errors"
	"fmt"
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
	comments    []string
}

// reader reads values of YAML. Plain yes, on and the like are texts to kustomize, which builds what people write, and
// booleans to kubectl, which applies what is rendered.
type reader struct{ kubectl bool }

// readObjects returns the documents of a text that somebody wrote, with the items of lists in place of these, and false
// where the rest of the text is no YAML. A document that is no map has no fields.
func readObjects(file string, data []byte) (all []*read, ok bool) {
	return reader{}.objects(file, data)
}

// readRendered returns the same of a text that the command wrote.
func readRendered(file string, data []byte) (all []*read, ok bool) {
	return reader{kubectl: true}.objects(file, data)
}

func (r reader) objects(file string, data []byte) (all []*read, ok bool) {
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
		items := child(root, "items")
		if root.Kind != yaml.MappingNode || items == nil || items.Kind != yaml.SequenceNode {
			all = r.add(all, file, &document)
			continue
		}
		for _, item := range items.Content {
			all = r.add(all, file, item)
		}
	}
	return finish(all, lines), true
}

// add adds a document or an item. One that is empty is none: its comments are of the one before.
func (r reader) add(all []*read, file string, n *yaml.Node) []*read {
	root := resolve(n)
	if n.Kind == yaml.DocumentNode {
		root = resolve(n.Content[0])
	}
	if root.Tag == "!!null" {
		if len(all) > 0 {
			last := all[len(all)-1]
			last.comments = append(last.comments, commentsOf(n)...)
		}
		return all
	}
	tree, _ := r.canonical(root).(map[string]any)
	return append(all, &read{file: file, index: len(all), first: root.Line, tree: tree, comments: commentsOf(n)})
}

// commentsOf returns the lines of comments of a document or an item.
func commentsOf(n *yaml.Node) (all []string) {
	for line := range strings.Lines(n.HeadComment + "\n" + n.LineComment + "\n" + n.FootComment) {
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	for _, inner := range n.Content {
		all = append(all, commentsOf(inner)...)
	}
	return all
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
func (r reader) canonical(n *yaml.Node) any {
	switch n = resolve(n); n.Kind {
	case yaml.MappingNode:
		all := map[string]any{}
		r.merged(all, n)
		return all
	case yaml.SequenceNode:
		all := []any{}
		for _, item := range n.Content {
			all = append(all, r.canonical(item))
		}
		return all
	}
	return r.scalar(n)
}

// merged adds the keys of a map, of the maps that it merges first.
func (r reader) merged(all map[string]any, n *yaml.Node) {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Tag != "!!merge" {
			continue
		}
		from := resolve(n.Content[i+1])
		if from.Kind == yaml.SequenceNode {
			for _, one := range slices.Backward(from.Content) {
				r.merged(all, resolve(one))
			}
			continue
		}
		r.merged(all, from)
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Tag == "!!merge" {
			continue
		}
		_, key, _ := strings.Cut(r.scalar(resolve(n.Content[i])), " ")
		if seen[key] {
			all[key+" twice"] = true
		}
		seen[key] = true
		all[key] = r.canonical(n.Content[i+1])
	}
}

// yes and no are the booleans of YAML 1.1 alone.
var (
	yes = []string{"yes", "Yes", "YES", "y", "Y", "on", "On", "ON"}
	no  = []string{"no", "No", "NO", "n", "N", "off", "Off", "OFF"}
)

// scalar returns a scalar as Kubernetes reads it: its type, a blank, and its text.
func (r reader) scalar(n *yaml.Node) string {
	plain := n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) == 0 &&
		n.Style&yaml.TaggedStyle == 0
	switch {
	case plain && slices.Contains(slices.Concat(yes, no), n.Value):
		if r.kubectl {
			return fmt.Sprint("bool ", slices.Contains(yes, n.Value))
		}
	case n.Tag == "!!bool":
		return "bool " + strings.ToLower(n.Value)
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
