package change_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// of returns a change of the HelmRelease of an application on a cluster.
func of(action change.Action, cluster string, fields ...change.Field) change.Change {
	return change.Change{
		Action: action, Application: "apps/web", Cluster: cluster, Workload: true, Fields: fields,
		Object: render.ID{Kind: "HelmRelease", Namespace: "apps", Name: strings.TrimSuffix("web-"+cluster, "-")},
		At:     tree.Position{File: "app.yaml", Line: 12, Column: 5},
	}
}

// set returns a field that a layer sets at a line.
func set(path, before, after, layer string, line int) change.Field {
	s := render.Setting{Layer: layer, Value: after}
	if line > 0 {
		s.At = tree.Position{File: "app.yaml", Line: line, Column: 9}
	}
	return change.Field{Path: path, Before: before, After: after, Set: s}
}

func with(c change.Change, edit func(*change.Change)) change.Change {
	edit(&c)
	return c
}

// limits are findings of limits as the command passes them.
var limits = finding.Findings{
	{
		Severity: finding.SeverityError, Code: "FA601", File: "app.yaml", Line: 40, Column: 16,
		Path: "spec.limits.maxDeleted",
		Detail: "the change deletes the objects of 3 of 4 clusters, and 10% may be deleted: berlin, paris, rome (no entry " +
			"chooses them any more); if that is right, acknowledge it with --acknowledge 0123456789abcdef",
	},
	{Severity: finding.SeverityInfo, Code: "FA605", File: "db.yaml", Line: 7, Column: 3,
		Detail: "this change was acknowledged"},
}

// gated are objects of several clusters, and one on the hub.
var gated = []change.Change{waits("berlin", "apps/web"), waits("oslo", "apps/web"), waits("paris", "apps/web"),
	waits("", "apps/db")}

func waits(cluster, application string) change.Change {
	return with(of(change.Gated, cluster), func(c *change.Change) { c.Application, c.At = application, tree.Position{} })
}

// everyAction has each action at least once.
func everyAction() change.Changes {
	return change.Changes{Unchanged: 1204, Gated: gated, List: []change.Change{
		with(of(change.Created, "", change.Field{}), func(c *change.Change) {
			c.Fields, c.Workload, c.Object = nil, false, render.ID{Kind: "GitRepository", Namespace: "apps", Name: "web"}
			c.At.Line = 6
		}),
		with(of(change.Deleted, "berlin"), func(c *change.Change) { c.Effect = "Flux uninstalls its Helm release" }),
		with(of(change.Deleted, "paris"), func(c *change.Change) { c.Effect = "Flux uninstalls its Helm release" }),
		with(of(change.Reinstalled, "rome", set("spec.releaseName", `"web"`, `"shop"`, "overrides[0]", 31)),
			func(c *change.Change) {
				c.Effect = "Flux uninstalls the Helm release web, and installs shop"
			}),
		with(of(change.Orphaned, "zurich"), func(c *change.Change) {
			c.EarlierCluster, c.Effect = "geneva", "the Helm release on geneva stays, and nothing updates it"
		}),
		with(of(change.Renamed, "oslo", set("metadata.name", `"web-oslo"`, `"shop-oslo"`, "", 12)), func(c *change.Change) {
			c.Earlier, c.Object.Name, c.Effect = c.Object, "shop-oslo",
				"Flux uninstalls the Helm release, and another object installs it"
		}),
		with(of(change.Freed, "quito"), func(c *change.Change) {
			c.At, c.Effect = tree.Position{}, "waits for nothing any more: Flux brings it to 1.1.0 at once"
		}),
		with(of(change.Suspended, "", set("spec.suspend", "", "true", "entry", 14)),
			func(c *change.Change) { c.Effect = "Flux applies nothing of it any more" }),
		of(change.Resumed, "lima", set("spec.suspend", "true", "", "", 0)),
		of(change.Moved, "cairo", set("metadata.labels[sharding.fluxcd.io/key]", `"shard1"`, `"shard2"`, "", 0)),
		of(change.Changed, "lagos", set("spec.values.replicas", "2", "3", "overrides[0]", 41),
			set("spec.values.image.tag", `"1.10"`, `"1.11"`, "defaults", 9)),
		with(of(change.Changed, "tokyo",
			set("spec.values.host", `"tokyo.example.com"`, `"web.tokyo.example.com"`, "entry", 20)), func(c *change.Change) {
			c.Application, c.Object.Kind, c.Object.Name, c.Object.Server = "apps/db", "Kustomization", "db-tokyo", "tokyo"
		}),
		with(of(change.Created, "tokyo"), func(c *change.Change) {
			c.Workload, c.Bootstrap, c.Object = false, true, render.ID{Server: "tokyo", Kind: "Namespace", Name: "web"}
		}),
	}}
}

func text(t *testing.T, c change.Changes, o change.PrintOptions) string {
	t.Helper()
	var b strings.Builder
	assert.NilError(t, change.WriteText(&b, c, o))
	return b.String()
}

func TestWriteText(t *testing.T) {
	golden.Assert(t, text(t, everyAction(), change.PrintOptions{Limits: limits}), "actions.txt")
	golden.Assert(t, text(t, values(), change.PrintOptions{}), "values.txt")
	assert.Equal(t, text(t, change.Changes{Unchanged: 3}, change.PrintOptions{}), "no change; 3 objects unchanged\n")
	assert.Equal(t, text(t, change.Changes{Unchanged: 3, Gated: gated[:1]}, change.PrintOptions{}),
		"no change; 1 only in the gates of waves, 3 objects unchanged\n\n"+
			"only in the gates of waves: HelmRelease apps/web-berlin of apps/web on berlin\n")
}

func markdown(t *testing.T, c change.Changes, o change.PrintOptions) string {
	t.Helper()
	var b strings.Builder
	assert.NilError(t, change.WriteMarkdown(&b, c, o))
	return b.String()
}

func printedJSON(t *testing.T, c change.Changes, o change.PrintOptions) string {
	t.Helper()
	var b strings.Builder
	assert.NilError(t, change.WriteJSON(&b, c, o))
	return b.String()
}

func TestWriteJSON(t *testing.T) {
	golden.Assert(t, printedJSON(t, everyAction(), change.PrintOptions{Limits: limits}), "actions.json")
	golden.Assert(t, printedJSON(t, values(), change.PrintOptions{}), "values.json")
	golden.Assert(t, printedJSON(t, change.Changes{Unchanged: 3}, change.PrintOptions{}), "none.json")
}

func TestWriteMarkdown(t *testing.T) {
	golden.Assert(t, markdown(t, everyAction(), change.PrintOptions{Limits: limits}), "actions.golden")
	golden.Assert(t, markdown(t, values(), change.PrintOptions{}), "values.golden")
	golden.Assert(t, markdown(t, hostile(), change.PrintOptions{Limits: limits[1:]}), "hostile.golden")
	assert.Equal(t, markdown(t, change.Changes{Unchanged: 3}, change.PrintOptions{}),
		"### no change; 3 objects unchanged\n")
}

// hostile has values and names that are markup, links and names of people.
func hostile() change.Changes {
	return change.Changes{List: []change.Change{
		with(of(change.Deleted, "a`b"), func(c *change.Change) {
			c.Application, c.Effect = "apps/<b>|@joe", "see #12, https://example.com and @joe"
		}),
		with(of(change.Changed, "x</summary>",
			set("spec.values.fence", "\"a\\n```\\n</details>\\n````\"", `"a\n@joe #12 https://example.com\n"`, "entry", 1),
			set("spec.values.line", `"</details>"`, `"| a | b |"`, "entry", 2),
			set("spec.values[a`\n@joe]", `"$x$"`, `":100:"`, "entry", 3),
		), func(c *change.Change) { c.Object.Name = "**web**" }),
	}}
}

// TestLines prints which lines of a text differ: what is gone before what is new, and of long lines what differs.
func TestLines(t *testing.T) {
	long := strings.Repeat("word ", 60)
	for _, c := range []struct{ before, after, want string }{
		{"x\na\nb", "x\nb\na", "    - a\n      …\n    + a\n"},
		{long + "1" + long + "\na", long + "2" + long + "\na", "    - …word word word word 1word word word word …\n" +
			"    + …word word word word 2word word word word …\n"},
		{"a\nb", "a\n" + long + "\nb", "    + " + long[:100] + "… (180 more characters) …" + long[280:] + "\n"},
		{"a\n" + long + "\nb", "a\nb", "    - " + long[:100] + "… (180 more characters) …" + long[280:] + "\n"},
	} {
		f := set("spec.a", fmt.Sprintf("%q", c.before), fmt.Sprintf("%q", c.after), "", 0)
		out := text(t, change.Changes{List: []change.Change{of(change.Changed, "berlin", f)}}, change.PrintOptions{})
		_, lines, _ := strings.Cut(out, "spec.a:  (fluxapp)\n")
		assert.Equal(t, lines, c.want)
	}
}

// TestReferences tells which references a value comes from: they may have changed in another document.
func TestReferences(t *testing.T) {
	for value, want := range map[string]string{
		`"$(cluster.labels.shard)"`: "entry, from $(cluster.labels.shard))",
		`"a-$(cluster.params.x['y'] or 'hunter2')-$(app.name)-$(app.name)"`: "entry, from $(cluster.params.x['y']) and " +
			"$(app.name))",
		`"$(cluster.name)"`:          "entry)",
		`"$$(cluster.labels.shard)"`: "entry)",
		`"${cluster.labels.shard}"`:  "entry)",
		`3`:                          "entry)",
	} {
		f := set("spec.a", "1", "2", "entry", 3)
		f.Set.Value = value
		out := text(t, change.Changes{List: []change.Change{of(change.Changed, "berlin", f)}}, change.PrintOptions{})
		assert.Assert(t, strings.Contains(out, "(app.yaml:3:9, "+want+"\n"), out)
	}
}

// full is a writer that takes some bytes and then fails.
type full struct{ room int }

func (f *full) Write(p []byte) (int, error) {
	if len(p) > f.room {
		return 0, errors.New("full")
	}
	f.room -= len(p)
	return len(p), nil
}

func TestErrorsOfTheWriter(t *testing.T) {
	for _, room := range []int{0, 5000} {
		c := different(100, 100)
		assert.Error(t, change.WriteText(&full{room}, c, change.PrintOptions{}), "full")
		assert.Error(t, change.WriteMarkdown(&full{room}, c, change.PrintOptions{}), "full")
		assert.Error(t, change.WriteJSON(&full{room}, c, change.PrintOptions{}), "full")
	}
}

// values has one change for each form of values.
func values() change.Changes {
	long := strings.Repeat("all work and no play ", 20)
	lines := func(edit ...string) string {
		all := make([]string, 30)
		for i := range all {
			all[i] = fmt.Sprintf("line %d", i+1)
		}
		all = slices.Replace(all, 3, 3+len(edit), edit...)
		return fmt.Sprintf("%q", strings.Join(all, "\n")+"\n")
	}
	return change.Changes{List: []change.Change{of(change.Changed, "berlin",
		set("spec.values.number", "1.10", "1.1", "entry", 1),
		set("spec.values.text", `"1.10"`, "1.10", "entry", 2),
		set("spec.values.new", "", `"two words"`, "entry", 3),
		set("spec.values.gone", "true", "", "overrides[0]", 4),
		set("spec.values.null", "null", `"null"`, "", 0),
		set("spec.values.empty", `""`, `{}`, "entry", 6),
		set("spec.values.escape", `"a\tb"`, `"a\u001b[31mb"`, "entry", 7),
		set("spec.values.long", fmt.Sprintf("%q", long+"2"+long), fmt.Sprintf("%q", long+"3"+long), "entry", 8),
		set("spec.values.added", "", fmt.Sprintf("%q", long+long), "entry", 9),
		set("spec.values.lines", lines("line 4"), lines("line IV", "line V"), "entry", 10),
		set("spec.values.two", lines(), lines("line IV", "line 5", "line 6", "line VII"), "entry", 10),
		set("spec.values.newline", `"a\nb"`, `"a\nb\n"`, "entry", 11),
		set("spec.values.map", `{"a":1,"b":null,"c":[1,2,3],"name":"a longer text so that it needs more than a line"}`,
			`{"a":1,"b":null,"c":[1,2,4],"name":"a longer text so that it needs more than a line"}`, "entry", 12),
		set("spec.values.list", `["a"]`, `["a","b"]`, "entry", 13),
		set("spec.values.db.password", `"hunter2"`, `"hunter3"`, "entry", 14),
		set("spec.values.mixed", "",
			`{"db":{"user":"web","password":"hunter2","pins":[1234]},"env":[{"name":"API_TOKEN","value":"x"}]}`, "entry", 15),
		set("spec.values.config", `"user: web\npassword: hunter2\n"`, `"user: shop\npassword: hunter2\n"`, "entry", 16),
	)}}
}

// fleet has the same change on many clusters, and another one on two of them. Values have the names of the clusters.
func fleet(n int) change.Changes {
	var c change.Changes
	for i := range n {
		name := fmt.Sprintf("us-%03d", i)
		replicas := "3"
		if i == 7 || i == 300 {
			replicas = "5"
		}
		c.List = append(c.List, of(change.Changed, name,
			set("spec.values.replicas", "2", replicas, "defaults", 41),
			set("spec.values.host", `"`+name+`.old.example.com"`, `"`+name+`.example.com"`, "entry", 100+i)))
	}
	return c
}

func TestGroups(t *testing.T) {
	all := text(t, fleet(500), change.PrintOptions{})
	golden.Assert(t, all, "fleet.txt")
	golden.Assert(t, markdown(t, fleet(500), change.PrintOptions{}), "fleet.golden")
	shuffled := fleet(500)
	rand.New(rand.NewPCG(1, 2)).Shuffle(500,
		func(i, j int) { shuffled.List[i], shuffled.List[j] = shuffled.List[j], shuffled.List[i] })
	assert.Equal(t, text(t, shuffled, change.PrintOptions{}), all)
}
