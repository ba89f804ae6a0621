package schema_test

import (
	"fmt"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

func ExampleParse() {
	docs := schema.Parse("app.yaml", []byte(`apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: podinfo, namespace: apps}
spec:
  source: {sourceRef: {kind: GitRepository, name: podinfo}}
  config:
    kustomization:
    - destination: {targetNamespace: podinfo}
      path: ./deploy
      intervall: 10m
      prune: "true"
`))
	fmt.Println(docs[0])
	for _, f := range docs.Findings() {
		fmt.Println(strings.ReplaceAll(f.String(), "; ", ";\n"))
	}
	// Output:
	// FluxApplication apps/podinfo
	// app.yaml:10:7: spec.config.kustomization[0].intervall: unknown field;
	// did you mean "interval"? [FA101]
	// app.yaml:11:14: spec.config.kustomization[0].prune: "true" is a string, and a boolean belongs here;
	// write it without quotes [FA103]
}

// The clusters of an application, and how Flux reaches each of them.
func ExampleDocument_Members() {
	docs := schema.Parse("app.yaml", []byte(`apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: podinfo, namespace: apps}
spec:
  source: {sourceRef: {kind: GitRepository, name: podinfo}}
  clusters:
  - name: berlin
    labels: {region: eu}
    annotations: {contact: team-b}
    params: {replicas: 3}
    kubeConfig: {secretRef: {name: berlin-kubeconfig}}
  config:
    kustomization:
    - {destination: {clusterSelector: {}}, path: ./deploy, interval: 10m, prune: true}
`))
	for _, m := range docs[0].Members() {
		fmt.Println(m.Name, m.Hub(), m.Document() == docs[0], m.Namespace().Exists())
		fmt.Println(m.Labels().Get("region").Text(), m.Annotations().Get("contact").Text(), m.Params().Get("replicas").Text())
		fmt.Println(m.KubeConfig().At("secretRef", "name").Text(), m.Origin().Position().Line)
	}
	// Output:
	// berlin false true false
	// eu team-b 3
	// berlin-kubeconfig 7
}

// A document from JSON that a program has, for example from an API server.
func ExampleFromNode() {
	doc := schema.FromNode("", tree.ParseValue([]byte(`{"apiVersion": "fluxapp.dev/v1alpha1",
		"kind": "FluxApplication", "metadata": {"name": "podinfo", "namespace": "apps"}, "spec": {"soruce": {}}}`)))
	fmt.Println(doc.Class() == schema.ClassApplication, doc)
	for _, p := range doc.Problems() {
		fmt.Println(p.Code, p.Detail)
	}
	// Output:
	// true FluxApplication apps/podinfo
	// FA101 unknown field; did you mean "source"?
}
