package repositories

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// repository is a repository of others, and what is known of it.
type repository struct {
	// objects are what all its clusters get, and failures the builds that fail: what they need is not in the repository.
	objects, failures int
	// own are the applications of two clusters or more that have files of their own, and shared those of which all
	// clusters read one file.
	own, shared int
}

var repositories = map[string]repository{
	"fluxcd/flux2-hub-spoke-example":       {objects: 40, own: 2},
	"fluxcd/flux2-kustomize-helm-example":  {objects: 32, own: 3},
	"fluxcd/flux2-multi-tenancy":           {objects: 24, own: 3, shared: 1},
	"Azure/gitops-flux2-kustomize-helm-mt": {objects: 24, own: 2, shared: 1},
	"Informasjonsforvaltning/fdk-infra":    {objects: 498, own: 12, shared: 6},
	"auspatious/de-flux":                   {objects: 110, own: 3, shared: 3},
	"edc-ops/flux2-multi-tenancy":          {objects: 44, own: 4, shared: 2},
	"equinor/radix-flux":                   {objects: 983, failures: 4, own: 29},
	"aws-samples/flux-eks-gitops-config":   {objects: 76, own: 4, shared: 4},
	"PingCAP-QE/ee-ops":                    {objects: 901, own: 39},
}

// corpus returns the folder with the repositories. Where it is absent the test is skipped, or fails where
// FLUXAPP_REQUIRE_SHARED is 1 (see testdata/README.md).
func corpus(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../../shared/corpus/repos")
	assert.NilError(t, err)
	if _, err := os.Stat(dir); err != nil {
		if os.Getenv("FLUXAPP_REQUIRE_SHARED") == "1" {
			t.Fatalf("NOTHING WAS TESTED of repositories: %v", err)
		}
		t.Skipf("NOTHING WAS TESTED of repositories: %v", err)
	}
	return dir
}

// row is a repository in the table of the corpus.
var row = regexp.MustCompile("(?m)^\\| ([\\w./-]+/[\\w.-]+) \\|.*\\| `([^`]+)` \\|$")

// entries returns the folders with which the clusters of each repository begin, by the names of clusters. One that is
// called * stands for each folder there.
func entries(t *testing.T, corpus string) map[string]map[string]string {
	t.Helper()
	table, err := os.ReadFile(filepath.Join(corpus, "README.md"))
	assert.NilError(t, err)
	all := map[string]map[string]string{}
	for _, m := range row.FindAllStringSubmatch(string(table), -1) {
		clusters := map[string]string{}
		for entry := range strings.FieldsSeq(m[2]) {
			name, folder, _ := strings.Cut(entry, "=")
			folder, _, _ = strings.Cut(folder, "@")
			if name != "*" {
				clusters[name] = folder
				continue
			}
			found, err := filepath.Glob(filepath.Join(corpus, folderOf(m[1]), folder))
			assert.NilError(t, err)
			for _, dir := range found {
				clusters[filepath.Base(dir)] = strings.Replace(folder, "*", filepath.Base(dir), 1)
			}
		}
		all[m[1]] = clusters
	}
	return all
}

// folderOf returns the folder of a repository in the corpus.
func folderOf(name string) string { return strings.Replace(name, "/", "+", 1) }

// newBuilder returns a builder for the repository in a folder.
func newBuilder(t *testing.T, base string) *builder {
	t.Helper()
	base, err := filepath.EvalSymlinks(base) // Flux writes nothing below a link
	assert.NilError(t, err)
	return &builder{base: base, done: map[string]built{}}
}

// TestBefore shows what the clusters of each repository get, before anything is adopted.
func TestBefore(t *testing.T) {
	dir := corpus(t)
	for name, clusters := range entries(t, dir) {
		t.Run(name, func(t *testing.T) {
			p := newProof(t, dir, name, clusters)
			failures := 0
			for at, o := range p.state {
				if text(o, "kind") == "Failure" {
					failures++
					t.Logf("%s: %s", at, o["message"])
				}
			}
			assert.Equal(t, len(p.state)-failures, repositories[name].objects)
			assert.Equal(t, failures, repositories[name].failures)
		})
	}
}
