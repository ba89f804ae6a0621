package render_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp/cmpopts"
	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// TestMergeIsSlowMerge renders stacks of layers that were made at random, and compares the objects with a slow
// definition of merging: whole layers over each other, without caches, types and the trees of documents.
func TestMergeIsSlowMerge(t *testing.T) {
	numbers := rand.New(rand.NewPCG(15, 0))
	compared, wrong, stacks := 0, 0, 4_000
	if testing.Short() {
		stacks = 300
	}
	for range stacks {
		s := newStack(numbers)
		text := s.document(t)
		result, err := render.Render(schema.Parse("in.yaml", text), render.Options{})
		if s.isWrong() {
			assert.ErrorContains(t, err, "FA238", "%s", text)
			wrong++
			continue
		}
		if err != nil {
			assert.ErrorContains(t, err, "FA227", "%s", text)
			continue
		}
		specs := specsOf(t, result)
		for _, cluster := range stackClusters {
			spec := specs[cluster]
			assert.Assert(t, spec != nil, "%s", text)
			if !s.helm {
				assert.DeepEqual(t, deliveredFrom(spec, specs), s.slowSource(cluster))
			}
			for _, key := range []string{"kubeConfig", "sourceRef", "chart"} {
				delete(spec, key)
			}
			want, _ := s.slow(cluster)
			assert.DeepEqual(t, spec, want, cmpopts.EquateEmpty())
			compared++
		}
	}
	t.Logf("%d clusters compared, %d stacks with a list that cannot be merged", compared, wrong)
	assert.Assert(t, compared > stacks, "%d", compared)
	assert.Assert(t, wrong > stacks/20, "%d", wrong)
}

// specsOf returns the spec of each object under its cluster, and of a source under its kind and name.
func specsOf(t *testing.T, result render.Result) map[string]map[string]any {
	t.Helper()
	specs := map[string]map[string]any{}
	for _, o := range result.Objects {
		var object map[string]any
		assert.NilError(t, yaml.Unmarshal(o.YAML(), &object))
		key := o.Cluster()
		if strings.HasSuffix(o.Kind(), "Repository") {
			key = o.Kind() + "/" + o.Name()
		}
		specs[key], _ = object["spec"].(map[string]any)
	}
	return specs
}

var stackClusters = []string{"a", "b"}

// stack is what an entry is merged from.
type stack struct {
	helm   bool
	levels []level // of bases, and of the application
	entry  map[string]any
}

// level is what a base, or the application, has of layers.
type level struct {
	source    map[string]any // spec.source; nil for none
	sources   []any          // spec.sources
	defaults  map[string]any
	overrides []map[string]any // with the cluster in the field cluster; an override of all clusters has none
}

func newStack(numbers *rand.Rand) stack {
	g := layerMaker{numbers: numbers, helm: numbers.IntN(2) == 0}
	s := stack{helm: g.helm}
	for range numbers.IntN(3) {
		base := g.level()
		base.source, base.sources = g.sourceOfBase(), g.items(numbers.IntN(2))
		base.overrides = g.overrides()
		s.levels = append(s.levels, base)
	}
	app := g.level()
	app.source, app.sources = inline("gitRepository", g.word()), g.items(2)
	s.entry, app.overrides = g.layer(), g.overrides()
	s.levels = append(s.levels, app)
	return s
}

// layerMaker makes layers. The lowest one has no $(remove), but may have lists that grow.
type layerMaker struct {
	numbers *rand.Rand
	helm    bool
	height  int // of the next layer
}

// level makes a level with defaults only, or with nothing.
func (g *layerMaker) level() level {
	if g.numbers.IntN(4) == 0 {
		return level{}
	}
	return level{defaults: g.layer()}
}

func (g *layerMaker) overrides() (all []map[string]any) {
	for range g.numbers.IntN(4) {
		o := g.layer()
		if i := g.numbers.IntN(3); i < len(stackClusters) {
			o["cluster"] = stackClusters[i]
		}
		all = append(all, o)
	}
	return all
}

func (g *layerMaker) layer() map[string]any {
	l, height := map[string]any{}, g.height
	g.height++
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
		put("source", g.source)
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
func (g *layerMaker) grow(l map[string]any, key string, list func() any) {
	switch g.numbers.IntN(4) {
	case 0:
		l[key] = list()
	case 1:
		delete(l, key)
		l[key+"+"] = list()
	}
}

func (g *layerMaker) word() string { return string(rune('a' + g.numbers.IntN(5))) }

func (g *layerMaker) list(key string) any {
	items := []any{}
	for range g.numbers.IntN(3) {
		items = append(items, map[string]any{key: g.word()})
	}
	return items
}

// values returns a map with some of the keys.
func (g *layerMaker) values(height int, keys []string, value any) any {
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

// tree returns values of a chart, with a list and with a key that ends in a plus.
func (g *layerMaker) tree(height, depth int) any {
	m := map[string]any{}
	switch i := g.numbers.IntN(12); {
	case i < 5:
		m["l"] = g.things(height, depth, false)
	case i == 5 && height > 0:
		m["l+"] = g.things(height, depth, false)
	case i == 6 && height > 0:
		m["l+(n)"] = g.things(height, depth, true)
	}
	for _, key := range []string{"a", "b", "c++"} {
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

// things returns a list of maps with a name each. Those that are merged by it have it once, and some are removed.
func (g *layerMaker) things(height, depth int, merged bool) any {
	items := []any{}
	for _, n := range g.numbers.Perm(4)[:g.numbers.IntN(3)] {
		item := map[string]any{}
		if depth > 0 && merged {
			item, _ = g.tree(height, depth-1).(map[string]any)
		}
		item["n"] = string(rune('a' + n))
		if g.numbers.IntN(4) == 0 {
			item["d++"] = g.word()
		}
		if merged && g.numbers.IntN(4) == 0 {
			item["$(remove)"] = true
		}
		items = append(items, item)
	}
	if !merged && len(items) > 0 && g.numbers.IntN(20) == 0 {
		items = append(items, items[0])
	}
	return items
}

// document returns the bases, and the application with the other layers.
func (s stack) document(t *testing.T) []byte {
	t.Helper()
	var bases, documents []any
	for i, base := range s.levels[:len(s.levels)-1] {
		name := fmt.Sprintf("base-%d", i)
		bases = append(bases, name)
		documents = append(documents, stackDocument("FluxApplicationBase", name, base.spec()))
	}
	spec := s.levels[len(s.levels)-1].spec()
	config := spec["config"].(map[string]any)
	entry := maps.Clone(s.entry)
	entry["destination"] = map[string]any{"clusterSelector": map[string]any{}}
	if s.helm {
		spec["source"] = map[string]any{"sourceRef": map[string]any{"kind": "HelmRepository", "name": "s"}}
		config["helmRelease"] = map[string]any{"chart": map[string]any{"chart": "c", "version": "1.2.3"},
			"deploy": []any{entry}}
	} else {
		config["kustomization"] = []any{entry}
	}
	var clusters []any
	for _, name := range stackClusters {
		clusters = append(clusters,
			map[string]any{"name": name, "kubeConfig": map[string]any{"secretRef": map[string]any{"name": name}}})
	}
	spec["clusters"] = clusters
	if len(bases) > 0 {
		spec["bases"] = bases
	}
	var text strings.Builder
	for _, document := range append(documents, stackDocument("FluxApplication", "x", spec)) {
		data, err := yaml.Marshal(document)
		assert.NilError(t, err)
		text.WriteString("---\n")
		text.Write(data)
	}
	return []byte(text.String())
}

func stackDocument(kind, name string, spec map[string]any) map[string]any {
	return map[string]any{"apiVersion": "fluxapp.dev/v1alpha1", "kind": kind,
		"metadata": map[string]any{"name": name, "namespace": "x"}, "spec": spec}
}

// spec returns what the document of a level has.
func (l level) spec() map[string]any {
	config, spec := map[string]any{}, map[string]any{}
	if len(l.defaults) > 0 {
		config["defaults"] = l.defaults
	}
	var overrides []any
	for _, o := range l.overrides {
		if o = maps.Clone(o); o["cluster"] == nil {
			o["clusterSelector"] = map[string]any{}
		}
		overrides = append(overrides, o)
	}
	if len(overrides) > 0 {
		config["overrides"] = overrides
	}
	if l.source != nil {
		spec["source"] = l.source
	}
	if len(l.sources) > 0 {
		spec["sources"] = l.sources
	}
	spec["config"] = config
	return spec
}

// layers returns what reaches a cluster, the lowest layer first.
func (s stack) layers(cluster string) (all []map[string]any) {
	for i, l := range s.levels {
		all = append(all, l.defaults)
		if i == len(s.levels)-1 {
			all = append(all, s.entry)
		}
		for _, o := range l.overrides {
			if to := o["cluster"]; to == nil || to == cluster {
				o = maps.Clone(o)
				delete(o, "cluster")
				all = append(all, o)
			}
		}
	}
	return all
}

// isWrong reports whether a list cannot be merged on some cluster.
func (s stack) isWrong() bool {
	return slices.ContainsFunc(stackClusters, func(cluster string) bool {
		_, ok := s.slow(cluster)
		return !ok
	})
}

// slow returns the spec for a cluster, without what is not in layers. It is false when a list cannot be merged.
func (s stack) slow(cluster string) (spec map[string]any, ok bool) {
	spec = map[string]any{}
	m := slowMerge{}
	for _, layer := range s.layers(cluster) {
		layer = maps.Clone(layer)
		delete(layer, "source")
		spec = m.maps(spec, layer, false)
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
	return spec, !m.failed
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
