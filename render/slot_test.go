package render_test

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// slotClusters are a fleet whose parameters are of many kinds.
var slotClusters = []string{
	`{name: a, labels: {region: "eu"}, annotations: {note: "x y"}, params: {p: 1, q: {r: [1, 2], s: null}, t: text, ` +
		`number: 7, who: a-name}, kubeConfig: {secretRef: {name: a}}}`,
	`{name: b, labels: {region: "0123"}, annotations: {note: "# no comment"}, params: {p: "1", q: {}, t: "on", who: ` +
		`b-name}, kubeConfig: {secretRef: {name: b, key: k}}}`,
	`{name: c, labels: {region: us}, annotations: {note: "` + strings.Repeat("long words ", 12) +
		`"}, params: {p: 0x10, q: [x], t: "- x", who: 5}, hub: true}`,
	`{name: d, labels: {region: us}, annotations: {note: "l1\nl2\n"}, params: {p: null, q: "", t: "", number: 0x10, ` +
		`who: Upper}, kubeConfig: {configMapRef: {name: d}}}`,
	`{name: e, namespace: other, labels: {region: "~"}, annotations: {note: é}, params: {p: 1.10, q: {k: {k: v}}, t: ` +
		`"1", who: e-name}, kubeConfig: {secretRef: {name: e}}}`,
	`{name: f, namespace: other, labels: {region: "x"}, annotations: {note: z}, params: {p: "2", q: {r: s}, t: z, who: ` +
		`f-name}, kubeConfig: {secretRef: {name: f}}}`,
}

// slotEntries are entries with references, by what they run, most of which clusters share.
var slotEntries = []struct{ name, config string }{
	{"values", `helmRelease: {chart: {chart: c}, deploy: [{interval: 1h, destination: {clusterSelector: {}}, values: {
		name: "$(cluster.name)", at: ["$(cluster.labels['region'])", "in $(cluster.labels['region']), yes", {deep: ` +
		`"$(cluster.params.p)"}],
		all: "$(cluster.params.q)", twice: ["$(cluster.params.p)", "$(cluster.params.p)"], note: ` +
		`"$(cluster.annotations['note'])", same: "$(app.name)",
		text: "$(cluster.params.t)", not: "$$(cluster.name)", none: "$(cluster.labels['zone'] or 'none')"}}]}`},
	{"no references", `helmRelease: {chart: {chart: c}, deploy: [{interval: 1h, destination: {clusterSelector: {}}, ` +
		`values: {x: 1}}]}`},
	{"name", `helmRelease: {chart: {chart: c}, deploy: [{interval: 1h, name: "r-$(cluster.name)", releaseName: r, ` +
		`destination: {clusterSelector: {}}}]}`},
	{"layers", `defaults: {interval: 1h, values: {a: 1, b: {c: "$(cluster.name)"}}}, overrides: [{clusterSelector: ` +
		`{matchLabels: {region: us}}, values: {b: {c: null, d: "$(cluster.params.p)"}}},
		{cluster: b, allowEmpty: true, suspend: true}], helmRelease: {chart: {chart: c}, deploy: [{destination: ` +
		`{clusterSelector: {}}, values: {x: "$(cluster.name)"}}]}`},
	{"filled", `helmRelease: {chart: {chart: c}, deploy: [{destination: {clusterSelector: {}}, values: {x: ` +
		`"$(cluster.name)"}}]}`},
	{"target", `helmRelease: {chart: {chart: c}, deploy: [{interval: 1h, destination: {clusterSelector: {}, ` +
		`targetNamespace: "t-$(cluster.name)"}, values: {x: "$(cluster.name)"}}]}`},
	{"all values", `helmRelease: {chart: {chart: c}, deploy: [{interval: 1h, destination: {clusterSelector: ` +
		`{matchLabels: {region: eu}}}, values: "$(cluster.params.q)"}]}`},
	{"manifests", `kustomization: [{interval: 1h, prune: true, path: "./clusters/$(cluster.name)", destination: ` +
		`{clusterSelector: {}},
		postBuild: {substitute: {region: "$(cluster.labels['region'])", note: "$(cluster.annotations['note'])"}}}]`},
	{"numbers as texts", `kustomization: [{interval: 1h, prune: true, path: "$(cluster.params.p or 4)", destination: ` +
		`{clusterSelector: {}},
		postBuild: {substitute: {p: "$(cluster.params.p or true)", d: "$(cluster.params.none or 1.50)", l: ` +
		`"$(cluster.labels.none or cluster.params.p or cluster.name)"}}}]`},
	{"numbers in values", `helmRelease: {chart: {chart: c}, deploy: [{interval: 1h, destination: {clusterSelector: ` +
		`{}}, values: {
		p: "$(cluster.params.p or 4)", d: "$(cluster.params.none or 1.50)", b: "$(cluster.params.none or false)", i: ` +
		`"x$(cluster.params.p or 7)", n: "$(cluster.params.p or cluster.name)"}}]}`},
	{"name of a number", `helmRelease: {chart: {chart: c}, deploy: [{interval: 1h, releaseName: r, name: ` +
		`"$(cluster.params.number or cluster.name)", destination: {clusterSelector: {}}}]}`},
	{"patches", `kustomization: [{interval: 1h, prune: true, path: "$(cluster.labels['region'])", ` +
		`patches: [` +
		`{target: {}, patch: '- {op: add, path: /x, value: "$(cluster.annotations.note)"}'}], ` +
		`destination: {clusterSelector: {}}}]`},
}

// slotDocument is an application of some of the clusters, each of which has its line whether or not it is there.
func slotDocument(config string, has func(cluster string) bool) string {
	kind := "HelmRepository"
	if strings.HasPrefix(config, "kustomization") {
		kind = "GitRepository"
	}
	var lines strings.Builder
	for _, cluster := range slotClusters {
		if has(cluster) {
			lines.WriteString("  - " + cluster + "\n")
		} else {
			lines.WriteString("  # gone\n")
		}
	}
	return fmt.Sprintf("apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\n"+
		"metadata: {name: app, namespace: ns}\nspec:\n"+
		"  source: {sourceRef: {kind: %s, name: s}}\n  clusters:\n%s  config: {%s}\n", kind, lines.String(),
		strings.ReplaceAll(config, "\n", " "))
}

// TestSlots holds that a cluster's object is the same whether it is the only one of the fleet or shares what is said
// of the entry with others: printed by itself, in a stream, and explained.
func TestSlots(t *testing.T) {
	for _, entry := range slotEntries {
		t.Run(entry.name, func(t *testing.T) {
			all := slotRendered(t, slotDocument(entry.config, func(string) bool { return true }))
			isStream(t, all)
			assert.Assert(t, len(all.Objects) > 0)
			for _, together := range all.Objects {
				name := cmp.Or(together.Cluster(), "c") // which is the hub
				alone := slotRendered(t, slotDocument(entry.config,
					func(c string) bool { return strings.HasPrefix(c, "{name: "+name+",") }))
				assert.Equal(t, len(alone.Objects), 1)
				assert.Equal(t, string(together.YAML()), string(alone.Objects[0].YAML()))
				assert.DeepEqual(t, together.Explain(), alone.Objects[0].Explain())
				assert.Equal(t, together.Origin(), alone.Objects[0].Origin())
			}
		})
	}
}

// TestSlotsThatDoNotFit holds that what a reference stands for is judged for each cluster where a rule judges it,
// whether or not other clusters share what is said of them.
func TestSlotsThatDoNotFit(t *testing.T) {
	for _, c := range []struct{ config, want string }{
		{`helmRelease: {chart: {chart: c}, deploy: [{interval: 1h, name: "$(cluster.params.who)", destination: ` +
			`{clusterSelector: {}}}]}`,
			"FA210 in.yaml:10"},
		{`kustomization: [{interval: 1h, prune: true, path: "$(cluster.params.q or 'x')", destination: ` +
			`{clusterSelector: {}}}]`,
			"FA103 in.yaml:7, FA103 in.yaml:8, FA103 in.yaml:9, FA103 in.yaml:11, FA103 in.yaml:12"},
		{`helmRelease: {chart: {chart: c}, deploy: [{interval: 1h, values: {x: "$(cluster.params.q.r)"}, destination: ` +
			`{clusterSelector: {}}}]}`,
			"FA223 in.yaml:13"},
	} {
		docs := schema.Parse("in.yaml", []byte(slotDocument(c.config, func(string) bool { return true })))
		err := docs.Findings().Err()
		assert.NilError(t, err)
		_, err = render.Render(docs, render.Options{})
		var said []string
		for _, e := range finding.From(err) {
			said = append(said, fmt.Sprintf("%s %s:%d", e.Code, e.File, e.Line))
		}
		assert.Check(t, strings.Join(said, ", ") == c.want, "%v", err)
	}
}

func slotRendered(t *testing.T, document string) render.Result {
	t.Helper()
	docs := schema.Parse("in.yaml", []byte(document))
	err := docs.Findings().Err()
	assert.NilError(t, err, document)
	result, err := render.Render(docs, render.Options{})
	assert.NilError(t, err, document)
	return result
}
