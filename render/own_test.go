package render_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// eachObject calls a function for each object of each case.
func eachObject(t *testing.T, check func(o render.Object)) {
	t.Helper()
	count := 0
	for _, dir := range someCases(t) {
		in, err := os.ReadFile(filepath.Join(dir, "in.yaml"))
		assert.NilError(t, err)
		result, err := render.Render(schema.Parse("in.yaml", in), caseOptions(t, dir))
		if err != nil {
			continue
		}
		for _, o := range append(result.Objects, result.Bootstrap...) {
			count++
			check(o)
		}
	}
	assert.Assert(t, count > ofSomeCases(1000), "%d", count)
}

// TestOwnReader expects the text and the tree of Own, whether objects are compiled together or not.
func TestOwnReader(t *testing.T) {
	r := render.NewOwnReader()
	eachObject(t, func(o render.Object) {
		own := o.Facts().Own()
		assert.Equal(t, string(r.Text(o)), string(tree.AppendContent(nil, own)))
		assert.Equal(t, string(tree.AppendJSON(nil, r.Tree(o))), string(tree.AppendJSON(nil, own)))
	})
}

// followsFromOthers are the fields that Own returns as they are written, or leaves out.
var followsFromOthers = []string{
	"metadata.annotations[" + kinds.AnnotationDigest + "]", "metadata.annotations[" + kinds.AnnotationName + "]",
	"metadata.annotations[" + kinds.AnnotationProtected + "]",
	"metadata.labels[" + kinds.LabelApplication + "]", "spec.dependsOn", "spec.eventSources",
}

// TestExplainField expects of each field what Explain has for it, and that Own has all fields but those that follow
// from other objects.
func TestExplainField(t *testing.T) {
	r := render.NewOwnReader()
	eachObject(t, func(o render.Object) {
		e, alone := r.FieldExplainer(o), render.NewOwnReader().FieldExplainer(o)
		_ = e.Field("spec") // a map, as people may ask for it
		known := map[string]string{}
		for keys := range leavesOf(o.Facts().Own(), nil) {
			leaf := e.Field(keys...)
			assert.DeepEqual(t, alone.Field(keys...), leaf)
			known[leaf.Path] = fmt.Sprint(leaf)
		}
		for _, leaf := range o.Explain() {
			if leaf.Item || leaf.Path == "file" {
				assert.DeepEqual(t, e.Field(leaf.Keys...), leaf)
				continue
			}
			if leaf.Value == "" || leaf.Value == "null" { // what a layer removed has no value to start from
				continue
			}
			found, ok := known[leaf.Path]
			if follows := isOneOf(leaf.Path, followsFromOthers); !follows || ok && leaf.Path != "spec.dependsOn" {
				assert.Assert(t, ok || follows, "%s: %s", o.Path(), leaf.Path)
				assert.Equal(t, found, fmt.Sprint(leaf), "%s", o.Path())
			}
		}
	})
}

func isOneOf(text string, all []string) bool {
	for _, one := range all {
		if text == one {
			return true
		}
	}
	return false
}

// TestExplainRemovedField expects of a field that a layer removed the layer, and of a field that nobody has nothing.
func TestExplainRemovedField(t *testing.T) {
	text := strings.Replace(app, "    helmRelease:", "    overrides:\n    - {clusterSelector: {}, values: "+
		"{replicaCount: $(remove)}}\n    - {cluster: berlin, interval: 2h, suspend: null}\n    helmRelease:", 1)
	text = strings.Replace(text, "kubeConfig: {secretRef: {name: berlin-kubeconfig}}",
		"cluster: berlin\n          kubeConfig: {secretRef: {name: berlin-kubeconfig}}", 1)
	text = strings.Replace(text, "interval: 1h", "interval: 1h\n        suspend: true", 1)
	text = strings.Replace(text, "clusterSelector: {}", "cluster: berlin", 1)
	result, err := render.Render(schema.Parse("in.yaml", []byte(text)), render.Options{})
	assert.NilError(t, err)
	o := result.Objects[0]
	e := o.FieldExplainer()
	assert.Equal(t, e.Field("spec", "values", "replicaCount").Setting.String(), "overrides[0] in.yaml:11:48")
	assert.Equal(t, e.Field("spec", "suspend").Setting.Layer, "overrides[1]")
	assert.Equal(t, e.Field("spec", "interval").Setting.Layer, "overrides[1]")
	assert.Equal(t, e.Field("spec", "timeout").Setting, render.Setting{})
	assert.Equal(t, e.Field("spec", "values", "other", "deep").Setting, render.Setting{})
	assert.Equal(t, e.Field("kind").Value, `"HelmRelease"`)
	assert.Equal(t, e.Field().Setting, render.Setting{})
}

// TestValue expects the scalars of a spec without building the object.
func TestValue(t *testing.T) {
	eachObject(t, func(o render.Object) {
		own := o.Facts().Own()
		for keys, value := range leavesOf(own, nil) {
			if len(keys) > 1 && value.Kind() < tree.List && keys[1] != "eventMetadata" && keys[1] != "wave" {
				assert.Equal(t, o.Value(keys...).Text(), value.Text(), "%s: %v", o.Path(), keys)
			}
		}
		for _, absent := range []string{"destination", "metadata", "source", "name", "none"} {
			assert.Equal(t, o.Value("spec", absent).Exists(), own.At("spec", absent).Exists(), "%s: %s", o.Path(), absent)
		}
	})
}

// leavesOf yields the values that hold no further fields, with their keys. Nulls that are not printed are left out.
func leavesOf(n tree.Node, keys []string) func(yield func([]string, tree.Node) bool) {
	return func(yield func([]string, tree.Node) bool) {
		for c := range n.Children() {
			below := append(keys[:len(keys):len(keys)], c.Key())
			if c.Kind() == tree.Map && c.Len() > 0 {
				leavesOf(c, below)(yield)
			} else if c.Kind() != tree.Null && !yield(below, c) {
				return
			}
		}
	}
}
