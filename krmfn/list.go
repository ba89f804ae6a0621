package krmfn

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"

	"sigs.k8s.io/kustomize/kyaml/kio"
	"sigs.k8s.io/kustomize/kyaml/kio/kioutil"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
)

// nodeList is a ResourceList in nodes of kyaml: what a KRM function reads and writes.
type nodeList struct {
	// APIVersion is the list's. The answer has the same one.
	APIVersion string
	// Items are the resources of a package, or of a build so far.
	Items []*yaml.RNode
	// FunctionConfig holds the options of the run; nil when the client sent none.
	FunctionConfig *yaml.RNode
	// Results are the findings of this run. Results of earlier functions are not read.
	Results functionResults
}

const listGroup = "config.kubernetes.io/"

// parse reads one ResourceList. Anything else, or a part of one, is an error.
func parse(data []byte) (nodeList, error) {
	if len(bytes.TrimSpace(data)) == 0 {
		return nodeList{}, errors.New("the input is empty; send a ResourceList")
	}
	nodes, err := nodesOf(data)
	switch {
	case err != nil:
		return nodeList{}, fmt.Errorf("the input is no ResourceList: %w", err)
	case len(nodes) != 1:
		return nodeList{}, fmt.Errorf("the input is no ResourceList: it holds %d documents; send one", len(nodes))
	}
	return unwrap(nodes[0].YNode())
}

// escapes finds escapes of JSON, so that the second backslash of \\ begins none.
var escapes = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|.)`)
})

// nodesOf reads nodes. In JSON, kyaml reads neither surrogate pairs nor \/, which other programs write.
func nodesOf(data []byte) ([]*yaml.RNode, error) {
	if nodes, err := readNodes(data); err == nil || !json.Valid(data) {
		return nodes, err
	}
	return readNodes(escapes().ReplaceAllFunc(data, func(escape []byte) []byte {
		var text string
		if _ = json.Unmarshal([]byte(`"`+string(escape)+`"`), &text); len(escape) > len(`\/`) || text == "/" {
			return []byte(text)
		}
		return escape
	}))
}

func readNodes(data []byte) ([]*yaml.RNode, error) {
	reader := kio.ByteReader{Reader: bytes.NewReader(data), OmitReaderAnnotations: true, DisableUnwrapping: true}
	return reader.Read()
}

func unwrap(list *yaml.Node) (nodeList, error) {
	rl := nodeList{APIVersion: textAt(list, "apiVersion")}
	if textAt(list, "kind") != kio.ResourceListKind || !strings.HasPrefix(rl.APIVersion, listGroup) {
		return rl, fmt.Errorf("the input is no ResourceList: it says kind %q of apiVersion %q; send kind %s of %s, or "+
			"write fluxapp - to render documents",
			textAt(list, "kind"), rl.APIVersion, kio.ResourceListKind, kio.ResourceListAPIVersion)
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
	var err error
	rl.Items, err = unwrapItems(items)
	return rl, err
}

func count(n *yaml.Node, key string) (times int) {
	for i := 0; i < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			times++
		}
	}
	return times
}

func unwrapItems(list *yaml.Node) (items []*yaml.RNode, err error) {
	if isNull(list) {
		return nil, nil
	}
	if list.Kind != yaml.SequenceNode {
		return nil, errors.New("the items of the ResourceList are no list")
	}
	for i, item := range list.Content {
		node := yaml.NewRNode(resolve(item))
		if err := checkMaps(node, itemName(node, i)); err != nil {
			return items, err
		}
		items = append(items, node)
	}
	return items, nil
}

func itemName(item *yaml.RNode, index int) string {
	name := fmt.Sprintf("items[%d]", index)
	for _, annotation := range []string{resource.Path, kioutil.LegacyPathAnnotation} {
		if file := textAt(item.YNode(), "metadata", "annotations", annotation); file != "" {
			return file + ": " + name
		}
	}
	return name
}

// checkMaps refuses a resource that kyaml would panic on: one whose metadata is something else than maps.
func checkMaps(item *yaml.RNode, name string) error {
	for _, path := range [][]string{nil, {"metadata"}, {"metadata", "annotations"}, {"metadata", "labels"}} {
		if n := lookup(item.YNode(), path...); n != nil && n.Kind != yaml.MappingNode && (path == nil || !isNull(n)) {
			return fmt.Errorf("%s of the ResourceList is no map", strings.Join(append([]string{name}, path...), "."))
		}
	}
	return nil
}

const noItems = "\nitems: []\n"

// write writes the list as kyaml does, but item by item: to write a document, yaml needs many times its size.
func (rl nodeList) write(w io.Writer) error {
	rest, err := rl.ends()
	if err != nil {
		return err
	}
	head, tail, _ := strings.Cut(rest, noItems)
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
		if _, err := io.WriteString(w, dashed(text, 0)); err != nil {
			return err
		}
	}
	_, err = io.WriteString(w, tail)
	return err
}

func (rl nodeList) ends() (string, error) {
	var b strings.Builder
	writer := kio.ByteWriter{Writer: &b, WrappingKind: kio.ResourceListKind, WrappingAPIVersion: rl.APIVersion,
		FunctionConfig: rl.FunctionConfig}
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

// text returns the field results of a list; empty when there are none.
func (rs functionResults) text() (string, error) {
	if len(rs) == 0 {
		return "", nil
	}
	rest, err := nodeList{APIVersion: kio.ResourceListAPIVersion, Results: rs}.ends()
	_, results, _ := strings.Cut(rest, noItems)
	return results, err
}
