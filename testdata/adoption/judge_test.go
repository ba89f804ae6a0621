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
	{"silent", say("[FA712]", "")},
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
	{"longer", func(o *outcome) { replace(o.written, "spec:", "spec:"+strings.Repeat("\n  a: b", 100)) }},
	{"comment lost", func(o *outcome) { replace(o.written, "# renovate: x", "") }},
	{"comment lost", func(o *outcome) { replace(o.written, "tag: 1.0.0", "other: 1.0.0") }},
	{"file name", func(o *outcome) { o.deployed["tokyo/we:b/kustomization.yaml"] = "a: b\n" }},
	{"removal", say("git rm --", "git rm -- tokyo/root.yaml")},
	{"removal", say(" berlin/web.yaml shared", " shared")},
	{"removal", say("take what came in out of tokyo/root.yaml", "")},
	{"removal", say("(OCIRepository apps/web)", "(OCIRepository apps/other)")},
	{"removal", say("(OCIRepository apps/web)", "(OCIRepository apps/web, Kustomization apps/root)")},
	{"written", func(o *outcome) { o.written["x.yaml"] = "a: b\n" }},
	{"next", say("next, put", "")},
	{"next", say("take the names of these files out of", "see")},
	{"next", say("out of 1 ", "out of 2 ")},
	{"next", say("example db.yaml", "example kustomization.yaml")},
	{"next", say("out of shared/kustomization.yaml", "out of tokyo/kustomization.yaml")},
	{"next", say("deploy/tokyo/web/helmrelease-web.yaml", "deploy/tokyo/web/other.yaml")},
	{"next", say("web.yaml into tokyo", "web.yaml into berlin")},
	{"next", say("db.yaml into tokyo", "db.yaml into berlin")},
	{"next", say(" fleet.yaml -o", " -o")},
	{"next", say("--context CLUSTER diff", "diff")},
	{"next", say("kubectl --context CLUSTER diff -k deploy/CLUSTER", "kubectl delete -f .")},
	{"count", say("left as it is: 1 Kustomization,", "it has 1 Kustomization,")},
	{"count", say("1 Kustomization,", "2 Kustomizations,")},
	{"count", say(", 1 ConfigMap", "")},
	{"count", say(", 1 Namespace", "")},
	{"count", say("1 Secret", "3 Secrets")},
	{"count", say("1 ConfigMap", "1 ConfigMap, 1 Job")},
	{"count", func(o *outcome) { delete(o.deployed, "tokyo/web/ocirepository-web.yaml") }},
	{"list", func(o *outcome) { replace(o.deployed, "  - web/helmrelease-db.yaml\n", "") }},
	{"list", func(o *outcome) { replace(o.deployed, "\nresources:", "\nmetadata: {finalizers: [x]}\nresources:") }},
	{"order", say("[FA714]", "")},
	{"order", say("and 1 other one", "and 2 other ones")},
	{"order", say("this Kustomization and 1 other one wait", "this Kustomization waits")},
	{"pruned", say("[FA715]", "")},
	{"pruned", say("shared/db.yaml:3", "tokyo/web.yaml:3")},
	{"reason", say("it applies its own folder", "it bananas")},
	{"reason", say("each is a list of kustomize", "each bananas")},
	{"reason", func(o *outcome) { o.adopt.stderr += "tokyo/root.yaml:1:1: bananas [FA704]\n" }},
	{"comment untold", func(o *outcome) { replace(o.written, "# two are enough", "") }},
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

// TestJudgeLink tells the judge a right link of a cluster's folder, and wrong ones.
func TestJudgeLink(t *testing.T) {
	const release = "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: web, namespace: apps}\n"
	old, ok := readObjects("clusters/home/web.yaml", []byte(release))
	assert.Assert(t, ok)
	made, ok := readRendered("home/web/helmrelease-web.yaml", []byte(release))
	assert.Assert(t, ok)
	for text, complaints := range map[string]int{
		"write clusters/home/fluxapp/kustomization.yaml with resources: [../../../deploy/home]": 0,
		"write clusters/home/fluxapp/kustomization.yaml with resources: [../../deploy/home]":    1,
		"write clusters/home/fluxapp/kustomization.yaml with resources: [../../../deploy/lab]":  1,
		"write clusters/lab/fluxapp/kustomization.yaml with resources: [../../../deploy/home]":  1,
	} {
		r := &trial{given: []*given{{read: old[0], on: []string{"home"}}},
			rendered: []*rendered{{read: made[0], cluster: "home"}}}
		assert.Assert(t, r.judgeLink(text))
		assert.Equal(t, len(r.complaints), complaints, "%s: %v", text, r.complaints)
	}
	assert.Assert(t, !new(trial).judgeLink("put each file of deploy into the folder of its old one"))
}

// TestScalars compares scalars as Kubernetes reads them.
func TestScalars(t *testing.T) {
	for _, c := range []struct {
		one, other string // as somebody wrote it, and as it is rendered
		same       bool
	}{
		{"0644", "420", true}, {`"0644"`, "0644", false}, {"1.10", "1.1", false}, {"yes", "true", false},
		{"yes", "yes", false}, {"yes", `"yes"`, true}, {`"yes"`, "yes", false}, {"off", `"off"`, true},
		{"True", "true", true}, {"{on: 1}", `{"on": 1}`, true}, {"{on: 1}", "{on: 1}", false},
		{"2026-01-02", `"2026-01-02"`, true}, {"~", "null", true}, {"", "null", true},
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
