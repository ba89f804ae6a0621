package view_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/explained"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/view"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// fleet is five clusters, of which one has another version, two more replicas, and one a secret of its own.
const fleet = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: apps}
spec:
  topology: Standalone
  clusters:
    - {name: berlin, labels: {region: eu}}
    - {name: oslo, labels: {region: eu}}
    - {name: tokyo, labels: {region: asia, stage: canary}}
    - {name: lima, labels: {region: us}}
    - {name: quito, labels: {region: us}}
    - {name: idle}
  source:
    helmRepository: {url: https://charts.example.com}
  config:
    defaults: {values: {replicas: 2, host: $(cluster.name).example.com}}
    overrides:
      - clusterSelector: {matchLabels: {region: eu}}
        values: {replicas: 4}
      - clusters: [tokyo]
        chart: {version: 1.3.0}
      - clusters: [lima]
        values: {adminPassword: mellon, greeting: from lima}
      - clusters: [idle]
        disable: true
    helmRelease:
      chart: {chart: web, version: 1.2.0}
      deploy:
        - destination: {clusterSelector: {}}
`

func parse(t testing.TB, text string) render.Result {
	t.Helper()
	result, err := render.Render(schema.Parse("0.yaml", []byte(text)), render.Options{})
	assert.NilError(t, err)
	return result
}

// TestFleet shows the overview of a fleet.
func TestFleet(t *testing.T) {
	result := parse(t, fleet)
	f := view.New(result, result.Findings).Fleet
	app := f.Applications[0]
	assert.DeepEqual(t, app, view.Application{
		Name: "apps/web", Kind: "FluxApplication", Workload: "HelmRelease",
		Chart: "web", Sources: []string{"HelmRepository https://charts.example.com"},
		Versions: []view.Version{{Version: "1.2.0", Clusters: 4}, {Version: "1.3.0", Clusters: 1}},
		Clusters: 5, Objects: 10, Place: view.Place{File: "0.yaml", Line: 1, Column: 1},
	})
	var names []string
	for _, c := range f.Clusters {
		names = append(names, fmt.Sprintf("%s %v %v %d", c.Name, c.Labels, c.Applications, c.Objects))
	}
	assert.DeepEqual(t, names, []string{
		"berlin map[region:eu] [0] 2", "idle map[] [] 0", "lima map[region:us] [0] 2", "oslo map[region:eu] [0] 2",
		"quito map[region:us] [0] 2",
		"tokyo map[region:asia stage:canary] [0] 2",
	})
}

// TestDifferences has what layers set for clusters by their names, and not what the region gives berlin and oslo.
func TestDifferences(t *testing.T) {
	result := parse(t, fleet)
	p := view.New(result, nil)
	var got []string
	for i, c := range p.Fleet.Clusters {
		for _, d := range p.Differences(i) {
			set := "nothing"
			if d.Set != nil {
				set = fmt.Sprintf("%s at %d:%d", d.Set.Layer, d.Set.Line, d.Set.Column)
			}
			got = append(got, fmt.Sprintf("%s: %s is %s, and mostly %s: %s", c.Name, d.Path, d.Value.Value, d.Usual, set))
		}
	}
	assert.DeepEqual(t, got, []string{
		`lima: spec.values.adminPassword is "(hidden)", and mostly : overrides[2] at 23:33`,
		`lima: spec.values.greeting is "from lima", and mostly : overrides[2] at 23:51`,
		`tokyo: spec.chart.spec.version is "1.3.0", and mostly "1.2.0": overrides[1] at 21:26`,
	})
}

// TestDetails hides secrets in what is explained always, and in YAML when it is asked to.
func TestDetails(t *testing.T) {
	p := view.New(parse(t, fleet), nil)
	for i, o := range p.Fleet.Objects {
		if o.Name != "web-lima" {
			continue
		}
		shown, hidden := p.Details(i, false), p.Details(i, true)
		assert.Assert(t, strings.Contains(shown.YAML, "adminPassword: mellon\n"))
		assert.Equal(t, hidden.YAML, strings.ReplaceAll(shown.YAML, "mellon", "(hidden)"))
		leaves, err := json.Marshal(shown.Leaves)
		assert.NilError(t, err)
		assert.Assert(t, !strings.Contains(string(leaves), "mellon"))
		assert.Assert(t, strings.Contains(string(leaves),
			`{"path":"spec.values.greeting","value":"from lima","set":{"layer":"overrides[2]",`))
		return
	}
	t.Fatal("there is no web-lima")
}

// TestItemsOfDetails shows what has set or removed each item of a list that layers are merged to, without secrets.
func TestItemsOfDetails(t *testing.T) {
	lists := strings.NewReplacer("host: $(cluster.name).example.com",
		"env: [{name: A, value: a}, {name: PASSWORD, value: mellon}]", "greeting: from lima",
		"env+(name): [{name: A, $(remove): true}, {name: B, value: b}]").Replace(fleet)
	p := view.New(parse(t, lists), nil)
	i := slices.IndexFunc(p.Fleet.Objects, func(o view.Object) bool {
		return o.Kind == "HelmRelease" && p.Fleet.Clusters[o.Cluster].Name == "lima"
	})
	var got []string
	for _, leaf := range p.Details(i, true).Leaves {
		if strings.HasPrefix(leaf.Path, "spec.values.env") {
			got = append(got, fmt.Sprintf("%s: %s: %s", leaf.Path, leaf.Value.Value, leaf.Set.Layer))
		}
	}
	assert.DeepEqual(t, got, []string{
		`spec.values.env: [{"name":"PASSWORD","value":"(hidden)"},{"name":"B","value":"b"}]: defaults + overrides[2]`,
		`spec.values.env[0]: {"name":"PASSWORD","value":"(hidden)"}: defaults`,
		`spec.values.env[1]: {"name":"B","value":"b"}: overrides[2]`,
		`spec.values.env[name=A]: : overrides[2]`,
	})
}

// TestRefused lists documents that have errors.
func TestRefused(t *testing.T) {
	docs := schema.Parse("0.yaml", []byte(strings.Replace(fleet, "topology", "toplogy", 1)))
	result, err := render.Render(docs, render.Options{})
	assert.Assert(t, err != nil)
	f := view.Refused(docs, result.Findings).Fleet
	assert.Assert(t, f.Refused)
	assert.Equal(t, f.Applications[0].Name, "apps/web")
	assert.Assert(t, len(f.Findings) > 0)
	text, err := json.Marshal(f)
	assert.NilError(t, err)
	assert.Assert(t, !strings.Contains(string(text), ":null"), "%s", text)
}

// TestCases makes the pages of all cases. Each object is there once, and the counts are the counts of the objects.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/cases/*/*/in.yaml")
	assert.NilError(t, err)
	made := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		assert.NilError(t, err)
		docs := schema.Parse("in.yaml", text)
		result, err := render.Render(docs, render.Options{Namespace: "default"})
		if err != nil {
			view.Refused(docs, result.Findings)
			continue
		}
		made++
		p := view.New(result, result.Findings)
		checkRows(t, file, p.Fleet, slices.Concat(result.Objects, result.Bootstrap))
		for i := range p.Fleet.Objects {
			assert.Equal(t, p.Details(i, false).YAML, string(slices.Concat(result.Objects, result.Bootstrap)[i].YAML()), file)
			valid(t, file, p.Details(i, true))
		}
		for i := range p.Fleet.Clusters {
			valid(t, file, p.Differences(i))
		}
		checkShuffled(t, file, docs, p)
	}
	assert.Assert(t, made > 200, made)
}

func checkRows(t *testing.T, file string, f view.Fleet, objects []render.Object) {
	t.Helper()
	assert.Equal(t, len(f.Objects), len(objects), file)
	ofApplications, ofClusters := make([]int, len(f.Applications)), make([]int, len(f.Clusters))
	for i, row := range f.Objects {
		o := objects[i]
		assert.Equal(t, render.ID{Server: row.Server, Kind: row.Kind, Namespace: row.Namespace, Name: row.Name}, o.ID(), file)
		assert.Equal(t, row.Path, o.Path(), file)
		if row.Application >= 0 {
			assert.Equal(t, f.Applications[row.Application].Name, o.Application(), file)
			ofApplications[row.Application]++
		}
		if row.Cluster >= 0 {
			assert.Equal(t, f.Clusters[row.Cluster].Name, explained.ClusterOf(o), file)
			ofClusters[row.Cluster]++
			assert.Equal(t, slices.Contains(f.Clusters[row.Cluster].Applications, row.Application), row.Application >= 0, file)
		}
	}
	for i, a := range f.Applications {
		assert.Equal(t, a.Objects, ofApplications[i], file)
	}
	for i, c := range f.Clusters {
		assert.Equal(t, c.Objects, ofClusters[i], file)
	}
}

// checkShuffled renders the documents in another order: the clusters, the objects and what differs are the same.
func checkShuffled(t *testing.T, file string, docs schema.Documents, p *view.Page) {
	t.Helper()
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(docs), func(i, j int) { docs[i], docs[j] = docs[j], docs[i] })
	result, err := render.Render(docs, render.Options{Namespace: "default"})
	assert.NilError(t, err, file)
	q := view.New(result, result.Findings)
	assert.Equal(t, len(q.Fleet.Clusters), len(p.Fleet.Clusters), file)
	for i, c := range p.Fleet.Clusters {
		assert.Equal(t, q.Fleet.Clusters[i].Name, c.Name, file)
		assert.Equal(t, valid(t, file, q.Differences(i)), valid(t, file, p.Differences(i)), file)
	}
}

// valid returns a value as JSON.
func valid(t *testing.T, file string, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	assert.NilError(t, err, file)
	return string(text)
}
