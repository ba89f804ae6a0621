package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// The parts that an API server and the controllers of Flux add to an object, as kubectl prints them in the items of a
// list.
const (
	storedMetadata = `    creationTimestamp: "2026-11-23T04:06:31Z"
    finalizers:
    - finalizers.fluxcd.io
    generation: 1
    resourceVersion: "717"
    uid: bf7b109c-bcb1-497f-a736-bb2dab305b65
`
	storedStatus = `  status:
    conditions:
    - lastTransitionTime: "2026-11-23T04:06:32Z"
      message: Helm install succeeded for release shop/shop.v1 with chart shop@1.0.0
      observedGeneration: 1
      reason: InstallSucceeded
      status: "True"
      type: Ready
    - lastTransitionTime: "2026-11-23T04:06:32Z"
      message: Helm install succeeded for release shop/shop.v1 with chart shop@1.0.0
      observedGeneration: 1
      reason: InstallSucceeded
      status: "True"
      type: Released
    history:
    - chartName: shop
      chartVersion: 1.0.0
      configDigest: sha256:3782b1ba05f329a33120eda0453f68547cf1603b2e4d2ece8572c8e8bcf9dd3d
      digest: sha256:c0b5312ee7f89273d37ef0450fadafd26b225a0c6cdc446d67a5d2cd85b577ae
      firstDeployed: "2026-11-23T04:06:32Z"
      lastDeployed: "2026-11-23T04:06:32Z"
      name: shop
      namespace: shop
      status: deployed
      version: 1
    lastAppliedRevision: ` + storedRevision + `
    lastAttemptedGeneration: 1
    observedGeneration: 1
`
	storedRevision = "latest@sha256:3782b1ba05f329a33120eda0453f68547cf1603b2e4d2ece8572c8e8bcf9dd3d"
	// storedSource is what all objects have applied.
	storedSource = `- apiVersion: source.toolkit.fluxcd.io/v1
  kind: OCIRepository
  metadata:
    generation: 1
    name: podinfo
    namespace: apps
  spec:
    interval: 1h
    url: oci://ghcr.io/example/podinfo
  status:
    artifact:
      revision: ` + storedRevision + `
    conditions:
    - lastTransitionTime: "2026-11-23T04:06:32Z"
      observedGeneration: 1
      reason: Succeeded
      status: "True"
      type: Ready
    observedGeneration: 1
`
)

// summarizes measures reading and summarizing objects beside the bare parse of them.
func (b bench) summarizes() ([]row, error) {
	text := substitutions(b.fleet(b.few))
	objects, err := stored(text)
	if err != nil {
		return nil, err
	}
	app, err := b.write("app.yaml", text)
	if err != nil {
		return nil, err
	}
	list, err := b.write("observed.yaml", objects)
	if err != nil {
		return nil, err
	}
	ours, parse := b.reports("summarizes", app, list), b.parses(list)
	if err := byTurns(b.runs, ours, parse); err != nil {
		return nil, err
	}
	what := fmt.Sprintf("CPU of reading and summarizing %s objects of a server, %s, to that of the bare parse",
		thousands(b.few), megabytes(len(objects)))
	return []row{compare("7", what, ours, parse, cpu).within(0.4)}, nil
}

// stored returns the objects of a document as kubectl prints them when all is ready.
func stored(text []byte) ([]byte, error) {
	result, err := render.Render(schema.Parse("app.yaml", text), render.Options{})
	if err != nil {
		return nil, err
	}
	var list bytes.Buffer
	list.WriteString("apiVersion: v1\nitems:\n" + storedSource)
	for _, o := range result.Objects {
		object := "- " + strings.ReplaceAll(strings.TrimSuffix(string(o.YAML()), "\n"), "\n", "\n  ") + "\n"
		list.WriteString(strings.Replace(object, "\n  metadata:\n", "\n  metadata:\n"+storedMetadata, 1) + storedStatus)
	}
	list.WriteString("kind: List\nmetadata:\n  resourceVersion: \"\"\n")
	return list.Bytes(), nil
}
