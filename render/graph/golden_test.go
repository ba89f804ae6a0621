package graph_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/graph"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// rendered returns the result of a document.
func rendered(t testing.TB, document string) render.Result {
	t.Helper()
	result, err := render.Render(schema.Parse("in.yaml", []byte(document)), render.Options{})
	assert.NilError(t, err)
	return result
}

// options reads the options of a case from its first line, which may begin with "graph APPLICATION --cluster NAME:".
func options(document string) (o graph.Options) {
	line, _, _ := strings.Cut(document, "\n")
	command, _, _ := strings.Cut(line, ":")
	words := strings.Fields(command)
	if len(words) < 2 || words[1] != "graph" {
		return o
	}
	for i := 2; i < len(words); i++ {
		if words[i] == "--cluster" {
			i++
			o.Cluster = words[i]
		} else {
			o.Application = words[i]
		}
	}
	return o
}

// mermaid returns a picture as Mermaid.
func mermaid(t testing.TB, g graph.Graph) string {
	t.Helper()
	var b strings.Builder
	assert.NilError(t, g.WriteMermaid(&b))
	return b.String()
}

// toJSON returns a picture as JSON, with a line for each frame, box and arrow.
func toJSON(t testing.TB, g graph.Graph) string {
	t.Helper()
	var b strings.Builder
	assert.NilError(t, g.WriteJSON(&b))
	return strings.NewReplacer("[{", "[\n{", "},{", "},\n{", "}],", "}\n],\n", "}]}", "}\n]}").Replace(b.String())
}

// TestGolden draws each case of the folder testdata in both languages.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*/in.yaml")
	assert.NilError(t, err)
	assert.Assert(t, len(files) >= 14)
	for _, file := range files {
		name := filepath.Base(filepath.Dir(file))
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile(file)
			assert.NilError(t, err)
			g := graph.Of(rendered(t, string(data)), options(string(data)))
			golden.Assert(t, mermaid(t, g), name+"/out.mmd")
			golden.Assert(t, toJSON(t, g), name+"/out.json")
		})
	}
}
