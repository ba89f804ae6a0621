package render

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema"
)

// TestSharesContent holds which entries share a content, so that TestTwins compares something, and that those do not of which plans are
// made otherwise.
func TestSharesContent(t *testing.T) {
	const release = "{name: a, destination: {cluster: a, targetNamespace: a, kubeConfig: {secretRef: {name: a, key: a}}}, interval: 1h, " +
		"timeout: 1m, releaseName: a, suspend: true, values: {a: [b, 1, ~]}}"
	for change, want := range map[string]bool{
		"":                      true,
		"name: a|name: b":       true,
		"name: a|name: hubble":  true, // which is judged, and found to be in order
		"cluster: a|cluster: b": true,
		"secretRef: {name: a|secretRef: {name: b":   true,
		"interval: 1h|interval: 2h":                 true,
		"timeout: 1m|timeout: 1h30m":                true,
		"[b, 1, ~]|[c, 2, null]":                    true,
		"[b, 1, ~]|[b # {\"$x\"}\n, 1, ~]":          true,
		"name: a|name: A":                           false,
		"cluster: a|cluster: hub":                   false,
		"secretRef: {name: a|secretRef: {name: b_c": false,
		"key: a|key: b":                             false,
		"targetNamespace: a|targetNamespace: b":     false,
		"releaseName: a|releaseName: b":             false,
		"suspend: true|suspend: false":              false,
		"[b, 1, ~]|[b, x, ~]":                       false,
		"[b, 1, ~]|[b, 1]":                          false,
	} {
		old, new, _ := strings.Cut(change, "|")
		list := "[" + release + ",\n" + strings.Replace(release, old, new, 1) + "]"
		assert.Check(t, sharesContent("{helmRelease: {chart: {chart: a, version: 1.2.3}, deploy: "+list+"}}") == want, change)
	}

	const entry = "{name: a, destination: {kubeConfig: {secretRef: {name: a}}}, interval: 1h, path: a, prune: true}"
	two := "[" + entry + ", " + strings.Replace(entry, "secretRef: {name: a", "secretRef: {name: b", 1) + "]"
	for config, want := range map[string]bool{
		"{kustomization: " + two + "}": true,
		"{kclRun: " + two + "}":        true,
		"{kustomization: " + strings.Replace(two, "path: a", "path: b", 1) + "}":                                                  true,
		"{kustomization: " + two + ", defaults: {timeout: 1m}}":                                                                   false,
		"{kustomization: " + two + ", overrides: [{cluster: a, timeout: 1m}]}":                                                    false,
		"{kustomization: " + strings.ReplaceAll(two, "path: a", "path: $(cluster.name)") + "}":                                    false,
		"{kustomization: " + strings.ReplaceAll(two, "path: a", "wave: 0") + "}":                                                  false,
		"{kustomization: " + strings.ReplaceAll(two, "path: a", "dependsOn: [{name: b}]") + "}":                                   true,
		"{kustomization: " + strings.ReplaceAll(two, "path: a", "dependsOn: [{application: b}]") + "}":                            false,
		"{kustomization: " + strings.Replace(strings.ReplaceAll(two, "path: a", "dependsOn: [{name: b}]"), "b}]", "c}]", 1) + "}": false,
		"{kustomization: " + strings.ReplaceAll(two, "interval: 1h, ", "") + "}":                                                  false,
		"{kustomization: " + strings.ReplaceAll(two, "name: a, destination", "name: A, destination") + "}":                        false,
		"{kustomization: " + strings.ReplaceAll(two, "{kubeConfig", "{cluster: a, kubeConfig") + "}, topology: Standalone":        false,
	} {
		assert.Check(t, sharesContent(config) == want, config)
	}
}

// sharesContent reports whether the second of two entries has the content of the first one.
func sharesContent(config string) bool {
	docs, _ := schema.Parse("in.yaml", []byte(`apiVersion: gitops.kubesphere.io/v1alpha1
kind: FluxApplication
metadata: {name: a, namespace: a}
spec: {source: {sourceRef: {kind: GitRepository, name: a}}, config: `+config+"}\n"))
	in, _ := gather(docs, Options{})
	groups, contents, _ := spread(in)
	return len(groups) == 2 && len(contents) == 1 && groups[0].content == groups[1].content
}
