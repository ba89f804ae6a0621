package adopt_test

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/adopt"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// TestRenderedComesBack adopts what the cases render, without their applications: with the clusters of the case and
// without, and also as if somebody else had made the objects. Every workload is in a document that renders it again,
// and so is every other object that does not stay. Objects in waves are refused.
func TestRenderedComesBack(t *testing.T) {
	paths, err := filepath.Glob("../../testdata/cases/*/*/in.yaml")
	assert.NilError(t, err)
	objects, refused, guessed, step := 0, 0, 0, 1
	if testing.Short() {
		step = 5
	}
	for i := 0; i < len(paths); i += step {
		path := paths[i]
		data, err := os.ReadFile(path)
		assert.NilError(t, err)
		docs := schema.Parse("in.yaml", data)
		result, err := render.Render(docs, render.Options{})
		if err != nil {
			continue
		}
		for _, fleet := range []bool{true, false} {
			files, workloads, standalone := filesOf(docs, result, fleet)
			if workloads == 0 {
				continue
			}
			from := "kubeConfig"
			if standalone {
				from = "path:1"
			}
			place, err := adopt.ParseClusterFrom(from)
			assert.NilError(t, err)
			o := adopt.Options{ClusterFrom: []adopt.ClusterFrom{place}}
			adopted, err := adopt.Adopt(files, o)
			if slices.ContainsFunc(result.Objects, func(o render.Object) bool { return o.Digest() != "" }) {
				assert.ErrorContains(t, err, "[FA710]", path)
				refused++
				continue
			}
			assert.NilError(t, err, path)
			assert.Equal(t, objectsOf(adopted), workloads, path)
			renderAgain(t, path, docs, fleet, result, adopted)
			objects += workloads
			guessed += adoptedAsOthers(t, path, files)
		}
	}
	t.Logf("%d objects came back, and %d of others; %d runs with waves were refused", objects, guessed, refused)
	assert.Assert(t, objects*step > 1200 && refused*step > 20 && guessed*step > 1000)
}

// renderAgain compares what the documents of an adoption render, beside the clusters of the fleet if it has one, with
// the objects that were adopted: all but comments, what limits write, and names for consoles.
func renderAgain(t *testing.T, path string, docs schema.Documents, fleet bool, before render.Result,
	adopted adopt.Result) {
	t.Helper()
	again := slices.DeleteFunc(slices.Clone(docs), func(d *schema.Document) bool {
		return !fleet || d.Class() != schema.ClassCluster
	})
	for i, app := range adopted.Applications {
		again = append(again, schema.Parse(fmt.Sprintf("%d.yaml", i), app.YAML)...)
	}
	after, err := render.Render(again, render.Options{})
	assert.NilError(t, err, path)
	texts := map[render.ID]string{}
	for _, object := range after.Objects {
		texts[idOf(object)] = contentOf(object)
	}
	for _, object := range before.Objects {
		if stays := slices.ContainsFunc(adopted.Left, func(l adopt.Left) bool {
			return l.Kind == object.Kind() && l.Namespace == object.Namespace() && l.Name == object.Name()
		}); isWorkload(object) || !stays {
			assert.Equal(t, texts[idOf(object)], contentOf(object), path)
		}
		delete(texts, idOf(object))
	}
	assert.Equal(t, len(texts), 0, "%s: more is rendered: %v", path, texts)
}

// idOf returns the identity of an object. In a folder called hub it is of a cluster that is not the hub.
func idOf(o render.Object) render.ID {
	id := o.ID()
	id.Server = cmp.Or(id.Server, "hub-cluster")
	return id
}

// contentOf returns the text of an object without comments, and without what its own document does not decide: what
// limits write, the label and annotation for KubeSphere's console, and which of several applications has a source. An
// empty map of labels is none.
func contentOf(o render.Object) string {
	b, metadata := tree.NewBuilder(), o.Tree().Get("metadata")
	fields := b.Without(metadata, "labels", "annotations").Fields()
	for _, list := range []string{"labels", "annotations"} {
		kept := slices.DeleteFunc(metadata.Get(list).Fields(), func(f tree.Field) bool {
			return f.Value.Kind() == tree.Null || f.Key == "fluxapp.dev/protected" || f.Key == "app.kubernetes.io/name" ||
				f.Key == "app.kubernetes.io/managed-by" || f.Key == "fluxapp.dev/rendered-from" && !isWorkload(o)
		})
		if len(kept) > 0 {
			fields = append(fields, tree.Field{Key: list, Value: b.Map(metadata, kept...)})
		}
	}
	whole := append(o.Tree().Fields(), tree.Field{Key: "metadata", Value: b.Map(metadata, fields...)})
	return string(tree.AppendContent(nil, b.Map(o.Tree(), whole...)))
}

func isWorkload(o render.Object) bool {
	return slices.Contains([]string{"HelmRelease", "Kustomization", "KCLRun"}, o.Kind())
}

func objectsOf(r adopt.Result) (n int) {
	for _, app := range r.Applications {
		n += app.Objects
	}
	return n
}

// adoptedAsOthers adopts objects that tell nothing of their documents. Names may then mean other applications, or no
// cluster, but what is adopted is proved.
func adoptedAsOthers(t *testing.T, path string, files []adopt.File) int {
	others := slices.Clone(files)
	for i, f := range others {
		others[i].Data = bytes.ReplaceAll(f.Data, []byte("fluxapp.dev/rendered-from"), []byte("example.com/from"))
	}
	result, _ := adopt.Adopt(others, adopt.Options{})
	for _, f := range result.Findings {
		assert.Check(t, !strings.Contains(f.Detail, "report this"), "%s: %s", path, f)
	}
	return objectsOf(result)
}

// filesOf returns the objects of a result in a file each, with the clusters of a fleet if that is asked for, and
// counts the workloads.
func filesOf(docs schema.Documents, result render.Result,
	fleet bool) (files []adopt.File, workloads int, standalone bool) {
	for i, object := range result.Objects {
		folder := object.Cluster()
		if folder == "" {
			folder = "hub"
		}
		files = append(files, adopt.File{Name: fmt.Sprintf("%s/%d.yaml", folder, i), Data: object.YAML()})
		standalone = standalone || object.Standalone()
		if isWorkload(object) {
			workloads++
		}
	}
	for i, d := range docs {
		if fleet && d.Class() == schema.ClassCluster {
			files = append(files, adopt.File{Name: fmt.Sprintf("fleet/%d.json", i), Data: tree.AppendYAML(nil, d.Root())})
		}
	}
	return files, workloads, standalone
}
