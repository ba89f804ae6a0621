package adopt_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/adopt"
)

// release returns a HelmRelease for a cluster; lines are more fields of its spec.
func release(name, cluster string, lines ...string) string {
	return `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: ` + name + `, namespace: apps}
spec:
  chart: {spec: {chart: web, sourceRef: {kind: HelmRepository, name: charts}}}
  kubeConfig: {secretRef: {name: ` + cluster + `-kubeconfig}}
  interval: 1h
` + strings.Join(lines, "")
}

// kustomization returns a Kustomization for the cluster that has it.
func kustomization(name string, lines ...string) string {
	return `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: ` + name + `, namespace: flux-system}
spec: {interval: 10m, prune: true, path: ./` + name + `, sourceRef: {kind: GitRepository, name: flux-system}` +
		strings.Join(lines, "") + "}\n"
}

// TestRefusals holds the message of each error of an adoption. What is good comes in beside it.
func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		name        string
		files       []adopt.File
		clusterFrom string
		want        string
	}{
		{"one object twice", inFiles(kustomization("web"), kustomization("web")), "",
			"a.yaml:3:18: metadata.name: Kustomization flux-system/web is already at b.yaml:3:12; keep one of them [FA701]\n" +
				"b.yaml:3:18: metadata.name: Kustomization flux-system/web is already at a.yaml:3:12; keep one of them [FA701]"},
		{"one object in two folders", []adopt.File{{Name: "x/web.yaml", Data: []byte(kustomization("web"))},
			{Name: "y/web.yaml", Data: []byte(kustomization("web"))}}, "",
			"x/web.yaml:3:18: metadata.name: Kustomization flux-system/web is already at y/web.yaml:3:12; keep one of them, " +
				"or, if each is of another cluster, write where its name is: --cluster-from '{cluster}/…' [FA701]\n" +
				"y/web.yaml:3:18: metadata.name: Kustomization flux-system/web is already at x/web.yaml:3:12; keep one of them, " +
				"or, if each is of another cluster, write where its name is: --cluster-from '{cluster}/…' [FA701]"},
		{"one object twice on a cluster", []adopt.File{{Name: "clusters/a/x.yaml", Data: []byte(kustomization("web"))},
			{Name: "clusters/a/y.yaml", Data: []byte(kustomization("web"))}}, "clusters/{cluster}/…",
			"clusters/a/x.yaml:3:18: metadata.name: Kustomization flux-system/web of cluster a is already at " +
				"clusters/a/y.yaml:3:12; keep one of them [FA701]\n" +
				"clusters/a/y.yaml:3:18: metadata.name: Kustomization flux-system/web of cluster a is already at " +
				"clusters/a/x.yaml:3:12; keep one of them [FA701]"},
		{"no label", inFiles(release("web", "berlin"), release("shop", "berlin")), "label:site",
			"none of the 2 objects has a cluster from label:site; write another --cluster-from [FA703]"},
		{"no name of a cluster", inFiles(strings.Replace(release("web", "berlin"), "name: web,",
			"name: web, labels: {site: A_B},", 1), release("shop", "berlin")), "label:site",
			"a.yaml:3:38: metadata.labels.site: \"A_B\" is no name of a cluster, which has lower-case letters, digits, '-' " +
				"and '.'; correct it, or write another --cluster-from [FA703]"},
		{"a text that cannot be read", inFiles(release("web", "berlin", "  values: [\n")), "",
			"a.yaml:8:3: a value is missing; close the bracket, or quote a value that holds {{ }} [FA001]"},
		{"documents that Flux applies", []adopt.File{{Name: "flux.yaml", Data: []byte(kustomization("documents"))},
			{Name: "documents/web.yaml", Data: []byte(kustomization("web"))}}, "",
			"flux.yaml:4:42: spec.path: would apply the documents in documents/apps too, and clusters do not know them; write " +
				"to a folder that Flux does not apply, for example fluxapp [FA717]"},
		{"documents that a root without a path applies", []adopt.File{{Name: "flux.yaml", Data: []byte(strings.Replace(
			kustomization("flux-system"), " path: ./flux-system,", "", 1))},
			{Name: "apps/web.yaml", Data: []byte(kustomization("apps"))}},
			"", "flux.yaml:3:18: metadata.name: would apply the documents in documents/apps too, and clusters do not know " +
				"them; write to a folder that Flux does not apply [FA717]"},
		{"nothing", inFiles("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"), "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := adopt.Options{Documents: "documents/apps"}
			if c.clusterFrom != "" {
				from, err := adopt.ParseClusterFrom(c.clusterFrom)
				assert.NilError(t, err)
				o.ClusterFrom = []adopt.ClusterFrom{from}
			}
			result, err := adopt.Adopt(c.files, o)
			assert.Equal(t, result.Findings.String(), c.want)
			assert.Equal(t, err == nil, c.want == "")
		})
	}
}

// inFiles returns texts in files called a.yaml, b.yaml and so on.
func inFiles(texts ...string) (files []adopt.File) {
	for i, text := range texts {
		files = append(files, adopt.File{Name: string(rune('a'+i)) + ".yaml", Data: []byte(text)})
	}
	return files
}

// TestParseClusterFrom reads what String prints, and refuses everything else.
func TestParseClusterFrom(t *testing.T) {
	for _, text := range []string{"kubeConfig", "namespace", "path:1", "path:-2", "label:site", "label:example.com/a:b"} {
		from, err := adopt.ParseClusterFrom(text)
		assert.NilError(t, err)
		assert.Equal(t, from.String(), text)
	}
	const remedy = "; write kubeConfig, namespace, path:N, label:KEY or clusters/{cluster}/…"
	for text, want := range map[string]string{
		"":             `a cluster cannot come from ""` + remedy,
		"kubeconfig":   `a cluster cannot come from "kubeconfig"` + remedy,
		"kubeConfig:1": `a cluster cannot come from "kubeConfig:1"` + remedy,
		"path": `"path" names no part of a path; write a number, for example path:2, or path:-1 for the name of ` +
			`the file`,
		"path:0": `"path:0" names no part of a path; write a number, for example path:2, or path:-1 for the name of ` +
			`the file`,
		"path:two": `"path:two" names no part of a path; write a number, for example path:2, or path:-1 for the name ` +
			`of the file`,
		"label:": `a cluster cannot come from "label:"` + remedy,
	} {
		_, err := adopt.ParseClusterFrom(text)
		assert.Error(t, err, want)
	}
	assert.Equal(t, adopt.ClusterFrom{}.String(), "")
}

// TestOddValues puts values of every type into every field of objects: each is adopted and proved, or left, and nothing
// panics.
func TestOddValues(t *testing.T) {
	values := []string{"null", "text", "1", "true", "[]", "[1]", "{}", "{a: 1}", "[{}]", "''", "${VAR}", "$(cluster.name)",
		"$(remove)"}
	paths := []string{
		"name: web,", "namespace: apps}", "chart: {spec: {chart: web, sourceRef: {kind: HelmRepository, name: charts}}}",
		"spec: {chart: web, sourceRef: {kind: HelmRepository, name: charts}}",
		"chart: web,", "kind: HelmRepository,", "name: charts}", "sourceRef: {kind: HelmRepository, name: charts}",
		"kubeConfig: {secretRef: {name: berlin-kubeconfig}}",
		"secretRef: {name: berlin-kubeconfig}", "name: berlin-kubeconfig}", "interval: 1h",
		"metadata: {name: web, namespace: apps}", "apiVersion: helm.toolkit.fluxcd.io/v2",
	}
	good := release("web", "berlin")
	var texts []string
	for _, path := range paths {
		assert.Assert(t, strings.Contains(good, path), path)
		key, old, _ := strings.Cut(path, ": ")
		end := strings.TrimLeft(old, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-0123456789./")
		if strings.HasPrefix(old, "{") {
			end = ""
		}
		for _, value := range values {
			texts = append(texts, strings.Replace(good, path, key+": "+value+end, 1))
		}
	}
	for _, field := range []string{"dependsOn", "values", "postRenderers", "valuesFrom", "install", "targetNamespace",
		"chartRef", "suspend", "wave", "patches+", "name", "file", "source", "destination"} {
		for _, value := range values {
			texts = append(texts, release("web", "berlin", "  "+field+": "+value+"\n"))
		}
	}
	for _, text := range texts {
		files := inFiles(text, release("web-tokyo", "tokyo"))
		result, err := adopt.Adopt(files, adopt.Options{All: true})
		isInPlace(t, files, result)
		objects := len(result.Left)
		for _, app := range result.Applications {
			objects += app.Objects
		}
		assert.Check(t, err != nil || objects == 2 || !strings.Contains(text, "v2\nkind: HelmRelease\n"), "%s", text)
	}
}

// TestOddKustomizations reads files of kustomize with values of every type where names and lists belong.
func TestOddKustomizations(t *testing.T) {
	for _, key := range []string{"resources", "components", "bases", "patches", "patchesStrategicMerge",
		"patchesJson6902"} {
		for _, value := range []string{"null", "text", "1", "[]", "[null]", "[1]", "[{}]", "[[]]", "{}", "[., .., /]",
			"[{path: null, target: text}]", "[{path: 1}]", "[{patch: '{'}]", "[{patch: '[', target: {name: '('}}]",
			"[{patch: 'kind: HelmRelease'}]", `["{"]`, `["- a\n"]`} {
			text := key + ": " + value + "\n"
			files := append(inFiles(release("web", "berlin")), adopt.File{Name: "kustomization.yaml", Data: []byte(text)})
			result, _ := adopt.Adopt(files, adopt.Options{All: true})
			assert.Equal(t, len(result.Left)+len(result.Applications), 1, text)
		}
	}
}
