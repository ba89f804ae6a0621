package render_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// explained returns the leaves of a case's objects for one cluster, a line each.
func explained(t *testing.T, dir, cluster string) map[string]string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "testdata", "cases", dir, "in.yaml"))
	assert.NilError(t, err)
	docs := schema.Parse("in.yaml", data)
	err = docs.Findings().Err()
	assert.NilError(t, err)
	result, err := render.Render(docs, render.Options{})
	assert.NilError(t, err)
	lines := map[string]string{}
	for _, o := range result.Objects {
		if o.Cluster() != cluster {
			continue
		}
		for _, leaf := range o.Explain() {
			line := fmt.Sprintf("%s by %s as %s", leaf.Value, leaf.Setting, leaf.Setting.Value)
			for _, c := range leaf.Covered {
				line += fmt.Sprintf(" over %s by %s", c.Value, c)
			}
			lines[leaf.Path] = line
		}
	}
	return lines
}

func TestExplain(t *testing.T) {
	lab := explained(t, "layers/merge", "lab")
	for path, want := range map[string]string{
		"spec.values.replicas": "1 by overrides[1] in.yaml:45:26 as 1 over 2 by defaults in.yaml:24:19",
		"spec.values.hosts": `null by overrides[1] in.yaml:45:36 as null over ["c"] by overrides[0] ` +
			`in.yaml:38:23 over ["a","b"] by defaults in.yaml:26:16`,
		"spec.values.ui.logo":            "null by entry in.yaml:33:47 as null",
		"spec.chart.spec.version":        `"7.x" by overrides[1] in.yaml:43:24 as "7.x" over "6.x" by defaults in.yaml:21:24`,
		"spec.chart.spec.chart":          `"podinfo" by chart in.yaml:28:22 as "podinfo"`,
		"spec.chart.spec.sourceRef.name": `"podinfo" by source in.yaml:10:45 as "podinfo"`,
		"spec.targetNamespace":           `"podinfo" by defaults in.yaml:19:38 as "podinfo"`,
		"spec.kubeConfig.secretRef.name": `"lab" by fleet in.yaml:13:87 as "lab"`,
		"metadata.labels.team":           `"web" by defaults in.yaml:20:33 as "web"`,
		"metadata.name":                  `"podinfo-lab-podinfo" by fluxapp as "podinfo-lab-podinfo"`,
		"metadata.namespace":             `"apps" by application in.yaml:7:14 as "apps"`,
	} {
		assert.Equal(t, lab[path], want, path)
	}
	assert.Equal(t, explained(t, "waves/three", "berlin")["metadata.namespace"],
		`"berlin" by fleet in.yaml:15:31 as "berlin"`)
	assert.Equal(t, explained(t, "waves/ocirepository", "b")["metadata.namespace"],
		`"other" by entry in.yaml:19:20 as "other"`)
	berlin := explained(t, "references/types", "berlin")
	for path, want := range map[string]string{
		"spec.interval":                    `"30m" by defaults in.yaml:29:17 as "$(cluster.params.interval)"`,
		"spec.values.resources.limits.cpu": `2 by entry in.yaml:45:22 as "$(cluster.params.resources)"`,
		"spec.values.stage": `"over europe" by overrides[0] in.yaml:52:23 as "over ` +
			`$(cluster.labels['region'])" over "$(cluster.labels['example.com/stage'] or 'none')" by entry in.yaml:42:18`,
	} {
		assert.Equal(t, berlin[path], want, path)
	}
}

// TestExplainCases holds for the objects of all cases that every leaf is explained once, and that what a layer is
// said to have set is what the object holds, except references.
func TestExplainCases(t *testing.T) {
	leaves := 0
	for _, dir := range someCases(t) {
		in, err := os.ReadFile(filepath.Join(dir, "in.yaml"))
		assert.NilError(t, err)
		docs := schema.Parse("in.yaml", in)
		result, err := render.Render(docs, caseOptions(t, dir))
		if err != nil {
			continue
		}
		for _, o := range result.Objects {
			seen := map[string]bool{}
			for _, leaf := range o.Explain() {
				leaves++
				assert.Check(t, !seen[leaf.Path], "%s: %s twice", dir, leaf.Path)
				seen[leaf.Path] = true
				open := strings.Contains(leaf.Setting.Value, `{"application":`) ||
					strings.Contains(leaf.Setting.Value, "$(cluster.") || strings.Contains(leaf.Setting.Value, "$(app.")
				removed := leaf.Value == "" && (leaf.Setting.Value == `"$(remove)"` || leaf.Setting.Value == "null")
				emptied := leaf.Value == "{}" && strings.Contains(string(in), "$(remove)")
				escaped := strings.ReplaceAll(leaf.Setting.Value, `++":`, `+":`) == leaf.Value ||
					strings.HasSuffix(leaf.Value, `$(remove)"`) && leaf.Setting.Value == `"$`+leaf.Value[1:]
				written := strings.Contains(leaf.Setting.Value, ":null") // in an item, where no object has it
				removed = removed || leaf.Item && leaf.Value == "" && strings.Contains(leaf.Setting.Value, `"$(remove)":true`)
				merged := leaf.Item && len(leaf.Covered) > 0 && leaf.Value != ""
				assert.Check(t, open || removed || merged || emptied || escaped || written || leaf.Setting.Value == leaf.Value,
					"%s: %s: %s was set to %s", dir, leaf.Path, leaf.Value, leaf.Setting.Value)
				assert.Check(t, leaf.Setting.Layer == "" || leaf.Setting.At.Line > 0, "%s: %s has no place", dir, leaf.Path)
			}
		}
	}
	assert.Assert(t, leaves > ofSomeCases(2000), "%d", leaves)
}

// TestExplainNamed tells which settings are for clusters that a layer names, also of lists and of params.
func TestExplainNamed(t *testing.T) {
	docs := schema.Parse("in.yaml", []byte(`apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: shop, namespace: apps}
spec:
  source: {sourceRef: {kind: GitRepository, name: shop}}
  clusters:
  - {name: a, labels: {team: web}, params: {size: 2}, kubeConfig: {secretRef: {name: a}}}
  config:
    defaults: {prune: true, wait: false, components: [./x]}
    overrides:
    - {cluster: a, retryInterval: 1m, wave: 1, components+: [./y]}
    - {clusterSelector: {matchLabels: {team: web}}, timeout: 1m, components+: [./z], params: {more: 1}}
    kustomization:
    - destination: {clusterSelector: {}}
      interval: 1h
      path: ./$(cluster.labels.team)/$(cluster.params.size)/$(cluster.params.more)
    - {destination: {cluster: a}, interval: 2h, name: other}
`))
	result, err := render.Render(docs, render.Options{})
	assert.NilError(t, err)
	named := map[string][]bool{}
	for _, o := range result.Objects {
		for _, leaf := range o.Explain() {
			path := fmt.Sprintf("%.5s %s", o.Name(), leaf.Path)
			for _, s := range append([]render.Setting{leaf.Setting}, leaf.Params...) {
				named[path] = append(named[path], s.Named)
			}
		}
	}
	for path, want := range map[string][]bool{
		"shop- spec.prune": {false}, "shop- spec.interval": {false}, "shop- spec.timeout": {false},
		"shop- spec.retryInterval": {true}, "shop- spec.components": {true}, "shop- spec.components[0]": {false},
		"shop- spec.components[1]": {true}, "shop- spec.components[2]": {false},
		"shop- spec.path": {false, false, true, false}, "shop- metadata.name": {false},
		"other spec.interval": {true}, "other spec.prune": {false},
	} {
		assert.DeepEqual(t, named[path], want)
	}
}

// TestExplainReferences names what a reference reads: of defaults, those that are read.
func TestExplainReferences(t *testing.T) {
	docs := schema.Parse("in.yaml", []byte(`apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: shop, namespace: apps}
spec:
  source: {sourceRef: {kind: GitRepository, name: shop}}
  clusters:
  - {name: a, labels: {team: web, owner: joe}, params: {size: {cpu: 2}, none: null}, kubeConfig: {secretRef: {name: a}}}
  config:
    defaults: {params: {size: 3}}
    kustomization:
    - destination: {clusterSelector: {}}
      interval: 1h
      prune: true
      path: ./$(cluster.labels.team or cluster.labels.owner)/$(cluster.params.size.cpu or cluster.labels.owner)
      namePrefix: $(cluster.params.none or cluster.labels['owner'])-$(cluster.name)-$(app.name)
`))
	result, err := render.Render(docs, render.Options{})
	assert.NilError(t, err)
	read := map[string][]string{}
	for _, leaf := range result.Objects[0].Explain() {
		for _, param := range leaf.Params {
			read[leaf.Path] = append(read[leaf.Path], param.Value+" of "+param.String())
		}
	}
	assert.DeepEqual(t, read, map[string][]string{
		"spec.path":       {`"web" of fleet in.yaml:7:30`, `3 of defaults in.yaml:9:31`, `"joe" of fleet in.yaml:7:42`},
		"spec.namePrefix": {`null of fleet in.yaml:7:79`, `"joe" of fleet in.yaml:7:42`},
	})
}
