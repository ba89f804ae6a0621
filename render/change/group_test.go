package change_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// sizes returns how many changes each group has.
func sizes(t *testing.T, c change.Changes) (sizes []int) {
	t.Helper()
	for _, g := range groupsOf(t, c) {
		sizes = append(sizes, len(g))
	}
	return sizes
}

// on returns the change of one field on a cluster.
func on(cluster, path, before, after string) change.Change {
	return of(change.Changed, cluster, set(path, before, after, "entry", 1))
}

func TestOwnNamesDoNotSplitGroups(t *testing.T) {
	for name, test := range map[string]struct {
		list []change.Change
		want []int
	}{
		"the own name in a value": {[]change.Change{on("berlin", "spec.a", `"berlin.x"`, `"x-berlin_y"`),
			on("paris", "spec.a", `"paris.x"`, `"x-paris_y"`)}, []int{2}},
		"the own name in a path": {
			[]change.Change{on("berlin", "spec.berlin.a", "1", "2"), on("paris", "spec.paris.a", "1", "2")}, []int{2}},
		"the own name in a map": {[]change.Change{on("berlin", "spec.a", "", `{"berlin":["berlin"]}`),
			on("paris", "spec.a", "", `{"paris":["paris"]}`)}, []int{2}},
		"behind an escape": {
			[]change.Change{on("berlin", "spec.a", `"x\nberlin"`, `""`), on("paris", "spec.a", `"x\nparis"`, `""`)}, []int{2}},
		"a longer name": {[]change.Change{on("us-1", "spec.a", "1", `"us-1"`),
			on("us-10", "spec.a", "1", `"us-10"`), on("us-1", "spec.a", "1", `"us-10"`)}, []int{2, 1}},
		"a part of a word": {[]change.Change{on("us", "spec.a", "1", `"bus"`), on("eu", "spec.a", "1", `"beu"`)},
			[]int{1, 1}},
		"a number": {[]change.Change{on("1", "spec.a", "0", "1"), on("2", "spec.a", "0", "2")},
			[]int{1, 1}},
		"a boolean": {
			[]change.Change{on("true", "spec.a", "0", "true"), on("false", "spec.a", "0", "false")}, []int{1, 1}},
		"the name of another one": {
			[]change.Change{on("berlin", "spec.a", "1", `"paris"`), on("paris", "spec.a", "1", `"berlin"`)}, []int{1, 1}},
		"one name for all": {[]change.Change{on("berlin", "spec.a", "1", `"berlin"`),
			on("paris", "spec.a", "1", `"berlin"`), on("rome", "spec.a", "1", `"berlin"`)}, []int{3}},
		"a word that is a name": {[]change.Change{on("web", "spec.a", `"web:1"`, `"web:2"`),
			on("paris", "spec.a", `"web:1"`, `"web:2"`), on("rome", "spec.a", `"web:1"`, `"web:2"`)}, []int{3}},
		"another value": {[]change.Change{on("berlin", "spec.a", "1", "2"), on("paris", "spec.a", "1", "3")},
			[]int{1, 1}},
		"another earlier value": {[]change.Change{on("berlin", "spec.a", "0", "2"), on("paris", "spec.a", "1", "2")},
			[]int{1, 1}},
		"a value that is new": {[]change.Change{on("berlin", "spec.a", "", "2"), on("paris", "spec.a", "null", "2")},
			[]int{1, 1}},
		"another path": {[]change.Change{on("berlin", "spec.a", "1", "2"), on("paris", "spec.b", "1", "2")},
			[]int{1, 1}},
		"another type": {[]change.Change{on("berlin", "spec.a", "1", `"2"`), on("paris", "spec.a", "1", "2")},
			[]int{1, 1}},
		"secrets that differ": {
			[]change.Change{on("berlin", "spec.password", `"a"`, `"b"`), on("paris", "spec.password", `"c"`, `"d"`)}, []int{2}},
		"another action": {[]change.Change{on("berlin", "spec.a", "1", "2"),
			with(on("paris", "spec.a", "1", "2"), func(c *change.Change) { c.Action = change.Moved })}, []int{1, 1}},
		"another application": {[]change.Change{on("berlin", "spec.a", "1", "2"),
			with(on("paris", "spec.a", "1", "2"), func(c *change.Change) { c.Application = "x" })}, []int{1, 1}},
		"another kind": {[]change.Change{on("berlin", "spec.a", "1", "2"),
			with(on("paris", "spec.a", "1", "2"), func(c *change.Change) { c.Object.Kind = "KCLRun" })}, []int{1, 1}},
		"another effect": {[]change.Change{on("berlin", "spec.a", "1", "2"),
			with(on("paris", "spec.a", "1", "2"), func(c *change.Change) { c.Effect = "x" })}, []int{1, 1}},
		"the own name in an effect": {
			[]change.Change{with(of(change.Deleted, "berlin"), func(c *change.Change) { c.Effect = "x-berlin" }),
				with(of(change.Deleted, "paris"), func(c *change.Change) { c.Effect = "x-paris" })}, []int{2}},
		"another name of the object": {[]change.Change{of(change.Created, "berlin"),
			with(of(change.Created, "berlin"), func(c *change.Change) { c.Object.Name = "other" })}, []int{2}},
		"for the administrator": {[]change.Change{of(change.Created, "berlin"),
			with(of(change.Created, "berlin"), func(c *change.Change) { c.Bootstrap = true })}, []int{1, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			assert.DeepEqual(t, sizes(t, change.Changes{List: test.list}), test.want)
		})
	}
}

// TestShortenedNamesDoNotSplitGroups compares long names of clusters, whose releases have shortened names.
func TestShortenedNamesDoNotSplitGroups(t *testing.T) {
	document := func(more string) string {
		all := strings.ReplaceAll(podinfo, "{clusterSelector: {}}\n",
			"{clusterSelector: {}, targetNamespace: a-namespace-with-a-long-name}\n"+more)
		for _, name := range []string{"berlin", "oslo", "paris", "rome"} {
			all = strings.ReplaceAll(all, "name: "+name, "name: "+name+"-in-the-north-of-the-west-1")
		}
		return all
	}
	c, found := compared(document(""), document("        releaseName: podinfo\n"))
	assert.Assert(t, found)
	out := text(t, c, change.PrintOptions{})
	assert.Assert(t, strings.Contains(out, "reinstalled: 4 HelmReleases"), out)
	assert.Assert(t, strings.Contains(out, "release name changes from (a shortened name) to podinfo\n"), out)
	c.List = c.List[:1]
	out = text(t, c, change.PrintOptions{})
	assert.Assert(t, strings.Contains(out,
		"release name changes from a-namespace-with-a-long-name-podinfo-ber-9a23afdc2db6 to podinfo"), out)
}

// TestGroupsMergeNothingElse holds for random changes that two of one group become each other by the names of their
// clusters.
func TestGroupsMergeNothingElse(t *testing.T) {
	clusters := []string{"a", "b", "ab", "a-b", "1", "web"}
	merged := 0
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 4))
		word := func() string {
			var b strings.Builder
			for range r.IntN(4) {
				b.WriteString([]string{"a", "b", "-", ".", "1", "web"}[r.IntN(6)])
			}
			return fmt.Sprintf("%q", b.String())
		}
		var c change.Changes
		for i := range 12 {
			one := on(clusters[r.IntN(len(clusters))], "spec.x", word(), word())
			one.Object.Name = fmt.Sprint("n", i)
			c.List = append(c.List, one)
		}
		var all struct{ Groups []struct{ Changes []int } }
		assert.NilError(t, json.Unmarshal([]byte(printedJSON(t, c, change.PrintOptions{})), &all))
		for _, g := range all.Groups {
			first := c.List[g.Changes[0]]
			for _, i := range g.Changes[1:] {
				merged++
				assertSame(t, first, c.List[i])
			}
		}
	}
	assert.Assert(t, merged > 100, "only %d were merged", merged)
}

func assertSame(t *testing.T, a, b change.Change) {
	t.Helper()
	renamed := func(text string) string {
		return regexp.MustCompile(`\b`+a.Cluster+`\b`).ReplaceAllString(text, b.Cluster)
	}
	for _, values := range [][2]string{{a.Fields[0].Before, b.Fields[0].Before}, {a.Fields[0].After, b.Fields[0].After}} {
		assert.Assert(t, values[0] == values[1] || renamed(values[0]) == values[1], "%s of %s and %s of %s", values[0],
			a.Cluster, values[1], b.Cluster)
	}
}

// TestCreated prints new objects: what they hold, and clusters that join three applications as one group.
func TestCreated(t *testing.T) {
	document := func(clusters string, applications ...string) string {
		var b strings.Builder
		for _, name := range applications {
			fmt.Fprintf(&b, "---\napiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\n"+
				"metadata: {name: %s, namespace: apps}\nspec:\n  source: {sourceRef: {kind: HelmRepository, name: s}}\n"+
				"  clusters: [%s]\n  config:\n    helmRelease:\n      chart: {chart: c, version: 1.0.0}\n      deploy:\n"+
				"      - {interval: 1h, destination: {clusterSelector: {}}, values: {password: Ahgh4eiw0Ee}}\n", name, clusters)
		}
		return b.String()
	}
	const oslo = "{name: oslo, kubeConfig: {secretRef: {name: oslo}}}"
	const rome = ", {name: rome, kubeConfig: {secretRef: {name: rome}}}"
	run := func(text string) render.Result {
		docs := schema.Parse("app.yaml", []byte(text))
		result, err := render.Render(docs, render.Options{})
		assert.NilError(t, err)
		return result
	}
	three := []string{"a", "b", "c"}
	before := run(document(oslo, three...))
	changes := change.Compare(before, run(document(oslo+rome, three...)))
	assert.Equal(t, text(t, changes, change.PrintOptions{}),
		"3 applications, 1 cluster: 3 objects created; 3 unchanged\n\n"+
			"created: 3 objects of 3 applications on rome\n  apps/a-rome, apps/b-rome, apps/c-rome\n")
	full := text(t, changes, change.PrintOptions{Full: true})
	assert.Assert(t, strings.Contains(full, "\n    spec:\n      chart:\n") &&
		strings.Contains(full, "        password: (hidden)\n") && !strings.Contains(full, "Ahgh4eiw0Ee"), full)
	markdown := markdown(t, changes, change.PrintOptions{})
	assert.Assert(t, strings.Contains(markdown, "+   name: a-rome\n") && strings.Contains(markdown, "<details>") &&
		!strings.Contains(markdown, "Ahgh4eiw0Ee"), markdown)

	two := change.Compare(run(document(oslo, "a", "b")), run(document(oslo+rome, "a", "b")))
	assert.Assert(t, strings.Contains(text(t, two, change.PrintOptions{}),
		"created: HelmRelease apps/a-rome of apps/a on rome"))
	older := document(oslo+rome, "d") // whose objects there change, so that it is no new cluster
	more := change.Compare(run(document(oslo, three...)+older),
		run(document(oslo+rome, three...)+strings.Replace(older, "1h", "2h", 1)))
	assert.Assert(t, strings.Contains(text(t, more, change.PrintOptions{}),
		"created: HelmRelease apps/a-rome of apps/a on "))
}
