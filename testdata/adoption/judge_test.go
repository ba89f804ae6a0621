package adoption

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

const (
	release = `apiVersion: helm.toolkit.fluxcd.io/v2beta2
kind: HelmRelease
metadata:
  name: web
  namespace: apps
spec:
  interval: 1h
  chartRef: {kind: OCIRepository, name: web}
  values:
    text: "2"
    # renovate: x
    tag: 1.0.0
`
	written = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: apps}
spec:
  clusters: [{name: berlin}, {name: tokyo}]
  values:
    # renovate: x
    tag: 1.0.0
`
	said = `left as it is: 1 object of one cluster; for example HelmRelease apps/only at tokyo/only.yaml:1
left as it is: 1 object that several clusters read; for example HelmRelease apps/db at shared/db.yaml:1
`
)

// honest returns a repository of two clusters and what a right adopt makes of it.
func honest() (*repository, outcome) {
	r := &repository{layout: "test", clusters: []string{"berlin", "tokyo"}, files: map[string]*file{}}
	for _, c := range r.clusters {
		r.add(c+"/web.yaml", &object{text: release, fate: sound, app: "web", clusters: []string{c}})
	}
	only := &object{text: strings.Replace(release, "name: web", "name: only", 1), fate: sound, app: "only"}
	r.add("tokyo/only.yaml", only.at("tokyo"))
	r.add("shared/db.yaml", (&object{text: strings.Replace(release, "name: web", "name: db", 1)}).stay(shared))
	r.files["notes.txt"] = &file{text: "a\n"}
	o := outcome{before: r.texts(), after: r.texts(), adopt: answer{stderr: said}}
	o.after["documents/web.yaml"] = written
	for _, c := range r.clusters {
		o.after[c+"/web.yaml"] = strings.NewReplacer("v2beta2", "v2", "  namespace: apps\n",
			"  namespace: apps\n  annotations:\n    fluxapp.dev/rendered-from: apps/web\n").Replace(release)
	}
	o.again = maps.Clone(o.after)
	return r, o
}

// in replaces a text in a file after the adoption.
func in(file, old, text string) func(*outcome) {
	return func(o *outcome) {
		o.after[file] = strings.Replace(o.after[file], old, text, 1)
		o.again = maps.Clone(o.after)
	}
}

// say replaces a text in what adopt says.
func say(old, text string) func(*outcome) {
	return func(o *outcome) { o.adopt.stderr = strings.Replace(o.adopt.stderr, old, text, 1) }
}

// lies are what a wrong adopt could do: each is told of, by its kind.
var lies = []struct {
	kind string
	lie  func(*outcome)
}{
	{"", func(*outcome) {}},
	{"file", func(o *outcome) { delete(o.after, "notes.txt") }},
	{"file", func(o *outcome) { o.after["new.yaml"] = "a: b\n" }},
	{"line", in("notes.txt", "a", "b")},
	{"line", in("tokyo/web.yaml", "interval: 1h\n", "interval: 1h0m0s\n")},
	{"line", in("tokyo/web.yaml", "    # renovate: x\n", "")},
	{"line", in("tokyo/web.yaml", "  values:\n", "  values:\n    more: 1\n")},
	{"line", in("tokyo/web.yaml", `"2"`, `2`)},
	{"changed", in("tokyo/web.yaml", "v2\n", "v2beta2\n")},
	{"changed", in("tokyo/web.yaml", "v2\n", "v3\n")},
	{"changed", in("tokyo/only.yaml", "v2beta2\n", "v2\n")},
	{"changed", in("tokyo/only.yaml", "metadata:\n", "metadata:\n  annotations:\n")},
	{"annotation", in("tokyo/web.yaml", "apps/web", "apps/other")},
	{"objects", in("tokyo/web.yaml", "spec:", "---\nspec:")},
	{"refused", in("tokyo/web.yaml", "  annotations:\n    fluxapp.dev/rendered-from: apps/web\n", "")},
	{"single", in("tokyo/only.yaml", "  namespace: apps\n",
		"  namespace: apps\n  annotations:\n    fluxapp.dev/rendered-from: apps/web\n")},
	{"trap passed", in("shared/db.yaml", "  namespace: apps\n",
		"  namespace: apps\n  annotations:\n    fluxapp.dev/rendered-from: apps/web\n")},
	{"again", func(o *outcome) { o.again["tokyo/web.yaml"] = release }},
	{"exit code", func(o *outcome) { o.adopt.code = 1 }},
	{"stdout", func(o *outcome) { o.adopt.stdout = "x" }},
	{"render", func(o *outcome) { o.render.code = 1 }},
	{"count", say("left as it is: 1 object of one", "left as it is: 2 objects of one")},
	{"count", say("of one cluster", "of bananas")},
	{"count", say("that several clusters read", "of one cluster")},
	{"count", say("left as it is: 1 object that", "it has 1 object that")},
	{"example", say("shared/db.yaml:1", "shared/db.yaml:2")},
	{"example", say("apps/only at tokyo/only.yaml:1", "apps/web at tokyo/web.yaml:1")},
	{"comment", in("documents/web.yaml", "# renovate: x", "# x")},
	{"comment", in("documents/web.yaml", "tag: 1.0.0", "other: 1.0.0")},
	{"document", in("documents/web.yaml", "spec:", "spec:"+strings.Repeat("\n  a: b", 100))},
	{"document", in("documents/web.yaml", "kind: FluxApplication", "kind: X")},
	{"document", func(o *outcome) { o.after["documents/x.yaml"] = strings.ReplaceAll(written, "name: web", "name: x") }},
}

// TestJudge tells the judge lies: it finds each of them, and nothing where there is none.
func TestJudge(t *testing.T) {
	for i, lie := range lies {
		r, o := honest()
		lie.lie(&o)
		complaints := judge(r, o)
		isKind := func(c complaint) bool { return c.kind == lie.kind }
		assert.Equal(t, slices.ContainsFunc(complaints, isKind), lie.kind != "", "%d %s: %v", i, lie.kind, complaints)
		assert.Equal(t, len(complaints) == 0, lie.kind == "", "%v", complaints)
	}
	r, o := honest()
	r.wrong = "FA701"
	assert.Assert(t, len(judge(r, o)) > 0)
	o = outcome{before: r.texts(), after: r.texts(), again: r.texts()}
	o.adopt = answer{code: 1, stderr: "a.yaml:1:1: metadata.name: is there twice [FA701]\n"}
	assert.Equal(t, len(judge(r, o)), 0)
}
