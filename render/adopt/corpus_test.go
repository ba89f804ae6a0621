package adopt_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/adopt"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// sharedDir returns a folder of the material that lies beside the repository: documents of others, which are read
// where they are and never copied. Without it a test is skipped, or fails where FLUXAPP_REQUIRE_SHARED is 1: see
// testdata/README.md.
func sharedDir(t *testing.T, path ...string) string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join(append([]string{"..", "..", "..", "shared"}, path...)...))
	assert.NilError(t, err)
	if _, err := os.Stat(dir); err != nil {
		if os.Getenv("FLUXAPP_REQUIRE_SHARED") == "1" {
			t.Fatalf("NOTHING WAS TESTED: %v", err)
		}
		t.Skipf("NOTHING WAS TESTED: %v", err)
	}
	return dir
}

// TestGroups adopts each group of objects of one application on several clusters, and each repository with all its
// groups at once. Every object must come back, spec for spec, as kubectl decodes it: this comparison has nothing in
// common with the proof of an adoption.
func TestGroups(t *testing.T) {
	dir := sharedDir(t, "corpus", "groups")
	repositories, err := filepath.Glob(filepath.Join(dir, "*"))
	assert.NilError(t, err)
	groups, adopted, before, after := 0, 0, 0, 0
	for _, repository := range repositories {
		folders, err := filepath.Glob(filepath.Join(repository, "*", "group.json"))
		assert.NilError(t, err)
		var all []adopt.File
		for _, folder := range folders {
			files := yamlOf(filesBelow(t, filepath.Dir(folder)))
			groups++
			result, err := adopt.Adopt(files, adopt.Options{})
			if err != nil {
				t.Errorf("%s: %v", folder, err)
				continue
			}
			assert.Equal(t, len(result.Applications), 1, folder)
			app := result.Applications[0]
			comesBack(t, files, result)
			adopted++
			before, after = before+lines(files), after+strings.Count(string(app.YAML), "\n")
			assert.Assert(t, strings.Count(string(app.YAML), "\n") < lines(files),
				"%s: the document is longer than its files:\n%s", folder, app.YAML)
			all = append(all, prefixed(filepath.Base(filepath.Dir(folder)), files)...)
		}
		result, err := adopt.Adopt(all, adopt.Options{})
		assert.NilError(t, err, repository)
		assert.Equal(t, len(result.Applications), len(folders), "%s from %s", repository, adopt.Join(result.ClusterFrom))
		comesBack(t, all, result)
	}
	t.Logf("%d of %d groups adopted, %d lines → %d", adopted, groups, before, after)
	assert.Assert(t, groups >= 15, "groups are missing: %d", groups)
}

func yamlOf(files []adopt.File) (kept []adopt.File) {
	for _, f := range files {
		if strings.HasSuffix(f.Name, ".yaml") {
			kept = append(kept, f)
		}
	}
	return kept
}

// prefixed returns files of a folder, whose paths begin with a name.
func prefixed(folder string, files []adopt.File) (all []adopt.File) {
	for _, f := range files {
		all = append(all, adopt.File{Name: folder + "/" + f.Name, Data: f.Data})
	}
	return all
}

func lines(files []adopt.File) (n int) {
	for _, f := range files {
		for line := range strings.Lines(string(f.Data)) {
			if !strings.HasPrefix(line, "#") {
				n++
			}
		}
	}
	return n
}

// comesBack renders the documents of a result and compares the objects with the objects of the files. Objects of one
// name are told apart by their specs.
func comesBack(t *testing.T, files []adopt.File, result adopt.Result) {
	t.Helper()
	var docs schema.Documents
	for i, app := range result.Applications {
		docs = append(docs, schema.Parse(fmt.Sprintf("%d.yaml", i), app.YAML)...)
	}
	rendered, err := render.Render(docs, render.Options{})
	assert.NilError(t, err)
	want, got := map[string]int{}, map[string]int{}
	for _, f := range files {
		for _, text := range bytes.Split(f.Data, []byte("\n---\n")) {
			data, err := yaml.YAMLToJSON(text)
			assert.NilError(t, err)
			want[identity(t, data)]++
		}
	}
	for _, o := range rendered.Objects {
		got[identity(t, o.JSON())]++
	}
	assert.DeepEqual(t, got, want)
}

// identity returns the kind, name and spec of an object.
func identity(t *testing.T, data []byte) string {
	t.Helper()
	var object struct {
		Kind     string
		Metadata struct {
			Name, Namespace string
			Labels          map[string]string
		}
		Spec any
	}
	assert.NilError(t, json.Unmarshal(data, &object))
	text, err := json.Marshal(object)
	assert.NilError(t, err)
	return string(text)
}

// TestFluxCorpus adopts each HelmRelease and Kustomization of public repositories as it is in Git. What Flux would
// not take is a patch of kustomize, and is refused with the remedy. All others come back.
func TestFluxCorpus(t *testing.T) {
	dir := sharedDir(t, "corpus", "flux")
	paths, err := filepath.Glob(filepath.Join(dir, "*", "*.yaml"))
	assert.NilError(t, err)
	adopted, patches, left := 0, 0, 0
	for _, path := range paths {
		data, err := os.ReadFile(path)
		assert.NilError(t, err)
		for _, text := range bytes.Split(data, []byte("\n---\n")) {
			files := []adopt.File{{Name: filepath.Base(path), Data: text}}
			result, err := adopt.Adopt(files, adopt.Options{})
			switch {
			case len(result.Left) > 0:
				left++
			case err == nil:
				adopted++
				comesBack(t, files, result)
			default:
				patches++
				assert.ErrorContains(t, err, "if this is a patch of kustomize", "%s", text)
				assert.Equal(t, len(result.Findings), 1, "%s", text)
			}
		}
	}
	t.Logf("%d objects adopted, %d patches refused, %d other objects left", adopted, patches, left)
	assert.Assert(t, adopted >= 20 && left >= 10, "objects were lost")
}

// TestKubeSphere adopts what KubeSphere's controller has made of its own applications. Each application comes back as
// one document, whatever the random names of its objects are: the API server has not given names to these, so the
// test does.
func TestKubeSphere(t *testing.T) {
	dir := sharedDir(t, "corpus", "ksdevops", "expected")
	paths, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	assert.NilError(t, err)
	adopted, refused := 0, map[string]int{}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		assert.NilError(t, err)
		name := 0
		for bytes.Contains(data, []byte("\n  generateName: ")) {
			name++
			data = bytes.Replace(data, []byte("\n  generateName: "), fmt.Appendf(nil, "\n  name: x%dz-", name), 1)
		}
		result, _ := adopt.Adopt([]adopt.File{{Name: "objects.yaml", Data: data}}, adopt.Options{})
		for _, app := range result.Applications {
			adopted += app.Objects
			assert.Assert(t, bytes.Contains(data, []byte("app.kubernetes.io/managed-by: "+app.Name+"\n")),
				"%s is no application of %s", app.Name, path)
		}
		for _, f := range result.Findings {
			if refused[string(f.Code)]++; refused[string(f.Code)] < 3 {
				t.Logf("%s: %s", filepath.Base(path), f)
			}
		}
	}
	t.Logf("%d objects adopted, refused: %v", adopted, refused)
	assert.Assert(t, adopted > 10)
}
