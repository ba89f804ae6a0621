package promote_test

import (
	"encoding/json"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render/promote"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

// stages are two layers, with the scalar that changes in « ».
const stages = "    - clusterSelector: {matchLabels: {stage: test}}\n      chart: {version: 1.2.0}\n" +
	"    - clusterSelector: {matchLabels: {stage: production}}\n      chart:\n        version: «1.1.0» # stays\n" +
	"      wave: 1\n"

// assertOnly promotes from test to production in a text, and checks that nothing but the scalar in « » changes.
func assertOnly(t *testing.T, text, arguments, spelling, summary string) {
	t.Helper()
	before, rest, _ := strings.Cut(text, "«")
	old, after, _ := strings.Cut(rest, "»")
	got, told, wrong := promoted(t, before+old+after, request(t, arguments))
	assert.Equal(t, got, before+spelling+after, wrong)
	assert.Equal(t, told, summary)
	assert.Equal(t, wrong, "")
}

// TestForms promotes in documents of each form: line ends, byte order marks, several documents, lists of kubectl.
func TestForms(t *testing.T) {
	const summary = "promote shop: chart.version 1.1.0 → 1.2.0 (stage=test → stage=production, 2 clusters)"
	text := frame + stages
	other := strings.NewReplacer("name: shop,", "name: other,", "«", "", "»", "").Replace(text)
	for name, form := range map[string]string{
		"CRLF":             strings.ReplaceAll(text, "\n", "\r\n"),
		"byte order marks": "\ufeff---\n# ü\n" + text + "---\n\ufeff# end\n",
		"no line end":      strings.TrimSuffix(text, "\n"),
		"behind another":   other + "---\n" + text,
		"before another":   text + "---\n" + other + "---\na: [b\n",
		"wide characters":  strings.Replace(text, "      chart: {chart: shop", "      # 漢字 🚀\n      chart: {chart: shop", 1),
		"an item of a list": "apiVersion: v1\nkind: List\nitems:\n- " +
			strings.TrimSuffix(strings.ReplaceAll(text, "\n", "\n  "), "  "),
		"beside foreign": "kind: ConfigMap\napiVersion: v1\ndata: {x: \"«»\"}\n---\n" + text,
	} {
		t.Run(name, func(t *testing.T) {
			if name == "before another" || name == "beside foreign" { // what cannot be read, and marks, stay as they are
				form = strings.Replace(strings.Replace(form, "---\na: [b\n", "", 1), "\"«»\"", "1", 1)
			}
			assertOnly(t, form, "stage=test stage=production", "1.2.0", summary)
		})
	}
}

// TestOperators promotes a value below a key that ends in an operator.
func TestOperators(t *testing.T) {
	assertOnly(t, frame+strings.NewReplacer("«", "", "»", "").Replace(stages)+
		"    - clusterSelector: {matchLabels: {stage: test}}\n      values: {Disney++: {tag: a}}\n"+
		"    - clusterSelector: {matchLabels: {stage: production}}\n      values: {Disney++: {tag: «b»}}\n",
		"stage=test stage=production values.Disney+.tag", "a",
		"promote shop: values.Disney+.tag b → a (stage=test → stage=production, 2 clusters)")
}

// TestJSON promotes in a document that is JSON on one line, from a layer behind the other one, and shows JSON in
// remedies.
func TestJSON(t *testing.T) {
	text := frame + strings.NewReplacer("«1.1.0»", "1.10.0").Replace(stages) // a longer version moves what is behind it
	compact, err := yaml.YAMLToJSON([]byte(text))
	assert.NilError(t, err)
	marked := strings.Replace(string(compact), `"version":"1.10.0"`, `"version":«"1.10.0"»`, 1)
	assertOnly(t, marked, "stage=test stage=production", `"1.2.0"`,
		"promote shop: chart.version 1.10.0 → 1.2.0 (stage=test → stage=production, 2 clusters)")
	marked = strings.Replace(string(compact), `"version":"1.2.0"`, `"version":«"1.2.0"»`, 1)
	assertOnly(t, marked, "stage=production stage=test", `"1.10.0"`,
		"promote shop: chart.version 1.2.0 → 1.10.0 (stage=production → stage=test, 1 cluster)")

	_, _, wrong := promoted(t, string(compact), request(t, "stage=test !beta,stage=staging"))
	_, item, _ := strings.Cut(strings.TrimSuffix(wrong, " [FA801]"), "add the item ")
	assert.Equal(t, item, `{"clusterSelector": {"matchLabels": {"stage": "staging"}, "matchExpressions": [{"key": `+
		`"beta", "operator": "DoesNotExist"}]}, "chart": {"version": "1.2.0"}}`)
	assert.Assert(t, json.Valid([]byte(item)))
}

// TestApplications promotes in documents of each kind and with each workload, where the stage is an override or an
// entry.
func TestApplications(t *testing.T) {
	head, config, _ := strings.Cut(frame, "  config:\n")
	before, spec, _ := strings.Cut(frame+stages, "\nspec:\n")
	for name, c := range map[string]struct{ text, arguments, spelling, summary string }{
		"KubeSphere": {
			strings.Replace(before, "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication",
				"apiVersion: gitops.kubesphere.io/v1alpha1\nkind: Application", 1) + "\nspec:\n  kind: fluxcd\n  fluxApp:\n" +
				"    spec:\n    " +
				strings.ReplaceAll(strings.TrimSuffix(spec, "\n"), "\n", "\n    "),
			"stage=test stage=production", "1.2.0",
			"promote shop: chart.version 1.1.0 → 1.2.0 (stage=test → stage=production, 2 clusters)",
		},
		"entries": {
			head + "  config: {helmRelease: {chart: {chart: shop, version: 1.0.0}, deploy: [\n" +
				"    {destination: {clusterSelector: {matchLabels: {stage: test}}}, interval: 10m, chart: {version: 1.2.0}},\n" +
				"    {destination: {clusterSelector: {matchLabels: {stage: production}}}, interval: 10m, chart: {version: " +
				"«1.1.0»}}]}}\n",
			"stage=test stage=production", "1.2.0",
			"promote shop: chart.version 1.1.0 → 1.2.0 (stage=test → stage=production, 2 clusters)",
		},
		"an entry beside another one for the same clusters": {
			head + "  config: {helmRelease: {chart: {chart: shop, version: 1.0.0}, deploy: [\n" +
				"    {destination: {clusterSelector: {matchLabels: {stage: test}}}, interval: 10m, chart: {version: 1.2.0}},\n" +
				"    {destination: {clusterSelector: {}}, name: x-$(cluster.name), interval: 10m, chart: {version: 0.9.0}},\n" +
				"    {destination: {clusterSelector: {matchLabels: {stage: production}}}, interval: 10m, chart: {version: " +
				"«1.1.0»}}]}}\n",
			"stage=test stage=production", "1.2.0",
			"promote shop: chart.version 1.1.0 → 1.2.0 (stage=test → stage=production, 2 clusters)",
		},
		"an entry below an override of its stage": {
			head + "  config: {helmRelease: {chart: {chart: shop, version: 1.0.0}, deploy: [\n" +
				"    {destination: {clusterSelector: {matchLabels: {stage: test}}}, interval: 10m, chart: {version: 1.2.0}},\n" +
				"    {destination: {clusterSelector: {matchLabels: {stage: production}}}, interval: 10m}],\n" +
				"  }, overrides: [{clusterSelector: {matchLabels: {stage: production}}, chart: {version: «1.1.0»}}]}\n",
			"stage=test stage=production", "1.2.0",
			"promote shop: chart.version 1.1.0 → 1.2.0 (stage=test → stage=production, 2 clusters)",
		},
		"shared charts": {
			strings.Replace(frame, "      chart: {chart: shop", "      shareChart: true\n      chart: {chart: shop", 1) + stages,
			"stage=test stage=production", "1.2.0",
			"promote shop: chart.version 1.1.0 → 1.2.0 (stage=test → stage=production, 2 clusters)",
		},
		"Standalone": {
			strings.Replace(head, "spec:\n", "spec:\n  topology: Standalone\n", 1) + "  config:\n" + config +
				strings.Replace(stages, "      wave: 1\n", "", 1),
			"stage=test stage=production", "1.2.0",
			"promote shop: chart.version 1.1.0 → 1.2.0 (stage=test → stage=production, 2 clusters)",
		},
		"an OCI repository": {
			strings.Replace(strings.Replace(frame, "      chart: {chart: shop, version: 1.0.0}\n", "", 1),
				"  source: {sourceRef: {kind: HelmRepository, name: charts}}",
				"  source: {ociRepository: {url: oci://example.com/shop, interval: 1h, ref: {tag: 1.0.0}}}", 1) +
				"    - clusterSelector: {matchLabels: {stage: test}}\n      source: {ociRepository: {ref: {tag: 1.2.0}}}\n" +
				"    - clusterSelector: {matchLabels: {stage: production}}\n      source: {ociRepository: {ref: {tag: «1.1.0»}}}\n",
			"stage=test stage=production", "1.2.0",
			"promote shop: source.ociRepository.ref.tag 1.1.0 → 1.2.0 (stage=test → stage=production, 2 clusters)",
		},
		"a Kustomization of a Git repository": {
			head + "  config:\n    kustomization:\n    - {destination: {clusterSelector: {}}, path: ./deploy, interval: 10m, " +
				"prune: true}\n    overrides:\n" +
				"    - clusterSelector: {matchLabels: {stage: test}}\n      source: {gitRepository: {ref: {tag: v1.2.0}}}\n" +
				"    - clusterSelector: {matchLabels: {stage: production}}\n      source: {gitRepository: {ref: {tag: " +
				"«v1.1.0»}}}\n",
			"stage=test stage=production", "v1.2.0",
			"promote shop: source.gitRepository.ref.tag v1.1.0 → v1.2.0 (stage=test → stage=production, 2 clusters)",
		},
		"a KCLRun": {
			head + "  config:\n    kclRun:\n    - {destination: {clusterSelector: {}}, path: ./deploy, interval: 10m, prune: " +
				"true}\n    overrides:\n" +
				"    - clusterSelector: {matchLabels: {stage: test}}\n      path: ./v2\n" +
				"    - clusterSelector: {matchLabels: {stage: production}}\n      path: «./v1»\n",
			"stage=test stage=production path", "./v2",
			"promote shop: path ./v1 → ./v2 (stage=test → stage=production, 2 clusters)",
		},
		"the hub": {
			strings.Replace(frame, "labels: {stage: production, ring: a}, kubeConfig: {secretRef: {name: kyoto}}}",
				"labels: {stage: production, ring: a}, hub: true}", 1) + stages,
			"stage=test stage=production", "1.2.0",
			"promote shop: chart.version 1.1.0 → 1.2.0 (stage=test → stage=production, 2 clusters)",
		},
		"a base": {
			"apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplicationBase\nmetadata: {name: web, namespace: apps}\n" +
				"spec: {config: {overrides: [\n" +
				"  {clusterSelector: {matchLabels: {stage: production}}, chart: {version: 0.1.0}}]}}\n---\n" +
				strings.Replace(frame, "spec:\n", "spec:\n  bases: [web]\n", 1) + stages,
			"stage=test stage=production", "1.2.0",
			"promote shop: chart.version 1.1.0 → 1.2.0 (stage=test → stage=production, 2 clusters)",
		},
	} {
		t.Run(name, func(t *testing.T) {
			text := c.text
			if strings.Contains(name, "Git") || name == "a KCLRun" {
				text = strings.Replace(text, "  source: {sourceRef: {kind: HelmRepository, name: charts}}",
					"  source: {gitRepository: {url: https://example.com/shop, interval: 1h, ref: {tag: v1.0.0}}}", 1)
			}
			assertOnly(t, text, c.arguments, c.spelling, c.summary)
		})
	}
}

// TestChoice checks what is told where nobody knows which application, version or entry is meant.
func TestChoice(t *testing.T) {
	text := frame + strings.NewReplacer("«", "", "»", "").Replace(stages)
	twice := text + "---\n" + strings.Replace(text, "namespace: apps", "namespace: other", 1)
	r := request(t, "stage=test stage=production")
	_, _, wrong := promoted(t, twice, r)
	assert.Equal(t, wrong, `there are 2 applications "shop"; write namespace/name [FA307]`)
	r.Application = "other/shop"
	got, _, wrong := promoted(t, twice, r)
	assert.Equal(t, got, text+"---\n"+strings.Replace(strings.Replace(text, "namespace: apps", "namespace: other", 1),
		"1.1.0", "1.2.0", 1), wrong)
	r.Application = "shopp"
	_, _, wrong = promoted(t, text, r)
	assert.Equal(t, wrong, `there is no application "shopp" among the documents; write the name, or namespace/name, of `+
		`one that is there [FA307]`)

	_, _, wrong = promoted(t, text, request(t, "stage=test stage~in~(test)"))
	assert.Equal(t, wrong, "both stages have the same selector; name two stages")
	none := request(t, "stage=test stage=production")
	none.From = promote.Selector{}
	_, _, wrong = promoted(t, text, none)
	assert.Equal(t, wrong, "a stage has no selector; name both stages")
	chooses := request(t, "stage=test stage=production")
	chooses.Fields = []promote.Field{{"clusterSelector", "matchLabels", "stage"}}
	_, _, wrong = promoted(t, text, chooses)
	assert.Equal(t, wrong, "clusterSelector.matchLabels.stage chooses the clusters or the object of a layer, so it is "+
		"not promoted; edit it in the document")
	_, _, wrong = promoted(t, strings.Replace(text, "chart: {version: 1.2.0}", "chart: {version: 1.2.0, x: y}", 1),
		request(t, "stage=test stage=production"))
	assert.Equal(t, wrong, "in.yaml:20:31: spec.config.overrides[0].chart.x: unknown field; leave it out [FA101]")

	several := strings.Replace(frame, "  source: {sourceRef: {kind: HelmRepository, name: charts}}",
		"  source: {gitRepository: {url: https://example.com/shop, interval: 1h, ref: {tag: v1}}}", 1) +
		"    - clusterSelector: {matchLabels: {stage: test}}\n      source: {gitRepository: {ref: {tag: v1, semver: 1.x}}}\n"
	_, _, wrong = promoted(t, several, request(t, "stage=test stage=production"))
	assert.Equal(t, wrong, "in.yaml:19:7: spec.config.overrides[0]: the layer of stage=test has several versions, "+
		"source.gitRepository.ref.tag and source.gitRepository.ref.semver; name one with --field "+
		"source.gitRepository.ref.tag [FA804]")

	head, _, _ := strings.Cut(frame, "  config:\n")
	entries := head + "  config: {helmRelease: {chart: {chart: shop, version: 1.0.0}, deploy: [\n" +
		"    {destination: {clusterSelector: {matchLabels: {stage: test}}}, interval: 10m, chart: {version: 1.2.0}},\n" +
		"    {destination: {clusterSelector: {matchLabels: {stage: test}}}, name: x-$(cluster.name), interval: 10m, chart: " +
		"{version: 1.2.0}},\n" +
		"    {destination: {clusterSelector: {matchLabels: {stage: production}}}, interval: 10m, chart: {version: " +
		"1.1.0}},\n" +
		"    {destination: {clusterSelector: {matchLabels: {stage: production}}}, name: x-$(cluster.name), interval: 10m, " +
		"chart: {version: 1.1.0}}]}}\n"
	_, _, wrong = promoted(t, entries, request(t, "stage=test stage=production"))
	assert.Equal(t, wrong, "in.yaml:14:106: spec.config.helmRelease.deploy[2].chart.version: another entry of "+
		"stage=production has a chart.version too, at in.yaml:15:122; leave it out of the entries, and add to overrides "+
		"{clusterSelector: {matchLabels: {stage: production}}, chart: {version: 1.2.0}} [FA804]")
}

// TestObject refuses a document that a program made: it has no text.
func TestObject(t *testing.T) {
	var app v1alpha1.FluxApplication
	assert.NilError(t, yaml.Unmarshal([]byte(frame+strings.NewReplacer("«", "", "»", "").Replace(stages)), &app))
	d, err := v1alpha1.FromObject(&app)
	assert.NilError(t, err)
	_, err = promote.Plan(schema.Documents{d}, request(t, "stage=test stage=production"))
	assert.Error(t, err, "a program made this document, so it has no text to edit; change it in the program [FA803]")
}
