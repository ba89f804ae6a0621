package main

import (
	"errors"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/input"
	"github.com/fluxapp-dev/fluxapp/render"
)

// observedOf returns what kubectl get -o yaml prints of the objects of a document that are ready, and is a List.
func observedOf(t testFolder, file string, changes ...string) string {
	t.Helper()
	rendered, errs, code := fluxapp(t, "", "render", file)
	assert.Equal(t, code, exitGood, errs)
	var b strings.Builder
	b.WriteString("apiVersion: v1\nkind: List\nitems:\n")
	for doc := range strings.SplitSeq(strings.TrimPrefix(rendered, "---\n"), "---\n") {
		doc = strings.Replace(doc, "metadata:\n", "metadata:\n  generation: 1\n", 1)
		_, doc, _ = strings.Cut(doc, "apiVersion:") // there may be a comment before it
		b.WriteString("- apiVersion: " + strings.ReplaceAll(strings.TrimSpace(doc), "\n", "\n  ") + "\n" + readyStatus)
	}
	return strings.NewReplacer(changes...).Replace(b.String()) + sourcesOf(rendered)
}

// sourcesOf returns the sources that objects refer to, as items of a list. They have fetched what readyStatus has.
func sourcesOf(rendered string) string {
	var b strings.Builder
	found := sourceRefs.FindAllStringSubmatch(rendered, -1)
	for _, ref := range slices.CompactFunc(found, slices.Equal) {
		b.WriteString("- apiVersion: source.toolkit.fluxcd.io/v1\n  kind: " + ref[1] + "\n  metadata: {generation: 1, " +
			"name: " + ref[2] + ", namespace: apps}\n  spec: {ref: {branch: main}}\n" + readyStatus)
	}
	return b.String()
}

var sourceRefs = regexp.MustCompile(`sourceRef:\n    kind: (\w+)\n    name: (\S+)`)

const readyStatus = `  status:
    observedGeneration: 1
    lastAppliedRevision: main@sha1:0123456789abcdef0123456789abcdef01234567
    artifact: {revision: main@sha1:0123456789abcdef0123456789abcdef01234567}
    conditions:
    - {type: Ready, status: "True", reason: ReconciliationSucceeded, message: done, observedGeneration: 1, ` +
	`lastTransitionTime: "2026-11-23T03:00:00Z"}
`

const clock = "--now=2026-11-23T04:00:00Z"

// TestStatus prints the status of what is ready, and of what is not.
func TestStatus(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "app.yaml", app("web", "berlin", "tokyo"))
	put(t, "hub.yaml", observedOf(t, "app.yaml"))
	assert.Equal(t, good(t, "status", "app.yaml", "--observed", "hub.yaml", clock),
		"apps/web: ready 2/2 at main@sha1:0123456789\n")
	out, errs, code := fluxapp(t, read(t, "hub.yaml"), "status", "app.yaml", "--observed", "-", "--exit-code")
	assert.Equal(t, errs, "")
	assert.Equal(t, code, exitGood, out)

	put(t, "hub.yaml", observedOf(t, "app.yaml", `status: "True", reason: ReconciliationSucceeded, message: done`,
		`status: "False", reason: BuildFailed, message: no such folder`))
	assert.Equal(t, good(t, "status", "app.yaml", "--observed", "hub.yaml", clock), `apps/web: ready 0/2; 2 failed
  STATE   SINCE  CLUSTER     OBJECT                                   REVISION
  failed  60m    2 clusters  Kustomization web-berlin-web and 1 more  main@sha1:0123456789
    on berlin, tokyo
    BuildFailed: no such folder
`)
	_, errs, code = fluxapp(t, "", "status", "app.yaml", "--observed", "hub.yaml", "--exit-code")
	assert.Equal(t, errs, "")
	assert.Equal(t, code, exitDocuments)
}

// twoStages has a tag of a repository for each stage.
const twoStages = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: apps}
spec:
  clusters:
  - {name: lab, labels: {stage: test}, kubeConfig: {secretRef: {name: lab}}}
  - {name: berlin, labels: {stage: prod}, kubeConfig: {secretRef: {name: berlin}}}
  source:
    name: web-$(cluster.labels.stage)
    gitRepository: {url: https://git.example.com/web, interval: 1h, ref: {tag: v1}}
  config:
    kustomization:
    - {interval: 1h, prune: true, path: ./x, destination: {clusterSelector: {}, targetNamespace: t}}
    overrides:
    - {clusterSelector: {matchLabels: {stage: test}}, source: {gitRepository: {ref: {tag: v2}}}}
    - {clusterSelector: {matchLabels: {stage: prod}}, source: {gitRepository: {ref: {tag: v1}}}}
`

// TestStatusOfVersion shows that a stage is ready only where it runs the version of the document, and that only then
// the version is promoted.
func TestStatusOfVersion(test *testing.T) {
	test.Parallel()
	const revision = "main@sha1:0123456789abcdef0123456789abcdef01234567"
	t := inFolder(test, "app.yaml", twoStages)
	promote := []string{"promote", "web", "app.yaml", "--from", "stage=test", "--to", "stage=prod", "--observed",
		"hub.yaml", "--soak", "1h", "--now", "2026-11-23T04:00:00Z"}
	items := strings.SplitAfter(strings.TrimPrefix(observedOf(t, "app.yaml"), "apiVersion: v1\nkind: List\nitems:\n"),
		readyStatus)
	state := func(source, workload string, changes ...string) string {
		text := "apiVersion: v1\nkind: List\nitems:\n" + strings.ReplaceAll(items[0]+items[2], revision, "v1@sha1:aaaa")
		return text + strings.NewReplacer(append(changes, revision, source)...).Replace(items[1]) +
			strings.ReplaceAll(items[3], revision, workload)
	}
	const fails = `status: "True", reason: ReconciliationSucceeded, message: done`
	for name, c := range map[string]struct{ observed, status, refused string }{
		"it runs": {state("v2@sha1:bbbb", "v2@sha1:bbbb"), "apps/web: ready 2/2\n", ""},
		"the source has not seen the tag": {state("v1@sha1:aaaa", "v1@sha1:aaaa", "generation: 1\n", "generation: 2\n"),
			"apps/web: ready 1/2; 1 stale, 1 other object not ready\n",
			"stale on lab (GitRepository apps/web-test: Flux has not seen generation 2 yet)"},
		"the source has no such tag": {state("v1@sha1:aaaa", "v1@sha1:aaaa", fails, `status: "False", message: no tag v2`),
			"apps/web: ready 1/2; 1 failed, 1 other object not ready\n",
			"failed on lab (GitRepository apps/web-test: no tag v2)"},
		"the workload has not applied it": {state("v2@sha1:bbbb", "v1@sha1:aaaa"), "apps/web: ready 1/2; 1 progressing\n",
			"progressing on lab (GitRepository apps/web-test has v2@sha1:bbbb, and it has applied v1@sha1:aaaa)"},
		"the source fails later": {state("v2@sha1:bbbb", "v2@sha1:bbbb", fails, `status: "False", message: no route`),
			"apps/web: ready 2/2; 1 other object not ready\n",
			"its source fails on lab (GitRepository apps/web-test: no route); promote when the source is ready"},
	} {
		put(t, "hub.yaml", c.observed)
		out, errs, code := fluxapp(t, "", "status", "app.yaml", "--observed", "hub.yaml", "--exit-code", clock)
		assert.Check(t, strings.HasPrefix(out, c.status), "%s: %s%s", name, out, errs)
		assert.Check(t, code == exitGood == strings.Contains(c.status, "ready 2/2"), "%s: %d", name, code)
		assert.Check(t, strings.Contains(errs, "[FA835]") == strings.Contains(c.refused, "its source"), "%s: %s", name, errs)
		_, errs, code = fluxapp(t, "", promote...)
		assert.Check(t, code == exitGood == (c.refused == "") && strings.Contains(errs, c.refused), "%s: %d %s", name, code,
			errs)
	}
}

// TestStatusJSON prints JSON for programs.
func TestStatusJSON(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "app.yaml", app("web", "berlin"))
	put(t, "hub.yaml", observedOf(t, "app.yaml"))
	out := good(t, "status", "app.yaml", "--observed", "hub.yaml", "-o", "json")
	assert.Assert(t, strings.Contains(out, `"apps/web"`), out)
}

// TestStatusSlips is what a tired user does.
func TestStatusSlips(test *testing.T) {
	test.Parallel()
	const kubectl = "kubectl get kustomizations.kustomize.toolkit.fluxcd.io,gitrepositories.source.toolkit.fluxcd.io " +
		"-A -o yaml"
	t := inFolder(test, "app.yaml", app("web", "berlin"))
	put(t, "alone.yaml", strings.Replace(app("alone", "berlin", "tokyo"), "spec:\n",
		"spec:\n  topology: Standalone\n  clusters: [{name: berlin}, {name: tokyo}]\n", 1))
	list := observedOf(t, "app.yaml")
	put(t, "hub.yaml", list)
	put(t, "empty.yaml", "\r\n")
	put(t, "table.yaml", "NAMESPACE   NAME   AGE   READY   STATUS\napps   web   1d   True   done\n")
	put(t, "error.yaml", "error: the server doesn't have a resource type \"helmrelease\"\n")
	put(t, "forbidden.yaml", "Error from server (Forbidden): \x1b[31mkustomizations is forbidden\n")
	put(t, "pods.yaml", "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Pod, metadata: {name: a, "+
		"namespace: b}}\n")
	put(t, "broken.yaml", list+"  broken: [\n")
	for _, c := range []struct{ args, want string }{
		{"app.yaml", "--observed is missing; write --observed FILE, with the file of this command: " + kubectl +
			" > observed.yaml"},
		{"alone.yaml", "--observed is missing; write a file for each cluster, and --observed CLUSTER=FILE for each: " +
			"kubectl --context berlin get"},
		{"app.yaml --observed none.yaml", "there is no file or folder none.yaml"},
		{"app.yaml --observed empty.yaml", "empty.yaml is empty; name a file with the output of this command: " +
			kubectl},
		{"app.yaml --observed table.yaml", "table.yaml is the table that kubectl prints without -o yaml; name a file " +
			"with the output of this command: " + kubectl},
		{"app.yaml --observed error.yaml", `error.yaml begins with a message of kubectl, "error: the server doesn't have a ` +
			`resource type \"helmrelease\""; name a file`},
		{"app.yaml --observed forbidden.yaml",
			`message of kubectl, "Error from server (Forbidden): \x1b[31mkustomizations is forbidden"; name a file`},
		{"app.yaml --observed pods.yaml", "pods.yaml has no object of a kind that fluxapp renders; name a file with the " +
			"output of this command: " + kubectl},
		{"app.yaml --observed broken.yaml", "broken.yaml is not what kubectl prints; name a file with the output of this " +
			"command: " + kubectl},
		{"app.yaml --observed -", "<stdin> is empty; pipe the output of this command: " + kubectl + "\n"},
		{"- --observed -", "stdin cannot be both the documents and --observed; name a file for one of them"},
		{"app.yaml --observed hub.yaml --observed ./hub.yaml", "./hub.yaml is named twice; write one file for each cluster"},
		{"app.yaml --observed berlin=hub.yaml", "the hub has the objects of all clusters (topology HubAndSpoke); write " +
			"--observed hub.yaml, with the objects of the hub"},
		{"alone.yaml --observed hub.yaml",
			"each cluster has its own objects (topology Standalone); name the cluster of hub.yaml: --observed berlin=hub.yaml"},
		{"app.yaml --observed berlin=", "write FILE, or CLUSTER=FILE; a file with = in its name begins with ./"},
		{"app.yaml --observed =hub.yaml", "write FILE, or CLUSTER=FILE"},
		{"app.yaml --observed=", "it is empty; write a file with what kubectl printed, or - for stdin"},
		{"app.yaml --observed hub.yaml -o yaml", "-o yaml is unknown; write text, json or application"},
		{"app.yaml --observed hub.yaml --now yesterday",
			"it is no time; write it with its zone, for example 2026-11-23T04:00:00Z"},
	} {
		out, errs, code := fluxapp(t, "", append([]string{"status"}, strings.Fields(c.args)...)...)
		assert.Check(t, code == exitCommand && out == "" && strings.Contains(errs, c.want), "%s: %d %s%s", c.args, code,
			out, errs)
	}
}

// TestStatusBesideDocuments reads observed files in the folder of the documents as what they are, and the second file
// of an object as an earlier one.
func TestStatusBesideDocuments(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "app.yaml", app("web", "berlin"))
	list := observedOf(t, "app.yaml")
	const ready = "apps/web: ready 1/1 at main@sha1:0123456789\n"
	const chart = "- {apiVersion: source.toolkit.fluxcd.io/v1, kind: HelmChart, metadata: {name: made-by-flux, " +
		"namespace: apps}, spec: {}}\n"
	put(t, "observed.yaml", list)
	put(t, "again.yaml", list+chart)
	put(t, "charts.yaml", "apiVersion: v1\nkind: List\nitems:\n"+chart)
	assert.Equal(t, good(t, "status", ".", "--observed", "again.yaml", "--observed", "charts.yaml"), ready)
	assert.Equal(t, good(t, "status", "app.yaml", "--observed", "observed.yaml", "--observed", "again.yaml"), ready)
	failed := strings.Replace(list, `status: "True", reason: ReconciliationSucceeded`,
		`status: "False", reason: BuildFailed`, 1)
	put(t, "again.yaml", list+strings.SplitAfter(failed, "items:\n")[1])
	_, errs, code := fluxapp(t, "", "status", "app.yaml", "--observed", "again.yaml")
	assert.Equal(t, code, exitCommand)
	assert.Assert(t, strings.Contains(errs, "[FA831]\nfluxapp: again.yaml and an earlier file have different "+
		"versions of an object; read each hub and cluster once\n"), errs)

	put(t, "failed.yaml", failed)
	out := good(t, "status", "app.yaml", "--observed", "failed.yaml", "--observed", "observed.yaml")
	const cause = "  failed  Kustomization apps/web-berlin-web\n\n"
	assert.Assert(t, strings.HasPrefix(out, "new since observed.yaml:\n"+cause), out)
	out = good(t, "status", "app.yaml", "--observed", "observed.yaml", "--observed", "failed.yaml")
	assert.Equal(t, out, "over since failed.yaml:\n"+cause+ready)
	put(t, "third.yaml", strings.Replace(failed, "BuildFailed", "PruneFailed", 1))
	for _, command := range []string{"status app.yaml", "report app.yaml -o r.html"} {
		two := strings.Fields(command + " --observed observed.yaml --observed failed.yaml --observed charts.yaml")
		good(t, two...)
		_, errs, code = fluxapp(t, "", append(two, "--observed", "third.yaml")...)
		assert.Equal(t, code, exitCommand)
		assert.Assert(t, strings.Contains(errs, "is also at failed.yaml:"), errs)
	}
	_, errs, code = fluxapp(t, "", "render", "app.yaml", "-o", "dir=out", "--observed", "observed.yaml", "--observed",
		"failed.yaml")
	assert.Equal(t, code, exitCommand)
	assert.Assert(t, strings.Contains(errs, "[FA831]\n"), errs)
}

// TestStatusOfWrongDocuments has the exit code of wrong documents, whatever is observed.
func TestStatusOfWrongDocuments(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "app.yaml", strings.Replace(app("web", "berlin"), "prune: true", "prun: true", 1), "other.yaml",
		"kind: Pod\n")
	for _, args := range [][]string{{"app.yaml"}, {"app.yaml", "--observed", "none.yaml"},
		{"other.yaml", "--observed", "none.yaml"}} {
		out, errs, code := fluxapp(t, "", append([]string{"status"}, args...)...)
		assert.Check(t, code == exitDocuments && out == "" && errs != "", "%v: %d %s%s", args, code, out, errs)
	}
}

// TestStatusReads takes what kubectl and shells write.
func TestStatusReads(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "app.yaml", app("web", "berlin"))
	list := observedOf(t, "app.yaml")
	const ready, missing = "apps/web: ready 1/1 at main@sha1:0123456789\n", "apps/web: ready 0/1; 1 missing\n"
	_, single, _ := strings.Cut(list, "items:\n- ")
	single = strings.ReplaceAll(strings.ReplaceAll(single, "\n- ", "\n---\n"), "\n  ", "\n")
	for name, c := range map[string]struct{ text, want string }{
		"CRLF":                   {strings.ReplaceAll(list, "\n", "\r\n"), ready},
		"BOM":                    {"\ufeff" + list, ready},
		"UTF-16":                 {utf16(list), ready},
		"single objects":         {single, ready},
		"single object in JSON":  {jsonOf(t, "app.yaml"), "apps/web: ready 0/1; 1 unknown\n"},
		"empty list":             {"apiVersion: v1\nitems: []\nkind: List\nmetadata:\n  resourceVersion: ''\n", missing},
		"empty list on one line": {`{"apiVersion":"v1","items":[],"kind":"List"}`, missing},
		"empty list in JSON":     {"{\n  \"apiVersion\": \"v1\",\n  \"items\": [],\n  \"kind\": \"List\"\n}\n", missing},
	} {
		put(t, "hub.yaml", c.text)
		out, errs, code := fluxapp(t, "", "status", "app.yaml", "--observed", "hub.yaml")
		assert.Check(t, code == exitGood && strings.HasPrefix(out, c.want), "%s: %d %s%s", name, code, out, errs)
	}
}

// jsonOf returns the objects of a document as rendered, in JSON.
func jsonOf(t testFolder, file string) string {
	t.Helper()
	out, errs, code := fluxapp(t, "", "render", file, "-o", "json")
	assert.Equal(t, code, exitGood, errs)
	return out
}

// TestStatusOfStandalone reads a file for each cluster, and the hub by its name.
func TestStatusOfStandalone(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "app.yaml", strings.Replace(app("alone", "berlin", "tokyo"), "spec:\n",
		"spec:\n  topology: Standalone\n  clusters: [{name: berlin}, {name: tokyo}]\n", 1))
	items := strings.Split(observedOf(t, "app.yaml"), "- apiVersion: ")
	put(t, "berlin.yaml", items[0]+"- apiVersion: "+items[1]+"- apiVersion: "+items[3])
	put(t, "a=b/tokyo.yaml", items[0]+"- apiVersion: "+items[2]+"- apiVersion: "+items[3])
	out, errs, code := fluxapp(t, "", "status", "app.yaml", "--observed", "berlin=berlin.yaml", clock)
	assert.Equal(t, code, exitGood, errs)
	assert.Assert(t, strings.HasPrefix(out, "apps/alone: ready 1/2; 1 unknown\n"), out)
	assert.Equal(t, good(t, "status", "app.yaml", "--observed", "berlin=berlin.yaml", "--observed",
		"tokyo=a=b/tokyo.yaml"),
		"apps/alone: ready 2/2 at main@sha1:0123456789\n")

	_, errs, code = fluxapp(t, "", "status", "app.yaml", "--observed", "berln=berlin.yaml", "--observed",
		"hub=a=b/tokyo.yaml")
	assert.Equal(t, code, exitGood)
	assert.Assert(t, strings.Contains(errs, "cluster berln, so its objects are extra; did you mean berlin? [FA832]"),
		errs)
	put(t, "hub.yaml", app("web", "berlin"))
	assert.NilError(t, os.Rename(t.path("hub.yaml"), t.path("x=app.yaml")))
	put(t, "hub=1.yaml", observedOf(t, "x=app.yaml"))
	for _, observed := range []string{"./hub=1.yaml", "hub=hub=1.yaml"} {
		assert.Equal(t, good(t, "status", "x=app.yaml", "--observed", observed),
			"apps/web: ready 1/1 at main@sha1:0123456789\n")
	}
}

// TestStatusClock tells ages by the clock without --now.
func TestStatusClock(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "app.yaml", app("web", "berlin"))
	since := time.Now().Add(-72 * time.Hour).UTC().Format(time.RFC3339)
	put(t, "hub.yaml", observedOf(t, "app.yaml", `status: "True"`, `status: "False"`, "2026-11-23T03:00:00Z", since))
	assert.Assert(t, strings.Contains(good(t, "status", "app.yaml", "--observed", "hub.yaml"), " 3d "))
}

// TestStatusPage checks that what the page of status shows is what the run prints of the recorded objects
// of real controllers.
func TestStatusPage(test *testing.T) {
	test.Parallel()
	const folder, command = "../../../render/status/testdata/observed/kubeconfig-missing/",
		"fluxapp status app.yaml --observed observed.yaml"
	documents, observed := readSource(test, folder+"app.yaml"), readSource(test, folder+"observed.yaml")
	t := inFolder(test, "app.yaml", documents, "observed.yaml", observed)
	shown := shownRun(t, "status", command+" | head -n 8")
	assert.Equal(t, strings.Count(shown, "\n"), 8)
	newest, err := time.Parse(time.RFC3339,
		slices.Max(regexp.MustCompile(`\d{4}-\d\d-\d\dT[0-9:]{8}Z`).FindAllString(observed, -1)))
	assert.NilError(t, err)
	// whenever the objects are recorded, the page has these ages
	now := "--now=" + newest.Add(5*time.Hour).Format(time.RFC3339)
	out := good(t, append(strings.Fields(command)[1:], now)...)
	assert.Assert(t, strings.HasPrefix(out, shown), "%s", out)

	items := strings.SplitAfter(observed, "\n- apiVersion: ")
	was := slices.Clone(items) // the release in oslo was ready, and the upgrade in tokyo had failed
	was[2] = strings.ReplaceAll(items[1], "berlin", "oslo")
	was[3] = strings.NewReplacer("oslo", "tokyo", "RESTClientError", "UpgradeFailed").Replace(items[2])
	put(t, "yesterday.yaml", strings.Join(was, ""))
	const compared = command + " --observed yesterday.yaml"
	shown = shownRun(t, "status", compared+" | head -n 5")
	out = good(t, append(strings.Fields(compared)[1:], now)...)
	assert.Assert(t, strings.HasPrefix(out, shown), "%s", out)
	_, errs, _ := fluxapp(t, "", "status", "app.yaml")
	_, kinds, _ := strings.Cut(errs, "kubectl get ")
	assert.Assert(t, strings.Contains(helpPage(t, "status"), "$ kubectl get "+kinds), "the error prints %s", kinds)
}

// TestStatusForKubeSphere leaves out what KubeSphere does not read, and tells it.
func TestStatusForKubeSphere(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "app.yaml", app("web", "berlin"))
	head, spec, _ := strings.Cut(app("shop", "berlin"), "spec:\n")
	put(t, "kubesphere.yaml", strings.Replace(head, "fluxapp.dev/v1alpha1\nkind: FluxApplication",
		"gitops.kubesphere.io/v1alpha1\nkind: Application", 1)+
		"spec:\n  kind: fluxcd\n  fluxApp:\n    spec:\n    "+
		strings.ReplaceAll(strings.TrimSuffix(spec, "\n"), "\n", "\n    ")+"\n")
	put(t, "hub.yaml", observedOf(t, "kubesphere.yaml"))
	out := good(t, "status", "kubesphere.yaml", "--observed", "hub.yaml", "-o", "application")
	assert.Assert(t, strings.Contains(out, "ready-number: 1-1\n") &&
		strings.Contains(out, "      berlin-kubeconfig-web:\n"), out)
	both, errs, code := fluxapp(t, "", "status", "kubesphere.yaml", "app.yaml", "--observed", "hub.yaml", "-o",
		"application", "--exit-code")
	assert.Equal(t, both, out)
	assert.Equal(t, errs, "left out, because KubeSphere does not read the kind FluxApplication: apps/web\n")
	assert.Equal(t, code, exitDocuments)
	out, errs, code = fluxapp(t, "", "status", "app.yaml", "--observed", "hub.yaml", "-o", "application")
	assert.Equal(t, out, "")
	assert.Assert(t, strings.HasSuffix(errs,
		"fluxapp: apps/web: no document is of the kind Application, which KubeSphere reads; write -o json\n"), errs)
	assert.Equal(t, code, exitCommand)
}

// TestStatusOfExample checks that the README of examples/standalone shows what is printed when the redis of one
// cluster fails.
func TestStatusOfExample(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	t.chdir(repositoryRoot(t))
	readme := read(t, "examples/standalone/README.md")
	in, err := input.Read(input.Source{Store: disk.Disk{Folder: *t.dir}}, []string{"examples/standalone"})
	assert.NilError(t, err)
	result, err := render.Render(in.All(), render.Options{})
	assert.NilError(t, err)
	dir := t.TempDir()
	_, errs, _ := fluxapp(t, "", "status", "examples/standalone")
	_, kinds, _ := strings.Cut(strings.TrimSpace(errs), " get ")
	kinds, _, _ = strings.Cut(kinds, " > ")
	assert.Assert(t, strings.Contains(readme, "kubectl --context $cluster get "+kinds+" > $cluster.yaml"),
		"the clusters need %s", kinds)
	_, command, _ := strings.Cut(readme, "$ fluxapp status ")
	command, shown, _ := strings.Cut(command, "\n```\n\n```text\n")
	shown, _, found := strings.Cut(shown, "```")
	assert.Assert(t, found)
	const ready = `status:
  observedGeneration: 1
  artifact: {revision: 6.9.0}
  conditions:
  - {type: Ready, status: "True", reason: Succeeded, message: done, lastTransitionTime: "2026-11-23T03:00:00Z"}
  history:
  - {chartName: podinfo, chartVersion: 6.9.0, status: deployed}
`
	for _, o := range result.Objects {
		status := ready
		if o.Name() == "redis-madrid-redis" {
			status = `status:
  observedGeneration: 1
  conditions:
  - {type: Ready, status: "False", reason: ValuesError, message: "could not resolve Secret chart values reference ` +
				`'flux-system/redis' with key 'values.yaml': secrets \"redis\" not found", lastTransitionTime: ` +
				`"2026-11-23T03:55:00Z"}
`
		} else if strings.HasPrefix(o.Name(), "redis") {
			status = strings.Replace(ready, "{chartName: podinfo, chartVersion: 6.9.0,",
				"{chartName: redis, chartVersion: 21.2.3,", 1)
		}
		file, err := os.OpenFile(dir+"/"+o.Cluster()+".yaml", os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		assert.NilError(t, err)
		_, err = file.WriteString("---\n" + strings.Replace(string(o.YAML()), "metadata:\n", "metadata:\n  generation: 1\n",
			1) + status)
		assert.NilError(t, errors.Join(err, file.Close()))
	}
	out, errs, code := fluxapp(t, "",
		append(strings.Fields("status "+strings.ReplaceAll(command, "=", "="+dir+"/")), clock)...)
	assert.Equal(t, errs, "")
	assert.Equal(t, code, exitGood)
	assert.Equal(t, out, shown)
}
