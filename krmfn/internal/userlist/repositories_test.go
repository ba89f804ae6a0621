package userlist_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/userlist"
)

// TestRepositories gives each HelmRelease and each Kustomization of Flux in real repositories a file of another name.
// After the patch, nothing is wrong any more.
func TestRepositories(t *testing.T) {
	const corpus = "../../../../shared/corpus/repos"
	repositories, err := filepath.Glob(corpus + "/*+*")
	assert.NilError(t, err)
	if len(repositories) == 0 {
		if os.Getenv("FLUXAPP_REQUIRE_SHARED") == "1" {
			t.Fatalf("NOTHING WAS TESTED: there is no %s", corpus)
		}
		t.Skipf("NOTHING WAS TESTED: there is no %s", corpus)
	}
	for _, repository := range repositories {
		t.Run(filepath.Base(repository), func(t *testing.T) {
			files := fstest.MapFS{}
			var created, removed []string
			disk := os.DirFS(repository)
			assert.NilError(t, fs.WalkDir(disk, ".", func(name string, d fs.DirEntry, err error) error {
				if err != nil || d.IsDir() {
					return err
				}
				text, err := fs.ReadFile(disk, name)
				files[name] = &fstest.MapFile{Data: text}
				isObject := bytes.Contains(text, []byte("kind: HelmRelease\n")) ||
					bytes.Contains(text, []byte("apiVersion: kustomize.toolkit"))
				if isObject && strings.HasSuffix(name, ".yaml") && !strings.Contains(name, "gotk-") {
					created, removed = append(created, strings.TrimSuffix(name, ".yaml")+"-moved.yaml"), append(removed, name)
				}
				return err
			}))
			found, patch := userlist.Check(files, created, removed, nil)
			after := fstest.MapFS{}
			for name, text := range applied(t, files, patch) {
				after[name] = &fstest.MapFile{Data: []byte(text)}
			}
			for i, name := range removed {
				after[created[i]] = after[name]
				delete(after, name)
			}
			again, rest := userlist.Check(after, created, removed, nil)
			assert.Equal(t, again.String()+string(rest), "")
			t.Logf("%d files, %d lists, %d bytes of patch", len(created), len(found)/2, len(patch))
		})
	}
}
