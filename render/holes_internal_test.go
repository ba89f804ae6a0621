package render

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/internal/emit"
	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/render/internal/rules"
	"github.com/fluxapp-dev/fluxapp/render/internal/verify"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// TestExpandIsTheDefinition holds that holes make no difference: an instance is rendered, and validated, as the entry
// is that it expands to. Each case, and each place of a hole with values of every kind, is rendered with its holes,
// and with a template of its own for each instance.
func TestExpandIsTheDefinition(t *testing.T) {
	documents := holeDocuments()
	files, err := filepath.Glob(filepath.Join("..", "testdata", "cases", "*", "*", "in.yaml"))
	assert.NilError(t, err)
	assert.Assert(t, len(files) > 400, "%d cases", len(files))
	step := 1
	if testing.Short() {
		step = 4
	}
	for i := 0; i < len(files); i += step {
		file := files[i]
		text, err := os.ReadFile(file)
		assert.NilError(t, err)
		documents[file] = string(text)
	}
	holes := 0
	for name, text := range documents {
		docs := schema.Parse("in.yaml", []byte(text))
		shared, count := renderedAs(docs, func(all entries.Merged) entries.Merged { return all })
		apart, _ := renderedAs(docs, expanded)
		holes += count
		if slices.Contains(shared, reportedReference) {
			continue // the references that are wrong are reported where they are replaced
		}
		if diff := cmp.Diff(apart, shared); diff != "" {
			t.Errorf("%s: with holes (+) is not as expanded (-):\n%s\n%s", name, diff, text)
		}
	}
	assert.Assert(t, holes > 500, "%d holes", holes)
}

// reportedReference is the line of a reference without a value.
const reportedReference = "a reference is reported"

// expanded returns a template of its own for each instance, in which nothing is left to fill.
func expanded(all entries.Merged) entries.Merged {
	apart := entries.Merged{Idle: all.Idle, Disabled: all.Disabled, Problems: all.Problems}
	for _, i := range all.Instances {
		own := *i.Template
		own.Replaced = own.Replaced || len(own.Holes) > 0
		own.Fields = i.ExpandAnew(tree.NewBuilder())
		own.Field, own.Holes, own.Indexes = entries.ReadFields(own.Fields), nil, nil
		apart.Instances = append(apart.Instances, entries.Instance{Template: &own, Member: i.Member})
	}
	return apart
}

// renderedAs renders documents with their merged entries changed, to the findings, the objects and where each of
// their fields comes from. It counts the holes that are filled.
func renderedAs(docs schema.Documents, change func(entries.Merged) entries.Merged) (lines []string, holes int) {
	inv, problems := inventory.Collect(docs, Options{}.selection())
	problems = append(problems, inv.Layer()...)
	all := entries.Merge(inv, inv.Applications)
	for _, i := range all.Instances {
		holes += len(i.Template.Holes)
	}
	all = change(all)
	sound, wrong := rules.Check(inv, all, nil)
	placements, unresolved := plan.Placements(inv, sound)
	emit.Gate(inv, placements)
	findings := finding.Locate(slices.Concat(problems, all.Problems, wrong, unresolved,
		verify.All(inv, placements, nil)))
	failed := len(findings.Only(finding.SeverityError)) > 0
	for _, f := range findings {
		switch {
		case f.Code == codes.Reference:
			lines = append(lines, reportedReference)
		case f.Code == codes.Variable || f.Code == codes.SetterComment: // they are about the reference itself
		case failed && f.Severity != finding.SeverityError:
			// more is reported about the objects of templates without an error
		default:
			lines = append(lines, f.String())
		}
	}
	if failed {
		return lines, holes
	}
	result := Result{Objects: order(placements)}
	var out strings.Builder
	if err := result.WriteYAML(&out); err != nil {
		return append(lines, err.Error()), holes
	}
	for _, need := range result.Needs() {
		lines = append(lines, fmt.Sprint(need))
	}
	for _, o := range result.Objects {
		lines = append(lines, o.Path(), fmt.Sprint(o.Explain()))
	}
	return append(lines, strings.Split(out.String(), "\n")...), holes
}

// holePlaces are entries with one reference each, at a place that may be a hole, and around it.
var holePlaces = map[string][]string{
	"helmRelease": {
		`name: $(cluster.params.v)`, `name: a-$(cluster.params.v)-$(cluster.name)`, `releaseName: $(cluster.params.v)`,
		`storageNamespace: $(cluster.params.v)`, `namespace: $(cluster.params.v)`, `targetNamespace: $(cluster.params.v)`,
		`metadata: {labels: {l: $(cluster.params.v)}}`, `metadata: {annotations: {a: $(cluster.params.v)}}`,
		`metadata: {labels: $(cluster.params.v)}`,
		`commonMetadata: {labels: {l: $(cluster.params.v)}}`, `values: {a: $(cluster.params.v), b: [x-$(cluster.name)]}`,
		`values: $(cluster.params.v)`, `valuesFrom: [{kind: Secret, name: $(cluster.params.v)}]`,
		`valuesFrom: [{kind: $(cluster.params.v), name: a}]`,
		`interval: $(cluster.params.v)`, `suspend: $(cluster.params.v)`, `install: {createNamespace: $(cluster.params.v)}`,
		`postRenderers: [{kustomize: {patches: [{patch: $(cluster.params.v)}]}}]`, `dependsOn: [{name: $(cluster.params.v)}]`,
		`spec.commonMetadata: {labels: {l: $(cluster.params.v), m: x-$(cluster.name)}}`,
		`spec.commonMetadata: {labels: $(cluster.params.v)}`,
		`spec.commonMetadata: {annotations: {a: &a $(cluster.params.v)}, labels: {l: *a}}`,
		`spec.commonMetadata: $(cluster.params.v)`,
		`helmRelease.chart: {chart: a, version: $(cluster.params.v)}`,
		`helmRelease.chart: {chart: a, valuesFiles: $(cluster.params.v)}`,
		`helmRelease.chart: {chart: a, metadata: {labels: {l: $(cluster.params.v)}}}`,
		`helmRelease.chart: $(cluster.params.v)`,
		`helmRelease.template: $(cluster.params.v)`, `helmRelease.template: {name: t, namespace: $(cluster.params.v)}`,
		`chart: {version: $(cluster.params.v)}`, `sourceRef: {kind: HelmRepository, name: $(cluster.params.v)}`,
		`wave: $(cluster.params.v)`,
	},
	"kustomization": {
		`serviceAccountName: $(cluster.params.v)`, `path: $(cluster.params.v)`, `path: ./$(cluster.name)/$(cluster.params.v)`,
		`patches: [{patch: $(cluster.params.v)}]`,
		`postBuild: {substitute: {v: $(cluster.params.v)}}`,
		`postBuild: {substituteFrom: [{kind: ConfigMap, name: $(cluster.params.v)}]}`,
		`postBuild: {substituteFrom: [{kind: ConfigMap, name: a, optional: $(cluster.params.v)}]}`,
		`prune: $(cluster.params.v)`,
		`decryption: {provider: sops, secretRef: {name: $(cluster.params.v)}}`,
		`images: [{name: $(cluster.params.v), newTag: a}]`,
		`{path: &p $(cluster.params.v), metadata: {labels: {l: *p}}}`,
		`{path: &p $(cluster.params.v), postBuild: {substitute: {v: *p}}}`,
	},
}

// holeValues are what clusters have as params.v.
var holeValues = []string{
	`web`, `web-2`, `"6.7.2"`, `3`, `1.10`, `true`, `null`, `""`, `UPPER`, `hub`, `a/b`, `{a: b}`, `[a]`, `"two words"`,
	`1h`, `"${VAR}"`,
	`"` + strings.Repeat("long", 20) + `"`, `"line\nline"`, `"# no comment"`, `"$(cluster.name)"`,
}

// holeDocuments returns a document for each place: with a cluster for each value, and with a few valid ones only.
func holeDocuments() map[string]string {
	documents := map[string]string{}
	for workload, places := range holePlaces {
		for _, place := range places {
			for from := range holeValues {
				values := []string{"web", holeValues[from], "web-3", holeValues[(from+1)%len(holeValues)]}
				for i, topology := range []string{"HubAndSpoke", "Standalone"} {
					if testing.Short() && (from+len(place))%4 != i {
						continue
					}
					documents[fmt.Sprint(place, " of ", values, " ", topology)] = holeDocument(workload, place, topology, values)
				}
			}
		}
	}
	return documents
}

func holeDocument(workload, place, topology string, values []string) string {
	var b strings.Builder
	b.WriteString("apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\n" +
		"metadata: {name: app, namespace: apps}\nspec:\n")
	fmt.Fprintf(&b, "  topology: %s\n  source: {sourceRef: {kind: %s, name: s}}\n  clusters:\n", topology,
		map[string]string{"helmRelease": "HelmRepository", "kustomization": "GitRepository"}[workload])
	for i, value := range values {
		fmt.Fprintf(&b, "  - {name: c%d, kubeConfig: {secretRef: {name: c%d}}, params: {v: %s}}\n", i, i, value)
	}
	target, chart := "web", "chart: {chart: a, version: 1.0.0}"
	if rest, ok := strings.CutPrefix(place, "spec."); ok {
		fmt.Fprintf(&b, "  %s\n", rest)
		place = "timeout: 1m"
	}
	if rest, ok := strings.CutPrefix(place, "helmRelease."); ok {
		chart, place = rest, "timeout: 1m"
	}
	if rest, ok := strings.CutPrefix(place, "targetNamespace: "); ok {
		target, place = rest, "timeout: 1m"
	}
	fields := strings.TrimSuffix(strings.TrimPrefix(place, "{"), "}")
	if !strings.HasPrefix(place, "{") {
		fields = place
	}
	defaults := "interval: 1h, destination: {targetNamespace: " + target + "}, "
	entries := "    helmRelease:\n      " + chart + "\n      deploy:\n      - destination: {clusterSelector: {}}\n"
	if workload == "kustomization" {
		entries = "    kustomization:\n    - destination: {clusterSelector: {}}\n"
		if !strings.Contains(fields, "prune") {
			defaults += "prune: true, "
		}
	}
	fmt.Fprintf(&b, "  config:\n    defaults: {%s%s}\n%s",
		strings.Replace(defaults, "interval: 1h, ",
			map[bool]string{false: "interval: 1h, "}[strings.HasPrefix(fields, "interval")], 1), fields, entries)
	return b.String()
}
