package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// helmRelease returns a HelmRelease for a cluster.
func helmRelease(name, cluster string) string {
	return `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: ` + name + `, namespace: apps}
spec:
  chart: {spec: {chart: web, sourceRef: {kind: HelmRepository, name: charts}}}
  kubeConfig: {secretRef: {name: ` + cluster + `-kubeconfig}}
  interval: 1h
`
}

// adopted is the document of web-berlin and web-tokyo.
const adopted = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: apps}
spec:
  clusters:
  - {name: berlin, kubeConfig: {secretRef: {name: berlin-kubeconfig}}}
  - {name: tokyo, kubeConfig: {secretRef: {name: tokyo-kubeconfig}}}
  source: {sourceRef: {kind: HelmRepository, name: charts}}
  config:
    helmRelease:
      chart: {chart: web}
      deploy:
      - {destination: {clusterSelector: {}}, file: in/$(cluster.name).yaml, interval: 1h}
`

// reading returns a Kustomization that reads the folder of its name.
func reading(name string) string {
	return "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: " + name + ", namespace: " +
		"flux-system}\nspec: {interval: 10m, prune: true, path: ./" + name + ", sourceRef: {kind: GitRepository, name: a}}\n"
}

// TestAdoptPrints adopts from a folder and from files, whatever else is there, and changes nothing.
func TestAdoptPrints(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "in/berlin.yaml", helmRelease("web-berlin", "berlin"), "in/tokyo.yaml",
		helmRelease("web-tokyo", "tokyo"), "in/values.yaml", "a: 1\n---\nb: 1\n",
		"in/broken.yaml", "a: [\n", "in/.hidden/x.yaml", helmRelease("web-x", "x"), "in/notes.txt", helmRelease("web-y", "y"),
		"in/template.yaml", strings.Replace(helmRelease("web-z", "z"), "1h", "{{ .Values.interval }}", 1))
	const note = "clusters berlin, tokyo from kubeConfig: the kubeConfigs tell; --cluster-from chooses another place\n" +
		"apps/web: 2 HelmReleases on 2 clusters\n" +
		"--write DIR writes these documents, and the annotation fluxapp.dev/rendered-from of 2 objects in 2 files\n"
	out, errs, code := fluxapp(t, "", "adopt", "in")
	assert.Equal(t, code, exitGood, errs)
	assert.Equal(t, out, "---\n"+adopted)
	assert.Equal(t, errs, "in/template.yaml: warning: a template of Helm, which is not read; render its chart, or name "+
		"the file itself [FA406]\n"+note)
	out, errs, code = fluxapp(t, "", "adopt", "in/berlin.yaml", "in/tokyo.yaml", "in/berlin.yaml")
	assert.Equal(t, code, exitGood, errs)
	assert.Equal(t, out, "---\n"+adopted)
	assert.Equal(t, errs, note)
	assert.Equal(t, read(t, "in/berlin.yaml"), helmRelease("web-berlin", "berlin"))
}

// TestAdoptWrites writes the documents and the annotations, so that rendering writes nothing, and adopting again finds
// nothing more.
func TestAdoptWrites(test *testing.T) {
	test.Parallel()
	both := "# of the lab\n" + helmRelease("web-lab", "lab") + "---\napiVersion: v1\nkind: Namespace\n" +
		"metadata: {name: apps}\n"
	t := inFolder(test, "in/berlin.yaml", helmRelease("web-berlin", "berlin"), "in/tokyo.yaml",
		helmRelease("web-tokyo", "tokyo"), "in/lab.yaml", both)
	out, errs, code := fluxapp(t, "", "adopt", ".", "--write", "out/apps")
	assert.Equal(t, code, exitGood, errs)
	assert.Equal(t, out, "")
	assert.Equal(t, errs, "clusters berlin, lab, tokyo from kubeConfig: the kubeConfigs tell; --cluster-from chooses "+
		"another place\napps/web: 3 HelmReleases on 3 clusters, written to out/apps/web.yaml\n"+
		"next: commit these documents and the annotation fluxapp.dev/rendered-from of 3 objects in 3 files; after a "+
		"change of a document, run fluxapp render out/apps -o dir=.\n")
	assert.Equal(t, read(t, "in/lab.yaml"), strings.Replace(both, "namespace: apps}",
		"namespace: apps, annotations: {fluxapp.dev/rendered-from: apps/web}}", 1))
	assert.DeepEqual(t, filesIn(t, "out"), []string{"out/apps/web.yaml"})

	before := read(t, "in/berlin.yaml")
	_, errs, code = fluxapp(t, "", "adopt", ".", "--write", "new")
	assert.Equal(t, code, exitGood, errs)
	assert.Equal(t, errs, "left as it is: 3 objects rendered by fluxapp already; for example HelmRelease apps/web-berlin "+
		"at in/berlin.yaml:1\nthere is nothing to adopt\n")
	assert.Equal(t, read(t, "in/berlin.yaml"), before)
	_, err := os.Stat(t.path("new"))
	assert.Assert(t, os.IsNotExist(err))
}

// TestAdoptReplacesNothing leaves all as it is where a document exists, or a file cannot be written.
func TestAdoptReplacesNothing(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "in/berlin.yaml", helmRelease("web-berlin", "berlin"), "in/tokyo.yaml",
		helmRelease("web-tokyo", "tokyo"), "out/web.yaml", "mine")
	_, errs, code := fluxapp(t, "", "adopt", "in", "--write", "out")
	assert.Equal(t, code, exitCommand)
	assert.Equal(t, errs, "fluxapp: out/web.yaml exists, and adopt replaces no document; nothing was written. Remove it, "+
		"or write to another folder\n")
	assert.Equal(t, read(t, "out/web.yaml"), "mine")
	assert.NilError(t, os.Remove(t.path("out/web.yaml")))
	assert.NilError(t, os.Symlink(filepath.Join("nowhere", "file"), t.path("out/web.yaml")))
	_, errs, code = fluxapp(t, "", "adopt", "in", "--write", "out")
	assert.Equal(t, code, exitCommand, errs)
	_, errs, code = fluxapp(t, "", "adopt", "in", "--write", "in/berlin.yaml")
	assert.Equal(t, code, exitCommand, errs)
	assert.Equal(t, read(t, "in/berlin.yaml"), helmRelease("web-berlin", "berlin"))
	assert.Equal(t, read(t, "in/tokyo.yaml"), helmRelease("web-tokyo", "tokyo"))
}

// TestAdoptLeaves counts what stays, a line for each reason, and exits 0.
func TestAdoptLeaves(test *testing.T) {
	test.Parallel()
	owned := strings.Replace(reading("owned"), "name: owned,",
		"name: owned, ownerReferences: [{kind: Tenant, name: a}],", 1)
	circle := strings.Replace(reading("one"), "{interval", "{dependsOn: [{name: two}], interval", 1) + "---\n" +
		strings.Replace(reading("two"), "{interval", "{dependsOn: [{name: one}], interval", 1)
	t := inFolder(test, "clusters/a/infra.yaml", reading("infra"), "clusters/b/infra.yaml", reading("infra"),
		"infra/web.yaml", reading("web"), "infra/shop.yaml", reading("shop"), "infra/db.yaml", reading("db"),
		"infra/patch.yaml",
		"kind: Kustomization\napiVersion: kustomize.toolkit.fluxcd.io/v1\nmetadata: {name: db}\nspec: {wait: true}\n",
		"infra/kustomization.yaml", "resources: [web.yaml, db.yaml]\npatches: [{path: patch.yaml}]\n",
		"clusters/a/circle.yaml", circle, "clusters/a/owned.yaml", owned)
	_, errs, code := fluxapp(t, "", "adopt", ".", "--all", "--write", "documents")
	assert.Equal(t, code, exitGood, errs)
	for _, want := range []string{
		"left as it is: 1 object owned by another one (ownerReferences); for example Kustomization flux-system/owned at " +
			"clusters/a/owned.yaml:1 [FA708]",
		"left as it is: 1 object that no document gives back: it is refused: the Kustomizations wait for each other: " +
			"flux-system/one → flux-system/two → flux-system/one; remove one of the dependencies [FA309]; for example " +
			"Kustomization flux-system/two at clusters/a/circle.yaml:6 [FA705]",
		"left as it is: 1 object changed on the way, by a patch or a field of a kustomization.yaml or of a " +
			"Kustomization: a cluster gets something else than the file has; for example Kustomization flux-system/db at " +
			"infra/db.yaml:1 [FA704]",
		"left as it is: 1 object in a file that kustomize does not build: no kustomization.yaml lists it; for example " +
			"Kustomization flux-system/shop at infra/shop.yaml:1 [FA718]",
		"left as it is: 1 object in a patch of kustomize, or without what Flux requires, which a patch adds; for example " +
			"Kustomization db at infra/patch.yaml:1 [FA712]",
		"left as it is: 1 object in a file that several clusters read: it is said once already, and a list of clusters " +
			"would have no effect on it; for example Kustomization flux-system/web at infra/web.yaml:1",
	} {
		assert.Assert(t, strings.Contains(errs, want+"\n"), "%s\n%s", want, errs)
	}
	assert.Assert(t, strings.Contains(errs, "flux-system/infra: 2 Kustomizations on 2 clusters, written to "+
		"documents/infra.yaml\n"), errs)
	assert.DeepEqual(t, filesIn(t, "documents"), []string{"documents/infra.yaml", "documents/one.yaml"})
}

// TestAdoptErrors writes what is sound beside an error, unless Flux would apply it.
func TestAdoptErrors(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "in/berlin.yaml", helmRelease("web-berlin", "berlin"), "in/tokyo.yaml",
		helmRelease("web-tokyo", "tokyo"), "in/a.yaml", reading("web"), "in/b.yaml", reading("web"))
	_, errs, code := fluxapp(t, "", "adopt", "in", "--write", "new")
	assert.Equal(t, code, exitDocuments)
	assert.Assert(t, strings.Contains(errs, "is already at in/b.yaml:3:12; keep one of them [FA701]\n"), errs)
	assert.Equal(t, read(t, "new/web.yaml"), adopted)

	t = inFolder(test, "in/berlin.yaml", helmRelease("web-berlin", "berlin"), "in/tokyo.yaml",
		helmRelease("web-tokyo", "tokyo"), "flux.yaml", reading("in"))
	_, errs, code = fluxapp(t, "", "adopt", ".", "--write", "in/documents")
	assert.Equal(t, code, exitDocuments)
	assert.Assert(t, strings.Contains(errs, "write to a folder that Flux does not apply, for example fluxapp [FA717]"),
		errs)
	assert.DeepEqual(t, filesIn(t, "in"), []string{"in/berlin.yaml", "in/tokyo.yaml"})
}

// TestAdoptRenovate leaves what Renovate writes, unless its configuration has the documents too.
func TestAdoptRenovate(test *testing.T) {
	test.Parallel()
	release := func(cluster string) string {
		return strings.Replace(helmRelease("web-"+cluster, cluster), "  chart:", "  # renovate: depName=web\n  chart:", 1)
	}
	t := inFolder(test, "in/berlin.yaml", release("berlin"), "in/tokyo.yaml", release("tokyo"))
	_, errs, code := fluxapp(t, "", "adopt", ".", "--write", "documents")
	assert.Equal(t, code, exitGood, errs)
	assert.Equal(t, errs, "left as it is: 2 objects in a file that Renovate writes, as its comments say, and not the "+
		`documents: add "/^documents/.+\\.yaml$/" to the managerFilePatterns of its customManager; for example HelmRelease `+
		"apps/web-berlin at in/berlin.yaml:1\nthere is nothing to adopt\n")
	put(t, ".github/renovate.json5", `{ // for helm.toolkit.fluxcd.io/v2
		customManagers: [{managerFilePatterns: ["/^documents/.+\\.yaml$/"]}]}`)
	_, errs, code = fluxapp(t, "", "adopt", ".", "--write", "documents")
	assert.Equal(t, code, exitGood, errs)
	assert.Assert(t, strings.Contains(read(t, "documents/web.yaml"), "# renovate: depName=web\n"))
}

// TestAdoptCommandLine refuses what names nothing, and files that no document can name.
func TestAdoptCommandLine(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "in.yaml", helmRelease("web", "berlin"), "table.yaml",
		"NAMESPACE   NAME   AGE\napps        web    5d\n", "below/x.yaml", "a: 1\n")
	for args, want := range map[string]string{
		"adopt nowhere": "there is no file or folder nowhere",
		"adopt -":       "adopt changes objects in their files, and stdin has none; name files or folders",
		"adopt table.yaml": "table.yaml is the table that kubectl prints without -o yaml; use what this " +
			"command prints: kubectl get helmreleases,kustomizations -A -o yaml",
		"adopt in.yaml --write=": `invalid argument "" for "--write" flag: it is empty; write a folder, or leave ` +
			"the flag out",
		"adopt in.yaml --write /x": "--write /x is no folder below this one, by its relative name; write --write documents",
		"adopt in.yaml --write ../x/y": "--write ../x/y is no folder below this one, by its relative name; " +
			"write --write documents",
		"adopt in.yaml --cluster-from x": `invalid argument "x" for "--cluster-from" flag: a cluster cannot come from ` +
			`"x"; write kubeConfig, namespace, path:N, label:KEY or clusters/{cluster}/…`,
		"adopt in.yaml --findings nothing": `invalid argument "nothing" for "--findings" flag: write text, json, sarif or ` +
			`github, or one of them with a file, for example sarif=findings.sarif`,
	} {
		_, errs, code := fluxapp(t, "", strings.Fields(args)...)
		assert.Equal(t, code, exitCommand, args)
		assert.Equal(t, errs, "fluxapp: "+want+"\n", args)
	}
	outside := t.path("in.yaml")
	_, errs, code := fluxapp(t, "", "adopt", outside)
	assert.Equal(t, code, exitCommand)
	assert.Equal(t, errs, "fluxapp: "+filepath.ToSlash(outside)+" lies outside of the working folder, where the names "+
		"of files begin in documents; run fluxapp adopt at the root of the repository\n")
	_, errs, code = fluxapp(t, "", "adopt", "below")
	assert.Equal(t, code, exitGood)
	assert.Equal(t, errs, "there is nothing to adopt\n")
}
