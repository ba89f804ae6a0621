package status

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// object reads an object of a kind from the YAML of its spec.
func object(t *testing.T, kind, spec string) tree.Node {
	t.Helper()
	text := "apiVersion: v1\nkind: " + kind + "\nmetadata: {name: a}\nspec:\n  " + strings.ReplaceAll(spec, "\n", "\n  ")
	trees, problems := tree.Parse("a.yaml", []byte(text))
	assert.Assert(t, len(trees) == 1, "%v", problems)
	return trees[0].Root()
}

// TestDifferences checks what counts as a difference.
func TestDifferences(t *testing.T) {
	for _, c := range []struct{ name, kind, rendered, observed, want string }{
		{"equal", "HelmRelease", "interval: 1h", "interval: 1h", ""},
		{"another duration", "HelmRelease", "interval: 60m", "interval: 1h", "spec.interval"},
		{"only rendered", "HelmRelease", "{interval: 1h, timeout: 5m}", "interval: 1h", "spec.timeout"},
		{"only on the server", "HelmRelease", "interval: 1h", "{interval: 1h, maxHistory: 3}", "spec.maxHistory"},
		{"a map only on the server", "HelmRelease", "interval: 1h", "{interval: 1h, install: {remediation: {retries: 3}}}",
			"spec.install"},
		{"an empty map only on the server", "HelmRelease", "interval: 1h", "{interval: 1h, install: {}}", "spec.install"},
		{"in order", "HelmRelease", "{timeout: 5m, values: {b: 1, a: 1}}", "{values: {b: 2, a: 2}}",
			"spec.timeout spec.values.a spec.values.b"},
		{"keys that are no words", "HelmRelease", "values: {a/b: {c.d: 1}}", "values: {a/b: {c.d: 2}}",
			"spec.values[a/b][c.d]"},

		{"a default of Flux", "Kustomization", "path: a", "{path: a, force: false}", ""},
		{"another value than the default", "Kustomization", "path: a", "{path: a, force: true}", "spec.force"},
		{"a default that is written", "GitRepository", "timeout: 60s", "timeout: 60s", ""},
		{"a default below a map", "HelmRelease", "chart: {spec: {chart: a}}",
			"chart: {spec: {chart: a, reconcileStrategy: ChartVersion, version: '*'}}", ""},
		{"the default of another place", "HelmRelease", "chart: {spec: {chart: a}}",
			"{chart: {spec: {chart: a}}, reconcileStrategy: ChartVersion}", "spec.reconcileStrategy"},
		{"a default in items", "Kustomization", "postBuild: {substituteFrom: [{kind: Secret, name: a}]}",
			"postBuild: {substituteFrom: [{kind: Secret, name: a, optional: false}]}", ""},
		{"no default in items", "Kustomization", "postBuild: {substituteFrom: [{kind: Secret, name: a}]}",
			"postBuild: {substituteFrom: [{kind: Secret, name: a, optional: true}]}", "spec.postBuild.substituteFrom"},
		{"a default that is a map", "ImageUpdateAutomation", "interval: 1h",
			"{interval: 1h, update: {strategy: Setters}}", ""},
		{"more than a default", "ImageUpdateAutomation", "interval: 1h",
			"{interval: 1h, update: {strategy: Setters, path: a}}", "spec.update"},
		{"no defaults in values", "HelmRelease", "values: {chart: {spec: {chart: a}}}",
			"values: {chart: {spec: {chart: a, reconcileStrategy: ChartVersion}}}", "spec.values.chart.spec.reconcileStrategy"},

		{"null is absent", "HelmRelease", "{values: {a: null, b: 1}}", "values: {b: 1}", ""},
		{"null on the server", "HelmRelease", "{values: {b: 1}}", "values: {a: null, b: 1}", ""},
		{"null and a value", "HelmRelease", "{values: {a: null}}", "values: {a: 1}", "spec.values.a"},
		{"null in a list", "HelmRelease", "{values: {a: [null]}}", "values: {a: [null]}", ""},
		{"no null in a list", "HelmRelease", "{values: {a: [null]}}", "values: {a: [1]}", "spec.values.a"},

		{"a number of another spelling", "HelmRelease", "values: {a: 1.10, b: 1.0, c: 1e3, d: 0x10}",
			"values: {a: 1.1, b: 1, c: 1000, d: 16}", ""},
		{"another number", "HelmRelease", "values: {a: 1.10}", "values: {a: 1.2}", "spec.values.a"},
		{"large integers", "HelmRelease", "values: {a: 9007199254740993}", "values: {a: 9007199254740992}", "spec.values.a"},
		{"more digits than a server keeps", "HelmRelease", "values: {a: 123456789012345678901234567890}",
			"values: {a: 1.2345678901234568e+29}", ""},
		{"a number and a text", "HelmRelease", "values: {a: 1}", "values: {a: '1'}", "spec.values.a"},
		{"a boolean and a text", "HelmRelease", "values: {a: true}", "values: {a: 'true'}", "spec.values.a"},
		{"a list and a map", "HelmRelease", "values: {a: []}", "values: {a: {}}", "spec.values.a"},
		{"an item more", "HelmRelease", "values: {a: [1]}", "values: {a: [1, 2]}", "spec.values.a"},
		{"an item less", "HelmRelease", "values: {a: [1, 2]}", "values: {a: [1]}", "spec.values.a"},
		{"another order", "HelmRelease", "values: {a: [1, 2]}", "values: {a: [2, 1]}", "spec.values.a"},

		{"left open", "Kustomization", "path: a", "{path: a, interval: 5m, prune: true}", ""},
		{"left open, deeper", "HelmRelease", "chart: {spec: {chart: a}}", "chart: {spec: {chart: a, interval: 5m}}",
			"spec.chart.spec.interval"},
		{"left open, of a source", "GitRepository", "url: a", "{url: a, interval: 5m}", ""},
		{"not left open", "GitRepository", "{url: a, interval: 1h}", "{url: a, interval: 5m}", "spec.interval"},
		{"not required", "HelmRepository", "url: a", "{url: a, interval: 5m}", "spec.interval"},
		{"resumed", "HelmRelease", "interval: 1h", "{interval: 1h, suspend: false}", ""},
		{"suspend removed", "HelmRelease", "{interval: 1h, suspend: false}", "interval: 1h", ""},
		{"suspend in values", "HelmRelease", "values: {suspend: false}", "values: {}", "spec.values.suspend"},

		{"a placeholder", "Kustomization", "path: a/${ENV}/b", "path: a/prod/b", ""},
		{"two placeholders", "Kustomization", "path: ${A}-${B}", "path: x-y-z", ""},
		{"around a placeholder", "Kustomization", "path: a/${ENV}/b", "path: a/prod/c", "spec.path"},
		{"before a placeholder", "Kustomization", "path: a/${ENV}", "path: b/prod", "spec.path"},
		{"between placeholders", "Kustomization", "path: ${A}/x/${B}", "path: a/y/b", "spec.path"},
		{"a placeholder that is a number now", "HelmRelease", "values: {a: '${N}'}", "values: {a: 3}", ""},
		{"a placeholder that is a map now", "HelmRelease", "values: {a: '${N}'}", "values: {a: {}}", "spec.values.a"},
		{"no substitution", "HelmRelease", "values: {a: '${N}'}", "values: {a: '${N}'}", ""},
		{"an escaped placeholder", "HelmRelease", "values: {a: 'x $${N}'}", "values: {a: 'x ${N}'}", ""},
		{"another escaped placeholder", "HelmRelease", "values: {a: 'x $${N}'}", "values: {a: 'x ${M}'}", "spec.values.a"},
		{"no end of a placeholder", "HelmRelease", "values: {a: 'x ${N'}", "values: {a: 'x 3'}", "spec.values.a"},
		{"no spec", "HelmRelease", "interval: 1h", "", "spec"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := changedFields(object(t, c.kind, c.rendered), object(t, c.kind, c.observed))
			assert.Equal(t, strings.Join(got, " "), c.want)
		})
	}
}

// TestOutsideSpec checks what counts beside the spec.
func TestOutsideSpec(t *testing.T) {
	const role = `kind: Role
metadata: {name: a, labels: {x: b, sharding.fluxcd.io/key: s1}, annotations: {fluxapp.dev/digest: 12}}
rules: [{apiGroups: [""], resources: [pods], verbs: [get]}]
roleRef: {kind: Role, name: a}
`
	for _, c := range []struct{ name, old, new, want string }{
		{"equal", "", "", ""},
		{"a digest", "digest: 12", "digest: 13", "metadata.annotations[fluxapp.dev/digest]"},
		{"no digest", "fluxapp.dev/digest: 12", "", "metadata.annotations[fluxapp.dev/digest]"},
		{"a shard", "key: s1", "key: s2", "metadata.labels[sharding.fluxcd.io/key]"},
		{"another label", "x: b", "x: c, a: b", ""},
		{"what an API server adds", "kind: Role, name", "apiGroup: rbac.authorization.k8s.io, kind: Role, name", ""},
		{"another rule", "[get]", "[get, list]", "rules"},
		{"a rule less", "[{apiGroups: [\"\"], resources: [pods], verbs: [get]}]", "[]", "rules"},
		{"another reference", "Role, name: a", "Role, name: b", "roleRef"},
		{"a field of the server", "roleRef", "more: 1\nroleRef", ""},
	} {
		rendered, problems := tree.Parse("a.yaml", []byte(role))
		assert.Assert(t, len(problems) == 0)
		observed, _ := tree.Parse("a.yaml", []byte(strings.Replace(role, c.old, c.new, 1)))
		assert.Equal(t, strings.Join(changedFields(rendered[0].Root(), observed[0].Root()), " "), c.want, c.name)
	}
}

// TestMutations changes each scalar of the objects of each case, one at a time, and removes each field.
func TestMutations(t *testing.T) {
	inputs, err := filepath.Glob("../../testdata/cases/*/*/in.yaml")
	assert.NilError(t, err)
	changed, step := 0, 1
	if testing.Short() {
		step = 4
	}
	for i := 0; i < len(inputs); i += step {
		file := inputs[i]
		data, err := os.ReadFile(file)
		assert.NilError(t, err)
		result, err := render.Render(schema.Parse("in.yaml", data), render.Options{})
		if err != nil {
			continue // the case is about the error, or needs options
		}
		for _, o := range result.Objects {
			m := mutator{root: o.Tree()}
			assert.Check(t, len(changedFields(m.root, m.root)) == 0, "%s: %s", file, o.ID())
			m.walk(m.root.Get("spec"), "spec")
			for _, missed := range m.missed {
				t.Errorf("%s: %s: nobody sees that %s", file, o.ID(), missed)
			}
			changed += m.changed
		}
	}
	t.Logf("%d changes were made", changed)
	assert.Assert(t, changed*step > 5_000, "changes were lost")
}

// mutator changes an object in one place after the other.
type mutator struct {
	root    tree.Node
	changed int
	missed  []string
}

func (m *mutator) walk(n tree.Node, path string) {
	for child := range n.Children() {
		step := path + tree.Step(child.Key())
		if n.Kind() == tree.List {
			step = path + "[]"
		}
		b := tree.NewBuilder()
		if child.Kind() != tree.Null && (child.Key() != "suspend" || child.Text() != "false") {
			m.try(child, tree.Node{}, "removes "+step)
		}
		switch child.Kind() {
		case tree.String:
			if !names.Placeholder(child.Text()) {
				m.try(child, b.String(child.Text()+"x", child), "changes "+step)
			}
		case tree.Number:
			m.try(child, b.Number("1"+strings.TrimPrefix(child.Text(), "-"), child), "changes "+step)
		case tree.Bool:
			m.try(child, b.Bool(child.Text() != "true", child), "changes "+step)
		default:
			m.walk(child, step)
		}
	}
}

// try puts another value in the place of a node. A node may be in several places, because of aliases.
func (m *mutator) try(n, value tree.Node, what string) {
	changed := tree.NewBuilder().Fill(m.root, map[tree.Node]int{n.Value(): 0}, []tree.Node{value})
	m.changed++
	if len(changedFields(m.root, changed)) == 0 {
		m.missed = append(m.missed, fmt.Sprintf("a change %s", what))
	}
}

// changedFields compares two objects by what is known of their kind.
func changedFields(rendered, observed tree.Node) []string {
	for row := range kinds.With(roles) {
		if row.Name == rendered.Get("kind").Text() {
			lacking, added := differences(row, rendered, observed)
			return append(lacking, added...)
		}
	}
	return nil
}
