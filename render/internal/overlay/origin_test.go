package overlay_test

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/internal/overlay"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// stackOf returns layers of HelmReleases, called a, b and so on, the lowest first. An item of sources is one called
// item.
func stackOf(t *testing.T, layers ...string) overlay.Stack {
	t.Helper()
	docs := schema.Parse("in.yaml", []byte(`
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web}
spec: {config: {helmRelease: {deploy: [{"valuesFrom+": [], values: {a: $(remove)}}]}}}
`))
	isItem := func(n tree.Node) bool { return n.Get("name").Text() == "item" }
	s := overlay.Stack{Table: overlay.OfEntries(docs[0], tree.Node{}).WithSources(tree.Node{}, isItem)}
	for i, text := range layers {
		trees, problems := tree.Parse(string(rune('a'+i)), []byte(text))
		assert.Equal(t, len(problems), 0)
		s.Layers = append(s.Layers, overlay.Layer{Name: string(rune('a' + i)), Fields: trees[0].Root()})
	}
	return s
}

func TestOrigins(t *testing.T) {
	layers := stackOf(t,
		`{values: {image: {tag: 1}, list: [a]}, valuesFrom: [{name: a}], source: {bucket: {region: a}}}`,
		`{values: {image: {tag: 2}, "list+": [b]}, "valuesFrom+": [{name: b}], source: {name: item, bucket: {region: b}}}`,
		`{values: {image: other, "list++": 1}, "valuesFrom+": [{name: c}], source: {bucket: {region: c}}}`,
		`{values: {image: {tag: $(remove)}, list: null}}`,
	)
	for path, want := range map[string]string{
		"values.image.tag":     `d "$(remove)" | c "other" above | b 2 | a 1`,
		"values.image":         `d {"tag":"$(remove)"} | c "other" | b {"tag":2} | a {"tag":1}`,
		"values.list":          `d null | a + b ["a","b"]`,
		"values.list+":         `c 1`,
		"valuesFrom":           `a + b + c [{"name":"a"},{"name":"b"},{"name":"c"}]`,
		"source.bucket.region": `c "c" | sources "b"`,
		"timeout":              ``,
	} {
		keys := strings.Split(path, ".")
		var got []string
		for _, o := range layers.Origins(keys...) {
			line := fmt.Sprintf("%s %s", o.Name, tree.AppendJSON(nil, o.Fields))
			if o.Depth < len(keys) {
				line += " above"
			}
			got = append(got, line)
		}
		assert.Equal(t, strings.Join(got, " | "), want, path)
	}
}

// TestItems finds the layers of each item of a list, also of one that a layer removes and another one adds again.
func TestItems(t *testing.T) {
	layers := stackOf(t,
		`{values: {"list+": [{id: x}]}}`, // covered
		`{values: {list: [{id: a, v: 1}, {id: b}, {id: c}]}}`,
		`{values: {"list+": [{id: b, v: 2}]}}`,
		`{values: {"list+(id)": [{id: a, w: 2}, {id: c, $(remove): true}, {id: d}, {id: e, $(remove): true}]}}`,
		`{valuesFrom: []}`,
		`{values: {"list+(id)": [{id: c, v: 3}, {id: a, v: null}]}}`,
	)
	origins := layers.Origins("values", "list")
	assert.Equal(t, len(origins), 2)
	assert.Equal(t, string(tree.AppendJSON(nil, origins[0].Fields)),
		`[{"id":"a","w":2},{"id":"b"},{"id":"b","v":2},{"id":"d"},{"id":"c","v":3}]`)
	var got []string
	for _, item := range origins[0].Items {
		line := item.Removed + ":"
		for _, l := range item.From {
			line += fmt.Sprintf(" %s %s", l.Name, tree.AppendJSON(nil, l.Fields))
		}
		got = append(got, line)
	}
	assert.DeepEqual(t, got, []string{
		`: b {"id":"a","v":1} d {"id":"a","w":2} f {"id":"a"}`,
		`: b {"id":"b"}`,
		`: c {"id":"b","v":2}`,
		`: d {"id":"d"}`,
		`: f {"id":"c","v":3}`,
		`id=c: b {"id":"c"} d {"$(remove)":true,"id":"c"}`,
	})
	assert.Assert(t, layers.Origins("valuesFrom")[0].Items == nil)
}

// TestOriginsOfReplacedList finds where a list grew below one that replaces it.
func TestOriginsOfReplacedList(t *testing.T) {
	layers := stackOf(t, `"valuesFrom+": [{name: a}]`, `valuesFrom: $(remove)`, `"valuesFrom+": [{name: c}]`,
		`valuesFrom: []`)
	var got []string
	for _, o := range layers.Origins("valuesFrom") {
		got = append(got, fmt.Sprintf("%s %t", o.Name, o.Removes()))
	}
	assert.DeepEqual(t, got, []string{"d false", "c false", "b true", "a false"})
	assert.Equal(t, layers.Origins("valuesFrom")[1].Fields.Position().File, "c")
}

func TestRemoved(t *testing.T) {
	layers := stackOf(t, `values: {a: $(remove), b: {c: $(remove)}}`, `values: {z: $(remove), a: $(remove), d: 1}`)
	assert.DeepEqual(t, layers.Removed("values"), []string{"a", "z"})
	assert.DeepEqual(t, layers.Removed("values", "b"), []string{"c"})
	assert.Assert(t, layers.Removed("chart") == nil)
}

// TestItemsOfKinds merges a list by a field in which items have a text and a number: they are two items.
func TestItemsOfKinds(t *testing.T) {
	layers := stackOf(t, `{values: {ports: [{port: 80, name: a}, {port: "80", name: b}]}}`,
		`{values: {"ports+(port)": [{port: "80", name: c}, {port: 443, name: d}, {port: 80, $(remove): true}]}}`)
	o := overlay.New(tree.NewBuilder(), layers.Table)
	o.Report = func(p finding.Problem) { t.Errorf("%s", p.Detail) }
	merged := o.Over(layers.Layers[0].Fields, layers.Layers[1].Fields, tree.Node{})
	assert.Equal(t, string(tree.AppendJSON(nil, merged.At("values", "ports"))),
		`[{"name":"c","port":"80"},{"name":"d","port":443}]`)
}
