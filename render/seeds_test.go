package render_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// The use cases of the documents that the project was created from. The case is what it becomes, an object to a line:
// its kind, namespace and name, and where its chart comes from.
var seeds = []struct {
	file string
	want []string
}{
	{"002-02-usecase1-helmrelease-no-template.yaml", []string{
		"HelmRelease my-devops-projecthmhx2/chengleqi-test-application-1-app chart ./helm-chart 0.1.0",
	}},
	{"002-03b-usecase2-completed.yaml", []string{
		"HelmChart my-devops-projecthmhx2/chengleqi-test-application-2 chart ./helm-chart 0.1.0",
		"HelmRelease my-devops-projecthmhx2/chengleqi-test-application-2-app chart ./helm-chart 0.1.0",
	}},
	{"002-03c-usecase2-completed-real-label.yaml", []string{
		"HelmChart my-devops-projecthmhx2/chengleqi-test-application-2 chart ./helm-chart 0.1.0",
		"HelmRelease my-devops-projecthmhx2/chengleqi-test-application-2-app chart ./helm-chart 0.1.0",
	}},
	{"002-04-usecase3-from-template.yaml", []string{
		"HelmRelease my-devops-projecthmhx2/chengleqi-test-application-3-app chartRef HelmChart " +
			"my-devops-projecthmhx2-chengleqi-test-application",
	}},
	{"002-05-usecase4-multicluster.yaml", []string{
		"HelmRelease my-devops-projecthmhx2/chengleqi-test-application-4-prod-app chartRef HelmChart " +
			"my-devops-projecthmhx2-chengleqi-test-application",
		"HelmRelease my-devops-projecthmhx2/chengleqi-test-application-4-stage-app chartRef HelmChart " +
			"my-devops-projecthmhx2-chengleqi-test-application",
	}},
}

func TestSeeds(t *testing.T) {
	dir := sharedDir(t, "seeds")
	for _, seed := range seeds {
		t.Run(seed.file, func(t *testing.T) {
			assert.DeepEqual(t, summaries(t, parseSeeds(t, dir, seed.file)), seed.want)
			// the HelmChart of another name and namespace beside it changes nothing
			assert.DeepEqual(t, summaries(t, parseSeeds(t, dir, "002-01-helmchart-podinfo.yaml", seed.file)), seed.want)
		})
	}
}

// TestSeedsTogether renders all use cases in one run. Two of them are one application, so one of these stays out.
func TestSeedsTogether(t *testing.T) {
	dir := sharedDir(t, "seeds")
	files, want := []string{"002-01-helmchart-podinfo.yaml"}, []string{}
	for _, seed := range seeds {
		if seed.file != "002-03c-usecase2-completed-real-label.yaml" {
			files, want = append(files, seed.file), append(want, seed.want...)
		}
	}
	got := summaries(t, parseSeeds(t, dir, files...))
	slices.Sort(got)
	slices.Sort(want)
	assert.DeepEqual(t, got, want)
}

func parseSeeds(t testing.TB, dir string, files ...string) (all schema.Documents) {
	t.Helper()
	for _, file := range files {
		docs := schema.Parse(file, readFile(t, dir, file))
		err := docs.Findings().Err()
		assert.NilError(t, err)
		all = append(all, docs...)
	}
	return all
}

// summaries renders and says of each object what it is and where its chart comes from.
func summaries(t testing.TB, docs schema.Documents) (lines []string) {
	t.Helper()
	result, err := render.Render(docs, render.Options{})
	assert.NilError(t, err)
	for _, o := range result.Objects {
		object := decodeObject(t, o)
		chart := get(object, "spec", "chart", "spec")
		if o.Kind() == "HelmChart" {
			chart = get(object, "spec")
		}
		from := " chart " + str(chart, "chart") + " " + str(chart, "version")
		if chart == nil {
			from = " chartRef " + str(object, "spec", "chartRef", "kind") + " " + str(object, "spec", "chartRef", "name")
		}
		lines = append(lines, o.Kind()+" "+o.Namespace()+"/"+o.Name()+from)
	}
	return lines
}

// TestHelloKubernetes renders two HelmReleases that people wrote by hand, spec for spec, from the one application of
// examples/hello-kubernetes.
func TestHelloKubernetes(t *testing.T) {
	example, err := os.ReadFile(filepath.Join("..", "examples", "hello-kubernetes", "app.yaml"))
	assert.NilError(t, err)
	becomesSeeds(t, sharedDir(t, "seeds"), example)
}

func becomesSeeds(t *testing.T, dir string, app []byte) {
	docs := schema.Parse("app.yaml", app)
	err := docs.Findings().Err()
	assert.NilError(t, err)
	result, err := render.Render(docs, render.Options{})
	assert.NilError(t, err)
	got := map[string]any{}
	for _, o := range result.Objects {
		if o.Kind() == "HelmRelease" {
			got[o.Namespace()+"/"+o.Name()] = get(decodeObject(t, o), "spec")
		}
	}
	want := map[string]any{}
	for _, file := range []string{"001-02-helmrelease-member1.yaml", "001-03-helmrelease-member2.yaml"} {
		seed := decodeDocs(t, readFile(t, dir, file))[0]
		want[str(seed, "metadata", "namespace")+"/"+str(seed, "metadata", "name")] = jsonTree(t, seed["spec"])
	}
	assert.Equal(t, len(want), 2)
	assert.DeepEqual(t, got, want)
}

// jsonTree is a value as encoding/json reads it back.
func jsonTree(t testing.TB, v any) (out any) {
	t.Helper()
	text, err := json.Marshal(v)
	assert.NilError(t, err)
	assert.NilError(t, json.Unmarshal(text, &out))
	return out
}
