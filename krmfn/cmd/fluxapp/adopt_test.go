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
      - {destination: {clusterSelector: {}}, interval: 1h}
`

// TestAdoptPrints adopts from a folder, from files and from stdin, whatever else is there.
func TestAdoptPrints(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "in/berlin.yaml", helmRelease("web-berlin", "berlin"), "in/sub/tokyo.yml",
		helmRelease("web-tokyo", "tokyo"),
		"in/source.yaml", "apiVersion: source.toolkit.fluxcd.io/v1\nkind: HelmRepository\n"+
			"metadata: {name: charts, namespace: apps}\n",
		"in/kustomization.yaml", "namespace: apps\nresources: [berlin.yaml]\n", "in/values.yaml", "a: 1\n---\nb: 1\n",
		"in/broken.yaml", "a: [\n", "in/.hidden/x.yaml", helmRelease("web-x", "x"), "in/notes.txt", helmRelease("web-y", "y"),
		"in/template.yaml", strings.Replace(helmRelease("web-z", "z"), "1h", "{{ .Values.interval }}", 1))
	const note = "clusters berlin, tokyo from kubeConfig: the kubeConfigs tell the objects of each application apart; " +
		"--cluster-from chooses another place\n" +
		"apps/web: 2 HelmReleases on 2 clusters, 32 lines → 13\n"
	out, errs, code := fluxapp(t, "", "adopt", "in")
	assert.Equal(t, code, exitGood, errs)
	assert.Equal(t, out, "---\n"+adopted)
	source := "left as it is: 1 HelmRepository, which is no whole object but a patch of kustomize that no " +
		"kustomization.yaml applies: it has no spec\n"
	assert.Equal(t, errs, "in/template.yaml: warning: a template of Helm, which is not read; render its chart, or name "+
		"the file itself [FA406]\n"+note+"left as it is: 1 kustomization.yaml, which is a list of kustomize; adopt what "+
		"kustomize build prints of it, or take out what comes in; 1 sets namespace\n"+source+
		"left as it is: 2 documents without a kind, each is no object of Kubernetes\n")

	out, errs, code = fluxapp(t, helmRelease("web-tokyo", "tokyo"), "adopt", "in/berlin.yaml", "-", "in/berlin.yaml",
		"in/source.yaml", "-")
	assert.Equal(t, code, exitGood, errs)
	assert.Equal(t, out, "---\n"+adopted)
	assert.Equal(t, errs, note+strings.Replace(source, " that no kustomization.yaml applies", "", 1))
}

// TestAdoptReadsUTF16 reads what PowerShell has written.
func TestAdoptReadsUTF16(test *testing.T) {
	test.Parallel()
	text := "\xff\xfe"
	for _, c := range helmRelease("web-berlin", "berlin") + "---\n" + helmRelease("web-tokyo", "tokyo") {
		text += string([]byte{byte(c), 0})
	}
	t := inFolder(test, "in/all.yaml", text)
	for _, arg := range []string{"in", "in/all.yaml"} {
		out, errs, code := fluxapp(t, "", "adopt", arg)
		assert.Equal(t, code, exitGood, errs)
		assert.Equal(t, out, "---\n"+adopted)
	}
}

// TestAdoptWrites writes what is sound, and replaces nothing.
func TestAdoptWrites(test *testing.T) {
	test.Parallel()
	other := strings.Replace(helmRelease("web-tokyo", "tokyo"), "namespace: apps", "namespace: team", 1)
	t := inFolder(test, "in/berlin.yaml", helmRelease("web-berlin", "berlin"), "in/tokyo.yaml",
		helmRelease("web-tokyo", "tokyo"), "in/other release.yaml", other)
	out, errs, code := fluxapp(t, "", "adopt", "in", "--write", "out/apps")
	assert.Equal(t, code, exitGood, errs)
	assert.Equal(t, out, "")
	assert.Equal(t, errs, "clusters berlin, tokyo from kubeConfig: the kubeConfigs tell the objects of each application "+
		"apart; --cluster-from chooses another place\n"+
		"apps/apps-web: 2 HelmReleases on 2 clusters, 32 lines → 13, written to out/apps/apps-web.yaml\n"+
		"team/team-web: 1 HelmRelease on tokyo, 16 lines → 12, written to out/apps/team-web.yaml\n"+
		"next, to see that nothing changes: fluxapp render out/apps -o dir=deploy; kubectl diff -R -f deploy shows the "+
		"annotation fluxapp.dev/rendered-from alone, except for objects to which kustomize gives a namespace\n"+
		"next, in one commit: git rm in/berlin.yaml 'in/other release.yaml' in/tokyo.yaml\n"+
		"next, in the same commit and after each later render: put each file of deploy into the folder of its old one, "+
		"and into the resources of its "+
		"kustomization.yaml if it has one, for example deploy/apps-web/berlin/helmrelease-web-berlin.yaml into in; an "+
		"object that another Flux Kustomization applies then may be deleted by the old one; where one Flux Kustomization "+
		"reads these folders and nothing else, set its path to ./deploy instead\n")
	assert.Assert(t, strings.Contains(read(t, "out/apps/apps-web.yaml"), "name: web-$(cluster.name), interval: 1h}"))
	assert.DeepEqual(t, filesIn(t, "out"), []string{"out/apps/apps-web.yaml", "out/apps/team-web.yaml"})

	put(t, "out/apps/apps-web.yaml", "mine")
	assert.NilError(t, os.Remove(t.path("out/apps/team-web.yaml")))
	_, errs, code = fluxapp(t, "", "adopt", "in", "--write", "out/apps")
	assert.Equal(t, code, exitCommand)
	assert.Equal(t, errs, "fluxapp: out/apps/apps-web.yaml exists, and adopt replaces no file; nothing was written. "+
		"Remove it, or write to another folder\n")
	assert.Equal(t, read(t, "out/apps/apps-web.yaml"), "mine")
	assert.DeepEqual(t, filesIn(t, "out"), []string{"out/apps/apps-web.yaml"})
}

// TestAdoptNext holds what is printed after the documents were written, where it is not as usual.
func TestAdoptNext(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "clusters/a/infra.yaml", reading("infra"), "clusters/b/infra.yaml", reading("infra"),
		"infra/web.yaml", reading("web"), "infra/kustomization.yaml", "resources: [web.yaml]\n")
	_, errs, _ := fluxapp(t, "", "adopt", ".", "--write", "clusters/a/new")
	assert.Assert(t, strings.HasSuffix(errs, "next, to see that nothing changes: fluxapp render clusters/a/new -o "+
		"dir=deploy; kubectl --context CLUSTER diff -k deploy/CLUSTER shows the annotation fluxapp.dev/rendered-from "+
		"alone, except for objects to which kustomize gives a namespace\n"+
		"next, in one commit: git rm clusters/a/infra.yaml clusters/b/infra.yaml infra/web.yaml; take the names of these "+
		"files out of 1 kustomization.yaml, for example web.yaml out of infra/kustomization.yaml\n"+
		"next, in the same commit and after each later render: put each file of deploy but kustomization.yaml into the "+
		"folder of its old one, and into "+
		"the resources of its kustomization.yaml if it has one, for example deploy/a/infra/kustomization-infra.yaml into "+
		"clusters/a; where several clusters read that folder, put it beside the Kustomization that reads it, for example "+
		"deploy/a/web/kustomization-web.yaml into clusters/a; an object that another Flux Kustomization applies then may be "+
		"deleted by the old one\n"), errs)

	at := inFolder(t, "x/clusters/a/web.yaml", reading("web"), "x/clusters/b/web.yaml", reading("web"))
	_, errs, _ = fluxapp(at, "", "adopt", ".", "--write", "new")
	assert.Assert(t, strings.HasSuffix(errs, "next, in the same commit: write x/clusters/a/fluxapp/kustomization.yaml "+
		"with resources: [../../../../deploy/a], and so for each cluster, and put fluxapp into the resources of "+
		"x/clusters/a/kustomization.yaml if it exists; each later render into deploy then reaches the clusters\n"), errs)

	_, errs, code := fluxapp(t, helmRelease("web", "c"), "adopt", "-", "--write", "new")
	assert.Equal(t, code, exitGood, errs)
	assert.Assert(t, strings.Contains(errs, "next, in one commit: take what came in out of the files that Flux reads\n"+
		"next, in the same commit and after each later render: put each file of deploy into the folder of its old one, "+
		"and into the resources of its "+
		"kustomization.yaml if it has one; an object"), errs)

	_, errs, code = fluxapp(t, "", "adopt", "infra", "--write", "infra")
	assert.Equal(t, code, exitCommand)
	assert.Assert(t, strings.HasSuffix(errs, "fluxapp: infra/web.yaml exists, and adopt replaces no file; nothing was "+
		"written. Write to another folder\n"), errs)
}

// reading returns a Kustomization that reads the folder of its name.
func reading(name string) string {
	return "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: " + name + ", namespace: " +
		"flux-system}\nspec: {interval: 10m, prune: true, path: ./" + name + ", sourceRef: {kind: GitRepository, name: a}}\n"
}

// TestAdoptLeavesSome writes what is sound beside an object with an error, unless all or nothing is asked for. The file
// of that object is not among those that can go.
func TestAdoptLeavesSome(test *testing.T) {
	test.Parallel()
	wrong := strings.Replace(helmRelease("web-oslo", "oslo"), "interval", "intervall", 1)
	t := inFolder(test, "in/berlin.yaml", helmRelease("web-berlin", "berlin"), "in/both.yaml",
		helmRelease("web-tokyo", "tokyo")+"---\n"+wrong)
	for _, args := range []string{"adopt in --all --write new", "adopt in --all"} {
		out, errs, code := fluxapp(t, "", strings.Fields(args)...)
		assert.Equal(t, code, exitDocuments)
		assert.Equal(t, out, "")
		assert.Assert(t, strings.Contains(errs, "nothing is adopted, because of --all\n"), errs)
		_, err := os.Stat(t.path("new"))
		assert.Assert(t, os.IsNotExist(err))
	}
	_, errs, code := fluxapp(t, "", "adopt", "in", "--write", "new")
	assert.Equal(t, code, exitDocuments)
	assert.Assert(t, strings.Contains(errs, "in/both.yaml:15:3: spec.intervall: unknown field"), errs)
	assert.Assert(t, strings.Contains(errs, ": git rm in/berlin.yaml; take what came in out of in/both.yaml "+
		"(HelmRelease apps/web-tokyo)\n"), errs)
	assert.Equal(t, read(t, "new/web.yaml"), "# Not in this document, because they stay where they are:\n"+
		"# - HelmRelease apps/web-oslo of cluster oslo: in/both.yaml:9\n"+adopted)
	out, _, code := fluxapp(t, "", "adopt", "in") // what is good is printed
	assert.Equal(t, code, exitDocuments)
	assert.Assert(t, strings.Contains(out, adopted))
}

// TestAdoptLeavesNothing finds that a file cannot be written after another one was.
func TestAdoptLeavesNothing(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "in.yaml", helmRelease("web", "berlin")+"---\n"+helmRelease("api", "berlin"), "out/kept.yaml", "")
	assert.NilError(t, os.Symlink(filepath.Join("nowhere", "file"), t.path("out/web.yaml")))
	_, errs, code := fluxapp(t, "", "adopt", "in.yaml", "--write", "out")
	assert.Equal(t, code, exitCommand, errs)
	assert.Assert(t, strings.Contains(errs, "out/web.yaml exists"), errs)
	assert.DeepEqual(t, filesIn(t, "out"), []string{"out/kept.yaml"})
}

// TestAdoptCommandLine refuses what names nothing.
func TestAdoptCommandLine(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "in.yaml", helmRelease("web", "berlin"), "table.yaml",
		"NAMESPACE   NAME   AGE\napps        web    5d\n")
	for args, want := range map[string]string{
		"adopt nowhere": "there is no file or folder nowhere",
		"adopt table.yaml": "table.yaml is the table that kubectl prints without -o yaml; use what this " +
			"command prints: kubectl get helmreleases,kustomizations -A -o yaml",
		"adopt in.yaml --write=": "--write needs a folder; write --write DIR",
		"adopt in.yaml --cluster-from x": `invalid argument "x" for "--cluster-from" flag: a cluster cannot come from ` +
			`"x"; write kubeConfig, namespace, path:N, label:KEY or clusters/{cluster}/…`,
		"adopt in.yaml --write in.yaml": "in.yaml: not a directory",
		"adopt in.yaml --findings nothing": `invalid argument "nothing" for "--findings" flag: write text, json, sarif or ` +
			`github, or one of them with a file, for example sarif=findings.sarif`,
	} {
		_, errs, code := fluxapp(t, "", strings.Fields(args)...)
		assert.Equal(t, code, exitCommand, args)
		assert.Equal(t, errs, "fluxapp: "+want+"\n", args)
	}
	_, errs, code := fluxapp(t, "Error from server (Forbidden): no\n", "adopt", "-")
	assert.Equal(t, code, exitCommand)
	assert.Assert(t, strings.HasPrefix(errs, "fluxapp: <stdin> begins with a message of kubectl, "), errs)
	_, errs, code = fluxapp(t, "", "adopt", "-")
	assert.Equal(t, code, exitDocuments)
	assert.Equal(t, errs, "there is no HelmRelease, Kustomization or KCLRun of Flux; name the files that have them, or "+
		"pipe what kubectl get prints [FA706]\n")
}
