package ociartifacts

import (
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// all are the artifacts of the fleet in the order in which they are pushed.
var all = []string{"fleet/group-1", "fleet/group-2", "fleet/group-3", "fleet/hub", "fleet"}

// TestGroups runs the pipeline for the first time, for a commit that changes nothing, and for one that changes a
// cluster: it pushes all groups, none, and the one with the cluster. Pulled, they are the folder.
func TestGroups(t *testing.T) {
	w := newWorld(t)
	w.pipeline("5 pushed, 0 unchanged")
	assert.DeepEqual(t, w.written(), all)

	w.pipeline("0 pushed, 5 unchanged")
	assert.Equal(t, len(w.written()), 0)

	before := w.digests()
	w.edit("documents/app.yaml", "replicaCount: 3", "replicaCount: 4") // tokyo's
	w.pipeline("1 pushed, 4 unchanged")
	of := w.groupOf("tokyo")
	assert.Assert(t, of != w.groupOf("berlin"))
	assert.DeepEqual(t, w.written(), []string{of})
	after := w.digests()
	assert.Assert(t, after[of] != before[of])
	after[of] = before[of]
	assert.DeepEqual(t, after, before)

	w.must("mkdir pulled; sh pull-groups.sh pulled")
	assert.DeepEqual(t, w.files("pulled"), w.files("deploy"))
	assert.Equal(t, len(w.files("pulled")), 9)
}

// elsewhere makes the folder anew as another machine does, with another umask and at another time.
const elsewhere = "umask 077; cp -R deploy copy; rm -r deploy; mv copy deploy; " +
	"find deploy -exec touch -d 2001-01-01 {} +\n"

// TestReproducible holds that every machine makes the same artifacts of a commit, and that a commit which renders the
// same is not pushed; to see that, no file is downloaded.
func TestReproducible(t *testing.T) {
	w := newWorld(t)
	w.must(w.steps, "TZ=Asia/Tokyo")
	commit := strings.TrimSpace(w.must("git rev-parse HEAD"))
	for _, name := range all {
		assert.DeepEqual(t, w.annotations(name), map[string]string{
			"org.opencontainers.image.created":  "1970-01-01T00:00:00Z",
			"org.opencontainers.image.source":   "https://git.example.com/fleet.git",
			"org.opencontainers.image.revision": "main@sha1:" + commit,
		})
	}

	other := newWorld(t)
	other.must("git fetch -q " + w.clone + "; git checkout -q " + commit)
	other.must(other.render+elsewhere+other.push, "TZ=America/New_York")
	for _, name := range all[:len(all)-1] { // the last one has the name of the registry
		assert.Equal(t, w.digest(name), other.digest(name), name)
	}

	before, downloads := w.digests(), w.downloads()
	w.commit()
	out := w.must(elsewhere + w.push)
	assert.Equal(t, out, "0 pushed, 5 unchanged\n")
	assert.DeepEqual(t, w.digests(), before)
	assert.Equal(t, w.downloads(), downloads)
	w.must("mkdir pulled; sh pull-groups.sh pulled")
	assert.Equal(t, w.downloads(), downloads+len(all))
}

// TestEmptyFolder holds that a group without a file is an error: pushed, it would delete everything that the group
// has.
func TestEmptyFolder(t *testing.T) {
	w := newWorld(t)
	w.must(w.steps)
	w.written()
	for _, remove := range []string{"rm -r deploy/group-2/*\n", "rm -r deploy/group-2\n"} {
		_, err := w.shell(remove + w.push)
		assert.ErrorContains(t, err, "deploy/group-2 has no file, so it is not pushed to oci://"+w.host+"/fleet/group-2:main")
		assert.Equal(t, len(w.written()), 0)
	}
}

// TestUnreadable holds that an artifact that cannot be read counts neither as absent nor as another one.
func TestUnreadable(t *testing.T) {
	w := newWorld(t)
	w.must(w.steps)
	w.written()
	w.setUnreadable(true)
	pull, _, _ := strings.Cut(w.steps, "\n")
	for _, commands := range []string{w.push, "rm -r deploy\n" + pull} {
		_, err := w.shell(commands)
		assert.ErrorContains(t, err, "403")
		assert.Equal(t, len(w.written()), 0)
	}
}

// TestFirstGroups goes from one artifact to groups: in one commit it is refused, because the pipeline compares with the
// one artifact, and the two commits that the refusal asks for are pushed.
func TestFirstGroups(t *testing.T) {
	const one = "mkdir deploy; flux pull artifact $ARTIFACT --output deploy || true\n" +
		"fluxapp render documents -o dir=deploy --prune-orphans\n" +
		"flux push artifact $ARTIFACT --path deploy --reproducible --source x --revision x; rm -r deploy\n"
	w := newWorld(t)
	w.must("mv documents/fluxapp.yaml later\n" + one)
	assert.DeepEqual(t, w.written(), []string{"fleet"})

	_, err := w.shell("cp later documents/fluxapp.yaml\n" + w.steps)
	assert.ErrorContains(t, err, "3 objects move to another Kustomization")
	assert.ErrorContains(t, err, "write only delivery: {next: {groups: 3}} first")
	assert.Equal(t, len(w.written()), 0)

	w.must("rm -r deploy; sed '/^  delivery/,$d' later > documents/fluxapp.yaml\n" +
		"echo '  delivery: {next: {groups: 3}}' >> documents/fluxapp.yaml\n" + one)
	assert.DeepEqual(t, w.written(), []string{"fleet"})
	w.must("cp later documents/fluxapp.yaml")
	w.pipeline("5 pushed, 0 unchanged")
	assert.DeepEqual(t, w.written(), all)
}

// TestFewerGroups takes the last group away, in two commits: the first one marks its cluster, and after the second one
// nothing reads its artifact any more.
func TestFewerGroups(t *testing.T) {
	const three, next = "groups: 3\n", "groups: 3\n    next: {groups: 2}\n"
	w := newWorld(t)
	w.pipeline("5 pushed, 0 unchanged")
	assert.Equal(t, w.groupOf("berlin"), "fleet/group-3")
	w.written()
	w.edit("documents/fluxapp.yaml", three, next)
	w.pipeline("1 pushed, 4 unchanged")
	assert.DeepEqual(t, w.written(), []string{"fleet/group-3"})

	w.edit("documents/fluxapp.yaml", next, "groups: 2\n")
	w.pipeline("2 pushed, 2 unchanged")
	assert.DeepEqual(t, w.written(), []string{w.groupOf("berlin"), "fleet"})
	assert.Assert(t, w.groupOf("berlin") != "fleet/group-3")
	w.must("mkdir root; flux pull artifact $ARTIFACT --output root")
	for file, text := range w.files("root") {
		assert.Assert(t, !strings.Contains(file+text, "group-3"), file)
	}
}

// TestRoot builds the artifact that Flux applies as Flux does: each Kustomization reads the OCIRepository of its own
// name, and that is an artifact which was pushed.
func TestRoot(t *testing.T) {
	w := newWorld(t)
	w.must(w.steps + "mkdir root; flux pull artifact $ARTIFACT --output root")
	built, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).
		Run(filesys.MakeFsOnDisk(), filepath.Join(w.clone, "root"))
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
