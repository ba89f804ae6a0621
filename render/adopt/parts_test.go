package adopt_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/adopt"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// parts are the kinds that a document can hold besides workloads: those of sources come in, and the others stay.
var parts = []string{"GitRepository", "HelmRepository", "OCIRepository", "Bucket", "ImageRepository", "ImagePolicy",
	"ImageUpdateAutomation", "Provider", "Alert"}

// TestPartsComeBack adopts what the cases render, and renders the documents that it gets. Each of their objects was
// there, byte for byte, and no object of image automation or notification and no source is lost: it is rendered again,
// or it is left. This has nothing in common with the proof of an adoption.
func TestPartsComeBack(t *testing.T) {
	paths, err := filepath.Glob("../../testdata/cases/*/*/in.yaml")
	assert.NilError(t, err)
	all, back, step := map[string]int{}, map[string]int{}, 1
	if testing.Short() {
		step = 5
	}
	for i := 0; i < len(paths); i += step {
		data, err := os.ReadFile(paths[i])
		assert.NilError(t, err)
		docs := schema.Parse("in.yaml", data)
		rendered, err := render.Render(docs, render.Options{})
		if err != nil {
			continue
		}
		files, _, standalone := filesOf(docs, rendered, false)
		from := "kubeConfig"
		if standalone {
			from = "path:1"
		}
		place, err := adopt.ParseClusterFrom(from)
		assert.NilError(t, err)
		adopted, _ := adopt.Adopt(files, adopt.Options{ClusterFrom: []adopt.ClusterFrom{place}})
		before, after := canonical(t, rendered.Objects), renderedBy(t, adopted)
		for text := range after {
			assert.Assert(t, before[text] != "", "%s: %s", paths[i], text)
		}
		left := map[string]bool{}
		for _, l := range adopted.Left {
			left[l.Kind+"/"+l.Namespace+"/"+l.Name] = true
		}
		for text, id := range before {
			kind, _, _ := strings.Cut(id, "/")
			if !slices.Contains(parts, kind) {
				continue
			}
			if all[kind]++; after[text] != "" {
				back[kind]++
			}
			assert.Assert(t, after[text] != "" || left[id], "%s: %s is lost", paths[i], id)
		}
	}
	t.Logf("%v came back of %v", back, all)
	for kind, n := range all {
		isSource := slices.Contains(parts[:4], kind)
		assert.Check(t, testing.Short() && isSource || (3*back[kind] > 2*n) == isSource, kind)
	}
}

func renderedBy(t *testing.T, adopted adopt.Result) map[string]string {
	t.Helper()
	var docs schema.Documents
	for _, app := range adopted.Applications {
		docs = append(docs, schema.Parse(app.File, app.YAML)...)
	}
	result, err := render.Render(docs, render.Options{AllowEmpty: true})
	assert.NilError(t, err)
	return canonical(t, result.Objects)
}

// canonical returns the kind, namespace and name of each object, by its cluster and all of it but what fluxapp and
// KubeSphere add.
func canonical(t *testing.T, objects []render.Object) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, o := range objects {
		var fields map[string]any
		assert.NilError(t, json.Unmarshal(o.JSON(), &fields))
		metadata := fields["metadata"].(map[string]any)
		for _, list := range []string{"labels", "annotations"} {
			entries, _ := metadata[list].(map[string]any)
			maps.DeleteFunc(entries, func(key string, _ any) bool {
				return strings.HasPrefix(key, "fluxapp.dev/") || key == "app.kubernetes.io/name" ||
					key == "app.kubernetes.io/managed-by"
			})
			if len(entries) == 0 {
				delete(metadata, list)
			}
		}
		text, err := json.Marshal(fields)
		assert.NilError(t, err)
		server := ""
		if o.Standalone() && o.Cluster() != "hub-cluster" { // what a cluster called hub is called, and the hub too
			server = o.Cluster()
		}
		found[server+" "+string(text)] = strings.Join([]string{o.Kind(), o.ID().Namespace, o.ID().Name}, "/")
	}
	return found
}
