package view_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/view"
)

// small returns an application on clusters of a document, with values, overrides and entries.
func small(clusters, values, overrides, deploy string) string {
	var b strings.Builder
	for name := range strings.FieldsSeq(clusters) {
		fmt.Fprintf(&b, "  - {name: %s, kubeConfig: {secretRef: {name: k}}}\n", name)
	}
	return fmt.Sprintf(`apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: apps}
spec:
  clusters:
%s  source: {helmRepository: {url: https://charts.example.com, interval: 1h}}
  config:
    defaults: {interval: 1h, values: {%s}}
    overrides: [%s]
    helmRelease:
      chart: {chart: web, version: 1.2.0}
      deploy:
      - {destination: {clusterSelector: {}}}
%s`, b.String(), values, overrides, deploy)
}

// differing returns the differences of all clusters as "cluster path value usual".
func differing(t *testing.T, document string) (all []string) {
	t.Helper()
	p := view.New(parse(t, document), nil)
	for i, c := range p.Fleet.Clusters {
		differences := p.Differences(i)
		valid(t, document, differences)
		for _, d := range differences {
			all = append(all, fmt.Sprintf("%s %s %s %s", c.Name, d.Path, d.Value.Value, d.Usual))
		}
	}
	return all
}

// TestDifferent compares clusters whose names, or whose objects' names, could be taken for something else.
func TestDifferent(t *testing.T) {
	long := "production-europe-west-frankfurt-"
	for _, c := range []struct {
		name, document string
		want           []string
	}{
		{"the letter of an escape is no name",
			small("'n' s t b r f u0041", `text: "first:\n  - second\t\r\b\f", other: 'x'`, "", ""), nil},
		{"true is no name", small("'true' 'null' s", "a: true, b: null, c: [true, null]", "", ""), nil},
		{"a name that is there by chance", small("oslo prod tokyo", "mode: prod", "", ""), nil},
		{"by chance on the first of two", small("prod tokyo", "mode: prod", "", ""), nil},
		{"one of two", small("oslo tokyo", "mode: prod", "{cluster: oslo, values: {mode: test, more: 1}}", ""), nil},
		{"the name of this cluster", small("berlin oslo tokyo", "host: $(cluster.name).example.com",
			`{cluster: oslo, values: {host: x.example.com}}`, ""),
			[]string{`oslo spec.values.host "x.example.com" "oslo.example.com"`}},
		{"names that end in a digest",
			strings.Replace(small(long+"1 "+long+"2 "+long+"3", "replicas: 2",
				"{cluster: "+long+"1, values: {replicas: 9}}", ""),
				"name: web,", "name: payment-gateway-frontend-for-customers,", 1), []string{long + "1 spec.values.replicas 9 2"}},
		{"a cluster called like its application",
			small("berlin oslo web", "replicas: 2", "{cluster: web, values: {replicas: 9}}", ""),
			[]string{"web spec.values.replicas 9 2"}},
		{"the hub", small("berlin oslo", "host: $(cluster.name or 'hub').example.com", "",
			"      - {destination: {}, values: {replicas: 9}}\n"), []string{"hub spec.values.replicas 9 "}},
		{"a hub with a name", strings.Replace(small("berlin oslo", "host: $(cluster.name).example.com", "", ""),
			"clusters:\n", "clusters:\n  - {name: host, hub: true}\n", 1), nil},
	} {
		assert.DeepEqual(t, differing(t, c.document), c.want)
	}
}

// TestOdd compares five clusters, of which two are a canary: odd is what a layer sets for clusters that it names, where
// more than half of the clusters have something else.
func TestOdd(t *testing.T) {
	const canary = "{clusterSelector: {matchLabels: {stage: canary}}, "
	for _, c := range []struct {
		name, values, overrides, deploy string
		want                            []string
	}{
		{"a label selects", "size: 1", canary + "values: {size: 2, more: 3}}", "", nil},
		{"names select", "size: 1", "{clusters: [a, b], values: {size: 2}}", "",
			[]string{"a spec.values.size 2 1", "b spec.values.size 2 1"}},
		{"no value is usual", "size: 1", "{clusters: [a, b], values: {size: 2}}, {cluster: c, values: {size: 3}}", "", nil},
		{"most lack it", "x: 1", "{cluster: c, values: {size: 3}}", "", []string{"c spec.values.size 3 "}},
		{"a name removes it", "size: 1", "{cluster: c, values: {size: $(remove)}}", "", []string{"c spec.values.size  1"}},
		{"a label over a name", "size: 1", "{cluster: a, values: {size: 2}}, " + canary + "values: {size: 3}}", "", nil},
		{"a name over a label", "size: 1", canary + "values: {size: 3}}, {cluster: a, values: {size: 2}}", "",
			[]string{"a spec.values.size 2 1"}},
		{"a list of both", "size: [1]", "{cluster: a, values: {size+: [2]}}, " + canary + "values: {size+: [3]}}", "",
			[]string{"a spec.values.size [1,2,3] [1]"}},
		{"a label that a value reads", "size: $(cluster.labels.stage or 'none')", "", "", nil},
		{"a param that a value reads", "size: $(cluster.params.size or 1)", "", "", []string{"e spec.values.size 5 1"}},
		{"an annotation that a value reads", "size: $(cluster.annotations.note or 'none')", "", "",
			[]string{`e spec.values.size "old" "none"`}},
		{"a param of a layer by name", "size: $(cluster.params.other or 1)", "{cluster: a, params: {other: 2}}", "",
			[]string{"a spec.values.size 2 1"}},
		{"a param of a layer by label", "size: $(cluster.params.other or 1)", canary + "params: {other: 2}}", "", nil},
		{"an entry for the hub", "size: 1", "", "      - {destination: {}, values: {size: 2}}\n",
			[]string{"hub spec.values.size 2 1"}},
		{"a wave by label", "", canary + "wave: 1}", "", nil},
		{"a wave by name", "", "{cluster: c, wave: 1}", "", []string{"c spec.wave 1 "}},
		{"a dependency with the name of the cluster", "",
			"{clusters: [a, b, c, d, e], dependsOn: [{name: db-$(cluster.name)}]}", "", nil},
	} {
		document := strings.NewReplacer("{name: a,", "{name: a, labels: {stage: canary},", "{name: b,",
			"{name: b, labels: {stage: canary},", "{name: e,", "{name: e, params: {size: 5}, annotations: {note: old},").
			Replace(small("a b c d e", c.values, c.overrides, c.deploy))
		got := differing(t, document)
		assert.Check(t, slices.Equal(got, c.want), "%s: %q", c.name, got)
	}
}

// TestUsualSecret hides the usual value where it is a secret, by the name of the field or by the name beside it.
func TestUsualSecret(t *testing.T) {
	got := differing(t, small("berlin oslo tokyo",
		"password: hunter2, env: {name: DB_PASSWORD, value: hunter3}, var: {name: LEVEL, value: debug}",
		"{cluster: oslo, values: {password: $(remove), env: {name: LEVEL, value: debug}, var: {value: info}}}", ""))
	assert.DeepEqual(t, got, []string{
		`oslo spec.values.env.name "LEVEL" "DB_PASSWORD"`,
		`oslo spec.values.env.value "(hidden)" "(hidden)"`,
		`oslo spec.values.var.value "info" "debug"`,
		`oslo spec.values.password  "(hidden)"`,
	})
}

// TestSecrets has secrets where people write them by mistake. No part of the page has one.
func TestSecrets(t *testing.T) {
	token := "ghp_" + "1a2B3c4D5e6F7g8H9i0JkLmNoPqRsTuVwXyZ"
	for _, c := range []struct{ old, with string }{
		{"url: https://charts.example.com", `url: "https://joe:SECRET@charts.example.com"`},
		{"{helmRepository: {url: https://charts.example.com, interval: 1h}}",
			`{gitRepository: {url: "https://joe:SECRET@git.example.com/web", interval: 1h}}`},
		{"version: 1.2.0", "version: " + token},
		{"{chart: web,", "{chart: " + token + ","},
		{"{name: berlin,", "{name: berlin, labels: {token: " + token + "},"},
		{"{name: berlin,", "{name: berlin, labels: {db-password: SECRET},"},
		{"replicas: 2", "env: {name: DB_PASSWORD, value: SECRET}, deep: {name: DB_PASSWORDS, value: {root: SECRET12}}"},
	} {
		document := strings.Replace(small("berlin oslo", "replicas: 2", "", ""), c.old, c.with, 1)
		if strings.Contains(c.with, "{chart: ") { // which only a folder can be called
			document = strings.Replace(document, "helmRepository:", "gitRepository:", 1)
		}
		p := view.New(parse(t, strings.ReplaceAll(document, "SECRET", "hunter2")), nil)
		parts := []any{p.Fleet}
		for i := range p.Fleet.Objects {
			parts = append(parts, p.Details(i, true), p.Details(i, false).Leaves)
		}
		for i := range p.Fleet.Clusters {
			parts = append(parts, p.Differences(i))
		}
		text := valid(t, c.with, parts)
		assert.Assert(t, !strings.Contains(text, "hunter2") && !strings.Contains(text, token), "%s: %s", c.with, text)
		fleet := valid(t, c.with, p.Fleet)
		assert.Equal(t, strings.Contains(fleet, "(hidden)"), !strings.Contains(c.with, "env:"), "%s: %s", c.with, fleet)
	}
}

// TestLongValues remembers what long values are without secrets, for each field by itself.
func TestLongValues(t *testing.T) {
	long := strings.Repeat("abc ", 1000)
	p := view.New(parse(t, small("berlin oslo",
		fmt.Sprintf("a: '%s', password: '%[1]s', list: ['%[1]s', '--password=hunter2']", long), "", "")), nil)
	for i, o := range p.Fleet.Objects {
		if o.Kind != "HelmRelease" {
			continue
		}
		values := map[string]string{}
		for _, leaf := range p.Details(i, true).Leaves {
			values[leaf.Path] = string(leaf.Value.Value)
		}
		assert.Equal(t, values["spec.values.a"], `"`+long+`"`)
		assert.Equal(t, values["spec.values.password"], `"(hidden)"`)
		assert.Equal(t, values["spec.values.list"], `["`+long+`","--password=(hidden)"]`)
	}
}

// TestObjectsOf has the objects of each cluster, and the objects of no cluster.
func TestObjectsOf(t *testing.T) {
	p := view.New(parse(t, small("berlin oslo", "", "", "")), nil)
	var all []int
	for cluster := -1; cluster < len(p.Fleet.Clusters); cluster++ {
		for _, i := range p.ObjectsOf(cluster) {
			assert.Equal(t, p.Fleet.Objects[i].Cluster, cluster)
			all = append(all, i)
		}
	}
	slices.Sort(all)
	assert.Equal(t, len(slices.Compact(all)), len(p.Fleet.Objects))
	assert.Equal(t, len(new(view.Page).ObjectsOf(-1)), 0)
}

// TestCounts counts clusters, and not objects: two entries on three clusters are on three clusters.
func TestCounts(t *testing.T) {
	f := view.New(parse(t, small("berlin oslo tokyo", "", "{cluster: oslo, chart: {version: 1.3.0}, wave: 1}",
		"      - {destination: {clusterSelector: {}}, name: other-$(cluster.name)}\n      - {destination: {}}\n")), nil).Fleet
	app := f.Applications[0]
	assert.DeepEqual(t, app.Versions, []view.Version{{Version: "1.2.0", Clusters: 3}, {Version: "1.3.0", Clusters: 1}})
	assert.DeepEqual(t, []any{app.Clusters, app.Objects, app.Chart}, []any{4, 8, "web"})
	var names []string
	for _, c := range f.Clusters {
		names = append(names, c.Name)
	}
	assert.DeepEqual(t, names, []string{"hub", "berlin", "oslo", "tokyo"})
}

// TestRevisions has the revision of a source as the version: of several, the one that Flux takes.
func TestRevisions(t *testing.T) {
	for ref, want := range map[string]string{
		"{branch: main, tag: v1, semver: 1.x}": "1.x", "{branch: main, tag: v1}": "v1",
		"{branch: main, name: refs/heads/x}": "refs/heads/x", "{}": "master",
	} {
		document := strings.NewReplacer("helmRepository", "gitRepository", "interval: 1h}}", "interval: 1h, ref: "+ref+"}}",
			", version: 1.2.0", "").
			Replace(small("berlin", "", "", ""))
		versions, err := json.Marshal(view.New(parse(t, document), nil).Fleet.Applications[0].Versions)
		assert.NilError(t, err)
		assert.Equal(t, string(versions), fmt.Sprintf(`[{"version":%q,"clusters":1}]`, want))
	}
}

// TestArtifactHasNoVersion checks that the revision of an ExternalArtifact is not shown as the version of a chart:
// neither the documents nor its revision have it.
func TestArtifactHasNoVersion(t *testing.T) {
	for source, want := range map[string]string{
		"sourceRef: {kind: ExternalArtifact, name: made}": "ExternalArtifact apps/made",
		"artifact: {sources: [{alias: a, kind: OCIRepository, name: web}], artifacts: [{copy: [{from: '@a/', to: " +
			"'@artifact/'}]}]}": "ExternalArtifact apps/web",
	} {
		document := strings.NewReplacer("helmRepository: {url: https://charts.example.com, interval: 1h}", source,
			"      chart: {chart: web, version: 1.2.0}\n", "").Replace(small("berlin", "", "", ""))
		app := view.New(parse(t, document), nil).Fleet.Applications[0]
		assert.DeepEqual(t, app.Sources, []string{want})
		assert.DeepEqual(t, []any{app.Chart, len(app.Versions)}, []any{"", 0})
	}
}
