package render_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// TestMergeIsSlowMerge renders stacks of layers that were made at random, and compares the objects with a slow
// definition of merging: whole layers over each other, without caches, types and the trees of documents.
func TestMergeIsSlowMerge(t *testing.T) {
	numbers := rand.New(rand.NewPCG(15, 0))
	compared, stacks := 0, 1500
	if testing.Short() {
		stacks = 300
	}
	for range stacks {
		s := newStack(numbers)
		text := s.document(t)
		result, err := render.Render(schema.Parse("in.yaml", text), render.Options{})
		if err != nil {
			assert.ErrorContains(t, err, "FA227", "%s", text)
			continue
		}
		assert.Equal(t, len(result.Objects), len(stackClusters), "%s", text)
		for _, o := range result.Objects {
			var got map[string]any
			assert.NilError(t, yaml.Unmarshal(o.YAML(), &got))
			spec := got["spec"].(map[string]any)
			delete(spec, "kubeConfig")
			delete(spec, "sourceRef")
			delete(spec, "chart")
			assert.DeepEqual(t, spec, s.slow(o.Cluster()))
			compared++
		}
	}
	assert.Assert(t, compared > stacks, "%d", compared)
}

var stackClusters = []string{"a", "b"}

// stack is what an entry is merged from.
type stack struct {
	helm            bool
	defaults, entry map[string]any
	overrides       []map[string]any // with the cluster in the field cluster; that of all clusters has none
}

func newStack(numbers *rand.Rand) stack {
	g := layerMaker{numbers, numbers.IntN(2) == 0}
	s := stack{helm: g.helm, defaults: map[string]any{}, entry: g.layer(0)}
	if numbers.IntN(4) > 0 {
		s.defaults, s.entry = g.layer(0), g.layer(1)
	}
	for range numbers.IntN(4) {
		o := g.layer(1)
		if i := numbers.IntN(3); i < len(stackClusters) {
			o["cluster"] = stackClusters[i]
		}
		s.overrides = append(s.overrides, o)
	}
	return s
}

// layerMaker makes layers. The lowest one has no $(remove), but may have lists that grow.
type layerMaker struct {
	numbers *rand.Rand
	helm    bool
}

func (g layerMaker) layer(height int) map[string]any {
	l := map[string]any{}
	put := func(key string, value func() any) {
		switch g.numbers.IntN(6) {
		case 0, 1:
			l[key] = value()
		case 2:
			l[key] = nil
		case 3:
			if height > 0 {
				l[key] = "$(remove)"
			}
		}
	}
	put("interval", func() any { return fmt.Sprintf("%dm", 1+g.numbers.IntN(9)) })
	put("timeout", func() any { return fmt.Sprintf("%dm", 1+g.numbers.IntN(9)) })
	put("dependsOn", func() any { return g.list("name") })
	if g.helm {
		put("install", func() any { return g.values(height, []string{"disableWait", "replace"}, g.numbers.IntN(2) == 0) })
		put("values", func() any { return g.tree(height, 3) })
		g.grow(l, "valuesFrom", func() any { return []any{map[string]any{"kind": "Secret", "name": g.word()}} })
	} else {
		put("prune", func() any { return g.numbers.IntN(2) == 0 })
		put("postBuild", func() any {
			return map[string]any{"substitute": g.values(height, []string{"a", "b", "c"}, "text")}
		})
		g.grow(l, "components", func() any { return []any{"../" + g.word()} })
	}
	g.grow(l, "dependsOn", func() any { return g.list("name") })
	return l
}

// grow writes a list, or one that grows.
func (g layerMaker) grow(l map[string]any, key string, list func() any) {
	switch g.numbers.IntN(4) {
	case 0:
		l[key] = list()
	case 1:
		delete(l, key)
		l[key+"+"] = list()
	}
}

func (g layerMaker) word() string { return string(rune('a' + g.numbers.IntN(5))) }

func (g layerMaker) list(key string) any {
	items := []any{}
	for range g.numbers.IntN(3) {
		items = append(items, map[string]any{key: g.word()})
	}
	return items
}

// values returns a map with some of the keys.
func (g layerMaker) values(height int, keys []string, value any) any {
	m := map[string]any{}
	for _, key := range keys {
		switch i := g.numbers.IntN(5); {
		case i == 0:
			m[key] = nil
		case i == 1 && height > 0:
			m[key] = "$(remove)"
		case i < 4:
			m[key] = value
		}
	}
	return m
}

// tree returns values of a chart. A key with a plus is a key there.
func (g layerMaker) tree(height, depth int) any {
	m := map[string]any{}
	for _, key := range []string{"a", "b", "c+"} {
		switch i := g.numbers.IntN(9); {
		case i < 3 && depth > 0:
			m[key] = g.tree(height, depth-1)
		case i == 3:
			m[key] = nil
		case i == 4 && height > 0:
			m[key] = "$(remove)"
		case i == 5:
			m[key] = []any{g.word(), "$$(remove)"}
		case i == 6:
			m[key] = "$$(remove)"
		case i == 7:
			m[key] = float64(g.numbers.IntN(5))
		}
	}
	return m
}

// document returns the application with the layers.
func (s stack) document(t *testing.T) []byte {
	t.Helper()
	entry := maps.Clone(s.entry)
	entry["destination"] = map[string]any{"clusterSelector": map[string]any{}}
	config := map[string]any{"overrides": s.written()}
	if len(s.defaults) > 0 {
		config["defaults"] = s.defaults
	}
	kind := "GitRepository"
	if config["kustomization"] = []any{entry}; s.helm {
		delete(config, "kustomization")
		kind = "HelmRepository"
		config["helmRelease"] = map[string]any{"chart": map[string]any{"chart": "c", "version": "1.2.3"},
			"deploy": []any{entry}}
	}
	var clusters []any
	for _, name := range stackClusters {
		clusters = append(clusters,
			map[string]any{"name": name, "kubeConfig": map[string]any{"secretRef": map[string]any{"name": name}}})
	}
	text, err := yaml.Marshal(map[string]any{
		"apiVersion": "fluxapp.dev/v1alpha1", "kind": "FluxApplication",
		"metadata": map[string]any{"name": "x", "namespace": "x"},
		"spec": map[string]any{"source": map[string]any{"sourceRef": map[string]any{"kind": kind, "name": "s"}},
			"clusters": clusters, "config": config},
	})
	assert.NilError(t, err)
	return text
}

func (s stack) written() (overrides []any) {
	for _, o := range s.overrides {
		if o = maps.Clone(o); o["cluster"] == nil {
			o["clusterSelector"] = map[string]any{}
		}
		overrides = append(overrides, o)
	}
	return overrides
}

// slow returns the spec for a cluster, without what is not in layers.
func (s stack) slow(cluster string) map[string]any {
	spec := slowMerge(slowMerge(map[string]any{}, s.defaults, false), s.entry, false)
	for _, o := range s.overrides {
		if to := o["cluster"]; to == nil || to == cluster {
			o = maps.Clone(o)
			delete(o, "cluster")
			spec = slowMerge(spec, o, false)
		}
	}
	filled := map[string]any{"interval": "10m"}
	if !s.helm {
		filled["prune"] = false
	}
	for key, value := range filled {
		if _, written := spec[key]; !written { // null is written
			spec[key] = value
		}
	}
	values := spec["values"]
	if spec = withoutNil(spec); values != nil {
		spec["values"] = values
	}
	return spec
}

// slowMerge merges a layer over another one.
func slowMerge(base, over map[string]any, inValues bool) map[string]any {
	out := maps.Clone(base)
	for key, value := range over {
		list, grows := strings.CutSuffix(key, "+")
		m, isMap := value.(map[string]any)
		below, _ := out[key].(map[string]any)
		switch {
		case grows && !inValues:
			items, _ := out[list].([]any)
			out[list] = append(append([]any{}, items...), value.([]any)...)
		case value == "$(remove)":
			delete(out, key)
		case isMap && below == nil && onlyRemoves(m):
		case isMap && below == nil:
			out[key] = slowMerge(map[string]any{}, m, inValues || key == "values")
		case isMap:
			out[key] = slowMerge(below, m, inValues || key == "values")
		default:
			out[key] = unescaped(value)
		}
	}
	return out
}

func onlyRemoves(m map[string]any) bool {
	for _, value := range m {
		below, isMap := value.(map[string]any)
		if value != "$(remove)" && (!isMap || !onlyRemoves(below)) {
			return false
		}
	}
	return len(m) > 0
}

func unescaped(value any) any {
	switch v := value.(type) {
	case string:
		return strings.ReplaceAll(v, "$$(remove)", "$(remove)")
	case []any:
		var items = []any{}
		for _, item := range v {
			items = append(items, unescaped(item))
		}
		return items
	}
	return value
}

func withoutNil(m map[string]any) map[string]any {
	out := map[string]any{}
	for key, value := range m {
		if below, isMap := value.(map[string]any); isMap {
			value = withoutNil(below)
		}
		if value != nil {
			out[key] = value
		}
	}
	return out
}

// TestEscapedRemovalKeepsComment expects the comment of image automation behind a text that a layer must escape.
func TestEscapedRemovalKeepsComment(t *testing.T) {
	const marked = `text: $(remove) # {"$imagepolicy": "apps:web:tag"}`
	result, err := render.Render(schema.Parse("in.yaml", []byte(`
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: apps}
spec:
  source: {sourceRef: {kind: HelmRepository, name: charts}}
  config:
    helmRelease:
      chart: {chart: web, version: 1.2.3}
      deploy:
      - destination: {}
        interval: 1h
        values:
          `+strings.Replace(marked, "$", "$$", 1)+"\n")), render.Options{})
	assert.NilError(t, err)
	assert.Assert(t, strings.Contains(string(result.Objects[0].YAML()), marked), "%s", result.Objects[0].YAML())
}
