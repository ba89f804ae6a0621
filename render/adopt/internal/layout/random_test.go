package layout_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// TestRandom proves documents of random groups: what their objects have in common, in labels and for themselves is
// random, and so are their scalars.
func TestRandom(t *testing.T) {
	for seed := range seeds() {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			r := random{Rand: rand.New(rand.NewPCG(seed, 18)), b: tree.NewBuilder()}
			g, clusters := r.group(t)
			text := write(g)
			prove(t, g, text, clusters...)
			assert.DeepEqual(t, readByYAML(t, text), readByTree(t, text))
			r.Shuffle(len(g.Members), func(i, j int) { g.Members[i], g.Members[j] = g.Members[j], g.Members[i] })
			assert.Equal(t, string(write(g)), string(text), "another order of members")
		})
	}
}

// readByYAML returns what sigs.k8s.io/yaml reads, and readByTree what package tree does. Nulls and the digits of
// numbers are left out.
func readByYAML(t *testing.T, text []byte) any {
	var v any
	assert.NilError(t, yaml.Unmarshal(text, &v), "%s", text)
	return withoutNumbers(v)
}

func readByTree(t *testing.T, text []byte) any {
	var v any
	assert.NilError(t, json.Unmarshal(tree.AppendJSON(nil, parse(t, string(text))), &v))
	return withoutNumbers(v)
}

func withoutNumbers(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, below := range v {
			if v[key] = withoutNumbers(below); below == nil {
				delete(v, key)
			}
		}
	case []any:
		for i, below := range v {
			v[i] = withoutNumbers(below)
		}
	case float64:
		return "a number"
	}
	return v
}

func seeds() uint64 {
	if testing.Short() {
		return 80
	}
	return 2000
}

type random struct {
	*rand.Rand
	b *tree.Builder
}

func (r random) chance(percent int) bool { return r.IntN(100) < percent }

func pick[T any](r random, of ...T) T { return of[r.IntN(len(of))] }

// group returns a group, and the documents of its clusters where there are any.
func (r random) group(t *testing.T) (g layout.Group, clusters schema.Documents) {
	g = layout.Group{Name: pick(r, "shop", "app", "web"), Namespace: "apps", Standalone: r.chance(40),
		Kind: pick(r, kinds.HelmRelease, kinds.Kustomization, kinds.KCLRun)}
	stages, pinned, documented := pick(r, 1, 2, 3), pick(r, "", "shop", "shop-%s", "%s-shop", "web-%s-x"), r.chance(40)
	shared, own := r.fields(g.Kind, 8), r.IntN(4)
	ofStage := make([][]tree.Field, stages)
	for i := range ofStage {
		ofStage[i] = r.fields(g.Kind, r.IntN(4))
		if g.Kind != kinds.HelmRelease && r.chance(40) {
			ofStage[i] = append(ofStage[i], tree.Field{Key: "path", Value: r.string(fmt.Sprintf("./apps/s%d", i))})
		}
	}
	var fleet strings.Builder
	for i := range 1 + r.IntN(7) {
		cluster := fmt.Sprintf(pick(r, "c%d", "berlin-%d", "%d"), i)
		stage := r.IntN(stages)
		fields := append(append(append([]tree.Field{}, shared...), ofStage[stage]...), r.fields(g.Kind, r.IntN(own+1))...)
		m := layout.Member{Cluster: cluster, Object: r.object(g, cluster, pinned, fields)}
		if documented {
			fmt.Fprintf(&fleet, "---\napiVersion: cluster.x-k8s.io/v1beta1\nkind: Cluster\n"+
				"metadata: {name: %q, namespace: fleet, labels: {stage: s%d, cluster: %q}}\n", cluster, stage, cluster)
		}
		g.Members = append(g.Members, m)
	}
	if documented && r.chance(30) {
		fleet.WriteString("---\napiVersion: cluster.x-k8s.io/v1beta1\nkind: Cluster\n" +
			"metadata: {name: other, namespace: fleet, labels: {stage: s0}}\n")
	}
	clusters = schema.Parse("fleet.yaml", []byte(fleet.String()))
	for _, d := range clusters {
		g.Fleet = append(g.Fleet, d.Members()...)
	}
	return g, clusters
}

// object returns an object, as it is read from a file.
func (r random) object(g layout.Group, cluster, pinned string, fields []tree.Field) tree.Node {
	if !g.Standalone {
		fields = append(fields, tree.Field{Key: "kubeConfig",
			Value: r.tree(`{secretRef: {name: ` + pick(r, cluster+"-kubeconfig", cluster+"-kubeconfig", "kc-"+cluster) + `}}`)})
	}
	name := pinned
	switch {
	case pinned == "":
		name = g.Name + "-" + cluster
	case strings.Contains(pinned, "%s"):
		name = fmt.Sprintf(pinned, cluster)
	case !g.Standalone:
		name += "-" + cluster
	}
	metadata := []tree.Field{{Key: "name", Value: r.string(name)},
		{Key: "namespace", Value: r.string(pick(r, "apps", "apps", "apps", "fleet", "clusters-"+cluster))}}
	if r.chance(30) {
		metadata = append(metadata,
			tree.Field{Key: "labels", Value: r.tree(pick(r, "{team: shop}", "{a: x, b: "+fmt.Sprintf("%q", cluster)+"}"))})
	}
	object := r.b.Map(tree.Node{},
		tree.Field{Key: "apiVersion", Value: r.string(g.Kind.APIVersion)},
		tree.Field{Key: "kind", Value: r.string(g.Kind.Name)},
		tree.Field{Key: "metadata", Value: r.b.Map(tree.Node{}, metadata...)},
		tree.Field{Key: "spec", Value: r.b.Verbatim(r.b.Map(tree.Node{}, fields...))})
	docs, _ := tree.Parse("object.yaml", tree.AppendYAML(nil, object))
	return docs[0].Root()
}

func (r random) string(text string) tree.Node { return r.b.String(text, tree.Node{}) }

func (r random) tree(text string) tree.Node {
	docs, _ := tree.Parse("", []byte(text))
	return docs[0].Root()
}

// fields returns some fields of a spec, and those that Flux requires.
func (r random) fields(kind *kinds.Kind, count int) []tree.Field {
	fields := []tree.Field{{Key: "interval", Value: r.string(pick(r, "1h", "1h0m0s", "10m"))}}
	if kind == kinds.HelmRelease {
		fields = append(fields, tree.Field{Key: "chart", Value: r.tree(pick(r,
			`{spec: {chart: shop, version: "1.10", sourceRef: {kind: HelmRepository, name: charts}}}`,
			`{spec: {chart: shop, version: 1.2.x, interval: 5m, sourceRef: {kind: HelmRepository, name: charts}}}`,
			`{metadata: {labels: {a: b}}, spec: {chart: ./chart, valuesFiles: [a.yaml], sourceRef: {kind: GitRepository, `+
				`name: fleet, namespace: flux-system}}}`))})
	} else {
		fields = append(fields, tree.Field{Key: "prune", Value: r.b.Bool(r.chance(50), tree.Node{})},
			tree.Field{Key: "sourceRef",
				Value: r.tree(pick(r, `{kind: GitRepository, name: fleet}`,
					`{kind: OCIRepository, name: fleet, namespace: flux-system}`))})
	}
	for range count {
		switch kind {
		case kinds.HelmRelease:
			fields = append(fields, pick(r,
				tree.Field{Key: "targetNamespace", Value: r.string(pick(r, "web", "shop"))},
				tree.Field{Key: "values", Value: r.value(3)}, tree.Field{Key: "values", Value: r.value(3)},
				tree.Field{Key: "values", Value: r.b.Map(tree.Node{}, tree.Field{Key: "env", Value: r.env()})},
				tree.Field{Key: "suspend", Value: r.b.Bool(r.chance(50), tree.Node{})},
				tree.Field{Key: "upgrade", Value: r.tree(pick(r, "{}", "{remediation: {retries: 3}}", "{timeout: 1m}"))},
				tree.Field{Key: "dependsOn", Value: r.tree(pick(r, "[]", "[{name: db}]", "[{name: db, namespace: data}]"))}))
		case kinds.Kustomization:
			fields = append(fields, pick(r,
				tree.Field{Key: "path", Value: r.string(pick(r, "./deploy", "./$(cluster.name)", "${DIR}"))},
				tree.Field{Key: "postBuild",
					Value: r.b.Map(tree.Node{},
						tree.Field{Key: "substitute", Value: r.b.Map(tree.Node{}, tree.Field{Key: "A", Value: r.text()})})},
				tree.Field{Key: "patches", Value: r.patches()}, tree.Field{Key: "patches", Value: r.patches()},
				tree.Field{Key: "images", Value: r.tree("[{name: x, newTag: \"1\"}]")}))
		default:
			fields = append(fields, tree.Field{Key: "path", Value: r.string(pick(r, "./deploy", "a"))})
		}
	}
	return fields
}

// patches returns a list that often begins like others.
func (r random) patches() tree.Node {
	items := []string{`{patch: "- op: remove\n  path: /x\n", target: {kind: X}}`,
		`{patch: "$patch: delete\napiVersion: v1\nkind: X\nmetadata: {name: x}\n"}`,
		`{patch: "- op: remove\n  path: /y\n", target: {kind: Z}}`}
	if r.chance(30) {
		items[0] = fmt.Sprintf(`{patch: "- op: replace\n  path: /spec/host\n  value: %s\n- op: add\n  path: /spec/args\n  `+
			`value:\n  - a long argument that all have\n  - --url=https://%s:%d/%s\n%s", target: {kind: X}}`,
			pick(r, "a.example.com", "b.example.com", "x y"), pick(r, "a.example.com", "b.example.com", "$(cluster.name)"),
			pick(r, 80, 443), pick(r, "x", "y", ""), pick(r, "", "", "  - more\n"))
	}
	return r.tree("[" + strings.Join(items[:1+r.IntN(3)], ", ") + "]")
}

// env returns a list that shares items with others.
func (r random) env() tree.Node {
	var items []string
	for i := range 6 {
		if r.chance(85) {
			items = append(items, fmt.Sprintf("{name: %s, value: %s}", pick(r, "E", "E", "E", "F")+fmt.Sprint(i),
				pick(r, "x", "x", "x", "y", "{a: 1, b: {c: 2}}", "{a: 1, b: {}}", "null", "[1]", "$(cluster.name)", "c1")))
		}
	}
	if len(items) > 1 && r.chance(10) {
		items[0], items[1] = items[1], items[0]
	}
	return r.tree("[" + strings.Join(items, ", ") + "]")
}

// value returns a map for a chart.
func (r random) value(depth int) tree.Node {
	var fields []tree.Field
	for range r.IntN(5) {
		fields = append(fields, tree.Field{Key: pick(r, "a", "b", "c", "on", "1", "a b", "{", "x: y", "#",
			"long-"+strings.Repeat("k", 130), "'", "~", "<<"), Value: r.anyValue(depth - 1)})
	}
	return r.b.Map(tree.Node{}, fields...)
}

func (r random) anyValue(depth int) tree.Node {
	switch n := r.IntN(10); {
	case n < 2 && depth > 0:
		return r.value(depth)
	case n < 4 && depth > 0:
		var items []tree.Node
		for range r.IntN(4) {
			items = append(items, r.anyValue(depth-1))
		}
		return r.b.List(tree.Node{}, items...)
	case n == 4:
		return r.b.Null(tree.Node{})
	case n == 5:
		return r.b.Bool(r.chance(50), tree.Node{})
	case n == 6:
		return r.b.Number(pick(r, "1", "1.10", "-0", "1e3", "123456789012345678901234567890"), tree.Node{})
	case n == 7:
		return r.b.WithSetter(r.text(), `# {"$imagepolicy": "apps:shop:tag"}`)
	}
	return r.text()
}

// text returns a text that is hard to print, or that fluxapp could take for something else.
func (r random) text() tree.Node {
	if r.chance(40) {
		var made strings.Builder
		for range r.IntN(12) {
			made.WriteString(pick(r, " ", "a", "b", ":", "#", ",", "-", "?", "\n", "\t", "'", `"`, "{", "}", "[", "]", "*", "&",
				"!", "%", "|", ">", "$", "\\", "é", "\u00a0", "\u200b", "😀", "\u2028", "\x00", "=", "~", "0", "1"))
		}
		return r.string(made.String())
	}
	return r.string(pick(r, "", "plain", "c1", "host.c0.example.com", "berlin-1", "1.10", "true", "null",
		"$(cluster.name)", "$$(cluster.name)", "$(remove)", "$$(remove)", "$(app.name)",
		"${CLUSTER}", "$c1", "{{ .x }}", "a\n\n b\n", " x", "x ", "\n", "  x\ny", "---", "1:30", "0x1F", "2001-01-01",
		strings.Repeat("word ", 30), "$(cluster.", "$(cluster", "$", "$$"))
}

// TestOdd writes documents of objects that Flux would refuse: adopt tells what is wrong with them when it renders the
// document.
func TestOdd(t *testing.T) {
	for seed := range seeds() {
		r := random{Rand: rand.New(rand.NewPCG(seed, 19)), b: tree.NewBuilder()}
		g, _ := r.group(t)
		for i := range g.Members {
			g.Members[i].Object = r.odd(g.Members[i].Object, 30)
		}
		_, problems := tree.Parse("document.yaml", write(g))
		assert.Assert(t, !slices.ContainsFunc(problems, func(p tree.Problem) bool { return !p.Remark }), "%d: %v",
			seed, problems)
	}
	write(layout.Group{Kind: kinds.HelmRelease})
}

// odd returns a value in which some values, with a chance in percent, are of another kind or not there.
func (r random) odd(n tree.Node, percent int) tree.Node {
	if r.chance(percent) {
		return pick(r, tree.Node{}, r.tree("{}"), r.tree("[]"), r.tree("[{a: b}, null]"), r.b.Null(tree.Node{}),
			r.b.Number("1", tree.Node{}), r.string(""), r.tree("{name: x, spec: {a: {}}, labels: {}, secretRef: x}"))
	}
	fields := n.Fields()
	for i, f := range fields {
		fields[i].Value = r.odd(f.Value, percent/2)
	}
	if n.Kind() == tree.Map {
		return r.b.Map(tree.Node{}, fields...)
	}
	return n
}
