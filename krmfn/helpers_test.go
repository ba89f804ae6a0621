package krmfn

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/kustomize/kyaml/kio"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/output"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// app is a FluxApplication apps/hello with one entry on the hub and one on member1.
const app = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata:
  name: hello
  namespace: apps
  annotations:
    config.kubernetes.io/local-config: "true"
spec:
  source:
    sourceRef: {kind: GitRepository, name: hello}
  config:
    kustomization:
    - destination: {targetNamespace: hello}
      path: ./deploy
      prune: true
      interval: 10m
    - destination: {kubeConfig: {secretRef: {name: member1-kubeconfig}}, targetNamespace: hello}
      path: ./deploy # of the repository
      prune: true
      interval: 10m
`

// foreign is a resource that is not ours, with spellings that must not change.
const foreign = `# a comment
apiVersion: v1
kind: ConfigMap
metadata: {name: settings, annotations: {}}
data:
  on: 'yes' # keep me
  list: [a, "b"]
  text: |-
    two
    lines
`

// at adds a client's annotations to a resource in block style.
func at(doc string, annotations ...string) string {
	node := yaml.MustParse(doc)
	for _, a := range annotations {
		key, value, _ := strings.Cut(a, "=")
		if err := node.PipeE(yaml.SetAnnotation("internal.config.kubernetes.io/"+key, value)); err != nil {
			panic(err)
		}
	}
	return node.MustString()
}

// nodeList prints a list of a functionConfig, empty for none, and items.
func resourceList(config string, items ...string) string {
	var b strings.Builder
	b.WriteString("apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:")
	if len(items) == 0 {
		b.WriteString(" []")
	}
	b.WriteString("\n")
	for _, item := range items {
		b.WriteString("-\n" + indented(item))
	}
	if config != "" {
		b.WriteString("functionConfig:\n" + indented(config))
	}
	return b.String()
}

func indented(doc string) string {
	return "  " + strings.ReplaceAll(strings.TrimSuffix(doc, "\n"), "\n", "\n  ") + "\n"
}

// nodeList is a list as a client has it, in nodes of kyaml.
type nodeList struct {
	APIVersion     string
	Items          []*yaml.RNode
	FunctionConfig *yaml.RNode
	Results        functionResults
}

// read reads a list as clients do.
func read(t *testing.T, text string) nodeList {
	t.Helper()
	reader := kio.ByteReader{Reader: strings.NewReader(text), OmitReaderAnnotations: true}
	items, err := reader.Read()
	assert.NilError(t, err, text)
	rl := nodeList{APIVersion: reader.WrappingAPIVersion, Items: items, FunctionConfig: reader.FunctionConfig}
	if reader.Results != nil {
		assert.NilError(t, reader.Results.YNode().Decode(&rl.Results))
	}
	return rl
}

// listOf reads a list as the function does.
func listOf(t *testing.T, text string) list {
	t.Helper()
	l, err := readResourceList([]byte(text))
	assert.NilError(t, err, text)
	return l.list
}

// processList returns the answer to a list that a client sends.
func processList(t *testing.T, rl nodeList) nodeList {
	t.Helper()
	return answerTo(t, written(t, rl))
}

// answerTo runs the function on a list and returns the answer.
func answerTo(t *testing.T, list string) nodeList {
	t.Helper()
	pieces, _, _, err := respond([]byte(list), nil)
	assert.NilError(t, err, list)
	return read(t, strings.Join(pieces, ""))
}

// process runs the function on a list and returns the answer.
func process(t *testing.T, config string, items ...string) nodeList {
	t.Helper()
	return answerTo(t, resourceList(config, items...))
}

// printed returns the items as text.
func printed(t *testing.T, rl nodeList) []string {
	t.Helper()
	var texts []string
	for _, item := range rl.Items {
		text, err := item.String()
		assert.NilError(t, err)
		texts = append(texts, text)
	}
	return texts
}

// names returns kind, namespace/name and path of each item.
func names(rl nodeList) []string {
	var all []string
	for _, item := range rl.Items {
		name := resource.Text(values(item), "kind") + " " + resource.Text(values(item), "metadata", "namespace") + "/" +
			resource.Text(values(item), "metadata", "name")
		if path := resource.Annotation(values(item), resource.Path); path != "" {
			name += fmt.Sprintf(" %s#%s", path, resource.Annotation(values(item), resource.Index))
		}
		all = append(all, name)
	}
	return all
}

// values returns a resource as the run sees it; absent for one that cannot be read.
func values(node *yaml.RNode) tree.Node {
	trees, _ := tree.Parse("", []byte(node.MustString()))
	if len(trees) != 1 {
		return tree.Node{}
	}
	return trees[0].Root()
}

// said returns the results as lines.
func said(rl nodeList) []string {
	var all []string
	for _, r := range rl.Results {
		all = append(all, r.String())
	}
	return all
}

// written returns the list as the client sends it.
func written(t *testing.T, rl nodeList) string {
	t.Helper()
	return printedBy(t, rl.FunctionConfig, rl.Items...)
}

func placeIn(n tree.Node) output.Place { return placeOf(&item{root: n}) }
