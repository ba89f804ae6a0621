package krmfn

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/kustomize/kyaml/yaml"

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

// read reads a list that is one.
func read(t *testing.T, text string) nodeList {
	t.Helper()
	rl, err := parse([]byte(text))
	assert.NilError(t, err, text)
	return rl
}

// processList returns the answer to a list of kyaml's nodes.
func processList(rl nodeList) nodeList {
	rl, _ = processed(rl, nil)
	return rl
}

// process runs the function on a list and returns the answer.
func process(t *testing.T, config string, items ...string) nodeList {
	t.Helper()
	return processList(read(t, resourceList(config, items...)))
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

// values returns a resource as the run sees it.
func values(node *yaml.RNode) tree.Node { return itemOf(node, 0).values() }

// said returns the results as lines.
func said(rl nodeList) []string {
	var all []string
	for _, r := range rl.Results {
		all = append(all, r.String())
	}
	return all
}

// written returns the list as the client gets it.
func written(t *testing.T, rl nodeList) string {
	t.Helper()
	var b bytes.Buffer
	assert.NilError(t, rl.write(&b))
	return b.String()
}
