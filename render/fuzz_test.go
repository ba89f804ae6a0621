package render_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// FuzzRender renders anything. Whatever it is, the same bytes must come out twice, or the same errors, each with its
// place.
func FuzzRender(f *testing.F) {
	for _, pattern := range []string{"../testdata/cases/*/*/in.yaml", "../../shared/corpus/ksdevops/*/*.yaml",
		"../../shared/seeds/002-*.yaml"} {
		files, err := filepath.Glob(pattern)
		assert.NilError(f, err)
		for i, file := range files {
			if !testing.Short() || i%fewerCases == 0 {
				f.Add(readFile(f, file))
			}
		}
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		kept := bytes.Clone(in)
		out, result := renderBytes(t, in)
		again, _ := renderBytes(t, in)
		assert.Equal(t, out, again)
		assert.Assert(t, bytes.Equal(in, kept), "the input was written to")
		for _, e := range result.Findings {
			assert.Assert(t, e.File == "in.yaml" && e.Line > 0 && e.Column > 0, "%v", e)
		}
		isStream(t, result)
		for _, o := range result.Objects {
			readsBack(t, o)
		}
	})
}

// renderBytes returns the objects of an input as YAML, followed by everything that is said of it.
func renderBytes(t *testing.T, in []byte) (string, render.Result) {
	docs := schema.Parse("in.yaml", in)
	for _, d := range docs {
		if large(d.Root(), new(100_000)) {
			t.Skip("aliases that stand for too much to print it often")
		}
	}
	result, err := render.Render(docs, render.Options{AllowEmpty: true}) // whose error has no place
	var out bytes.Buffer
	assert.NilError(t, result.WriteYAML(&out))
	if err != nil {
		assert.Equal(t, len(result.Objects), 0)
		assert.Assert(t, strings.Contains(err.Error(), "[FA"), "%v", err)
		return err.Error(), result
	}
	return out.String() + result.Findings.String(), result
}

// large reports whether a value stands for more nodes than are left, all aliases written out.
func large(n tree.Node, left *int) bool {
	for c := range n.Children() {
		if *left--; *left < 0 || large(c, left) {
			return true
		}
	}
	return false
}

// readsBack reads an object as YAML and as JSON, which must be one tree.
func readsBack(t *testing.T, o render.Object) {
	var fromYAML, fromJSON any
	assert.NilError(t, yaml.Unmarshal(o.YAML(), &fromYAML), "%s", o.YAML())
	assert.NilError(t, yaml.Unmarshal(o.JSON(), &fromJSON), "%s", o.JSON())
	if diff := cmp.Diff(fromJSON, fromYAML); diff != "" {
		t.Fatalf("JSON (-) and YAML (+) differ:\n%s\n%s", diff, o.YAML())
	}
}
