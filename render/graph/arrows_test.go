package graph_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/graph"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// TestArrowsOfSome draws an application whose workloads wait for all, or for some, of the workloads of another one. An
// arrow ends at a frame only where each workload of the frame has it: of some, each has an arrow of its own.
func TestArrowsOfSome(t *testing.T) {
	db := []string{"one", "two", "three"}
	for _, c := range []struct {
		waiting, awaited []string // entries of shop, and of db
		want             []string
	}{
		{[]string{"a", "b", "c"}, db, []string{"apps/db -> apps/shop"}},
		{[]string{"a"}, db, []string{"apps/db -> a"}},
		{[]string{"a"}, db[:2], []string{"one -> a", "two -> a"}},
		{[]string{"a", "b"}, db[:1], []string{"one -> a", "one -> b"}},
		{[]string{"a", "b", "c"}, db[:1], []string{"one -> apps/shop"}},
		{[]string{"a", "b"}, db, []string{"apps/db -> a", "apps/db -> b"}},
		{[]string{"a", "b", "c"}, db[1:], []string{"three -> apps/shop", "two -> apps/shop"}},
	} {
		g := graph.Of(rendered(t, waitingApplication(db, c.awaited, c.waiting)), graph.Options{})
		var got []string
		for _, a := range g.Arrows {
			if a.Meaning == "then" {
				got = append(got, nameOfEnd(g, a.From.Index, a.From.Frame)+" -> "+nameOfEnd(g, a.To.Index, a.To.Frame))
			}
		}
		slices.Sort(got)
		assert.DeepEqual(t, got, c.want)
	}
}

// waitingApplication is the application shop with the entries a, b and c. Those that wait name objects of the
// application db.
func waitingApplication(db, awaited, waiting []string) string {
	var b strings.Builder
	for app, entries := range map[string][]string{"db": db, "shop": {"a", "b", "c"}} {
		fmt.Fprintf(&b, "---\napiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\n"+
			"metadata: {name: %s, namespace: apps}\nspec:\n  source: {sourceRef: {kind: GitRepository, name: fleet}}\n"+
			"  config:\n    kustomization:\n", app)
		for _, name := range entries {
			var dependsOn []string
			if slices.Contains(waiting, name) {
				for _, other := range awaited {
					dependsOn = append(dependsOn, "{name: "+other+"}")
				}
			}
			fmt.Fprintf(&b, "    - {name: %s, destination: {}, interval: 1h, prune: true, path: ./%[1]s, dependsOn: [%s]}\n",
				name, strings.Join(dependsOn, ", "))
		}
	}
	return b.String()
}

// nameOfEnd returns the name of the frame, or of the object, at an end of an arrow.
func nameOfEnd(g graph.Graph, index int, isFrame bool) string {
	if isFrame {
		return g.Frames[index].Title
	}
	return strings.TrimPrefix(g.Boxes[index].Lines[0], "Kustomization ")
}

// TestSourcesAlike draws the sources that one repository includes: only more than a few of them are one box.
func TestSourcesAlike(t *testing.T) {
	for sources, boxes := range map[int]int{1: 1, 3: 3, 4: 1, 9: 1} {
		var included []string
		for i := range sources {
			included = append(included, fmt.Sprintf("{repository: {name: lib-%d}, toPath: lib-%[1]d}", i))
		}
		g := graph.Of(rendered(t, "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\n"+
			"metadata: {name: shop, namespace: apps}\nspec:\n  source: {gitRepository: {url: https://example.com/shop, "+
			"interval: 1h, include: ["+strings.Join(included, ", ")+"]}}\n"+
			"  config: {kustomization: [{destination: {}, interval: 1h, prune: true, path: ./shop}]}\n"), graph.Options{})
		got := -1 // without the repository that includes them
		for _, box := range g.Boxes {
			if box.Shape == "source" {
				got++
			}
		}
		assert.Equal(t, got, boxes, "%d sources", sources)
	}
}

// TestArrowsOfOrders draws applications of two kinds, of which delivery applies one after the other.
func TestArrowsOfOrders(t *testing.T) {
	config, _ := schema.Parse("fluxapp.yaml", []byte("apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\n"+
		"metadata: {name: fleet, namespace: flux-system}\nspec: {delivery: {sourceRef: {kind: GitRepository, name: fleet}, "+
		"groups: 2}}\n"))[0].RenderConfig()
	for _, topology := range []string{"HubAndSpoke", "Standalone"} {
		application := func(name, source, entries string) string {
			return "---\napiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\nmetadata: {name: " + name +
				", namespace: apps}\nspec:\n  topology: " + topology + "\n  clusters: " +
				"[{name: a, kubeConfig: {secretRef: {name: a}}}, {name: b, kubeConfig: {secretRef: {name: b}}}]\n" +
				"  source: {sourceRef: {kind: " + source + ", name: s}}\n  config: {" + entries + "}\n"
		}
		docs := schema.Parse("in.yaml", []byte(application("shop", "HelmRepository", "helmRelease: {chart: {chart: shop, "+
			"version: 1.0.0}, deploy: [{name: shop-$(cluster.name), destination: {clusterSelector: {}}, "+
			"interval: 1h}]}")+
			application("rules", "GitRepository", "kustomization: [{name: rules-$(cluster.name), destination: "+
				"{clusterSelector: {}}, interval: 1h, prune: true, dependsOn: [{application: shop}]}]")))
		result, err := render.Render(docs, render.OptionsOf(config))
		assert.NilError(t, err)
		for _, c := range []struct {
			options graph.Options
			want    []string
		}{
			{graph.Options{}, []string{"apps/shop -> apps/rules"}},
			{graph.Options{Application: "rules"}, []string{"apps/shop -> apps/rules"}},
			{graph.Options{Cluster: "b"}, []string{"apps/shop -> apps/rules"}},
		} {
			g := graph.Of(result, c.options)
			var got []string
			for _, a := range g.Arrows {
				if a.Meaning == "then" {
					got = append(got, nameOfEnd(g, a.From.Index, a.From.Frame)+" -> "+nameOfEnd(g, a.To.Index, a.To.Frame))
				}
			}
			assert.DeepEqual(t, got, c.want)
		}
	}
}
