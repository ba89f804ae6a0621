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
	reader := kio.ByteReader{Reader: bytes.NewReader(data), OmitReaderAnnotations: true, DisableUnwrapping: true}
	nodes, err := reader.Read()
	switch {
	case err != nil:
		return ResourceList{}, fmt.Errorf("the input is no ResourceList: %w", err)
	case len(nodes) != 1:
		return ResourceList{}, fmt.Errorf("the input is no ResourceList: it holds %d documents; send one", len(nodes))
	}
	return unwrap(nodes[0])
}

func unwrap(list *yaml.RNode) (ResourceList, error) {
	rl := ResourceList{APIVersion: text(list, "apiVersion")}
	if text(list, "kind") != kio.ResourceListKind || !strings.HasPrefix(rl.APIVersion, "config.kubernetes.io/") {
		return rl, fmt.Errorf("the input is no ResourceList: it says kind %q of apiVersion %q; send kind %s of %s",
			text(list, "kind"), rl.APIVersion, kio.ResourceListKind, kio.ResourceListAPIVersion)
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
		if err := checkMaps(node, fmt.Sprintf("items[%d]", i)); err != nil {
			return rl, err
		}
		rl.Items = append(rl.Items, node)
	}
	return rl, nil
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

// Write writes the list as kyaml does.
func (rl ResourceList) Write(w io.Writer) error {
	writer := kio.ByteWriter{
		Writer: w, KeepReaderAnnotations: true,
		WrappingKind: kio.ResourceListKind, WrappingAPIVersion: rl.APIVersion,
		FunctionConfig: rl.FunctionConfig,
	}
	if len(rl.Results) > 0 {
		var results yaml.Node
		if err := results.Encode(rl.Results); err != nil {
			return err
		}
		writer.Results = yaml.NewRNode(&results)
	}
	return writer.Write(rl.Items)
}

// shown reports whether the client shows the results: that of a file and an id, which is kpt when it runs the function. Items that
// kpt fn source prints have no id, and kustomize's have no file.
func (rl ResourceList) shown() bool {
	for _, item := range rl.Items {
		if annotation(item, annotationPath) != "" && annotation(item, annotationID) != "" {
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
