package ociartifacts

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

const push, pull = "sh push-groups.sh deploy", "mkdir deploy; sh pull-groups.sh deploy"

// all are the artifacts of the fleet in the order in which they are pushed.
var all = []string{"fleet/group-1", "fleet/group-2", "fleet/group-3", "fleet/hub", "fleet"}

// TestGroups pushes all groups, then none, then the one that has the cluster that changed. Pulled, they are the folder.
func TestGroups(t *testing.T) {
	w := newWorld(t)
	_, err := w.shell(pull)
	assert.NilError(t, err)
	assert.Equal(t, len(w.files("deploy")), 0)
	w.render()

	out, err := w.shell(push)
	assert.NilError(t, err)
	assert.Equal(t, out, "5 pushed, 0 unchanged\n")
	assert.DeepEqual(t, w.written(), all)

	out, err = w.shell(push)
	assert.NilError(t, err)
	assert.Equal(t, out, "0 pushed, 5 unchanged\n")
	assert.Equal(t, len(w.written()), 0)

	before := w.digests()
	w.write("deploy/group-2/web/berlin/helmrelease-web-berlin.yaml", release("berlin", "7.0.0"))
	out, err = w.shell(push)
	assert.NilError(t, err)
	assert.Equal(t, out, "1 pushed, 4 unchanged\n")
	assert.DeepEqual(t, w.written(), []string{"fleet/group-2"})
	after := w.digests()
	assert.Assert(t, after["fleet/group-2"] != before["fleet/group-2"])
	after["fleet/group-2"] = before["fleet/group-2"]
	assert.DeepEqual(t, after, before)

	want := w.files("deploy")
	assert.Equal(t, len(want), 12)
	w.move("deploy", "rendered")
	_, err = w.shell(pull)
	assert.NilError(t, err)
	assert.DeepEqual(t, w.files("deploy"), want)
	out, err = w.shell(push)
	assert.NilError(t, err)
	assert.Equal(t, out, "0 pushed, 5 unchanged\n")
}

// elsewhere makes the folder anew as another machine does, with another umask and at another time.
const elsewhere = "umask 077; cp -R deploy copy; rm -r deploy; mv copy deploy; " +
	"find deploy -exec touch -d 2001-01-01 {} +; "

// TestReproducible holds that every machine makes the same artifacts of a commit, and that one commit more which
// renders the same is not pushed.
func TestReproducible(t *testing.T) {
	w := newWorld(t)
	w.render()
	_, err := w.shell(push, "TZ=Asia/Tokyo")
	assert.NilError(t, err)
	commit := strings.TrimSpace(w.must("git", "rev-parse", "HEAD"))
	for _, name := range all {
		assert.DeepEqual(t, w.annotations(name), map[string]string{
			"org.opencontainers.image.created":  "1970-01-01T00:00:00Z",
			"org.opencontainers.image.source":   "https://git.example.com/fleet.git",
			"org.opencontainers.image.revision": "main@sha1:" + commit,
		})
	}

	other := newWorld(t)
	other.must("git", "fetch", "-q", w.clone)
	other.must("git", "checkout", "-q", commit)
	other.render()
	_, err = other.shell(elsewhere+push, "TZ=America/New_York")
	assert.NilError(t, err)
	for _, name := range all[:len(all)-1] { // the last one has the name of the registry
		assert.Equal(t, w.digest(name), other.digest(name), name)
	}

	before := w.digests()
	w.commit()
	out, err := w.shell(elsewhere + push)
	assert.NilError(t, err)
	assert.Equal(t, out, "0 pushed, 5 unchanged\n")
	assert.DeepEqual(t, w.digests(), before)
}

// TestEmptyFolder holds that a group without a file is an error: pushed, it would delete everything that the group
// has.
func TestEmptyFolder(t *testing.T) {
	w := newWorld(t)
	w.render()
	_, err := w.shell(push)
	assert.NilError(t, err)
	w.written()
	for _, remove := range []string{"rm -r deploy/group-2/*", "rm -r deploy/group-2"} {
		_, err = w.shell(remove)
		assert.NilError(t, err)
		_, err = w.shell(push)
		assert.ErrorContains(t, err, "deploy/group-2 has no file, so it is not pushed to oci://"+w.host+"/fleet/group-2:main")
		assert.Equal(t, len(w.written()), 0)
	}
}

// TestUnreadable holds that an artifact that cannot be read counts neither as absent nor as another one.
func TestUnreadable(t *testing.T) {
	w := newWorld(t)
	w.render()
	w.setUnreadable(true)
	for _, commands := range []string{push, "rm -r deploy; " + pull} {
		_, err := w.shell(commands)
		assert.ErrorContains(t, err, "403")
		assert.Equal(t, len(w.written()), 0)
	}
}

// TestFirstGroups holds that the pipeline compares the first groups with what one artifact delivered before.
func TestFirstGroups(t *testing.T) {
	w := newWorld(t)
	w.write("deploy/web/berlin/helmrelease-web-berlin.yaml", release("berlin", "6.0.0"))
	want := w.files("deploy")
	_, err := w.shell("flux push artifact $ARTIFACT --path deploy --reproducible --source x --revision x; rm -r deploy; " + pull)
	assert.NilError(t, err)
	assert.DeepEqual(t, w.files("deploy"), want)
}

// TestRoot builds the artifact for Flux as Flux does: each Kustomization reads the OCIRepository of its own name, and that
// is an artifact which was pushed.
func TestRoot(t *testing.T) {
	w := newWorld(t)
	w.render()
	_, err := w.shell(push + "; mkdir root; flux pull artifact $ARTIFACT --output root")
	assert.NilError(t, err)
	built, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), filepath.Join(w.clone, "root"))
	assert.NilError(t, err)
	reads, urls := map[string]string{}, map[string]string{}
	for _, object := range built.Resources() {
		content, err := object.Map()
		assert.NilError(t, err)
		spec := content["spec"].(map[string]any)
		assert.Equal(t, object.GetNamespace(), "flux-system")
		if object.GetKind() == "OCIRepository" {
			assert.DeepEqual(t, spec["ref"], map[string]any{"tag": "main"})
			urls[object.GetName()] = spec["url"].(string)
			continue
		}
		ref := spec["sourceRef"].(map[string]any)
		assert.Equal(t, ref["kind"], "OCIRepository")
		assert.Equal(t, spec["path"], "./")
		reads[object.GetName()] = ref["name"].(string)
	}
	wantReads, wantURLs := map[string]string{}, map[string]string{}
	for _, name := range all[:len(all)-1] {
		object := strings.ReplaceAll(name, "/", "-")
		wantReads[object], wantURLs[object] = object, "oci://"+w.host+"/"+name
	}
	assert.DeepEqual(t, reads, wantReads)
	assert.DeepEqual(t, urls, wantURLs)
}

// render writes the folder of a fleet in three groups, of which one is empty.
func (w *world) render() {
	w.Helper()
	resources := ""
	for _, name := range all[:len(all)-1] {
		folder := filepath.Base(name)
		file := "delivery/kustomization-fleet-" + folder + ".yaml"
		resources += "- " + file + "\n"
		w.write("deploy/"+file, fmt.Sprintf(`apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  name: fleet-%s
  namespace: flux-system
spec:
  interval: 10m
  path: ./%[1]s
  prune: true
  sourceRef:
    kind: OCIRepository
    name: fleet
`, folder))
	}
	w.write("deploy/kustomization.yaml", "resources:\n"+resources)
	w.write("deploy/hub/web/ocirepository-web.yaml", "kind: OCIRepository\n")
	w.write("deploy/group-1/web/lyon/helmrelease-web-lyon.yaml", release("lyon", "6.0.0"))
	w.write("deploy/group-1/web/porto/helmrelease-web-porto.yaml", release("porto", "6.0.0"))
	w.write("deploy/group-2/web/berlin/helmrelease-web-berlin.yaml", release("berlin", "6.0.0"))
	w.write("deploy/group-2/web/tokyo/helmrelease-web-tokyo.yaml", release("tokyo", "6.0.0"))
	w.write("deploy/group-2/shop/tokyo/helmrelease-shop-tokyo.yaml", release("tokyo", "6.0.0"))
	w.write("deploy/group-3/kustomization.yaml", "resources: []\n")
}

func release(cluster, version string) string {
	return fmt.Sprintf("kind: HelmRelease\nmetadata: {name: web-%s}\nspec: {chart: {spec: {version: %s}}}\n", cluster, version)
}

func (w *world) write(file, text string) {
	w.Helper()
	file = filepath.Join(w.clone, file)
	assert.NilError(w, os.MkdirAll(filepath.Dir(file), 0o755))
	assert.NilError(w, os.WriteFile(file, []byte(text), 0o644))
}

func (w *world) move(from, to string) {
	w.Helper()
	assert.NilError(w, os.Rename(filepath.Join(w.clone, from), filepath.Join(w.clone, to)))
}

// files returns the files of a folder of the clone with what they hold.
func (w *world) files(folder string) map[string]string {
	w.Helper()
	found := map[string]string{}
	dir := os.DirFS(filepath.Join(w.clone, folder))
	assert.NilError(w, fs.WalkDir(dir, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(dir, path)
		found[path] = string(data)
		return err
	}))
	return found
}

func (w *world) digests() map[string]string {
	w.Helper()
	found := map[string]string{}
	for _, name := range all {
		found[name] = w.digest(name)
	}
	return found
}
