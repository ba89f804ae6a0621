package render_test

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
	"gotest.tools/v3/assert"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	sigsyaml "sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// TestSwitchingTopology renders every case that can be rendered in both topologies in both. Each object of an entry
// has the same name on the same cluster, and a spec that differs in nothing but how clusters are reached, and what
// follows from that; what entries share is the same, on each cluster in place of the hub.
func TestSwitchingTopology(t *testing.T) {
	switched := 0
	everyCase(t, func(t *testing.T, c goodCase, _ *rand.Rand) {
		if bytes.Contains(c.in, []byte(" wave: ")) {
			t.Skip("has waves")
		}
		hub, ok := inTopology(t, c, "HubAndSpoke")
		standalone, alsoOk := inTopology(t, c, "Standalone")
		if !ok || !alsoOk {
			t.Skip("not to be rendered in both topologies")
		}
		switched++
		assert.DeepEqual(t, acrossTopologies(t, standalone), acrossTopologies(t, hub))
	})
	t.Logf("%d cases were switched", switched)
	assert.Assert(t, switched > ofSomeCases(130), "only %d cases were switched", switched)
}

// inTopology renders a case with all its applications in a topology; false when that cannot be.
func inTopology(t *testing.T, c goodCase, topology string) (render.Result, bool) {
	in, ok := reordered(t, c.in, func(n *yaml.Node) {
		if spec := applicationSpec(n); spec != nil {
			setField(spec, "topology", topology)
		}
	})
	if !ok {
		return render.Result{}, false
	}
	docs := schema.Parse("in.yaml", in)
	err := docs.Findings().Err()
	assert.NilError(t, err)
	result, err := render.Render(docs, c.opts)
	for _, o := range result.Objects {
		assert.Equal(t, o.Facts().Standalone(), topology == "Standalone" && o.Document().Class() != schema.ClassRepository)
		assert.Assert(t, !o.Facts().Standalone() || !o.Shared())
	}
	return result, err == nil
}

// applicationSpec returns the FluxApplicationSpec of a document; nil when it is none.
func applicationSpec(n *yaml.Node) *yaml.Node {
	kind := fieldOf(n, "kind")
	switch {
	case kind == nil || fieldOf(n, "metadata") == nil:
		return nil
	case kind.Value == kinds.FluxApplication.Name:
		return fieldOf(n, "spec")
	case kind.Value == kinds.Application.Name:
		return fieldOf(fieldOf(fieldOf(n, "spec"), "fluxApp"), "spec")
	}
	return nil
}

// fieldOf returns the value of a field; nil when there is none.
func fieldOf(n *yaml.Node, key string) *yaml.Node {
	for i := 0; n != nil && n.Kind == yaml.MappingNode && i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

func setField(n *yaml.Node, key, value string) {
	if old := fieldOf(n, key); old != nil {
		old.SetString(value)
		return
	}
	n.Content = append(n.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: key},
		&yaml.Node{Kind: yaml.ScalarNode, Value: value})
}

// acrossTopologies returns what the topology must not change of each object, without repetition.
func acrossTopologies(t *testing.T, result render.Result) []string {
	t.Helper()
	texts := map[string]bool{}
	for _, o := range result.Objects {
		object := decodeObject(t, o)
		labels := object["metadata"].(fields)["labels"]
		delete(object, "metadata")
		where := cmp.Or(o.Cluster(), "hub")
		if labels, ok := labels.(fields); ok {
			delete(labels, kinds.LabelApplication) // which depends on how many objects an API server has
		}
		if ref, _ := object["roleRef"].(fields); o.Kind() == "Namespace" || ref["kind"] == "ClusterRole" {
			continue // on the hub in a bundle of each cluster
		}
		switch o.Kind() {
		case kinds.Provider.Name, kinds.Alert.Name, kinds.LoginMap.Name:
			// there are as many as API servers, and an Alert is about the objects of one
			continue
		case "HelmRelease", "Kustomization", "KCLRun":
			spec := object["spec"].(fields)
			for _, key := range []string{"kubeConfig", "dependsOn"} {
				delete(spec, key)
			}
			withoutNamespaces(spec)
		default:
			where = "" // one on the hub, or a copy on each cluster
			if names.HasReferences(o.Document().Facts().CommonMetadata()) {
				labels = nil // which have the values of the cluster
			}
		}
		texts[fmt.Sprintf("%s %s on %q %v: %v", o.Kind(), o.Name(), where, labels, object)] = true
	}
	return slices.Sorted(maps.Keys(texts))
}

// withoutNamespaces takes the namespaces out of references to sources: those that fluxapp writes depend on the object's
// own, which on the hub may be the namespace of its cluster.
func withoutNamespaces(n any) {
	switch n := n.(type) {
	case fields:
		for key, child := range n {
			if ref, ok := child.(fields); ok && strings.HasSuffix(key, "Ref") {
				delete(ref, "namespace")
			}
			withoutNamespaces(child)
		}
	case []any:
		for _, item := range n {
			withoutNamespaces(item)
		}
	}
}

// TestStandalonePaths holds the layout: a folder for each cluster, and in it one for each application.
func TestStandalonePaths(t *testing.T) {
	docs := schema.Parse("fleet/in.yaml", readFile(t, "../testdata/cases/topology/standalone/in.yaml"))
	err := docs.Findings().Err()
	assert.NilError(t, err)
	result, err := render.Render(docs, render.Options{})
	assert.NilError(t, err)
	var paths []string
	for _, o := range result.Objects {
		paths = append(paths, o.Path())
	}
	assert.DeepEqual(t, paths, []string{
		"fleet/hub/podinfo/helmrepository-podinfo.yaml",
		"fleet/hub/podinfo/helmchart-podinfo-4119f1e8.yaml",
		"fleet/hub/podinfo/helmrelease-podinfo-podinfo.yaml",
		"fleet/berlin/podinfo/helmrepository-podinfo.yaml",
		"fleet/berlin/podinfo/helmchart-podinfo-4119f1e8.yaml",
		"fleet/berlin/podinfo/helmrelease-podinfo-berlin-podinfo.yaml",
		"fleet/tokyo/podinfo/helmrepository-podinfo.yaml",
		"fleet/tokyo/podinfo/helmchart-podinfo-4119f1e8.yaml",
		"fleet/tokyo/podinfo/helmchart-podinfo-e954471a.yaml",
		"fleet/tokyo/podinfo/helmrelease-podinfo-tokyo-canary.yaml",
		"fleet/tokyo/podinfo/helmrelease-podinfo-tokyo-podinfo.yaml",
	})
}

// TestStandaloneNeeds holds where things must exist: what objects on their own clusters need.
func TestStandaloneNeeds(t *testing.T) {
	result := rendered(t, readFile(t, "../testdata/cases/topology/kustomization/in.yaml"), render.Options{})
	var lines []string
	for _, n := range result.Needs() {
		assert.Equal(t, n.Application, "team-a/guestbook")
		lines = append(lines, fmt.Sprintf("%s on %s", needed(n), neededOn(n)))
	}
	assert.DeepEqual(t, lines, []string{
		"Namespace guestbook on the hub",
		"Namespace team-a on the hub",
		"GitRepository sources/guestbook on the hub",
		"Namespace guestbook on berlin, tokyo",
		"Namespace team-a on berlin",
		"Namespace team-b on tokyo",
		"Secret team-a/age on berlin",
		"ConfigMap team-b/region on tokyo",
		"GitRepository sources/guestbook on berlin",
		"OCIRepository team-b/guestbook-tokyo on tokyo",
	})
}

// TestStandaloneSecrets refers to a Secret in each field of a source, a chart and an entry that takes one. Each
// Secret must exist on the cluster.
func TestStandaloneSecrets(t *testing.T) {
	for _, c := range []struct{ source, entry string }{
		{"gitRepository: {url: https://a.b/c, interval: 1h, secretRef: {name: NAME}}", ""},
		{"gitRepository: {url: https://a.b/c, interval: 1h, proxySecretRef: {name: NAME}}", ""},
		{"gitRepository: {url: https://a.b/c, interval: 1h, verify: {mode: HEAD, secretRef: {name: NAME}}}", ""},
		{"ociRepository: {url: oci://a.b/c, interval: 1h, certSecretRef: {name: NAME}}", ""},
		{"ociRepository: {url: oci://a.b/c, interval: 1h, verify: {provider: cosign, secretRef: {name: NAME}}}", ""},
		{"ociRepository: {url: oci://a.b/c, interval: 1h, verify: {provider: cosign, trustedRootSecretRef: {name: " +
			"NAME}}}", ""},
		{"bucket: {bucketName: bbb, endpoint: a.b, interval: 1h, sts: {provider: ldap, endpoint: https://a.b, secretRef: " +
			"{name: NAME}}}", ""},
		{"bucket: {bucketName: bbb, endpoint: a.b, interval: 1h, sts: {provider: ldap, endpoint: https://a.b, " +
			"certSecretRef: {name: NAME}}}", ""},
		{"gitRepository: {url: https://a.b/c, interval: 1h}", "decryption: {provider: sops, secretRef: {name: NAME}}"},
		{"gitRepository: {url: https://a.b/c, interval: 1h}", "postBuild: {substituteFrom: [{kind: Secret, name: NAME}]}"},
	} {
		in := strings.ReplaceAll(`apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: app, namespace: ns}
spec:
  topology: Standalone
  clusters: [{name: berlin}]
  source: {`+c.source+`}
  config:
    kustomization:
    - {path: ./x, prune: true, interval: 1h, destination: {clusterSelector: {}}, `+c.entry+`}
`, "NAME", "credentials")
		findings := fmt.Sprint(rendered(t, []byte(in), render.Options{}).Findings)
		assert.Check(t, strings.Contains(findings, "the Secret ns/credentials must exist on berlin"), "%s%s", in, findings)
	}
}

// TestServerComments holds that each reader of a stream finds its objects, and the comments that say for which
// cluster they are: a comment for each cluster that applies its objects itself, also for one whose name would break
// the line, and for the hub behind such a cluster.
func TestServerComments(t *testing.T) {
	const header = "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\nmetadata: {name: %s, namespace: apps}\n"
	const config = "  source: {sourceRef: {kind: GitRepository, name: a}}\n  config:\n    kustomization:\n"
	entry := func(cluster string) string {
		return fmt.Sprintf("    - {destination: {cluster: %q, kubeConfig: {secretRef: {name: x}}}, name: x-%d, interval: "+
			"1h, prune: true}\n", cluster, len(cluster))
	}
	spoken := fmt.Sprintf(header, "b") + "spec:\n" + config + entry("berlin") + entry("tokyo-1")
	standalone := fmt.Sprintf(header, "a") + "spec:\n  topology: Standalone\n" + config +
		"    - {destination: {}, name: h, interval: 1h, prune: true}\n" + entry("berlin") + entry("madrid-10") +
		entry("${X\u0085kind: Secret}")
	for text, want := range map[string][]string{
		spoken:     nil,
		standalone: {`# cluster "${X\u0085kind: Secret}"`, "# cluster berlin", "# cluster madrid-10"},
		strings.Replace(standalone, "Standalone", "HubAndSpoke", 1): nil,
		standalone + "---\n" + strings.ReplaceAll(spoken, "name: x-", "name: y-"): {
			`# cluster "${X\u0085kind: Secret}"`, "# hub", "# cluster berlin", "# cluster madrid-10", "# hub"},
	} {
		result := rendered(t, []byte(text), render.Options{})
		isStream(t, result)
		stream := output(t, result)
		var comments []string
		for line := range strings.Lines(stream) {
			if strings.HasPrefix(line, "#") {
				comments = append(comments, strings.TrimSuffix(line, "\n"))
			}
		}
		assert.DeepEqual(t, comments, want)
		assert.Equal(t, len(schema.Parse("out.yaml", []byte(stream))), len(result.Objects))
		reader := utilyaml.NewYAMLReader(bufio.NewReader(strings.NewReader(stream))) // of kubectl
		for _, o := range result.Objects {
			document, err := reader.Read()
			assert.NilError(t, err)
			got, err := sigsyaml.YAMLToJSON(document)
			assert.NilError(t, err)
			assert.DeepEqual(t, decoded(t, got), decoded(t, o.JSON()))
		}
	}
}

func decoded(t *testing.T, data []byte) (value any) {
	t.Helper()
	assert.NilError(t, json.Unmarshal(data, &value))
	return value
}
