package releases_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/render/internal/releases"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// recorder finds every chart. Values with a text "wrong" are, and texts at the path host are right wherever they are.
type recorder struct {
	charts  []render.Chart
	checked []string
}

func (r *recorder) find(chart render.Chart) (render.ChartCheck, []finding.Problem) {
	r.charts = append(r.charts, chart)
	problems := func(v render.Values) (all []finding.Problem) {
		r.checked = append(r.checked, fmt.Sprintf("%s from %t disabled %t", tree.AppendJSON(nil, v.Inline), v.From,
			v.SchemaDisabled))
		for child := range v.Inline.Children() {
			if child.Text() == "wrong" {
				all = append(all, finding.Problem{Code: wording.CodeValues, Node: child, Detail: "is wrong; mend it"})
			}
		}
		return all
	}
	accepts := func(path []string, value tree.Node) bool {
		return slices.Equal(path, []string{"host"}) && value.Kind() == tree.String && value.Text() != "wrong"
	}
	return render.ChartCheck{Problems: problems, Accepts: accepts}, nil
}

// checkedValues renders a HelmRelease application with the fields of its spec behind the clusters.
func checkedValues(t *testing.T, spec string) (r recorder, findings string) {
	t.Helper()
	docs := schema.Parse("a.yaml", []byte(`apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: apps}
spec:
  clusters:
  - {name: a, params: {size: 1}, kubeConfig: {secretRef: {name: a}}}
  - {name: b, params: {size: wrong}, kubeConfig: {secretRef: {name: b}}}
  - {name: c, params: {size: 1}, kubeConfig: {secretRef: {name: c}}}
`+spec))
	result, err := render.Render(docs, render.Options{Charts: func(placements []*plan.Placement) []finding.Problem {
		return releases.CheckAll(r.find, placements)
	}})
	if err == nil {
		assert.DeepEqual(t, result.Checks, []render.Check{render.CheckCharts})
	}
	var lines []string
	for _, f := range result.Findings {
		lines = append(lines, fmt.Sprintf("%d:%d %s", f.Line, f.Column, f.Detail))
	}
	return r, strings.Join(lines, "\n")
}

const repository = "  source: {helmRepository: {url: https://charts.example.com/, interval: 1h}}\n"

// TestValuesAreCheckedOnce holds that clusters that differ in what is right anyway share a check, and that each problem
// is told once with the clusters that have it, at the value of the fleet where a reference reads it.
func TestValuesAreCheckedOnce(t *testing.T) {
	r, findings := checkedValues(t, repository+`  config:
    helmRelease:
      chart: {chart: web, version: 1.x}
      deploy:
      - destination: {clusterSelector: {}}
        interval: 1h
        values: {host: $(cluster.name), size: $(cluster.params.size), list: [1]}
    overrides:
    - {clusters: [a, c], values: {mode: wrong}}
`)
	assert.DeepEqual(t, r.charts, []render.Chart{{SourceKind: "HelmRepository", URL: "https://charts.example.com",
		Name: "web", Version: "1.x"}})
	assert.DeepEqual(t, r.checked, []string{
		`{"host":"a","list":[1],"mode":"wrong","size":1} from false disabled false`,
		`{"host":"b","list":[1],"size":"wrong"} from false disabled false`,
	})
	assert.Equal(t, findings, "7:30 as values.size: is wrong (on b); mend it\n18:41 is wrong (on a, c); mend it")
}

// TestValuesLikeRightOnes holds that layers with other values need no check where these are right anyway.
func TestValuesLikeRightOnes(t *testing.T) {
	r, findings := checkedValues(t, repository+`  config:
    helmRelease:
      chart: {chart: web, version: 1.x}
      deploy:
      - {destination: {clusterSelector: {}}, interval: 1h, values: {host: all, list: [{id: 1}]}}
    overrides:
    - {cluster: a, values: {host: other}}
    - {cluster: b, values: {host: null}}
    - {cluster: c, values: {list: [{id: 2}]}}
`)
	assert.Equal(t, findings, "")
	assert.DeepEqual(t, r.checked, []string{
		`{"host":"other","list":[{"id":1}]} from false disabled false`,
		`{"list":[{"id":1}]} from false disabled false`, // a null is no text
		`{"host":"all","list":[{"id":2}]} from false disabled false`,
	})
}

// TestValuesOfReleases holds what a check gets of valuesFrom and of disableSchemaValidation.
func TestValuesOfReleases(t *testing.T) {
	for fields, want := range map[string]string{
		`valuesFrom: [{kind: Secret, name: s}]`: `{"a":{"b":{"c":1,"d.e":2}},"l":[1],"t":1} from true disabled false`,
		`valuesFrom: [{kind: Secret, name: s, targetPath: a.b.c}, {kind: Secret, name: s, targetPath: t}]`:
		/**/ `{"a":{"b":{"d.e":2}},"l":[1],"t":1} from true disabled false`,
		`valuesFrom: [{kind: Secret, name: s, targetPath: 'a.b.d\.e'}, {kind: Secret, name: s, targetPath: 'l[0]'}]`:
		/**/ `{"a":{"b":{"c":1}},"t":1} from true disabled false`,
		`valuesFrom: [{kind: Secret, name: s, targetPath: 'a.x.y'}, {kind: Secret, name: s, targetPath: 't.u'}]`:
		/**/ `{"a":{"b":{"c":1,"d.e":2}},"l":[1]} from true disabled false`,
		`install: {disableSchemaValidation: true}`: `{"a":{"b":{"c":1,"d.e":2}},"l":[1],"t":1} from false disabled false`,
		`install: {disableSchemaValidation: true}, upgrade: {disableSchemaValidation: true}`:
		/**/ `{"a":{"b":{"c":1,"d.e":2}},"l":[1],"t":1} from false disabled true`,
	} {
		r, _ := checkedValues(t, repository+`  config:
    helmRelease:
      chart: {chart: web, version: 1.x}
      deploy:
      - {destination: {cluster: a}, interval: 1h, values: {a: {b: {c: 1, d.e: 2}}, l: [1], t: 1}, `+fields+"}\n")
		assert.DeepEqual(t, r.checked, []string{want})
	}
}

// TestChartsOfSources finds the chart in each kind of source, and tells where nobody can know it.
func TestChartsOfSources(t *testing.T) {
	for _, c := range []struct {
		spec, chart string
		want        render.Chart
		findings    string
	}{
		{"  source: {sourceRef: {kind: HelmRepository, name: charts}}\n", "chart: {chart: web, version: 1.x}",
			render.Chart{SourceKind: "HelmRepository", Name: "web", Version: "1.x"}, ""},
		{"  source: {gitRepository: {url: https://example.com/fleet, interval: 1h, ref: {branch: main}}}\n",
			"chart: {chart: ./web, valuesFiles: [a.yaml, b.yaml], ignoreMissingValuesFiles: true}",
			render.Chart{SourceKind: "GitRepository", URL: "https://example.com/fleet", Name: "./web",
				ValuesFiles: []string{"a.yaml", "b.yaml"}, IgnoreMissingValuesFiles: true}, ""},
		{"  source: {bucket: {endpoint: minio.example.com, bucketName: charts, interval: 1h}}\n", "chart: {chart: web}",
			render.Chart{SourceKind: "Bucket", URL: "minio.example.com/charts", Name: "web"}, ""},
		{"  source: {ociRepository: {url: oci://example.com/web, interval: 1h, ref: {semver: 1.x}}}\n", "",
			render.Chart{SourceKind: "OCIRepository", URL: "oci://example.com/web", Version: "1.x"}, ""},
		{"  source: {ociRepository: {url: oci://example.com/web, interval: 1h}}\n", "",
			render.Chart{SourceKind: "OCIRepository", URL: "oci://example.com/web", Version: "latest"}, ""},
		{"  source: {ociRepository: {url: oci://example.com/web, interval: 1h, ref: {tag: x, digest: 'sha256:" +
			strings.Repeat("a", 64) + "'}}}\n", "", render.Chart{SourceKind: "OCIRepository", URL: "oci://example.com/web",
			Digest: "sha256:" + strings.Repeat("a", 64)}, ""},
		{"", "chart: {kind: OCIRepository, url: oci://example.com/web, ref: {tag: 1.2.3}}",
			render.Chart{SourceKind: "OCIRepository", URL: "oci://example.com/web", Version: "1.2.3"}, ""},
		{repository, "chart: {chart: web, version: 1.2.3, valuesFiles: [a.yaml]}\n      shareChart: true",
			render.Chart{SourceKind: "HelmRepository", URL: "https://charts.example.com", Name: "web", Version: "1.2.3",
				ValuesFiles: []string{"a.yaml"}}, ""},
		{"  source: {sourceRef: {kind: OCIRepository, name: other}}\n", "", render.Chart{},
			"no document has the OCIRepository apps/other, so its chart is not known; the values are not checked"},
	} {
		r, findings := checkedValues(t, c.spec+"  config:\n    helmRelease:\n      "+c.chart+
			"\n      deploy:\n      - {destination: {cluster: a}, interval: 1h, values: {host: a}}\n")
		if c.findings == "" {
			assert.DeepEqual(t, r.charts, []render.Chart{c.want})
		}
		assert.Assert(t, strings.Contains(findings, c.findings), findings)
	}
}
