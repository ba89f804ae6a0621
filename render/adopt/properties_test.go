package adopt_test

import (
	"bytes"
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
// without, and also as if somebody else had made the objects. Every workload is in a document that is proved, but
// those that lack what Flux requires, because another tool adds it.
func TestRenderedComesBack(t *testing.T) {
	paths, err := filepath.Glob("../../testdata/cases/*/*/in.yaml")
	assert.NilError(t, err)
	objects, incomplete, guessed, step := 0, 0, 0, 1
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
			switch adopted, err := adopt.Adopt(files, o); {
			case err == nil:
				assert.Equal(t, objectsOf(adopted), workloads, path)
				objects += workloads
			default:
				incomplete++
				for line := range strings.Lines(err.Error()) {
					assert.Assert(t, strings.Contains(line, "spec: Flux requires "), "%s: %s", path, line)
				}
			}
			guessed += adoptedAsOthers(t, path, files)
		}
	}
	t.Logf("%d objects came back, and %d of others; %d runs had incomplete ones", objects, guessed, incomplete)
	assert.Assert(t, objects*step > 1500 && guessed*step > 1000 && incomplete < 10)
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
		if slices.Contains([]string{"HelmRelease", "Kustomization", "KCLRun"}, object.Kind()) {
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
