package adopt_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/adopt"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
)

// repository is what the adoption of a whole repository gives.
type repository struct {
	own       int // applications with files of their own on two clusters or more
	shared    int // workloads in one file that all their clusters read
	automated int // objects in files that another program writes
	unproved  int // objects that no document gives back
	from      string
}

// repositories are those of the shared corpus. Of ee-ops, Renovate writes the files of eight more applications, and two
// objects have the name of two others of their clusters, from which only a namespace of kustomize tells them apart.
var repositories = map[string]repository{
	"fluxcd+flux2-hub-spoke-example":       {own: 4, from: "namespace"},
	"fluxcd+flux2-kustomize-helm-example":  {own: 3, from: "clusters/{cluster}/…"},
	"fluxcd+flux2-multi-tenancy":           {own: 3, shared: 1, from: "clusters/{cluster}/…"},
	"Azure+gitops-flux2-kustomize-helm-mt": {own: 2, shared: 1, from: "clusters/{cluster}/…"},
	"Informasjonsforvaltning+fdk-infra":    {own: 12, shared: 6, from: "clusters/{cluster}/…"},
	"auspatious+de-flux":                   {own: 3, shared: 3, from: "clusters/{cluster}/…"},
	"edc-ops+flux2-multi-tenancy":          {own: 4, shared: 2, from: "clusters/{cluster}/…"},
	"equinor+radix-flux":                   {own: 29, from: "clusters/{cluster}/…"},
	"aws-samples+flux-eks-gitops-config":   {own: 4, shared: 4, from: "clusters/{cluster}/…"},
	"PingCAP-QE+ee-ops":                    {own: 31, automated: 19, unproved: 2, from: "clusters/{cluster}/…"},
}

// TestRepositories adopts whole repositories at their roots: nothing is wrong in any, every application with files of
// its own comes in, and only what is rendered of older API versions changes beside annotations.
func TestRepositories(t *testing.T) {
	root := sharedDir(t, "corpus", "repos")
	for name, want := range repositories {
		t.Run(name, func(t *testing.T) {
			files := filesBelow(t, filepath.Join(root, name))
			result, err := adopt.Adopt(files, adopt.Options{Documents: "documents"})
			assert.NilError(t, err)
			got := repository{own: len(result.Applications), from: result.ClusterFrom[0].String()}
			for _, l := range result.Left {
				switch {
				case strings.Contains(l.Reason, "that several clusters read"):
					got.shared++
				case strings.Contains(l.Reason, "Renovate writes"):
					got.automated++
				case l.Code == wording.CodeNotProved:
					got.unproved++
					t.Logf("%s: %s %s %s", l.Position.File, l.Kind, l.Name, l.Reason)
				}
			}
			assert.Equal(t, got, want)
			isInPlace(t, files, result)
		})
	}
}

// TestRepositoriesAgain adopts what was adopted: nothing is left to do, and nothing is wrong.
func TestRepositoriesAgain(t *testing.T) {
	root := sharedDir(t, "corpus", "repos")
	for name := range repositories {
		files := filesBelow(t, filepath.Join(root, name))
		result, err := adopt.Adopt(files, adopt.Options{Documents: "documents"})
		assert.NilError(t, err, name)
		for _, edit := range result.Edits {
			i := slices.IndexFunc(files, func(f adopt.File) bool { return f.Name == edit.File })
			files[i].Data = edit.Data
		}
		for _, app := range result.Applications {
			files = append(files, adopt.File{Name: "documents/" + app.File, Data: app.YAML})
		}
		again, err := adopt.Adopt(files, adopt.Options{Documents: "documents"})
		assert.NilError(t, err, name)
		assert.Equal(t, len(again.Applications)+len(again.Edits), 0, "%s: %v", name, summary(again))
	}
}
