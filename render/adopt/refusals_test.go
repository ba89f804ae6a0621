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

// kustomization returns a Kustomization for the hub.
func kustomization(name string, lines ...string) string {
	return `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: ` + name + `, namespace: flux-system}
spec: {interval: 10m, prune: true, path: ./` + name + `, sourceRef: {kind: GitRepository, name: flux-system}` +
		strings.Join(lines, "") + "}\n"
}

// TestRefusals holds the message of each rule of an adoption. Whole refusals, beside what is good, are in testdata.
func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		name        string
		files       []adopt.File
		clusterFrom string
		want        string
	}{
		{"one object twice", inFiles(release("web", "berlin"), release("web", "berlin")), "",
			"a.yaml:3:18: metadata.name: HelmRelease apps/web is already at b.yaml:3:12; keep one of them, or, if each is of " +
				"another cluster, write where its name is with --cluster-from: path:1 tells all 2 apart [FA701]\n" +
				"b.yaml:3:18: metadata.name: HelmRelease apps/web is already at a.yaml:3:12; keep one of them, or, if each is of " +
				"another cluster, write where its name is with --cluster-from: path:1 tells all 2 apart [FA701]"},
		{"one release twice", inFiles(release("web", "berlin", "  releaseName: shop\n"), release("shop", "berlin")), "",
			"a.yaml:3:18: metadata.name: Helm would store this release as apps/shop on cluster berlin, like that of the " +
				"HelmRelease at b.yaml:3:12; give one of them another releaseName or storageNamespace [FA702]\n" +
				"b.yaml:3:18: metadata.name: Helm would store this release as apps/shop on cluster berlin, like that of the " +
				"HelmRelease at a.yaml:3:12; give one of them another releaseName or storageNamespace [FA702]"},
		{"no label", inFiles(release("web", "berlin")), "label:site",
			"a.yaml:3:11: metadata: the object has no label site, and the clusters come from label:site; correct it, or write " +
				"another --cluster-from [FA703]"},
		{"a patch", inFiles(release("web", "berlin"), "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\n"+
			"metadata: {name: web}\nspec:\n  values: {replicas: 3}\n"), "",
			"a.yaml:3:18: metadata.name: is patched at b.yaml:1:1; what kustomize makes of both is deployed, so adopt what " +
				"kustomize build prints [FA704]\nb.yaml:1:1: info: the HelmRelease web stays as it is: it is no whole object " +
				"but a patch of kustomize: it has no chart or chartRef [FA712]"},
		{"owned", inFiles(strings.Replace(release("web", "berlin"), "name: web,",
			"name: web, ownerReferences: [{kind: Tenant, name: a}],", 1)), "",
			"a.yaml:3:18: warning: metadata.name: Tenant apps/a writes this HelmRelease; remove their ownerReferences when " +
				"nothing writes them any more; otherwise they are deleted with it [FA708]"},
		{"a shared folder", []adopt.File{{Name: "clusters/a/infra.yaml", Data: []byte(kustomization("infra"))},
			{Name: "clusters/b/infra.yaml", Data: []byte(kustomization("infra"))},
			{Name: "infra/web.yaml", Data: []byte(kustomization("web"))}}, "",
			"infra/web.yaml:3:18: warning: metadata.name: several clusters read this folder, so the new files are " +
				"elsewhere, and the Kustomization at clusters/a/infra.yaml:1:1 may delete the object then; commit the " +
				"annotation kustomize.toolkit.fluxcd.io/prune: disabled on it first, and take it away with the old file [FA715]"},
		{"documents that Flux applies", []adopt.File{{Name: "flux.yaml", Data: []byte(kustomization("documents"))},
			{Name: "documents/web.yaml", Data: []byte(kustomization("web"))}}, "",
			"flux.yaml:4:42: warning: spec.path: would apply the documents in documents/apps too, and clusters do not know " +
				"them; write them to a folder that Flux does not apply [FA717]"},
		{"documents that a root applies", []adopt.File{{Name: "flux.yaml", Data: []byte(strings.Replace(
			kustomization("flux-system"), "./flux-system", "./", 1))},
			{Name: "apps/web.yaml", Data: []byte(kustomization("web"))}},
			"", "flux.yaml:1:1: info: the Kustomization flux-system/flux-system stays as it is: it applies its own folder: it " +
				"is the root of a cluster [FA712]\nflux.yaml:4:42: warning: spec.path: would apply the documents in " +
				"documents/apps too, and clusters do not know them; write them to a folder that Flux does not apply [FA717]"},
		{"documents that a root without a path applies", []adopt.File{{Name: "flux.yaml", Data: []byte(strings.Replace(
			kustomization("flux-system"), " path: ./flux-system,", "", 1))},
			{Name: "apps/web.yaml", Data: []byte(kustomization("web"))}},
			"", "flux.yaml:1:1: info: the Kustomization flux-system/flux-system stays as it is: it applies its own folder: it " +
				"is the root of a cluster [FA712]\nflux.yaml:3:18: warning: metadata.name: would apply the documents in " +
				"documents/apps too, and clusters do not know them; write them to a folder that Flux does not apply [FA717]"},
		{"a file that is switched off", []adopt.File{{Name: "web.yaml", Data: []byte(kustomization("web"))},
			{Name: "kustomization.yaml", Data: []byte("resources: []\n")}}, "",
			"web.yaml:3:18: info: metadata.name: kustomize does not build this file, because it is not in " +
				"kustomization.yaml:1:1; if it is switched off, delete it first: its document would deploy it [FA718]"},
		{"labels of kustomize", []adopt.File{{Name: "web.yaml", Data: []byte(kustomization("web"))},
			{Name: "kustomization.yaml", Data: []byte("labels: [{pairs: {team: a}}]\nresources: [web.yaml]\n")}}, "",
			"web.yaml:3:18: warning: metadata.name: labels or annotations are added to this object at kustomization.yaml:1:1, " +
				"and its document does not have them; let the same list have the new file, or write them as " +
				"commonMetadata [FA716]"},
		{"a prefix of kustomize", []adopt.File{{Name: "web.yaml", Data: []byte(kustomization("web"))},
			{Name: "kustomization.yaml", Data: []byte("namePrefix: a-\nresources: [web.yaml]\n")}}, "",
			"web.yaml:3:18: metadata.name: has its name changed at kustomization.yaml:1:1; what kustomize makes of both is " +
				"deployed, so adopt what kustomize build prints [FA704]"},
		{"an order", []adopt.File{{Name: "apps.yaml", Data: []byte(kustomization("apps", ", dependsOn: [{name: infra}]"))},
			{Name: "apps/web.yaml", Data: []byte(kustomization("web"))}}, "",
			"apps.yaml:4:103: info: spec.dependsOn: this Kustomization waits for others before files of objects that came in " +
				"are applied; let the same Kustomizations apply the new files, or write dependsOn into the documents [FA714]"},
		{"a variable", inFiles(release(`"${SITE}-web"`, "berlin")), "",
			`a.yaml:3:18: info: metadata.name: "${SITE}-web" has a variable that is replaced before Flux has the object: ` +
				"fluxapp compares it as text and does not know what it names; check that no two of these are one [FA709]"},
		{"protected", inFiles(strings.Replace(release("web", "berlin"), "name: web,",
			`name: web, annotations: {fluxapp.dev/rendered-from: shop, fluxapp.dev/protected: "true"},`, 1)), "",
			"a.yaml:3:18: info: metadata.name: is rendered from shop, which is not among the files; its document and this one " +
				"are the same application, so keep one of them [FA707]\n" +
				"a.yaml:3:93: warning: metadata.annotations[fluxapp.dev/protected]: limits protected 1 HelmRelease of shop when " +
				"they were rendered, and the new document has none; add limits: {protected: …} to it, or keep the " +
				"RenderConfig that has them [FA711]"},
		{"a gate", inFiles(kustomization("a", `, dependsOn: [{name: b, readyExpr: 'dep.metadata.?annotations`+
			`[?"fluxapp.dev/digest"].orValue("") == "0123456789abcdef" && !dep.spec.?suspend.orValue(false)'}]`)), "",
			"a.yaml:4:133: spec.dependsOn[0].readyExpr: is of a wave that fluxapp rendered; keep the document of " +
				"the application, or take such annotations and the items of dependsOn out, and write wave into the new " +
				"document [FA710]"},
		{"only a patch", inFiles("apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: web}\n"), "",
			"a.yaml:1:1: info: the HelmRelease web stays as it is: it is no whole object but a patch of kustomize: it has no " +
				"spec [FA712]"},
		{"a cycle", inFiles(kustomization("a", ", dependsOn: [{name: b}]"), kustomization("b", ", dependsOn: [{name: a}]")),
			"",
			"b.yaml:3:18: metadata.name: the document of application b would be refused: the Kustomizations wait for each " +
				"other: flux-system/a → flux-system/b → flux-system/a; remove one of the dependencies [FA309] [FA705]"},
		{"nothing", inFiles("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"), "",
			"there is no HelmRelease, Kustomization or KCLRun of Flux; name the files that have them, or pipe what kubectl " +
				"get prints [FA706]"},
		{"rendered", inFiles(strings.Replace(release("web", "berlin"), "name: web,",
			"name: web, annotations: {fluxapp.dev/rendered-from: apps/shop},", 1)), "",
			"a.yaml:3:18: info: metadata.name: is rendered from apps/shop, which is not among the files; its document and " +
				"this one are the same application, so keep one of them [FA707]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := adopt.Options{Documents: "documents/apps"}
			if c.clusterFrom != "" {
				from, err := adopt.ParseClusterFrom(c.clusterFrom)
				assert.NilError(t, err)
				o.ClusterFrom = []adopt.ClusterFrom{from}
			}
			result, _ := adopt.Adopt(c.files, o)
			assert.Equal(t, result.Findings.String(), c.want)
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

// TestOddValues puts values of every type into every field of objects: each is adopted and proved, or refused at its
// place, and nothing panics.
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
	for _, path := range paths {
		assert.Assert(t, strings.Contains(good, path), path)
		key, old, _ := strings.Cut(path, ": ")
		end := strings.TrimLeft(old, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-0123456789./")
		if strings.HasPrefix(old, "{") {
			end = ""
		}
		for _, value := range values {
			text := strings.Replace(good, path, key+": "+value+end, 1)
			result, err := adopt.Adopt(inFiles(text, release("web-tokyo", "tokyo")), adopt.Options{})
			for _, f := range result.Findings {
				assert.Check(t, !strings.Contains(f.Detail, "report this"), "%s\n%s", text, f)
			}
			assert.Check(t, err != nil || len(result.Applications) > 0, "%s", text)
		}
	}
	for _, field := range []string{"dependsOn", "values", "postRenderers", "valuesFrom", "install", "targetNamespace",
		"chartRef", "suspend", "wave", "patches+"} {
		for _, value := range values {
			result, _ := adopt.Adopt(inFiles(release("web", "berlin", "  "+field+": "+value+"\n")), adopt.Options{})
			for _, f := range result.Findings {
				assert.Check(t, !strings.Contains(f.Detail, "report this"), "%s: %s\n%s", field, value,
					f)
			}
		}
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
			result, _ := adopt.Adopt(files, adopt.Options{})
			stays := strings.Contains(result.Findings.String(), "is patched at kustomization.yaml")
			assert.Check(t, stays != (len(result.Applications) == 1), "%s: %s", text, result.Findings)
		}
	}
}
