package layout_test

import (
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// TestCases takes the workloads of all cases for given objects, and expects the same ones from their document.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("../../../../testdata/cases/*/*/in.yaml")
	assert.NilError(t, err)
	proved := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		assert.NilError(t, err)
		docs := schema.Parse("in.yaml", data)
		result, err := render.Render(docs, render.Options{})
		if err != nil {
			continue
		}
		name := filepath.Base(filepath.Dir(filepath.Dir(file))) + "/" + filepath.Base(filepath.Dir(file))
		for of, g := range groupsOf(result) {
			for how, fleet := range fleets(docs) {
				proved++
				g.Fleet = fleet.members
				t.Run(name+"/"+of.kind.Name+"/"+how, func(t *testing.T) { prove(t, g, write(g), fleet.documents...) })
			}
		}
	}
	assert.Assert(t, proved > 300, "%d groups", proved)
}

type groupKey struct {
	application string
	kind        *kinds.Kind
}

// groupsOf returns the workloads of a result by their applications.
func groupsOf(result render.Result) map[groupKey]layout.Group {
	all := map[groupKey]layout.Group{}
	for _, o := range result.Objects {
		for kind := range kinds.With(kinds.Workload) {
			if kind.Name != o.Kind() {
				continue
			}
			key := groupKey{o.Application(), kind}
			g, known := all[key]
			g.Kind, g.Standalone, g.Name = kind, o.Facts().Standalone(), o.Document().Name()
			if !known || o.Namespace() == "" { // an application with a namespace gives it to all objects
				g.Namespace = o.Namespace()
			}
			g.Members = append(g.Members, layout.Member{Cluster: o.Cluster(), Object: stripped(o.Tree())})
			all[key] = g
		}
	}
	return all
}

// stripped returns an object without what fluxapp adds.
func stripped(object tree.Node) tree.Node {
	b := tree.NewBuilder()
	metadata := object.Get("metadata")
	fields := []tree.Field{{Key: "name", Value: metadata.Get("name")},
		{Key: "namespace", Value: metadata.Get("namespace")}}
	for _, key := range []string{"labels", "annotations"} {
		fields = append(fields, kept(b, metadata, key))
	}
	return b.Map(object, append(object.Fields(), tree.Field{Key: "metadata", Value: b.Map(metadata, fields...)})...)
}

// fleet are clusters that documents declare.
type fleet struct {
	members   []schema.Member
	documents []*schema.Document
}

// fleets returns the ways in which the clusters of an application can be known.
func fleets(docs schema.Documents) map[string]fleet {
	var known fleet
	for _, d := range docs {
		if d.Class() == schema.ClassCluster {
			known.documents = append(known.documents, d)
			known.members = append(known.members, d.Members()...)
		}
	}
	if known.members == nil {
		return map[string]fleet{"listed": {}}
	}
	return map[string]fleet{"listed": {}, "documents": known}
}
