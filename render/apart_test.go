package render_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// stranger is applications of each kind in a namespace of their own, which have the name of another application, and
// its clusters.
const stranger = `
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: "NAME", namespace: stranger}
spec:
  sharding: {shards: 4, key: stranger}
  source: {ociRepository: {url: oci://example.com/stranger, interval: 7m, ref: {tag: 1.2.3}}}
  clusters:
  - {name: berlin, namespace: stranger, labels: {stage: test}, params: {text: x}, kubeConfig: {secretRef: {name: ` +
	`stranger-berlin}}}
  - {name: lab, namespace: stranger, labels: {stage: test}, params: {text: y}, kubeConfig: {secretRef: {name: ` +
	`stranger-lab}}}
  config:
    helmRelease:
      deploy:
      - destination: {clusterSelector: {}, targetNamespace: stranger}
        releaseName: stranger
        storageNamespace: stranger
        interval: 7m
        values: {text: $(cluster.params.text)}
        metadata: {labels: {on: $(cluster.name)}, annotations: {text: a $(cluster.params.text)}}
    overrides:
    - {cluster: lab, wave: 1, values: {in: lab}}
---
apiVersion: gitops.kubesphere.io/v1alpha1
kind: Application
metadata: {name: "NAME-saver", namespace: stranger, labels: {gitops.kubesphere.io/save-helm-template: "true"}}
spec:
  kind: fluxcd
  fluxApp:
    spec:
      source: {sourceRef: {kind: HelmRepository, name: stranger}}
      config:
        helmRelease:
          chart: {chart: stranger, version: 1.2.3, interval: 7m}
          shareChart: true
          deploy: [{destination: {targetNamespace: stranger-saver}, interval: 7m}]
---
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: "NAME-user", namespace: stranger}
spec:
  config:
    helmRelease: {template: "NAME-saver", deploy: [{destination: {targetNamespace: stranger-user}, interval: 7m}]}
---
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: "NAME-standalone", namespace: stranger}
spec:
  topology: Standalone
  source: {gitRepository: {url: https://example.com/stranger, interval: 7m}}
  clusters: [{name: berlin}, {name: lab}]
  config:
    kustomization:
    - {destination: {clusterSelector: {}}, interval: 7m, prune: true, postBuild: {substitute: {size: "007"}}}
---
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: "NAME-kcl", namespace: stranger}
spec:
  source: {sourceRef: {kind: GitRepository, name: stranger}}
  config:
    kclRun:
    - {destination: {}, interval: 7m, prune: true}
`

// TestApplicationsApart holds for all cases that applications which have nothing to do with each other change nothing
// for each other although they have names in common, whichever comes first.
func TestApplicationsApart(t *testing.T) {
	ran := 0
	for _, dir := range someCases(t) {
		in := readFile(t, dir, "in.yaml")
		docs := schema.Parse("in.yaml", in)
		if len(docs) == 0 || docs[0].Name() == "" || exists(dir, "options.yaml") ||
			bytes.Contains(in, []byte("kind: Cluster")) {
			continue
		}
		ran++
		alone := partOf(append(docs,
			schema.Parse("x.yaml", []byte("{apiVersion: v1, kind: ConfigMap, metadata: {name: x}}"))...), "in.yaml")
		file := []string{"a.yaml", "z.yaml"}[ran%2] // before the case or behind it
		strangers := schema.Parse(file, []byte(strings.ReplaceAll(stranger, "NAME", docs[0].Name())))
		together := partOf(append(schema.Parse("in.yaml", in), strangers...), "in.yaml")
		assert.Check(t, together == alone, "%s:\n%s", caseName(dir), cmp.Diff(alone, together))
	}
	assert.Assert(t, ran > ofSomeCases(300), "%d cases", ran)
}

// partOf returns the findings about the documents of a file, and if none is an error, their objects.
func partOf(docs schema.Documents, file string) string {
	result, _ := render.Render(docs, render.Options{})
	var part strings.Builder
	for _, f := range result.Findings {
		if f.File == file {
			fmt.Fprintf(&part, "%s %q %q\n", f, f.Current, f.Proposed)
		}
	}
	for _, o := range result.Objects {
		if o.Document().File() == file {
			part.WriteString(string(o.YAML()))
		}
	}
	return part.String()
}
