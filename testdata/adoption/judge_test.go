package adoption

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gotest.tools/v3/assert"
)

// lies are what a wrong adopt could write: each is told of, by its kind.
var lies = []struct {
	kind string
	lie  func(*outcome)
}{
	{"", func(*outcome) {}},
	{"silent", func(o *outcome) { drop(o, "tokyo") }},
	{"lost", func(o *outcome) { delete(o.deployed, "tokyo/web/helmrelease-db.yaml") }},
	{"changed", func(o *outcome) { replace(o.deployed, "replicas: 2", "replicas: 3") }},
	{"changed", func(o *outcome) { replace(o.deployed, `"2"`, "2") }},
	{"changed", func(o *outcome) { replace(o.deployed, "labels: {team: a}", "labels: {}") }},
	{"changed", func(o *outcome) { replace(o.deployed, "nothing: null", "other: null") }},
	{"changed", func(o *outcome) { replace(o.deployed, `"yes"`, "yes") }},
	{"changed", func(o *outcome) { replace(o.deployed, "fluxcd.io/v2\n", "fluxcd.io/v1alpha9\n") }},
	{"changed", func(o *outcome) { replace(o.deployed, "fluxcd.io/v2\n", "fluxcd.io/v2beta2\n") }},
	{"changed", func(o *outcome) { replace(o.deployed, "metadata: {", "metadata: {finalizers: [x], ") }},
	{"changed", func(o *outcome) { replace(o.deployed, "{team: a}", "{team: a, app.kubernetes.io/managed-by: Helm}") }},
	{"changed", func(o *outcome) { replace(o.deployed, "\nspec:", "\nstatus: {}\nspec:") }},
	{"invented", func(o *outcome) { replace(o.deployed, "name: web", "name: other") }},
	{"wrong cluster", func(o *outcome) { o.deployed["lima/web/x.yaml"] = o.deployed["tokyo/web/helmrelease-web.yaml"] }},
	{"cluster invented", func(o *outcome) { replace(o.written, "{name: tokyo}", "{name: apps}") }},
	{"twice", func(o *outcome) { o.deployed["tokyo/web/x.yaml"] = o.deployed["tokyo/web/helmrelease-web.yaml"] }},
	{"trap passed", func(o *outcome) {
		o.deployed["tokyo/web/root.yaml"] = strings.Replace(o.before["tokyo/root.yaml"], "metadata: {",
			"metadata: {annotations: {fluxapp.dev/rendered-from: apps/web}, ", 1)
	}},
	{"silent", func(o *outcome) { o.adopt.stderr = strings.Replace(o.adopt.stderr, "[FA712]", "", 1) }},
	{"told twice", func(o *outcome) { o.adopt.stderr += "tokyo/root.yaml:1:1: twice [FA703]\n"; o.adopt.code = 1 }},
	{"refused", func(o *outcome) {
		delete(o.deployed, "berlin/web/helmrelease-web.yaml")
		drop(o, "tokyo")
		o.adopt.stderr += "tokyo/web.yaml:2:1: no [FA703]\nberlin/web.yaml:2:1: no [FA703]\n"
		o.adopt.code = 1
	}},
	{"exit code", func(o *outcome) { o.adopt.code = 1 }},
	{"exit code", func(o *outcome) { o.adopt.stderr += "x.yaml:1:1: no [FA703]\n" }},
	{"stdout", func(o *outcome) { o.adopt.stdout = "x" }},
	{"render", func(o *outcome) { o.render.code = 1 }},
	{"longer", func(o *outcome) { replace(o.written, "spec:", "spec:"+strings.Repeat("\n  a: b", 60)) }},
	{"comment lost", func(o *outcome) { replace(o.written, "# renovate: x", "") }},
	{"comment lost", func(o *outcome) { replace(o.written, "tag: 1.0.0", "other: 1.0.0") }},
	{"file name", func(o *outcome) { o.deployed["tokyo/we:b/kustomization.yaml"] = "a: b\n" }},
	{"removal", func(o *outcome) {
		o.adopt.stderr = strings.Replace(o.adopt.stderr, " tokyo/web.yaml", " tokyo/root.yaml tokyo/web.yaml", 1)
	}},
	{"removal", func(o *outcome) { o.adopt.stderr = strings.Replace(o.adopt.stderr, " tokyo/web.yaml", "", 1) }},
	{"written", func(o *outcome) { o.written["x.yaml"] = "a: b\n" }},
	{"next", func(o *outcome) { o.adopt.stderr = strings.Replace(o.adopt.stderr, "next, compare\n", "", 1) }},
}

func drop(o *outcome, cluster string) {
	for name := range o.deployed {
		if strings.HasPrefix(name, cluster+"/") {
			delete(o.deployed, name)
		}
	}
}

// replace replaces a text in all files of which the names are in the way of a map.
func replace(files map[string]string, old, text string) {
	for name := range files {
		files[name] = strings.ReplaceAll(files[name], old, text)
	}
}

const release = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: web, namespace: apps, labels: {team: a}}
spec:
  interval: 1h
  chartRef: {kind: OCIRepository, name: web}
  values:
    replicas: 2
    text: "2"
    plain: yes
    nothing: null
    image:
      # renovate: x
      tag: 1.0.0
`

// honest returns a repository of two clusters and what a right adopt makes of it.
func honest() (*repository, outcome) {
	r := &repository{layout: "test", clusters: []string{"berlin", "tokyo"}, files: map[string]*file{}}
	o := outcome{written: map[string]string{}, deployed: map[string]string{}}
	rendered := strings.Replace(strings.Replace(release, "metadata: {",
		"metadata: {annotations: {fluxapp.dev/rendered-from: apps/web}, ", 1), "plain: yes", `plain: "yes"`, 1)
	database := strings.Replace(release, "name: web", "name: db", 1)
	r.add("shared/db.yaml", (&object{text: database, clusters: r.clusters}).perhaps("shared"))
	for _, c := range r.clusters {
		o.deployed[c+"/web/helmrelease-db.yaml"] = strings.Replace(rendered, "name: web", "name: db", 1)
		o.deployed[c+"/kustomization.yaml"] = "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n"
		o.deployed[c+"/web/helmrelease-web.yaml"] = rendered
		r.add(c+"/web.yaml", &object{text: release, want: must, clusters: []string{c}})
	}
	root := "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: root, namespace: apps}\n" +
		"spec: {path: ./tokyo, prune: true, interval: 1h, sourceRef: {kind: GitRepository, name: x}}\n"
	r.add("tokyo/root.yaml", (&object{text: root, clusters: []string{"tokyo"}}).stays("it is a root"))
	o.written["web.yaml"] = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: apps}
spec:
  topology: Standalone
  clusters: [{name: berlin}, {name: tokyo}]
  values:
    # renovate: x
    tag: 1.0.0
`
	o.adopt.stderr = "tokyo/root.yaml:1:1: info: the root stays as it is: it is one [FA712]\n" +
		"next, compare\nnext, render\nnext, git rm -- berlin/web.yaml shared/db.yaml tokyo/web.yaml\n"
	o.before = r.texts()
	return r, o
}

// TestJudge tells the judge lies: it finds each of them, and nothing where there is none.
func TestJudge(t *testing.T) {
	for _, lie := range lies {
		r, o := honest()
		lie.lie(&o)
		var kinds []string
		for _, c := range judge(r, o) {
			kinds = append(kinds, c.kind)
		}
		assert.Equal(t, slices.Contains(kinds, lie.kind), lie.kind != "", "%s: %v", lie.kind, kinds)
		assert.Equal(t, len(kinds) == 0, lie.kind == "", "%v", kinds)
	}
}

// TestScalars compares scalars as Kubernetes reads them.
func TestScalars(t *testing.T) {
	for _, c := range []struct {
		one, other string // as somebody wrote it, and as it is rendered
		same       bool
	}{
		{"0644", "420", true}, {`"0644"`, "0644", false}, {"1.10", "1.1", false}, {"yes", "true", false},
		{"yes", "yes", false}, {"yes", `"yes"`, true}, {`"yes"`, "yes", false}, {"off", `"off"`, true}, {"True", "true", true},
		{"{on: 1}", `{"on": 1}`, true}, {"{on: 1}", "{on: 1}", false}, {"2026-01-02", `"2026-01-02"`, true}, {"~", "null", true}, {"", "null", true},
		{`""`, "null", false}, {"&a x", "x", true}, {"{a: 1, b: 2}", "{b: 2, a: 1}", true}, {"[1, 2]", "[2, 1]", false},
		{"|\n  a\n  b\n", `"a\nb\n"`, true}, {">\n  a\n  b\n", `"a b\n"`, true}, {"0x1F", "31", true}, {"1e3", "1000", false},
	} {
		one, ok := readObjects("one", []byte("value: "+c.one+"\n"))
		assert.Assert(t, ok)
		other, ok := readRendered("other", []byte("value: "+c.other+"\n"))
		assert.Assert(t, ok)
		same := cmp.Equal(one[0].tree, other[0].tree)
		assert.Equal(t, same, c.same, "%s and %s", c.one, c.other)
	}
}
