package userlist_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/userlist"
)

// object is a file of fluxapp's, and other one of a user's.
const (
	object = "metadata: {annotations: {fluxapp.dev/rendered-from: apps/web}}\n"
	other  = "kind: ConfigMap\n"
	ours   = "metadata: {annotations: {fluxapp.dev/rendered-from: apps/web}}\nresources:\n- a.yaml\n"
)

// gone is told of an entry of a list.
const gone = ", which is not there after this run, so Flux could not build the folder; take it out [FA425]"

// checks are folders, what a run creates and removes, what is told, and the files that the patch changes.
var checks = map[string]struct {
	files            map[string]string
	created, removed string
	told             []string
	patched          map[string]string
}{
	"named":   {files: map[string]string{"a/kustomization.yaml": "resources: [./x.yaml]\n"}, created: "a/x.yaml"},
	"no list": {files: map[string]string{"a/y.yaml": other}, created: "a/x.yaml", removed: "a/y.yaml"},
	"ours": {files: map[string]string{"kustomization.yaml": ours, "y.yaml": other}, created: "x.yaml",
		removed: "a.yaml"},
	"not named": {
		files: map[string]string{"a/kustomization.yaml": "# Ours\nresources:\n# of b\n- b.yaml # b\n- " +
			"d.yaml\n", "a/b.yaml": other, "a/d.yaml": other},
		created: "a/c.yaml a/e.yaml",
		told: []string{"a/kustomization.yaml:4:1: resources: does not name c.yaml, e.yaml, so Flux would not apply the new " +
			"file; add it to resources [FA425]"},
		patched: map[string]string{
			"a/kustomization.yaml": "# Ours\nresources:\n# of b\n- b.yaml # b\n- c.yaml\n- d.yaml\n- e.yaml\n",
		},
	},
	"a list above": { // apps/web/ks.yaml is the file of the object that gets another one
		files: map[string]string{"apps/kustomization.yaml": "resources:\n- web/ks.yaml\n", "apps/web/ks.yaml": object,
			"clusters/a/apps.yaml": other},
		created: "apps/web/kustomization-web.yaml", removed: "apps/web/ks.yaml",
		told: []string{
			"apps/kustomization.yaml:2:1: resources: does not name web/kustomization-web.yaml, so Flux would not apply the " +
				"new file; add it to resources [FA425]",
			"apps/kustomization.yaml:2:3: resources[0]: names web/ks.yaml" + gone,
		},
		patched: map[string]string{"apps/kustomization.yaml": "resources:\n- web/kustomization-web.yaml\n"},
	},
	"a folder on the way": {
		files: map[string]string{"kustomization.yaml": "resources: [a]\n", "a/b/y.yaml": other}, created: "a/b/x.yaml",
	},
	"a list above that leads elsewhere": {
		files: map[string]string{"a/kustomization.yaml": "resources: [web/ks.yaml]\n", "a/web/app/y.yaml": other,
			"a/web/ks.yaml": other},
		created: "a/web/app/x.yaml",
	},
	"a new folder, named by file": {
		files:   map[string]string{"a/kustomization.yaml": "resources:\n- web/ks.yaml\n", "a/web/ks.yaml": object},
		created: "a/db/ks.yaml",
		told: []string{"a/kustomization.yaml:2:1: resources: does not name db/ks.yaml, so Flux would not apply " +
			"the new file; add it to resources [FA425]"},
		patched: map[string]string{"a/kustomization.yaml": "resources:\n- db/ks.yaml\n- web/ks.yaml\n"},
	},
	"a new folder beside such that no list leads to": {
		files: map[string]string{"a/kustomization.yaml": "resources: [base.yaml]\n", "a/web/ks.yaml": object,
			"a/base.yaml": other},
		created: "a/db/ks.yaml",
	},
	"a new folder beside others with lists": {
		files: map[string]string{"a/kustomization.yaml": "components:\n- web\n", "a/web/app/ks.yaml": object,
			"a/web/kustomization.yaml":     "kind: Component\nresources: [app]\n",
			"a/web/app/kustomization.yaml": "resources: [ks.yaml]\n", "a/none/README.md": "no YAML"},
		created: "a/db/app/ks.yaml a/db/app/other.yaml",
		told: []string{
			"a/db/app/kustomization.yaml: is missing, and the folders beside this new one have it; write it with the " +
				"resources " +
				"ks.yaml, other.yaml [FA425]",
			"a/db/kustomization.yaml: is missing, and the folders beside this new one have it; write it with the resources " +
				"app " +
				"[FA425]",
			"a/kustomization.yaml:1:1: does not name db, so Flux would not apply the new file; add it to resources [FA425]",
		},
		patched: map[string]string{
			"a/kustomization.yaml":        "components:\n- web\nresources:\n- db\n",
			"a/db/kustomization.yaml":     "kind: Component\nresources:\n- app\n",
			"a/db/app/kustomization.yaml": "resources:\n- ks.yaml\n- other.yaml\n",
		},
	},
	"a new folder whose file is named above": {
		files: map[string]string{"berlin/kustomization.yaml": "resources: [apps/web.yaml, infra]\n",
			"berlin/infra/kustomization.yaml": "resources: [x.yaml]\n", "berlin/infra/x.yaml": other},
		created: "berlin/apps/web.yaml",
	},
	"a new folder as other clusters have it": {
		files: map[string]string{"berlin/apps/kustomization.yaml": "namespace: shop\nresources: [web.yaml]\n",
			"berlin/apps/web.yaml": object, "oslo/infra/x.yaml": other, "oslo/x.yaml": other},
		created: "oslo/apps/web.yaml",
		told: []string{"oslo/apps/kustomization.yaml: is missing, and the folders beside this new one have it; write it " +
			"with the resources web.yaml [FA425]"},
		patched: map[string]string{"oslo/apps/kustomization.yaml": "namespace: shop\nresources:\n- web.yaml\n"},
	},
	"a file that is gone": {
		files:   map[string]string{"a/kustomization.yaml": "resources:\n- x.yaml\n- gone.yaml\n- https://x.example/y.yaml\n"},
		created: "a/x.yaml",
		told:    []string{"a/kustomization.yaml:3:3: resources[1]: names gone.yaml" + gone},
		patched: map[string]string{"a/kustomization.yaml": "resources:\n- x.yaml\n- https://x.example/y.yaml\n"},
	},
	"a new folder beside some with lists": {
		files: map[string]string{"a/web/ks.yaml": object, "a/web/kustomization.yaml": "resources: [ks.yaml]\n",
			"a/db/ks.yaml": object},
		created: "a/new/ks.yaml",
	},
	"a cluster's folder, copied": {
		files: map[string]string{"berlin/kustomization.yaml": "resources: [web.yaml]\n", "berlin/web.yaml": object,
			"oslo/kustomization.yaml": "resources: [web.yaml]\n"},
		created: "oslo/web.yaml",
	},
	"a cluster's folder, copied, with a file of another name": {
		files: map[string]string{"berlin/kustomization.yaml": "resources: [berlin.yaml]\n", "berlin/berlin.yaml": object,
			"oslo/kustomization.yaml": "resources:\n# of all\n- berlin.yaml # x\n", "oslo/berlin.yaml": object},
		created: "oslo/oslo.yaml", removed: "oslo/berlin.yaml",
		told: []string{
			"oslo/kustomization.yaml:3:1: resources: does not name oslo.yaml, so Flux would not apply the new file; add it to " +
				"resources [FA425]",
			"oslo/kustomization.yaml:3:3: resources[0]: names berlin.yaml" + gone,
		},
		patched: map[string]string{"oslo/kustomization.yaml": "resources:\n# of all\n- oslo.yaml # x\n"},
	},
	"a cluster's folder goes": {
		files: map[string]string{"clusters/berlin/web.yaml": object, "clusters/kyoto/apps/web.yaml": object,
			"clusters/kyoto/apps/kustomization.yaml": "resources: [web.yaml, mine.yaml]\n",
			"clusters/kyoto/apps/mine.yaml":          other},
		removed: "clusters/kyoto/apps/web.yaml",
	},
	"not all of a cluster's folder goes": {
		files: map[string]string{"clusters/berlin/web.yaml": object, "clusters/kyoto/apps/web.yaml": object,
			"clusters/kyoto/apps/kustomization.yaml": "resources: [web.yaml, mine.yaml]\n",
			"clusters/kyoto/apps/mine.yaml":          other, "clusters/kyoto/db.yaml": object},
		removed: "clusters/kyoto/apps/web.yaml",
		told:    []string{"clusters/kyoto/apps/kustomization.yaml:1:13: resources[0]: names web.yaml" + gone},
		patched: map[string]string{"clusters/kyoto/apps/kustomization.yaml": "resources: [mine.yaml]\n"},
	},
	"an application's folder goes": {
		files: map[string]string{"berlin/web/ks.yaml": object, "berlin/web/kustomization.yaml": "resources: [ks.yaml]\n",
			"berlin/kustomization.yaml": "resources:\n- db\n- web # x\n", "berlin/db/ks.yaml": object},
		removed: "berlin/web/ks.yaml",
		told:    []string{"berlin/kustomization.yaml:3:3: resources[1]: names web" + gone},
		patched: map[string]string{"berlin/kustomization.yaml": "resources:\n- db\n"},
	},
	"many": {
		files:   map[string]string{"Kustomization": "resources:\n- a.yaml\n- b.yaml\n", "a.yaml": object, "b.yaml": other},
		created: "1.yaml 2.yaml 3.yaml 4.yaml 5.yaml", removed: "a.yaml",
		told: []string{"Kustomization:2:1: resources: does not name 1.yaml, 2.yaml, 3.yaml and 2 more, so Flux " +
			"would not apply the new file; add it to resources [FA425]", "Kustomization:2:3: resources[0]: names a.yaml" + gone},
		patched: map[string]string{
			"Kustomization": "resources:\n- 1.yaml\n- 2.yaml\n- 3.yaml\n- 4.yaml\n- 5.yaml\n- b.yaml\n",
		},
	},
	"hidden, and of Windows, without an end": {
		files: map[string]string{"kustomization.yml": "# x\r\nresources:\r\n- b.yaml # b\r\n- a.yaml", "b.yaml": object,
			"a.yaml":                     other,
			".github/kustomization.yaml": "resources: [../b.yaml]\n"},
		created: "c.yaml", removed: "b.yaml",
		told: []string{"kustomization.yml:3:1: resources: does not name c.yaml, so Flux would not apply the new " +
			"file; add it to resources [FA425]", "kustomization.yml:3:3: resources[0]: names b.yaml" + gone},
		patched: map[string]string{"kustomization.yml": "# x\r\nresources:\r\n- a.yaml\r\n- c.yaml"},
	},
	"aliases": { // which no change of lines can follow
		files:   map[string]string{"kustomization.yaml": "x: &a [a.yaml]\nresources: *a\n", "a.yaml": other},
		created: "c.yaml",
		told: []string{"kustomization.yaml:2:12: resources: does not name c.yaml, so Flux would not apply the new " +
			"file; add it to resources [FA425]"},
	},
	"odd names": {
		files:   map[string]string{"é f/kustomization.yaml": "resources:\n- b.yaml\n", "é f/b.yaml": object},
		removed: "é_f/b.yaml", created: "é_f/c.yaml",
		told: []string{"é f/kustomization.yaml:2:1: resources: does not name c.yaml, so Flux would not apply the new file; " +
			"add it to resources [FA425]", "é f/kustomization.yaml:2:3: resources[0]: names b.yaml" + gone},
		patched: map[string]string{"é f/kustomization.yaml": "resources:\n- c.yaml\n"},
	},
}

// paths returns paths, in which _ is a blank.
func paths(text string) []string {
	all := strings.Fields(text)
	for i := range all {
		all[i] = strings.ReplaceAll(all[i], "_", " ")
	}
	return all
}

func TestCheck(t *testing.T) {
	for name, c := range checks {
		t.Run(name, func(t *testing.T) {
			files := fstest.MapFS{}
			for name, text := range c.files {
				files[name] = &fstest.MapFile{Data: []byte(text)}
			}
			found, patch := userlist.Check(files, paths(c.created), paths(c.removed), []string{"berlin", "oslo"})
			assert.DeepEqual(t, strings.Split(found.String(), "\n"), append(c.told, make([]string, max(0, 1-len(c.told)))...))
			after := applied(t, files, patch)
			want := maps.Clone(c.files)
			maps.Copy(want, c.patched)
			assert.DeepEqual(t, after, want)
			for _, f := range found {
				assert.Assert(t, len(f.String()) <= 400)
			}
			if len(patch) == 0 {
				return
			}
			again := fstest.MapFS{}
			for name, text := range after {
				again[name] = &fstest.MapFile{Data: []byte(text)}
			}
			found, patch = userlist.Check(again, paths(c.created), paths(c.removed), []string{"berlin", "oslo"})
			assert.Equal(t, found.String()+string(patch), "")
		})
	}
}

// applied returns the files after git has applied a patch.
func applied(t *testing.T, files fs.FS, patch []byte) map[string]string {
	t.Helper()
	dir := t.TempDir()
	assert.NilError(t, os.CopyFS(dir, files))
	if len(patch) > 0 {
		cmd := exec.Command("git", "apply", "--whitespace=error-all", "-")
		cmd.Dir, cmd.Stdin = dir, bytes.NewReader(patch)
		out, err := cmd.CombinedOutput()
		assert.NilError(t, err, "%s%s", out, patch)
	}
	after := map[string]string{}
	assert.NilError(t, filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		inside, _ := filepath.Rel(dir, name)
		after[filepath.ToSlash(inside)] = string(text)
		return err
	}))
	return after
}

// BenchmarkCheck adds an object to each cluster of a fleet, and takes the objects of as many others away. The time of a
// cluster is that of a cluster of a small fleet.
func BenchmarkCheck(b *testing.B) {
	for _, count := range []int{500, 4000} {
		b.Run(fmt.Sprint(count), func(b *testing.B) {
			dir := b.TempDir() // a map of files would be searched for each folder
			var created, removed, clusters []string
			for i := range count {
				stays, gone := fmt.Sprintf("clusters/a%d", i), fmt.Sprintf("clusters/z%d", i)
				clusters = append(clusters, stays[len("clusters/"):])
				for _, at := range []string{stays, gone} {
					assert.NilError(b, os.MkdirAll(filepath.Join(dir, at), 0o700))
					assert.NilError(b, os.WriteFile(filepath.Join(dir, at, "web.yaml"), []byte(object), 0o600))
					list := []byte("resources: [web.yaml]\n")
					assert.NilError(b, os.WriteFile(filepath.Join(dir, at, "kustomization.yaml"), list, 0o600))
				}
				assert.NilError(b, os.WriteFile(filepath.Join(dir, gone, "own.yaml"), []byte(other), 0o600))
				created, removed = append(created, stays+"/db.yaml"), append(removed, gone+"/web.yaml")
			}
			for b.Loop() {
				found, _ := userlist.Check(os.DirFS(dir), created, removed, clusters)
				assert.Equal(b, len(found), count)
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*count), "µs/cluster")
		})
	}
}
