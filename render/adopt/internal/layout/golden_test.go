package layout_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// TestGolden writes the documents of testdata/<case>.in.yaml and compares them with <case>.yaml. The first document
// of an input tells what the group is, documents of clusters are the fleet, and each other document has a cluster and
// its object.
func TestGolden(t *testing.T) {
	inputs, err := filepath.Glob("testdata/*.in.yaml")
	assert.NilError(t, err)
	assert.Assert(t, len(inputs) > 0)
	for _, input := range inputs {
		name := strings.TrimSuffix(filepath.Base(input), ".in.yaml")
		t.Run(name, func(t *testing.T) {
			g, clusters := readCase(t, input)
			text := write(g)
			prove(t, g, text, clusters...)
			golden.Assert(t, string(text), name+".yaml")
			for range 3 {
				rand.Shuffle(len(g.Members), func(i, j int) { g.Members[i], g.Members[j] = g.Members[j], g.Members[i] })
				assert.Equal(t, string(write(g)), string(text), "another order of members")
			}
		})
	}
}

func readCase(t *testing.T, file string) (g layout.Group, clusters schema.Documents) {
	t.Helper()
	data, err := os.ReadFile(file)
	assert.NilError(t, err)
	for _, d := range schema.Parse(file, data) {
		if d.Class() == schema.ClassCluster {
			clusters = append(clusters, d)
			g.Fleet = append(g.Fleet, d.Members()...)
		}
	}
	docs, problems := tree.Parse(file, data)
	for _, p := range problems {
		assert.Assert(t, p.Remark, "%v", p)
	}
	about := docs[0].Root()
	g.Name, g.Namespace, g.Standalone = about.Get("name").Text(), about.Get("namespace").Text(),
		about.Get("topology").Text() == "Standalone"
	for _, d := range docs[1:] {
		m := layout.Member{Cluster: d.Root().Get("cluster").Text(), Object: d.Root().Get("object"),
			File: d.Root().Get("file").Text(), SourceFile: d.Root().Get("sourceFile").Text()}
		if !m.Object.Exists() { // it has comments
			m.Object = d.Root()
			m.Cluster = strings.TrimSuffix(m.Object.At("spec", "kubeConfig", "secretRef", "name").Text(), "-kubeconfig")
		}
		if source := d.Root().Get("source"); source.Exists() {
			m.Source = layout.Source{Kind: kindOf(source, kinds.Source), Object: source}
		}
		if kind := kindOf(m.Object, kinds.Workload); kind != nil {
			g.Kind = kind
			g.Members = append(g.Members, m)
		}
	}
	return g, clusters
}

func kindOf(object tree.Node, class kinds.Role) *kinds.Kind {
	for kind := range kinds.With(class) {
		if kind.Name == object.Get("kind").Text() {
			return kind
		}
	}
	return nil
}
