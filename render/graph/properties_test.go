package graph_test

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/graph"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// fleet makes documents of clusters and applications. Names are what authors may write in the worst case.
type fleet struct {
	clusters, applications, namespaces int
	source                             string               // of an application, with its number
	entries                            func(app int) string // of an application
}

func (f fleet) documents() (documents []string) {
	for i := range f.clusters {
		documents = append(documents, fmt.Sprintf(`apiVersion: cluster.kubesphere.io/v1alpha1
kind: Cluster
metadata: {name: cluster-%05d, labels: {stage: s%d, region: r%d}}
`, i, i%3, i%40))
	}
	for i := range f.applications {
		documents = append(documents, fmt.Sprintf(`apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: app-%05d, namespace: ns-%03d}
spec:
  source: {sourceRef: {kind: GitRepository, namespace: sources, name: %s}}
  config:
    defaults: {interval: 1h, prune: true}
    kustomization:
%s`, i, i%max(f.namespaces, 1), f.source, f.entries(i)))
	}
	return documents
}

// everywhere is an entry for all clusters.
const everywhere = "    - {destination: {clusterSelector: {}}, path: .}\n"

// hostile is a name that an outer substitution fills in, of what Mermaid could read as markup.
const hostile = `'${A:="]; end subgraph <b>&lt;#35;%%{init: {}}%%%% ` +
	`❌❌❌❌❌❌❌❌❌❌❌❌❌❌❌❌❌❌❌❌❌❌❌❌❌❌❌❌❌❌❌❌❌❌❌❌❌❌❌❌❌❌❌❌❌❌❌❌❌❌}'`

var fleets = map[string]fleet{
	"clusters": {clusters: 3000, applications: 1, source: "one", entries: func(int) string { return everywhere }},
	"applications": {clusters: 2, applications: 700, namespaces: 400, source: "one", entries: func(i int) string {
		if i == 0 {
			return everywhere
		}
		return fmt.Sprintf("    - {destination: {clusterSelector: {}}, path: ., dependsOn: [{application: app-%05d, "+
			"namespace: ns-%03d}]}\n", i/3, i/3%400)
	}},
	"sources": {clusters: 1200, applications: 1, source: "source-$(cluster.name)",
		entries: func(int) string { return everywhere }},
	"entries": {applications: 2, source: "one", entries: func(app int) (all string) {
		for i := range 800 {
			all += fmt.Sprintf("    - {name: n%d-%d, destination: {cluster: c%d, kubeConfig: {secretRef: {name: k%d}}}, path: "+
				"./%d, dependsOn: [{name: d%d}]}\n", app, i, i, i, i, i)
		}
		return all
	}},
	"names": {clusters: 3, applications: 90, namespaces: 90, source: hostile, entries: func(i int) (all string) {
		for n := range 9 {
			all += fmt.Sprintf("    - {name: '${N%d%d}%s', destination: {clusterSelector: {}, targetNamespace: t}, path: %s, "+
				"wave: %d}\n", i, n, "-$(cluster.name)", hostile, n)
		}
		return all
	}},
	"waves": {clusters: 600, applications: 1, source: "one", entries: func(int) (all string) {
		for _, selector := range []string{"s0", "s1", "s2"} {
			all += fmt.Sprintf("    - {destination: {clusterSelector: {matchLabels: {stage: %s}}}, path: "+
				"./$(cluster.labels.region), wave: %s}\n", selector, selector[1:])
		}
		return all
	}},
}

// pictures returns the pictures of a result that a command can ask for.
func pictures(result render.Result) map[string]graph.Options {
	first := result.Objects[len(result.Objects)-1]
	return map[string]graph.Options{
		"all": {}, "application": {Application: first.Application()}, "cluster": {Cluster: first.Cluster()},
		"both": {Application: first.Application(), Cluster: first.Cluster()},
	}
}

// TestLimits holds that Mermaid draws the picture of any fleet, that no object is lost in it, and that it is readable.
func TestLimits(t *testing.T) {
	for name, f := range fleets {
		t.Run(name, func(t *testing.T) {
			result, err := render.Render(schema.Parse("in.yaml", []byte(strings.Join(f.documents(), "---\n"))), render.Options{})
			assert.NilError(t, err)
			for name, o := range pictures(result) {
				g := graph.Of(result, o)
				text := mermaid(t, g)
				assert.Check(t, utf8.RuneCountInString(text) <= 50_000, "%s: %d characters", name, utf8.RuneCountInString(text))
				arrows := len(g.Arrows)
				assert.Check(t, arrows <= 500, "%s: %d arrows", name, arrows)
				assert.Check(t, len(g.Boxes) > 1 && len(g.Boxes) <= 120, "%s: %d boxes", name, len(g.Boxes))
				if name == "all" {
					assert.Equal(t, drawn(g), len(result.Objects), text)
				}
			}
		})
	}
}

// drawn counts the objects of a picture that the run renders.
func drawn(g graph.Graph) (n int) {
	for _, b := range g.Boxes {
		if !b.Outside {
			n += b.Objects
		}
	}
	return n
}

// TestOrder holds that the order of documents changes no byte.
func TestOrder(t *testing.T) {
	for name, f := range fleets {
		f.clusters, f.applications = min(f.clusters, 60), min(f.applications, 30)
		t.Run(name, func(t *testing.T) {
			documents := f.documents()
			var want string
			rounds := 3
			if testing.Short() {
				rounds = 2
			}
			for round := range rounds {
				result, err := render.Render(schema.Parse("in.yaml", []byte(strings.Join(documents, "---\n"))), render.Options{})
				assert.NilError(t, err)
				got := mermaid(t, graph.Of(result, graph.Options{}))
				if round > 0 {
					assert.Equal(t, got, want)
				}
				want = got
				rand.New(rand.NewSource(int64(round))).Shuffle(len(documents),
					func(i, j int) { documents[i], documents[j] = documents[j], documents[i] })
			}
		})
	}
}

// TestAlike holds that the number of clusters changes counts and names, and nothing else: a fleet of 1,000 has the
// picture of one of 30.
func TestAlike(t *testing.T) {
	shape := func(clusters int) (boxes, arrows int) {
		f := fleets["waves"]
		f.clusters, f.entries = clusters, func(int) string {
			return strings.ReplaceAll(fleets["waves"].entries(0), "$(cluster.labels.region)", "same")
		}
		g := graph.Of(rendered(t, strings.Join(f.documents(), "---\n")), graph.Options{})
		return len(g.Boxes), len(g.Arrows)
	}
	boxes, arrows := shape(30)
	manyBoxes, manyArrows := shape(1000)
	assert.Equal(t, boxes, 4)
	assert.DeepEqual(t, []int{manyBoxes, manyArrows}, []int{boxes, arrows})
}

// TestNothing holds that a result without objects, and options that leave none, give a picture that can be written.
func TestNothing(t *testing.T) {
	result := rendered(t, strings.Join(fleet{clusters: 1, applications: 1, source: "one",
		entries: func(int) string { return everywhere }}.documents(), "---\n"))
	for _, g := range []graph.Graph{
		graph.Of(render.Result{}, graph.Options{}),
		graph.Of(result, graph.Options{Application: "none"}),
		graph.Of(result, graph.Options{Cluster: "none"}),
		{},
	} {
		assert.Equal(t, len(g.Boxes), 0)
		assert.Equal(t, mermaid(t, g), "flowchart LR\n")
		assert.Equal(t, toJSON(t, g), `{"frames":[],"boxes":[],"arrows":[]}`+"\n")
	}
}

// TestApplicationName holds that an application is found by its name, and by its namespace and name.
func TestApplicationName(t *testing.T) {
	documents := fleet{clusters: 2, applications: 4, namespaces: 2, source: "one",
		entries: func(int) string { return everywhere }}.documents()
	result := rendered(t, strings.Join(documents, "---\n"))
	for name, want := range map[string][]string{
		"app-00001": {"ns-001/app-00001"}, "ns-001/app-00001": {"ns-001/app-00001"}, "ns-000/app-00001": nil, "app": nil,
	} {
		var found []string
		for _, b := range graph.Of(result, graph.Options{Application: name}).Boxes {
			if !b.Outside {
				found = append(found, b.Lines[0])
			}
		}
		assert.Check(t, slices.Equal(found, want), "%s: %s", name, found)
	}
}

// TestFullName draws one application by its namespace and name, and all that are called so by their name.
func TestFullName(t *testing.T) {
	documents := fleet{clusters: 2, applications: 2, namespaces: 2, source: "one",
		entries: func(int) string { return everywhere }}.documents()
	for i, d := range documents {
		documents[i] = strings.NewReplacer("app-00000, namespace: ns-000", "app", "app-00001", "app").Replace(d)
	}
	result := rendered(t, strings.Join(documents, "---\n"))
	for name, want := range map[string][]string{"app": {"app", "ns-001/app"}, "ns-001/app": {"ns-001/app"}} {
		var found []string
		for _, b := range graph.Of(result, graph.Options{Application: name}).Boxes {
			if !b.Outside {
				found = append(found, b.Lines[0])
			}
		}
		assert.DeepEqual(t, found, want)
	}
}

// TestSecret holds that no picture has the secrets that authors put into addresses, paths and versions.
func TestSecret(t *testing.T) {
	token := "ghp_" + "1a2B3c4D5e6F7g8H9i0JkLmNoPqRsTuVwXyZ"
	result := rendered(t, fmt.Sprintf(`apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: apps}
spec:
  source: {gitRepository: {url: https://example.com/x, interval: 1h, ref: {branch: %[1]s}}}
  config: {kustomization: [{destination: {}, path: ./%[1]s, interval: 1h, prune: true}]}
`, token))
	text := mermaid(t, graph.Of(result, graph.Options{}))
	assert.Assert(t, !strings.Contains(text, token) && strings.Count(text, "(hidden)") == 2, text)
}

// TestFollowed takes away the field of ref that counts, until none is left: each time, the next one counts, as in Flux.
func TestFollowed(t *testing.T) {
	for kind, c := range map[string]struct {
		url, usual string
		fields     []string
	}{
		"gitRepository": {"https://example.com/x", "master", []string{"commit", "name", "semver", "tag", "branch"}},
		"ociRepository": {"oci://example.com/x", "latest", []string{"digest", "semver", "tag"}},
	} {
		values := map[string]string{
			"commit": strings.Repeat("a1", 20), "name": "refs/heads/x", "semver": "1.x", "tag": "v1", "branch": "main",
			"digest": "sha256:" + strings.Repeat("a1", 32),
		}
		for i := range len(c.fields) + 1 {
			ref := ""
			for _, field := range c.fields[i:] {
				ref += fmt.Sprintf("%s: %q, ", field, values[field])
			}
			result := rendered(t, fmt.Sprintf(`apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: apps}
spec:
  source: {%s: {url: %q, interval: 1h, ref: {%s}}}
  config: {kustomization: [{destination: {}, path: ./x, interval: 1h, prune: true}]}
`, kind, c.url, ref))
			source := result.Objects[slices.IndexFunc(result.Objects,
				func(o render.Object) bool { return o.Kind() != "Kustomization" })]
			field, revision := source.Row().Followed(source.Value)
			text := toJSON(t, graph.Of(result, graph.Options{}))
			if i == len(c.fields) {
				assert.DeepEqual(t, []string{field, revision}, []string{"", c.usual})
				assert.Assert(t, !strings.Contains(text, revision), text)
				continue
			}
			assert.DeepEqual(t, []string{field, revision}, []string{c.fields[i], values[c.fields[i]]})
			assert.Assert(t, strings.Contains(text, c.fields[i]+" "+values[c.fields[i]]), text)
		}
	}
}
