package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folder"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/input"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

const hubYAML = `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  annotations:
    fluxapp.dev/rendered-from: apps/a
  name: a-web
  namespace: apps
spec:
  interval: 10m
  path: ./deploy
  prune: true
  sourceRef:
    kind: GitRepository
    name: a
  targetNamespace: web
`

func TestOutput(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", app("a", "hub"))
	for _, args := range [][]string{{"render", "a.yaml"}, {"a.yaml"}, {"-o", "yaml", "a.yaml"}, {"render", "."},
		{"a.yaml", "./a.yaml", "."}} {
		assert.Equal(t, good(t, args...), "---\n"+hubYAML, "%v", args)
	}
	var list struct{ Items []map[string]any }
	assert.NilError(t, json.Unmarshal([]byte(good(t, "render", "-o", "json", "a.yaml")), &list))
	assert.Equal(t, list.Items[0]["kind"], "Kustomization")

	lines := good(t, "render", "-o", "jsonl", "a.yaml")
	before, object, _ := strings.Cut(strings.TrimSuffix(lines, "}\n"), `,"object":`)
	assert.Equal(t, before, `{"application":"apps/a","cluster":"hub","path":"a/hub/kustomization-a-web.yaml",`+
		`"file":"a.yaml","line":8,"column":7`)
	var item map[string]any
	assert.NilError(t, json.Unmarshal([]byte(object), &item))
	assert.DeepEqual(t, item, list.Items[0])

	out, errs, code := fluxapp(t, app("a", "hub"), "-")
	assert.Equal(t, out, "---\n"+hubYAML)
	assert.Equal(t, errs, "")
	assert.Equal(t, code, 0)
}

func TestExitCodes(test *testing.T) {
	test.Parallel()
	unset := strings.Replace(app("a", "hub"), ", prune: true", "", 1)
	wrong := strings.Replace(app("a", "hub"), "prune: true", "prun: true", 1)
	const argo = "apiVersion: gitops.kubesphere.io/v1alpha1\nkind: Application\nmetadata: {name: x}\n" +
		"spec: {kind: argocd}\n"
	t := inFolder(test, "a.yaml", app("a", "hub"), "unset.yaml", unset, "wrong.yaml", wrong, "other/x.yaml", "a: b",
		"argo.yaml", argo,
		"output.yaml", hubYAML+"---\n"+strings.ReplaceAll(hubYAML, "a-web", "b-web")+"---\nkind: ConfigMap\n",
		"new.yaml", strings.Replace(app("a", "hub"), "prune: true", "prune: true, ignoreMissingComponents: true", 1),
		"none.yaml", strings.Replace(app("a", "hub"), ", namespace: apps", "", 1))
	const kinds = " (an application has the kind FluxApplication, or Application with spec.kind fluxcd) [FA009]\n"
	for name, c := range map[string]struct {
		args []string
		errs string
		code int
	}{
		"warning": {[]string{"unset.yaml"}, "unset.yaml:8:7: warning: spec.config.kustomization[0].prune: Flux " +
			"requires it; fluxapp sets prune: false [FA504]\n", 0},
		"strict": {[]string{"--strict", "unset.yaml"},
			"unset.yaml:8:7: spec.config.kustomization[0].prune: Flux requires it; fluxapp sets prune: false [FA504]\n", 1},
		"namespace": {[]string{"--namespace", "x", "none.yaml"}, "", 0},
		"no namespace": {[]string{"none.yaml"}, "none.yaml:3:11: warning: metadata.namespace: is missing, so the " +
			"objects have no namespace; set it or pass --namespace [FA505]\n", 0},
		"wrong document": {[]string{"wrong.yaml"},
			`wrong.yaml:8:61: spec.config.kustomization[0].prun: unknown field; did you mean "prune"? [FA101]` + "\n", 1},
		"no application": {[]string{"render", "other", "other/x.yaml"},
			"other other/x.yaml: there is no FluxApplication; read 1 document without a kind, 1 other file" + kinds, 1},
		"only output": {[]string{"output.yaml"},
			"output.yaml: there is no FluxApplication; read 2 Kustomization rendered by fluxapp, 1 ConfigMap" + kinds, 1},
		"only of Argo CD": {[]string{"argo.yaml"}, "argo.yaml:4:14: info: spec.kind: an Application of Argo CD; it is " +
			"left alone [FA901]\nargo.yaml: there is no FluxApplication; read 1 Application of Argo CD" + kinds, 1},
		"missing file": {[]string{"rendr"},
			"fluxapp: there is no file, folder or command rendr; did you mean render?\n", 2},
		"file as a folder": {[]string{"a.yaml/x"}, "fluxapp: there is no file, folder or command a.yaml/x\n", 2},
		"unknown flag": {[]string{"render", "--what", "a.yaml"},
			"fluxapp: unknown flag: --what; fluxapp render --help lists the flags\n", 2},
		"unknown Flux": {[]string{"--flux-version", "2.5", "a.yaml"},
			`fluxapp: invalid argument "2.5" for "--flux-version" flag: fluxapp does not know Flux "2.5"; write one of 2.6, ` +
				`2.7, 2.8, 2.9, 2.10` + "\n", 2},
		"empty Flux": {[]string{"--flux-version", "", "a.yaml"},
			`fluxapp: invalid argument "" for "--flux-version" flag: it is empty; write a version, for example 2.8, or leave ` +
				`the flag out` + "\n", 2},
		"flag of function": {[]string{"--strict"}, "fluxapp: --strict is not read with a ResourceList; write it in the " +
			"functionConfig, a RenderConfig or ConfigMap\n", 2},
		"schema of a kind": {[]string{"schema", "Application"},
			"fluxapp: schema takes no arguments; write --kind Application\n", 2},
		"schema of none": {[]string{"schema", "--kind", "application"},
			"fluxapp: there is no schema of kind \"application\"; did you mean Application?\n", 2},
		"old Flux": {[]string{"--flux-version", "v2.6.1", "new.yaml"},
			"new.yaml:8:74: spec.config.kustomization[0].ignoreMissingComponents: Flux 2.6 does not have this field (new in " +
				"2.7); leave it out, or render for a newer Flux [FA219]\n", 1},
		"unknown output": {[]string{"-o", "xml", "a.yaml"},
			"fluxapp: -o xml is unknown; write yaml, json or jsonl, or, for a folder, -o dir=xml\n", 2},
		"output with path": {[]string{"-o", "yaml=x", "a.yaml"},
			"fluxapp: -o yaml=x is unknown; write yaml, json or jsonl, or, for a folder, -o dir=x\n", 2},
		"dir without path": {[]string{"-o", "dir=", "a.yaml"}, "fluxapp: -o dir needs a folder; write -o dir=PATH\n", 2},
		"prune nothing":    {[]string{"--prune-orphans", "a.yaml"}, "fluxapp: --prune-orphans needs -o dir=PATH\n", 2},
		"prune of one as two words": {[]string{"render", "-o", "dir=out", "--prune-orphans", "apps/a", "a.yaml"},
			"fluxapp: there is no file or folder apps/a; for the objects of one document, write " +
				"--prune-orphans=NAMESPACE/NAME\n", 2},
		"check as JSON": {[]string{"check", "-o", "json", "a.yaml"}, "", 0},
		"check as YAML": {[]string{"check", "-o", "yaml", "a.yaml"},
			"fluxapp: -o yaml is unknown; write text or json\n", 2},
		"check no folder": {[]string{"check", "--rendered=", "a.yaml"},
			"fluxapp: invalid argument \"\" for \"--rendered\" flag: it is empty; write a folder, or leave the flag out\n", 2},
		"no options": {[]string{"--config", "none.json", "a.yaml"},
			"fluxapp: there is no file or folder none.json\n", 2},
		"no RenderConfig": {[]string{"--config", "a.yaml", "a.yaml"},
			"fluxapp: a.yaml is no RenderConfig; write apiVersion: fluxapp.dev/v1alpha1 and kind: RenderConfig, alone in " +
				"its file\n", 2},
	} {
		t.Run(name, func(test *testing.T) {
			t := t.in(test)
			out, errs, code := fluxapp(t, "", c.args...)
			assert.Equal(t, errs, c.errs)
			assert.Equal(t, code, c.code)
			assert.Equal(t, out != "", code == 0, out)
		})
	}
}

func TestFindingsDoNotChangeStdout(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", app("a", "hub"), "b.yaml",
		strings.Replace(app("a", "hub"), "prune: true", "prune: true, interval: 10m", 1))
	out, errs, code := fluxapp(t, "", "b.yaml")
	assert.Equal(t, code, 1, errs)
	assert.Equal(t, out, "")
	both, _, _ := fluxapp(t, "", "a.yaml", "b.yaml")
	assert.Equal(t, both, "", "all problems at once, and nothing else")
}

func TestFolders(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "in/a.yaml", app("a", "hub"), "in/sub/b.yml", app("b", "hub"), "in/c.json", app("c", "hub"),
		"in/D.YAML", app("d", "hub"),
		"in/.hidden/x.yaml", app("x", "hub"), "in/.x.yaml", app("x", "hub"), "in/x.txt", app("x", "hub"),
		"in/values.yaml", "{{ this is no YAML }")
	assert.NilError(t, os.Symlink("in", t.path("linked")))
	for _, arg := range []string{"in", "in/", "linked", filepath.Join(*t.dir, "in")} {
		out := good(t, "render", arg)
		assert.Equal(t, strings.Count(out, "\nkind: "), 4, "%s: %s", arg, out)
		assert.Assert(t, !strings.Contains(out, "apps/x"), out)
	}
}

func TestForeignFilesInFolders(test *testing.T) {
	test.Parallel()
	const ours = "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\n"
	const cluster = "apiVersion: cluster.kubesphere.io/v1alpha1\nkind: Cluster\n"
	const role = "rules:\n{{- if .Values.apps }}\n- apiGroups: [gitops.kubesphere.io]\n{{- end }}\n"
	const left = "in/x.yaml: warning: a template of Helm, which is not read; render its chart, or name the file itself " +
		"[FA406]\n"
	for name, c := range map[string]struct{ content, errs string }{
		"broken, of KubeSphere":        {"image: kubesphere.io: {{", ""},
		"broken, of its console":       {"a: [cluster.kubesphere.io", ""},
		"broken, about HelmCharts":     {"# kind: HelmChart\n{{ a", left},
		"broken, mentions a HelmChart": {"a: [HelmChart", ""},
		"a template of a role":         {role, left},
		"a template of a HelmChart": {"apiVersion: source.toolkit.fluxcd.io/v1\nkind: HelmChart\nmetadata:\n" +
			"  name: {{ .Release.Name }}\n", left},
		"a template of a repository": {"apiVersion: devops.kubesphere.io/v1alpha3\nkind: GitRepository\nmetadata:\n" +
			"  name: {{ x }}\n" +
			"  labels: {gitops.kubesphere.io/is-artifact-repository: \"true\"}\n", left},
		"a template of ours":         {ours + role, "error"},
		"a template of ours, quoted": {strings.Replace(ours, "gitops", `"gitops`, 1) + role, "error"},
		"a template of ours, JSON":   {"{\n  \"apiVersion\": \"fluxapp.dev/v1alpha1\", {{ x }}", "error"},
		"ours, broken":               {ours + "a: [", "error"},
		"ours, in UTF-16":            {utf16(ours), "error"},
		"a cluster, in UTF-16":       {utf16("apiVersion: cluster.kubesphere.io/v1alpha1\nkind: Cluster\n"), "error"},
		"ours, in UTF-16 of others":  {utf16(ours)[3:], "error"},
		"not ours, in UTF-16":        {utf16("kind: ConfigMap\n"), ""},
		"of our group, broken":       {"a: [gitops.kubesphere.io", "error"},
		"a group of others": {"apiVersion: example.com/v1\nkind: FluxApplication", "in/x.yaml:2:7: warning: kind: " +
			"this is read only with apiVersion: fluxapp.dev/v1alpha1; it is left alone [FA007]\n"},
		"a misspelt group":              {"apiVersion: gitops.kubespere.io/v1alpha1\nkind: FluxApplication", "error"},
		"a misspelt group of a cluster": {"apiVersion: cluster.x-k8.io/v1beta1\nkind: Cluster\nmetadata: {name: a}", "error"},
		"a cluster, broken":             {cluster + "metadata: {name: a", "error"},
		"a cluster without a name":      {cluster + "metadata: {}", "error"},
		"a template of a cluster":       {cluster + "metadata: {name: {{ x }}}", left},
		"a template of one, quoted":     {cluster + "metadata: {name: \"{{ x }}\"}", left},
		"a cluster of others":           {"apiVersion: postgresql.cnpg.io/v1\nkind: Cluster\nmetadata: {name: {{ x }}}", ""},
	} {
		test.Run(name, func(test *testing.T) {
			t := inFolder(test, "in/a.yaml", app("a", "hub"), "in/x.yaml", c.content)
			out, errs, code := fluxapp(t, "", "in")
			if c.errs == "error" {
				assert.Assert(t, strings.HasPrefix(errs, "in/x.yaml:"), errs)
				assert.Equal(t, code, 1)
				return
			}
			assert.Equal(t, errs, c.errs)
			assert.Equal(t, code, 0)
			assert.Equal(t, out, "---\n"+hubYAML)
		})
	}
	t := inFolder(test, "in/a.yaml", app("a", "hub"), "in/x.yaml", role)
	_, errs, code := fluxapp(t, "", "in", "in/x.yaml")
	assert.Equal(t, code, 1, "named, it is read")
	assert.Assert(t, strings.Contains(errs, "in/x.yaml:1:") || strings.Contains(errs, "in/x.yaml:2:"), errs)
}

func link(t testFolder, to, name string) {
	t.Helper()
	assert.NilError(t, os.MkdirAll(filepath.Dir(t.path(name)), 0o755))
	assert.NilError(t, os.Symlink(to, t.path(name)))
}

func TestLinksInFolders(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "in/sub/b.yaml", app("b", "hub"), "elsewhere/x.yaml", app("x", "hub"), "elsewhere/y.yaml",
		app("y", "hub"))
	link(t, filepath.Join(*t.dir, "elsewhere/x.yaml"), "in/x.YML")
	link(t, "sub/b.yaml", "in/a.yaml") // is read under its own name
	link(t, "../elsewhere/y.yaml", "in/y.txt")
	link(t, "../elsewhere/y.yaml", "in/.y.yaml")
	link(t, "../elsewhere", "in/folder")
	link(t, "..", "in/folder.yaml")
	link(t, os.DevNull, "in/null.yaml")
	link(t, "nowhere", "in/gone.yaml")
	link(t, "loop.json", "in/loop.json")
	link(t, "nowhere", "in/gone")
	_, errs, code := fluxapp(t, "", "-o", "dir=out", "in", "in/sub", "in")
	assert.Equal(t, code, 0)
	assert.Equal(t, withoutSummary(errs),
		`in/folder: warning: a link to a folder, which is not followed; name the folder itself to read it [FA406]
in/folder.yaml: warning: a link to a folder, which is not followed; name the folder itself to read it [FA406]
in/gone.yaml: warning: a link to no file that can be read; fix or remove it [FA406]
in/loop.json: warning: a link to no file that can be read; fix or remove it [FA406]
`)
	assert.DeepEqual(t, filesIn(t, "out"),
		[]string{"out/sub/b/hub/kustomization-b-web.yaml", "out/x/hub/kustomization-x-web.yaml"})
}

// The kubelet mounts a ConfigMap as links to files in a hidden folder, which is a link itself.
func TestMountedConfigMap(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "in/..2026_01/a.yaml", app("a", "hub"), "in/..2025_12/a.yaml", app("a", "two"))
	link(t, "..2026_01", "in/..data")
	link(t, "..data/a.yaml", "in/a.yaml")
	assert.Equal(t, good(t, "in"), "---\n"+hubYAML)
}

func TestFileIsReadOnceUnderTwoNames(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "in/a.yaml", app("a", "hub"))
	assert.NilError(t, os.Symlink("in", t.path("linked")))
	assert.NilError(t, os.Symlink("in/a.yaml", t.path("link.yaml")))
	assert.NilError(t, os.Link(t.path("in/a.yaml"), t.path("hard.yaml")))
	for _, args := range [][]string{
		{"in/a.yaml", filepath.Join(*t.dir, "in/a.yaml")}, {"in", "linked"}, {"in/a.yaml", "linked"}, {"in", "linked/a.yaml"},
		{"link.yaml", "in"}, {"hard.yaml", "in"}, {"in", filepath.Join(*t.dir, "in")}, {"in", "in/../in/a.yaml"},
	} {
		assert.Equal(t, good(t, args...), "---\n"+hubYAML, "%v", args)
	}
}

func TestEndlessInput(test *testing.T) {
	const device = "/dev/zero"
	if _, err := os.Stat(device); err != nil {
		test.Skip("SKIPPED: the machine has no endless file: ", err)
	}
	defer func(was int64) { folder.MaxSize = was }(folder.MaxSize)
	folder.MaxSize = 1 << 20
	t := inFolder(test, "in/large.yaml", app("a", "hub")+strings.Repeat("#", 1<<20))
	put(t, "a.yaml", app("a", "hub"))
	for _, c := range [][]string{
		{device, device}, {"in/large.yaml", "in"}, {input.Stdin, "-"}, {device, "a.yaml", "--config", device},
		{"in/large.yaml", "a.yaml", "--config", "in/large.yaml"},
	} {
		file, err := os.Open(device)
		assert.NilError(t, err)
		defer file.Close()
		var out, errs bytes.Buffer
		assert.Equal(t, t.run(c[1:], file, &out, &errs), exitCommand)
		assert.Equal(t, errs.String(), "fluxapp: "+c[0]+" is larger than 1 GiB; split it\n")
	}
}

func TestOwnOutputIsNoInput(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", app("a", "hub"))
	good(t, "render", ".", "-o", "dir=.")
	before := snapshot(t, ".")
	good(t, "render", ".", "-o", "dir=.")
	assert.Equal(t, snapshot(t, "."), before)
}

func TestCheck(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", app("a", "hub", "one", "two"), "b.yaml", app("b", "one"))
	assert.Equal(t, good(t, "check", "."), `apps/a needs
  on the hub:
    Namespace apps: objects are in it (a.yaml:3)
    Namespace web: Flux deploys into it (a.yaml:8)
    Secret apps/one-kubeconfig, key value or value.yaml: Flux reaches the cluster with it (a.yaml:9)
    Secret apps/two-kubeconfig, key value or value.yaml: Flux reaches the cluster with it (a.yaml:10)
    GitRepository apps/a: Flux takes manifests from it (a.yaml:5)
  on one and two:
    Namespace web: Flux deploys into it (a.yaml:8)
apps/b needs
  on the hub:
    Namespace apps: objects are in it (b.yaml:3)
    Secret apps/one-kubeconfig, key value or value.yaml: Flux reaches the cluster with it (b.yaml:8)
    GitRepository apps/b: Flux takes manifests from it (b.yaml:5)
  on one:
    Namespace web: Flux deploys into it (b.yaml:8)
`)
	put(t, "out/a/hub/kustomization-a-web.yaml", "mine")
	before := snapshot(t, ".")
	out, errs, code := fluxapp(t, "", "check", ".", "--rendered", "out")
	assert.Equal(t, code, 1)
	assert.Equal(t, out, "")
	assert.Equal(t, errs, "out: the Kustomization apps/a-web cannot be written: a/hub/kustomization-a-web.yaml is there, "+
		"and fluxapp did not write it; remove it, or write to another folder [FA403]\n")
	assert.Equal(t, snapshot(t, "."), before)

}

func TestExplain(test *testing.T) {
	test.Parallel()
	layered := strings.Replace(app("a", "hub", "one"), "config:",
		"config:\n    overrides: [{cluster: one, prune: false}]", 1)
	t := inFolder(test, "a.yaml", layered, "b.yaml", app("b", "one"))
	out := good(t, "explain", "apps/a", "--cluster", "one", ".")
	assert.Assert(t, strings.HasPrefix(out, "Kustomization apps/a-one-web\n"), out)
	assert.Assert(t, strings.Contains(out,
		"\n  spec.prune: false  # overrides[0] a.yaml:7:39, over true of entry a.yaml:10:117\n"), out)
	assert.Equal(t, strings.Count(good(t, "explain", "a", "."), "Kustomization apps/"), 2)
	assert.Equal(t, strings.Count(good(t, "explain", "a", "--cluster", "hub", "."), "Kustomization apps/"), 1)
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"c", "."}, "the files have no application c; did you mean a?"},
		{[]string{"a", "--cluster", "two", "."}, "the application a has no object on cluster two; write one of hub or one"},
		{[]string{"other/a", "."}, "the files have no application other/a; write one of apps/a or apps/b"},
		{nil, "name an application, a rule, for example FA507, or a field, for example spec.config.overrides"},
	} {
		out, errs, code := fluxapp(t, "", append([]string{"explain"}, c.args...)...)
		assert.Equal(t, errs, "fluxapp: "+c.want+"\n")
		assert.Assert(t, out == "" && code == exitCommand)
	}

	put(t, "homeless.yaml", strings.Replace(app("d", "hub"), ", namespace: apps", "", 1))
	assert.Assert(t, strings.HasPrefix(good(t, "explain", "x/d", "homeless.yaml", "--namespace", "x"),
		"Kustomization x/d-web\n"))

	inline := strings.Replace(app("c", "one"), "sourceRef: {kind: GitRepository, name: c}",
		"gitRepository: {url: https://example.com/c, interval: 1m}", 1)
	t = inFolder(test, "c.yaml", inline) // with an object of no cluster, and none of the hub
	assert.Equal(t, strings.Count(good(t, "explain", "c", "c.yaml"), "Repository apps/c\n"), 1)
	for cluster, repositories := range map[string]int{"hub": 1, "one": 0} {
		out := good(t, "explain", "c", "c.yaml", "--cluster", cluster)
		assert.Equal(t, strings.Count(out, "Repository apps/c\n"), repositories)
	}
}

// TestFleetInFolder checks that documents of clusters are read in folders.
func TestFleetInFolder(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "apps/a.yaml",
		strings.Replace(app("a", "one"), "kubeConfig: {secretRef: {name: one-kubeconfig}}", "clusterSelector: {}", 1),
		"fleet/one.yaml", "apiVersion: cluster.kubesphere.io/v1alpha1\nkind: Cluster\nmetadata: {name: one}\n",
		"fleet/two.yaml", "apiVersion: multicluster.x-k8s.io/v1alpha1\nkind: ClusterProfile\n"+
			"metadata: {name: two, annotations: {fluxapp.dev/kubeconfig-secret: two}}\n")
	assert.Equal(t, strings.Count(good(t, "."), "kind: Kustomization"), 2)
}

func TestCheckRendered(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", app("a", "hub", "one", "two"), "b.yaml", app("b", "one"))
	good(t, "render", "-o", "dir=out", "a.yaml", "b.yaml")
	needs := good(t, "check", "a.yaml", "b.yaml")
	assert.Equal(t, good(t, "check", "--rendered", "out", "a.yaml", "b.yaml"), needs)

	put(t, "a.yaml", app("a", "hub", "three"))
	put(t, "out/a/hub/kustomization-a-web.yaml", strings.Replace(hubYAML, "10m", "9m", 1))
	before := snapshot(t, ".")
	out, errs, code := fluxapp(t, "", "check", "--rendered", "out", "a.yaml")
	assert.Equal(t, code, 1)
	assert.Equal(t, out, "")
	assert.Equal(t, errs, `out: warning: left b/one/kustomization-b-one-web.yaml of apps/b, which was not read; `+
		`--prune-orphans removes them [FA405]
out/a/hub/kustomization-a-web.yaml: is out of date; render into the folder again [FA408]
out/a/one/kustomization-a-one-web.yaml: is no longer rendered; render into the folder again, which `+
		`removes it [FA405]
out/a/three/kustomization-a-three-web.yaml: is missing; render into the folder again [FA407]
out/a/two/kustomization-a-two-web.yaml: is no longer rendered; render into the folder again, which `+
		`removes it [FA405]
`)
	assert.Equal(t, snapshot(t, "."), before)
	_, _, code = fluxapp(t, "", "check", "--rendered", "new", "a.yaml")
	assert.Equal(t, code, 1)
}

// TestLiteral holds that the flag is over the RenderConfig, and that check and explain have it too.
func TestLiteral(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", strings.ReplaceAll(app("a", "hub", "one"), "path: ./deploy", `path: "./${STAGE:=test}"`),
		"options.yaml", "apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\nmetadata: {name: x}\nspec: {literal: true}\n")
	annotations := func(args ...string) int {
		return strings.Count(good(t, append(args, "a.yaml")...), "kustomize.toolkit.fluxcd.io/substitute: disabled\n")
	}
	assert.Equal(t, annotations(), 0)
	assert.Equal(t, annotations("--literal"), 2)
	assert.Equal(t, annotations("--config", "options.yaml"), 2)
	assert.Equal(t, annotations("--config", "options.yaml", "--literal=false"), 0)
	good(t, "--literal", "a.yaml", "-o", "dir=out")
	_, errs, code := fluxapp(t, "", "check", "a.yaml", "--literal", "--rendered", "out")
	assert.Equal(t, code, 0, errs)
	_, errs, code = fluxapp(t, "", "check", "a.yaml", "--rendered", "out")
	assert.Equal(t, code, 1, errs)
}

func TestConfig(test *testing.T) {
	test.Parallel()
	const config = "apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\nmetadata: {name: x}\nspec: "
	homeless := strings.Replace(app("a", "hub"), ", namespace: apps", "", 1)
	t := inFolder(test, "a.yaml", homeless, "b.yaml", app("b", "hub"), "c/options.yaml",
		config+"{namespace: apps, applications: [a]}",
		"check.yaml", config+"{check: true}", "wrong.yaml", config+"{strikt: true}", "strict.yaml", config+"{strict: true}",
		"broken.yaml", config+"[", "two.yaml", config+"{}\n---\n"+config+"{}", "old.yaml", config+"{fluxVersion: \"2.6\"}",
		"new.yaml", config+"{fluxVersion: \"2.9\"}",
		"new-app.yaml", strings.Replace(app("new", "hub"), "prune: true", "prune: true, ignoreMissingComponents: true", 1))
	assert.Equal(t, good(t, "--config", "c/options.yaml", "a.yaml", "b.yaml"), "---\n"+hubYAML)
	assert.Equal(t, good(t, "--config", "c/options.yaml", "--namespace", "other", "a.yaml", "b.yaml"),
		"---\n"+strings.ReplaceAll(hubYAML, " apps", " other"))
	good(t, "--config", "strict.yaml", "--strict=false", "--namespace", "", "b.yaml")
	_, errs, code := fluxapp(t, "", "--config", "strict.yaml", "--strict=false", "a.yaml")
	assert.Assert(t, code == exitGood && strings.HasPrefix(errs, "a.yaml:3:11: warning: "), errs)
	_, errs, code = fluxapp(t, "", "--config", "new.yaml", "--flux-version", "2.6", "new-app.yaml")
	assert.Assert(t, code == exitDocuments && strings.Contains(errs, "Flux 2.6 does not have this field"), errs)
	good(t, "--config", "old.yaml", "--flux-version", "2.9", "new-app.yaml")
	_, errs, code = fluxapp(t, "", "--config", "old.yaml", "new-app.yaml")
	assert.Assert(t, code == exitDocuments && strings.Contains(errs, "Flux 2.6 does not have this field"), errs)
	for file, want := range map[string]string{
		"check.yaml": "fluxapp: check.yaml asks for a check, which only the function reads; leave check out, and run " +
			"fluxapp check\n",
		"wrong.yaml": "wrong.yaml:4:8: spec.strikt: unknown field; did you mean \"strict\"? [FA101]\n",
		"two.yaml": "fluxapp: two.yaml is no RenderConfig; write apiVersion: fluxapp.dev/v1alpha1 and kind: " +
			"RenderConfig, alone in its file\n",
		"broken.yaml": "broken.yaml:4:1: a value is missing; close the bracket, or quote a value that holds {{ }} [FA001]\n",
		"strict.yaml": "a.yaml:3:11: metadata.namespace: is missing, so the objects have no namespace; set it or pass " +
			"--namespace [FA505]\n",
	} {
		_, errs, _ := fluxapp(t, "", "--config", file, "a.yaml")
		assert.Equal(t, errs, want)
	}

	good(t, "render", "-o", "dir=out", "a.yaml", "b.yaml", "--namespace", "apps")
	put(t, "a.yaml", app("a", "one"))
	good(t, "render", "-o", "dir=out", "--config", "c/options.yaml", "a.yaml", "b.yaml")
	_, err := os.Stat(t.path("out/b/hub/kustomization-b-web.yaml"))
	assert.NilError(t, err, "the objects of an application that was not rendered stay")
}

func TestVersion(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	assert.Assert(t, strings.HasPrefix(good(t, "version"), "fluxapp "))
	info := &debug.BuildInfo{GoVersion: "go1.26.0", Main: debug.Module{Version: "v0.1.0"}}
	assert.Equal(t, version(info), "fluxapp v0.1.0 built with go1.26.0")
	info.Settings = []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"},
		{Key: "vcs.time", Value: "2026-01-02T03:04:05Z"}, {Key: "vcs.modified", Value: "true"}}
	assert.Equal(t, version(info), "fluxapp v0.1.0 commit abc of 2026-01-02T03:04:05Z with changes built with go1.26.0")
	info.Main.Version, info.Settings = "",
		[]debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.modified", Value: "false"}}
	assert.Equal(t, version(info), "fluxapp (devel) commit abc built with go1.26.0")
	info.Settings = []debug.BuildSetting{{Key: "vcs.time", Value: "2026-01-02T03:04:05Z"}}
	assert.Equal(t, version(info), "fluxapp (devel) of 2026-01-02T03:04:05Z built with go1.26.0")
	assert.Equal(t, version(nil), "fluxapp (unknown)")
}

// TestSchemas checks that the command prints the JSON Schema and the CustomResourceDefinition of each kind that has
// one.
func TestSchemas(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	for _, kind := range []string{kinds.FluxApplication.Name, kinds.Application.Name, kinds.FluxApplicationBase.Name,
		kinds.RenderConfig.Name} {
		want, err := schema.JSONSchema(kind)
		assert.NilError(t, err)
		assert.Equal(t, good(t, "schema", "--kind", kind), string(want))
		if kind == kinds.RenderConfig.Name {
			continue
		}
		want, err = schema.CRD(kind)
		assert.NilError(t, err)
		assert.Equal(t, good(t, "schema", "--crd", "--kind", kind), string(want))
	}
	assert.Equal(t, good(t, "schema"), good(t, "schema", "--kind", "FluxApplication"))
	assert.Equal(t, good(t, "schema", "--crd"), good(t, "schema", "--crd", "--kind", "FluxApplication"))
	out, errs, code := fluxapp(t, "", "schema", "--crd", "--kind", "RenderConfig")
	assert.Assert(t, out == "" && strings.HasPrefix(errs, "fluxapp: "), errs)
	assert.Equal(t, code, exitCommand)
}

// brokenPipe is a stdout that nobody reads any more.
type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

// TestStdoutThatFails checks that output which cannot be written is an error of every command that prints.
func TestStdoutThatFails(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", app("a", "hub"))
	for line, code := range map[string]int{
		"render a.yaml": exitCommand, "a.yaml": exitCommand, "render -o json a.yaml": exitCommand,
		"check a.yaml": exitCommand, "explain a a.yaml": exitCommand,
		"explain FA205": exitCommand, "explain spec": exitCommand, "schema": exitCommand, "schema --crd": exitCommand,
		"version": exitCommand, "--version": exitCommand,
	} {
		var errs bytes.Buffer
		assert.Equal(t, t.run(strings.Fields(line), strings.NewReader(""), brokenPipe{}, &errs), code, line)
		assert.Equal(t, errs.String(), "fluxapp: broken pipe\n", line)
	}
}

// TestFunction checks that the command without arguments is the function, with its exit code.
func TestFunction(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	const list = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n- %s"
	item := strings.ReplaceAll(app("a", "hub"), "\n", "\n  ")
	out, errs, code := fluxapp(t, fmt.Sprintf(list, item))
	assert.Assert(t, code == exitGood && errs == "" && strings.Contains(out, "name: a-web"), out)
	out, errs, code = fluxapp(t, fmt.Sprintf(list, strings.Replace(item, "prune:", "prun:", 1)))
	assert.Assert(t, code == exitDocuments && strings.Contains(out, "severity: error") &&
		strings.Contains(errs, "[FA101]"), out)
	out, errs, code = fluxapp(t, "")
	assert.Assert(t, code == exitDocuments && out == "" &&
		errs == "fluxapp: the input is empty; send a ResourceList\n", errs)
}

// The binary itself: the function on stdin, and what only a process has.
func TestBinary(test *testing.T) {
	test.Parallel()
	if testing.Short() {
		test.Skip("builds the binary")
	}
	binary := filepath.Join(test.TempDir(), "fluxapp")
	build, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput()
	assert.NilError(test, err, string(build))
	t := inFolder(test, "a.yaml", app("a", "hub"))
	const list = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\n"
	null, err := os.Open(os.DevNull)
	assert.NilError(t, err)
	defer null.Close()

	for name, c := range map[string]struct {
		stdin     string
		args      []string
		out, errs string
		code      int
	}{
		"function": {list + "items: []\n", nil, list + "items: []\nresults:\n" +
			"- message: there is no application among the items\n  severity: info\n  tags:\n    code: FA009\n", "", 0},
		"no ResourceList": {"a: b", nil, "", `fluxapp: the input is no ResourceList: it says kind "" of apiVersion ""; ` +
			`send kind ResourceList of config.kubernetes.io/v1, or write fluxapp - to render documents` + "\n", 1},
		"empty": {"", nil, "", "fluxapp: the input is empty; send a ResourceList\n", 1},
		"terminal": {os.DevNull, nil, "",
			"fluxapp: name a file, a folder or -, or send a ResourceList to stdin; fluxapp --help says more\n", 2},
		"file":      {"", []string{"a.yaml"}, "---\n" + hubYAML, "", 0},
		"documents": {app("a", "hub"), []string{"render", "-"}, "---\n" + hubYAML, "", 0},
	} {
		t.Run(name, func(test *testing.T) {
			t := t.in(test)
			cmd := exec.Command(binary, c.args...)
			cmd.Dir = *t.dir
			var out, errs bytes.Buffer
			cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(c.stdin), &out, &errs
			if c.stdin == os.DevNull { // a device, as a terminal is
				cmd.Stdin = null
			}
			_ = cmd.Run()
			assert.Equal(t, out.String(), c.out)
			assert.Equal(t, errs.String(), c.errs)
			assert.Equal(t, cmd.ProcessState.ExitCode(), c.code)
		})
	}
}
