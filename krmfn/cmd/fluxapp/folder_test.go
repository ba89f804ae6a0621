package main

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folder"
)

func TestFolderLayout(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "in/a.yaml", app("a", "hub", "one"), "in/sub/b.yaml", app("b", "hub"), "more/deep/c.yaml",
		app("c", "hub"))
	for name, c := range map[string]struct {
		args []string
		want []string
	}{
		"a folder": {[]string{"in"}, []string{
			"out/a/hub/kustomization-a-web.yaml", "out/a/one/kustomization-a-one-web.yaml",
			"out/sub/b/hub/kustomization-b-web.yaml"}},
		"a file": {[]string{"in/sub/b.yaml"}, []string{"out/b/hub/kustomization-b-web.yaml"}},
		"two folders": {[]string{"in/sub", "more"},
			[]string{"out/b/hub/kustomization-b-web.yaml", "out/deep/c/hub/kustomization-c-web.yaml"}},
		"a file of a folder that follows": {[]string{"in/sub/b.yaml", "in/sub"},
			[]string{"out/b/hub/kustomization-b-web.yaml"}},
	} {
		t.Run(name, func(test *testing.T) {
			t := t.in(test)
			assert.NilError(t, os.RemoveAll(t.path("out")))
			assert.Equal(t, good(t, append([]string{"-o", "dir=out"}, c.args...)...), "")
			assert.DeepEqual(t, filesIn(t, "out"), c.want)
		})
	}
	assert.NilError(t, os.RemoveAll(t.path("out")))
	good(t, "-o", "dir=out", "in")
	assert.Equal(t, read(t, "out/sub/b/hub/kustomization-b-web.yaml"),
		strings.NewReplacer("apps/a", "apps/b", "name: a", "name: b").Replace(hubYAML))

	_, errs, code := fluxapp(t, app("x", "hub"), "-", "-o", "dir=new/deep/")
	assert.Equal(t, errs, "1 written, 0 changed, 0 unchanged, 0 deleted\n")
	assert.Equal(t, code, 0)
	assert.DeepEqual(t, filesIn(t, "new"), []string{"new/deep/x/hub/kustomization-x-web.yaml"})
}

// TestPermissions checks that new files and folders have the usual permissions, less those that the user withholds.
func TestPermissions(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", standalone("a", "one"))
	put(t, "plain/file", "")
	good := map[bool]fs.FileMode{}
	for folder, name := range map[bool]string{true: "plain", false: "plain/file"} {
		info, err := os.Stat(t.path(name))
		assert.NilError(t, err)
		good[folder] = info.Mode().Perm()
	}
	write(t, "a.yaml")
	assert.NilError(t, filepath.WalkDir(t.path("out"), func(name string, entry fs.DirEntry, err error) error {
		assert.NilError(t, err)
		info, err := entry.Info()
		assert.NilError(t, err)
		assert.Equal(t, info.Mode().Perm(), good[entry.IsDir()], name)
		return nil
	}))
}

func TestUnchangedFileIsNotRewritten(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", app("a", "hub", "one"))
	good(t, "-o", "dir=out", "a.yaml")
	const hub, one = "out/a/hub/kustomization-a-web.yaml", "out/a/one/kustomization-a-one-web.yaml"
	old := time.Unix(1, 0)
	assert.NilError(t, os.Chtimes(t.path(hub), old, old))
	put(t, one, strings.Replace(read(t, one), "10m", "99m", 1))
	assert.NilError(t, os.Chmod(t.path(one), 0o600))
	good(t, "-o", "dir=out", "a.yaml")

	info, err := os.Stat(t.path(hub))
	assert.NilError(t, err)
	assert.Assert(t, info.ModTime().Equal(old))
	info, err = os.Stat(t.path(one))
	assert.NilError(t, err)
	assert.Equal(t, info.Mode().Perm(), os.FileMode(0o600))
	assert.Assert(t, strings.Contains(read(t, one), "10m"))
}

func TestPrunes(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", app("a", "hub", "one"), "out/mine.yaml", "a: b", "out/a/keep/mine.txt", hubYAML)
	good(t, "-o", "dir=out", "a.yaml")
	put(t, "out/a/one/all.yaml", "a: b\n---\n"+strings.Replace(hubYAML, "from: apps/a", "from: apps/other", 1))
	put(t, "out/.gitignore", "x")
	put(t, "out/.old.yaml", hubYAML)
	put(t, "out/.old/old.yaml", hubYAML)
	put(t, "out/a/.keep", "x")
	put(t, "out/a/one/broken.yaml", "fluxapp.dev/rendered: [\n")
	put(t, "a.yaml", app("a", "two"))
	_, errs, code := fluxapp(t, "", "-o", "dir=out", "a.yaml")
	assert.Equal(t, code, exitGood, errs)
	assert.Equal(t, withoutSummary(errs), "out: info: left the objects of apps/other, which this run did not read; "+
		"--prune-orphans=NAMESPACE/NAME removes those of one [FA405]\n")
	assert.DeepEqual(t, filesIn(t, "out"), []string{
		"out/.gitignore", "out/.old/old.yaml", "out/.old.yaml", "out/a/.keep", "out/a/keep/mine.txt", "out/a/one/all.yaml",
		"out/a/one/broken.yaml", "out/a/two/kustomization-a-two-web.yaml", "out/mine.yaml"})
	_, err := os.Stat(t.path("out/a/hub"))
	assert.Assert(t, os.IsNotExist(err), "an empty folder is left")
	_, err = os.Stat(t.path("out/" + staging))
	assert.Assert(t, os.IsNotExist(err))
}

func TestPrunesWhatADocumentNoLongerRenders(test *testing.T) {
	test.Parallel()
	const repository = `apiVersion: devops.kubesphere.io/v1alpha3
kind: GitRepository
metadata: {name: a, labels: {gitops.kubesphere.io/is-artifact-repository: "true"}}
spec: {url: "https://example.com/a"}
`
	const argo = "apiVersion: gitops.kubesphere.io/v1alpha1\nkind: Application\nmetadata: {name: a}\n" +
		"spec: {kind: argocd}\n"
	t := inFolder(test, "a.yaml", strings.Replace(app("a", "hub"), ", namespace: apps", "", 1), "repo.yaml", repository,
		"b.yaml", app("b", "hub"))
	args := []string{"-o", "dir=out", "--namespace", "apps", "a.yaml", "repo.yaml", "b.yaml"}
	good(t, args...)
	assert.DeepEqual(t, filesIn(t, "out"), []string{
		"out/a/hub/kustomization-a-web.yaml", "out/b/hub/kustomization-b-web.yaml", "out/gitrepository-fluxcd-a.yaml"})
	put(t, "a.yaml", argo)
	put(t, "repo.yaml", strings.Replace(repository, "true", "false", 1))
	_, errs, _ := fluxapp(t, "", args...)
	assert.Equal(t, withoutSummary(errs),
		"a.yaml:4:14: info: spec.kind: an Application of Argo CD; it is left alone [FA901]\n")
	assert.DeepEqual(t, filesIn(t, "out"), []string{"out/b/hub/kustomization-b-web.yaml"})
}

func TestOrphans(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", app("a", "hub", "one"), "b.yaml", app("b", "hub"))
	good(t, "-o", "dir=out", "a.yaml")
	ofA := []string{"out/a/hub/kustomization-a-web.yaml", "out/a/one/kustomization-a-one-web.yaml"}
	const ofB = "out/b/hub/kustomization-b-web.yaml"

	_, errs, code := fluxapp(t, "", "-o", "dir=out", "b.yaml")
	assert.Equal(t, withoutSummary(errs),
		"out: warning: left a/hub/kustomization-a-web.yaml, a/one/kustomization-a-one-web.yaml of apps/a, "+
			"which was not read; --prune-orphans removes them [FA405]\n")
	assert.Equal(t, code, 0)
	assert.DeepEqual(t, filesIn(t, "out"), append(ofA, ofB))

	good(t, "-o", "dir=out", "a.yaml", "b.yaml")
	assert.DeepEqual(t, filesIn(t, "out"), append(ofA, ofB))

	good(t, "-o", "dir=out", "--prune-orphans", "b.yaml")
	assert.DeepEqual(t, filesIn(t, "out"), []string{ofB})
	_, err := os.Stat(t.path("out/a"))
	assert.Assert(t, os.IsNotExist(err))
}

// TestOtherDocumentsOwnNothing checks that a document of another kind with the name of one that is gone keeps nothing
// of its objects.
func TestOtherDocumentsOwnNothing(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", app("a", "hub"), "b.yaml", app("b", "hub"),
		"namesakes.yaml", "{apiVersion: cluster.x-k8s.io/v1beta2, kind: Cluster, metadata: {name: a, namespace: "+
			"apps}}\n---\n"+
			"{apiVersion: source.toolkit.fluxcd.io/v1, kind: HelmChart, metadata: {name: a, namespace: apps}, spec: {chart: "+
			"x, interval: 1h, sourceRef: {kind: HelmRepository, name: x}}}\n")
	good(t, "-o", "dir=out", "a.yaml", "b.yaml")
	_, errs, code := fluxapp(t, "", "-o", "dir=out", "b.yaml", "namesakes.yaml")
	assert.Assert(t, code == exitGood &&
		strings.Contains(errs, "left a/hub/kustomization-a-web.yaml of apps/a, which was not read"), errs)
	assert.Equal(t, len(filesIn(t, "out")), 2)
	write(t, "--prune-orphans", "b.yaml", "namesakes.yaml")
	assert.DeepEqual(t, filesIn(t, "out"), []string{"out/b/hub/kustomization-b-web.yaml"})
}

// A document of a kind that fluxapp does not write is never its output: its file is neither removed nor replaced.
func TestForeignKindsAreNeverOwned(test *testing.T) {
	test.Parallel()
	const marked = "apiVersion: v1\nkind: Service\nmetadata:\n  name: x\n  annotations:\n" +
		"    fluxapp.dev/rendered-from: apps/a\n"
	copied := strings.Replace(app("a", "hub"), "namespace: apps",
		"namespace: apps, annotations: {fluxapp.dev/rendered-from: apps/a}", 1)
	list := "apiVersion: v1\nkind: List\nitems:\n- " +
		strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(hubYAML, "---\n"), "\n"), "\n", "\n  ") + "\n"
	t := inFolder(test, "a.yaml", app("a", "hub"), "out/settings.yaml", marked, "out/crlf.yaml",
		strings.ReplaceAll(marked, "\n", "\r\n"), "out/app.yaml", copied, "out/list.yaml", list)
	for _, args := range [][]string{{"a.yaml"}, {"--prune-orphans", "a.yaml"}} {
		_, errs, code := fluxapp(t, "", append([]string{"-o", "dir=out"}, args...)...)
		assert.Equal(t, withoutSummary(errs), "")
		assert.Equal(t, code, 0)
		assert.DeepEqual(t, filesIn(t, "out"), []string{
			"out/a/hub/kustomization-a-web.yaml", "out/app.yaml", "out/crlf.yaml", "out/list.yaml", "out/settings.yaml"})
	}

	const file = "out/a/hub/kustomization-a-web.yaml"
	for _, content := range []string{marked, copied, list} {
		put(t, file, content)
		_, errs, code := fluxapp(t, "", "-o", "dir=out", "a.yaml")
		assert.Assert(t, code == 1 && strings.Contains(errs, "fluxapp did not write it"), errs)
		assert.Equal(t, read(t, file), content)
	}
}

// In the folder that is read too, the annotation on an application is an error.
func TestForeignKindsInPlace(test *testing.T) {
	test.Parallel()
	const marked = "apiVersion: v1\nkind: Service\nmetadata: {name: x, annotations: {fluxapp.dev/rendered-from: " +
		"apps/a}}\n"
	t := inFolder(test, "out/a.yaml", app("a", "hub"), "out/settings.yaml", marked)
	_, errs, code := fluxapp(t, "", "-o", "dir=out", "out")
	assert.Assert(t, code == 0 && strings.Count(errs, "[FA907]") == 1 && strings.Count(errs, "\n") == 2, errs)
	put(t, "out/a.yaml", strings.Replace(app("a", "one"), "namespace: apps",
		"namespace: apps, annotations: {fluxapp.dev/rendered-from: apps/b}", 1))
	before := snapshot(t, "out")
	_, errs, code = fluxapp(t, "", "-o", "dir=out", "out")
	assert.Assert(t, code == 1 && strings.Contains(errs, "out/a.yaml:3:") &&
		strings.Contains(errs, "leave it out [FA213]"), errs)
	assert.Equal(t, snapshot(t, "out"), before)
}

// The RenderConfig of --config asks for the same as --prune-orphans, of render and of check; the flag overrides it.
func TestPruneOrphansOfConfig(test *testing.T) {
	test.Parallel()
	const config = "apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\nspec: {pruneOrphans: true}\n"
	const ofA, ofB = "out/a/hub/kustomization-a-web.yaml", "out/b/hub/kustomization-b-web.yaml"
	t := inFolder(test, "a.yaml", app("a", "hub"), "b.yaml", app("b", "hub"), "config.yaml", config)
	good(t, "-o", "dir=out", "a.yaml", "b.yaml")

	_, errs, code := fluxapp(t, "", "check", "--rendered", "out", "b.yaml")
	assert.Equal(t, errs, "out: warning: left a/hub/kustomization-a-web.yaml of apps/a, which was not read; "+
		"--prune-orphans removes them [FA405]\n")
	assert.Equal(t, code, 0)
	for _, prunes := range []string{"--config=config.yaml", "--prune-orphans"} {
		_, errs, code = fluxapp(t, "", "check", "--rendered", "out", prunes, "b.yaml")
		assert.Equal(t, errs, ofA+": is no longer rendered; render into the folder again with --prune-orphans, which "+
			"removes it [FA405]\n")
		assert.Equal(t, code, 1)
	}

	write(t, "--config", "config.yaml", "--prune-orphans=false", "b.yaml")
	assert.DeepEqual(t, filesIn(t, "out"), []string{ofA, ofB})
	write(t, "--config", "config.yaml", "b.yaml")
	assert.DeepEqual(t, filesIn(t, "out"), []string{ofB})
	out, errs, code := fluxapp(t, "", "--config", "config.yaml", "b.yaml") // to stdout it has no meaning
	assert.Assert(t, code == 0 && errs == "" && strings.Contains(out, "apps/b"), errs)
}

// A FluxApplication may label its objects as KubeSphere labels the objects of a devops GitRepository.
func TestInlineSourceWithTheLabelOfRepositories(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	const source = "spec:\n  commonMetadata: {labels: {app.kubernetes.io/managed-by: gitops.kubesphere.io}}\n" +
		"  source: {%sgitRepository: {url: https://example.com/a, interval: 1m}}\n"
	for _, name := range []string{"", "name: fluxcd-a, "} {
		document := strings.Replace(app("a", "hub"), "spec:\n", fmt.Sprintf(source, name), 1)
		document = strings.Replace(document, "  source: {sourceRef: {kind: GitRepository, name: a}}\n", "", 1)
		t := inFolder(t, "a.yaml", document)
		good(t, "-o", "dir=out", "a.yaml")
		before := snapshot(t, "out")
		assert.Equal(t, len(filesIn(t, "out")), 2)
		good(t, "-o", "dir=out", "a.yaml")
		assert.Equal(t, snapshot(t, "out"), before)
	}
}

// TestSlipsInRepositoriesDeleteNothing checks that a slip in a GitRepository of KubeSphere is an error, and leaves the
// file of its source where it is.
func TestSlipsInRepositoriesDeleteNothing(test *testing.T) {
	test.Parallel()
	const repository = "apiVersion: devops.kubesphere.io/v1alpha3\nkind: GitRepository\n" +
		"metadata: {name: b, namespace: apps, labels: {gitops.kubesphere.io/is-artifact-repository: \"true\"}}\n" +
		"spec: {url: \"https://example.com/b\"}\n"
	for written, slip := range map[string]string{"labels": "lables", "v1alpha3": "v1alpha1", `"true"`: `"yes"`,
		"kind: GitRepository\n": "", "is-artifact-repository": "is-artifact-repo", "spec": "metadata: {name: b}\nspec"} {
		t := inFolder(test, "a.yaml", app("a", "hub"), "repo.yaml", repository)
		good(t, "-o", "dir=out", ".")
		put(t, "repo.yaml", strings.Replace(repository, written, slip, 1))
		_, errs, code := fluxapp(t, "", "-o", "dir=out", ".")
		assert.Equal(t, code, exitDocuments, slip)
		assert.Assert(t, strings.HasPrefix(errs, "repo.yaml:"), errs)
		assert.Assert(t, strings.Contains(read(t, "out/gitrepository-fluxcd-b.yaml"), "name: fluxcd-b"))
	}
}

// TestBrokenFiles checks that a file with the annotation that cannot be read is an error of all that look into the
// folder: nobody knows what is in it.
func TestBrokenFiles(test *testing.T) {
	test.Parallel()
	const file = "out/a/one/kustomization-a-one-web.yaml"
	t := inFolder(test, "a.yaml", app("a", "hub", "one"))
	good(t, "-o", "dir=out", "a.yaml")
	put(t, file, "<<<<<<< HEAD\n"+read(t, file)+"=======\n>>>>>>> other\n")
	put(t, "a.yaml", app("a", "hub"))
	before := snapshot(t, "out")
	for _, args := range [][]string{{"diff", "--rendered", "out", "a.yaml"}, {"-o", "dir=out", "--dry-run", "a.yaml"},
		{"-o", "dir=out", "a.yaml"}, {"check", "--rendered", "out", "a.yaml"}} {
		_, errs, code := fluxapp(t, "", args...)
		assert.Assert(t, code != exitGood, args)
		assert.Equal(t, errs, file+": is no YAML that can be read, in line 2: this key is below a line that has a value "+
			"already; it has objects that fluxapp rendered, or is to have some: restore it, or delete it [FA418]\n")
	}
	assert.Equal(t, snapshot(t, "out"), before)
}

// TestOrphansAreNamedInOrder checks that each document whose files are left has a line: in alphabetical order, and of
// two of one name the application first.
func TestOrphansAreNamedInOrder(test *testing.T) {
	test.Parallel()
	const repository = "apiVersion: devops.kubesphere.io/v1alpha3\nkind: GitRepository\n" +
		"metadata: {name: b, namespace: apps, labels: {gitops.kubesphere.io/is-artifact-repository: \"true\"}}\n" +
		"spec: {url: \"https://example.com/b\"}\n"
	t := inFolder(test, "a.yaml", app("a", "hub"), "b.yaml", app("b", "hub"), "c.yaml", app("c", "hub"), "d.yaml",
		app("d", "hub"), "repo.yaml", repository)
	good(t, "-o", "dir=out", "repo.yaml", "d.yaml", "c.yaml", "b.yaml", "a.yaml")
	for range 10 { // a map has no order
		_, errs, code := fluxapp(t, "", "-o", "dir=out", "d.yaml")
		assert.Equal(t, code, exitGood)
		var left []string
		for line := range strings.Lines(withoutSummary(errs)) {
			left = append(left, strings.Fields(line)[3]+" "+strings.Fields(line)[5])
		}
		assert.DeepEqual(t, left, []string{"a/hub/kustomization-a-web.yaml apps/a,", "b/hub/kustomization-b-web.yaml apps/b,",
			"gitrepository-fluxcd-b.yaml apps/b,", "c/hub/kustomization-c-web.yaml apps/c,"})
	}
}

func TestInTheWay(t *testing.T) {
	t.Parallel()
	const file = "out/a/one/kustomization-a-one-web.yaml"
	ofOther := strings.Replace(hubYAML, "apps/a", "apps/gone", 1)
	for name, c := range map[string]struct {
		prepare func(t testFolder, outside string)
		want    string
	}{
		"a file of somebody else": {
			func(t testFolder, _ string) { put(t, file, "mine: true\n") },
			"a/one/kustomization-a-one-web.yaml is there, and fluxapp did not write it; remove it, or write to another folder",
		},
		"a file of no document": {
			func(t testFolder, _ string) { put(t, file, strings.Replace(hubYAML, "apps/a", `""`, 1)) },
			"a/one/kustomization-a-one-web.yaml is there, and fluxapp did not write it; remove it, or write to another folder",
		},
		"a file of another document": {
			func(t testFolder, _ string) { put(t, file, ofOther) },
			"a/one/kustomization-a-one-web.yaml holds the Kustomization apps/a-web, rendered from apps/gone, which was not " +
				"read; write " +
				"another name for one of them, or --prune-orphans to replace it",
		},
		"a folder": {
			func(t testFolder, _ string) { put(t, file+"/x", "") },
			"a/one/kustomization-a-one-web.yaml is no file; remove it",
		},
		"a file for a folder": {
			func(t testFolder, _ string) { put(t, "out/a/one", "") },
			"a/one is no folder; remove it",
		},
		"a link for a file": {
			func(t testFolder, outside string) {
				put(t, outside+"/x.yaml", hubYAML)
				put(t, "out/a/one/x", "")
				assert.NilError(t, os.Symlink(outside+"/x.yaml", t.path(file)))
			},
			"a/one/kustomization-a-one-web.yaml is a link, which fluxapp does not follow; remove it",
		},
		"a link for a folder": {
			func(t testFolder, outside string) {
				put(t, "out/a/x", "")
				assert.NilError(t, os.Symlink(outside, t.path("out/a/one")))
			},
			"a/one is a link, which fluxapp does not follow; remove it",
		},
		"a link inside of the folder": {
			func(t testFolder, _ string) {
				put(t, "out/elsewhere/x", "")
				assert.NilError(t, os.Symlink("elsewhere", t.path("out/a")))
			},
			"a is a link, which fluxapp does not follow; remove it",
		},
	} {
		t.Run(name, func(test *testing.T) {
			t := inFolder(test, "a.yaml", app("a", "one"), "out/gone/a/kustomization-old.yaml",
				strings.Replace(hubYAML, "name: a-web", "name: old", 1))
			outside := t.TempDir()
			c.prepare(t, outside)
			before, beyond := snapshot(t, "out"), snapshot(t, outside)
			_, errs, code := fluxapp(t, "", "-o", "dir=out", "a.yaml")
			assert.Equal(t, errs, "out: the Kustomization apps/a-one-web cannot be written: "+c.want+" [FA403]\n")
			assert.Equal(t, code, 1)
			assert.Equal(t, snapshot(t, "out"), before)
			assert.Equal(t, snapshot(t, outside), beyond)
		})
	}
}

func TestLinksAreNotPruned(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", app("a", "one"))
	outside := t.TempDir()
	put(t, outside+"/x.yaml", hubYAML)
	put(t, "out/x", "")
	assert.NilError(t, os.Symlink(outside, t.path("out/link")))
	assert.NilError(t, os.Symlink(outside+"/x.yaml", t.path("out/x.yaml")))
	good(t, "-o", "dir=out", "--prune-orphans", "a.yaml")
	assert.Equal(t, read(t, outside+"/x.yaml"), hubYAML)
	_, err := os.Lstat(t.path("out/x.yaml"))
	assert.NilError(t, err)
}

// A namespace of the fleet once led out of the cluster's folder, and out of the folder that is written.
func TestNothingLeavesTheFolder(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	for _, namespace := range []string{"../../../q", "../q", "/q", `..\..\q`, "a/b"} {
		document := strings.Replace(app("a", "hub"), "destination: {", "destination: {clusterSelector: {}, ", 1)
		cluster := fmt.Sprintf("---\napiVersion: cluster.x-k8s.io/v1beta1\nkind: Cluster\n"+
			"metadata: {name: berlin, namespace: %q}\n", namespace)
		t := inFolder(t, "deep/a.yaml", document+cluster)
		before := snapshot(t, ".")
		_, errs, code := fluxapp(t, "", "render", "deep", "-o", "dir=deep/er/out")
		assert.Equal(t, code, exitDocuments, errs)
		assert.Equal(t, snapshot(t, "."), before)
	}
}

func TestTwoObjectsForOneFile(test *testing.T) {
	test.Parallel()
	b := strings.Replace(app("a", "hub"), "namespace: apps", "namespace: other", 1)
	t := inFolder(test, "one/a.yaml", app("a", "hub"), "two/a.yaml", b, "three/a.yaml", app("a", "hub"), "three/b.yaml", b)
	for args, want := range map[string]string{
		"one two": "two/a.yaml:8:7: the Kustomization a-web would be written to a/hub/kustomization-a-web.yaml, as is the " +
			"object of one/a.yaml:8; render them into two folders [FA305]\n",
		"three": "",
	} {
		_, errs, code := fluxapp(t, "", append([]string{"-o", "dir=out"}, strings.Fields(args)...)...)
		assert.Equal(t, code, 1)
		assert.Assert(t, strings.Contains(errs, "[FA305]") && strings.Count(errs, "\n") == 1, errs)
		assert.Assert(t, want == "" || errs == want, errs)
		_, err := os.Stat(t.path("out"))
		assert.Assert(t, os.IsNotExist(err))
	}
}

func TestFoldersThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ file, want string }{
		"a folder":                   {"out/a/one/x", "fluxapp: mkdir out/a/two: permission denied\n"},
		"the folder that is written": {"out/x", "fluxapp: mkdir out/.fluxapp-staging: permission denied\n"},
	} {
		t.Run(name, func(test *testing.T) {
			t := inFolder(test, "a.yaml", app("a", "one", "two"), c.file, "")
			readOnly(t, path.Dir(strings.Replace(c.file, "/one", "", 1)))
			before := snapshot(t, "out")
			_, errs, code := fluxapp(t, "", "-o", "dir=out", "a.yaml")
			assert.Equal(t, code, exitCommand)
			assert.Equal(t, errs, c.want)
			assert.Equal(t, snapshot(t, "out"), before)
		})
	}
}

// readOnly makes a folder one that nobody can write, and that root only can.
func readOnly(t testFolder, dir string) {
	t.Helper()
	if os.Getuid() == 0 {
		t.Skip("root writes anywhere")
	}
	assert.NilError(t, os.Chmod(t.path(dir), 0o555))
	t.Cleanup(func() { os.Chmod(t.path(dir), 0o755) })
}

func TestAnotherRunIsWriting(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", app("a", "hub"), "out/"+staging+"/old-0", "x")
	before := snapshot(t, "out")
	_, errs, code := fluxapp(t, "", "-o", "dir=out", "a.yaml")
	assert.Equal(t, errs, "fluxapp: out/.fluxapp-staging is there: another run is writing, or one was interrupted. "+
		"Then this folder may hold the only copy of files that it replaced (old-…) or deleted (gone-…), beside new ones "+
		"(new-…); keep what you need, remove the folder, and render again\n")
	assert.Equal(t, code, exitCommand)
	assert.Equal(t, snapshot(t, "out"), before)
}

// TestFileOfADocumentThatIsNotRendered checks that a file of an application which was read, and which the options
// leave out, is in the way of another, whatever is to be pruned.
func TestFileOfADocumentThatIsNotRendered(test *testing.T) {
	test.Parallel()
	const config = "apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\nspec: {applications: [apps/a]}\n"
	const file = "out/a/hub/kustomization-a-web.yaml"
	t := inFolder(test, "a.yaml", app("a", "hub"), "b.yaml", app("b", "hub"), "config.yaml", config, file,
		strings.Replace(hubYAML, "apps/a", "apps/b", 1))
	before := snapshot(t, "out")
	for _, more := range [][]string{nil, {"--prune-orphans"}} {
		_, errs, code := fluxapp(t, "", append(more, "-o", "dir=out", "--config", "config.yaml", "a.yaml", "b.yaml")...)
		assert.Equal(t, errs, "out: the Kustomization apps/a-web cannot be written: a/hub/kustomization-a-web.yaml has it "+
			"already, "+
			"rendered from apps/b, which this run does not render; write another name for one of them [FA402]\n")
		assert.Equal(t, code, exitDocuments)
		assert.Equal(t, snapshot(t, "out"), before)
	}
}

// TestLargeFilesAreNobodys checks that a file of the folder which is larger than any that is read was not written by
// fluxapp.
func TestLargeFilesAreNobodys(test *testing.T) {
	defer func(was int64) { folder.MaxSize = was }(folder.MaxSize)
	folder.MaxSize = 1 << 16
	largest := hubYAML + strings.Repeat("#", 1<<16-len(hubYAML))
	const file = "/kustomization-a-web.yaml"
	t := inFolder(test, "a.yaml", app("a", "one"), "out/large"+file, largest+"#", "out/largest/a"+file, largest)
	write(t, "a.yaml")
	assert.DeepEqual(t, filesIn(t, "out"), []string{"out/a/one/kustomization-a-one-web.yaml", "out/large" + file})
}

// TestAllAtOnce checks that a run reports all problems of one sort, and not the first or the last.
func TestAllAtOnce(test *testing.T) {
	test.Parallel()
	const hub, one = "out/a/hub/kustomization-a-web.yaml", "out/a/one/kustomization-a-one-web.yaml"
	t := inFolder(test, "a.yaml", app("a", "hub", "one"), hub, "mine", one, "mine")
	_, errs, _ := fluxapp(t, "", "-o", "dir=out", "a.yaml")
	assert.Equal(t, strings.Count(errs, "[FA403]"), 2, errs)

	other := strings.Replace(app("a", "hub", "one"), "namespace: apps", "namespace: other", 1)
	t = inFolder(test, "a.yaml", app("a", "hub", "one"), "other.yaml", other)
	write(t, "a.yaml")
	_, errs, _ = fluxapp(t, "", "-o", "dir=out", "--prune-orphans", "other.yaml")
	assert.Equal(t, strings.Count(errs, "deleted the Kustomization"), 2, errs)

	t = inFolder(test, "in/a.yaml", app("a", "hub", "one"), "more/a.yaml", other)
	_, errs, _ = fluxapp(t, "", "-o", "dir=out", "in", "more")
	assert.Equal(t, strings.Count(errs, "[FA305]"), 2, errs)

	t = inFolder(test, "in/x.yaml", "kind: Secret\n---\nkind: ConfigMap\n---\nkind: ConfigMap\n")
	_, errs, _ = fluxapp(t, "", "in")
	assert.Assert(t, strings.Contains(errs, "read 2 ConfigMap, 1 Secret ("), errs)
}

func TestTargetThatIsAFile(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", app("a", "hub"), "out", "x")
	_, errs, code := fluxapp(t, "", "-o", "dir=out", "a.yaml")
	assert.Equal(t, code, exitCommand)
	assert.Assert(t, strings.HasPrefix(errs, "fluxapp: ") && strings.Contains(errs, "not a directory"), errs)
}
