package krmfn

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/kio"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/bound"
)

// ResourceList is what a KRM function reads and writes.
type ResourceList struct {
	// APIVersion is that of the list; the answer has the one of the question.
	APIVersion string
	// Items are the resources: of a package, or so far of a build.
	Items []*yaml.RNode
	// FunctionConfig says what to do; nil when the client sent none.
	FunctionConfig *yaml.RNode
	// Results are what this run found. Those of earlier functions are not read.
	Results Results
}

// Read reads one ResourceList. What is no ResourceList, or not all of one, is an error.
func Read(in io.Reader) (ResourceList, error) {
	data, err := bound.ReadAll(in, "the input")
	if err != nil {
		return ResourceList{}, err
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return ResourceList{}, errors.New("the input is empty; send a ResourceList")
	}
	nodes, err := nodesOf(data)
	switch {
	case err != nil:
		return ResourceList{}, fmt.Errorf("the input is no ResourceList: %w", err)
	case len(nodes) != 1:
		return ResourceList{}, fmt.Errorf("the input is no ResourceList: it holds %d documents; send one", len(nodes))
	}
	return unwrap(nodes[0])
}

// nodesOf returns the documents of a text.
func nodesOf(data []byte) ([]*yaml.RNode, error) {
	nodes, err := readNodes(data)
	if err == nil || !isEscape(err) {
		return nodes, err
	}
	marked, pairs := markPairs(data)
	nodes, err = readNodes(marked)
	for _, node := range nodes {
		pairs.restore(node.Document())
	}
	return nodes, err
}

func readNodes(data []byte) ([]*yaml.RNode, error) {
	reader := kio.ByteReader{Reader: bytes.NewReader(data), OmitReaderAnnotations: true, DisableUnwrapping: true}
	return reader.Read()
}

func unwrap(list *yaml.RNode) (ResourceList, error) {
	rl := ResourceList{APIVersion: text(list, "apiVersion")}
	if text(list, "kind") != kio.ResourceListKind || !strings.HasPrefix(rl.APIVersion, "config.kubernetes.io/") {
		return rl, fmt.Errorf("the input is no ResourceList: it says kind %q of apiVersion %q; send kind %s of %s, or write fluxapp - to render documents",
			text(list, "kind"), rl.APIVersion, kio.ResourceListKind, kio.ResourceListAPIVersion)
	}
	for _, key := range []string{"items", "functionConfig"} {
		if count(list, key) > 1 {
			return rl, fmt.Errorf("the ResourceList has %s twice", key)
		}
	}
	items, config := lookup(list, "items"), lookup(list, "functionConfig")
	if items == nil && config == nil {
		return rl, errors.New("the ResourceList has neither items nor functionConfig; is it cut off?")
	}
	if !isNull(config) {
		rl.FunctionConfig = yaml.NewRNode(config)
		if err := checkMaps(rl.FunctionConfig, "functionConfig"); err != nil {
			return rl, err
		}
	}
	if isNull(items) {
		return rl, nil
	}
	if items.Kind != yaml.SequenceNode {
		return rl, errors.New("the items of the ResourceList are no list")
	}
	for i, item := range items.Content {
		node := yaml.NewRNode(resolve(item))
		if err := checkMaps(node, itemName(node, i)); err != nil {
			return rl, err
		}
		rl.Items = append(rl.Items, node)
	}
	return rl, nil
}

// itemName is what messages call an item of the ResourceList. What the client numbers, the author knows by its file.
func itemName(item *yaml.RNode, index int) string {
	name := fmt.Sprintf("items[%d]", index)
	if file := annotation(item, annotationPath); file != "" {
		name = file + ": " + name
	}
	return name
}

// checkMaps refuses a resource that kyaml would panic on: one whose metadata is something else than maps.
func checkMaps(item *yaml.RNode, name string) error {
	for _, path := range [][]string{nil, {"metadata"}, {"metadata", "annotations"}, {"metadata", "labels"}} {
		if n := lookup(item, path...); n != nil && n.Kind != yaml.MappingNode && (path == nil || !isNull(n)) {
			return fmt.Errorf("%s of the ResourceList is no map", strings.Join(append([]string{name}, path...), "."))
		}
	}
	return nil
}

func isNull(n *yaml.Node) bool { return n == nil || n.Tag == yaml.NodeTagNull }

// Write writes the list as kyaml does, but an item at a time: yaml keeps all that it writes of one document in memory, in
// many times its size.
func (rl ResourceList) Write(w io.Writer) error {
	rest, err := rl.ends()
	if err != nil {
		return err
	}
	head, tail, _ := strings.Cut(rest, "\nitems: []\n")
	if len(rl.Items) == 0 {
		_, err = io.WriteString(w, rest)
		return err
	}
	if _, err := io.WriteString(w, head+"\nitems:\n"); err != nil {
		return err
	}
	for _, item := range rl.Items {
		text, err := item.String()
		if err != nil {
			return err
		}
		if _, err := io.WriteString(w, listItem(text)); err != nil {
			return err
		}
	}
	_, err = io.WriteString(w, tail)
	return err
}

// listItem indents a resource below a dash, but for empty lines.
func listItem(text string) string {
	var b strings.Builder
	indent := "- "
	for line := range strings.Lines(text) {
		if line != "\n" {
			b.WriteString(indent)
		}
		b.WriteString(line)
		indent = "  "
	}
	return b.String()
}

// ends returns the list without its items.
func (rl ResourceList) ends() (string, error) {
	var b strings.Builder
	writer := kio.ByteWriter{
		Writer: &b, KeepReaderAnnotations: true,
		WrappingKind: kio.ResourceListKind, WrappingAPIVersion: rl.APIVersion,
		FunctionConfig: rl.FunctionConfig,
	}
	if len(rl.Results) > 0 {
		var results yaml.Node
		if err := results.Encode(rl.Results); err != nil {
			return "", err
		}
		writer.Results = yaml.NewRNode(&results)
	}
	err := writer.Write(nil)
	return b.String(), err
}

// shown reports whether the client shows the results, which kpt does when it runs the function. It alone gives items a file, an id
// and the style of their lists: those that kpt fn source prints have no id, those of kustomize fn run no style, and those of a build
// no file.
func (rl ResourceList) shown() bool {
	for _, item := range rl.Items {
		if annotation(item, annotationPath) != "" && annotation(item, annotationID) != "" && annotation(item, annotationSeqIndent) != "" {
			return true
		}
	}
	return false
}

// FileBased reports whether the client keeps resources in files, as kpt does and kustomize does not.
func (rl ResourceList) FileBased() bool {
	for _, item := range rl.Items {
		if annotation(item, annotationPath) != "" {
			return true
		}
	}
	return false
}
