package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// told runs a command line that writes the folder out, and returns what it prints to stderr, by lines.
func told(t testFolder, args ...string) []string {
	t.Helper()
	args = append([]string{"render", "-o", "dir=out"}, args...)
	rehearsed := rehearse(t, args...)
	out, errs, code := fluxapp(t, "", args...)
	assert.Equal(t, rehearsed, outcomeOf(errs, code))
	assert.Equal(t, out, "")
	assert.Equal(t, code, exitGood, errs)
	return strings.Split(strings.TrimSuffix(errs, "\n"), "\n")
}

func TestSummary(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", app("a", "hub", "one", "two"))
	assert.DeepEqual(t, told(t, "a.yaml"), []string{"3 written, 0 changed, 0 unchanged, 0 deleted"})
	assert.DeepEqual(t, told(t, "a.yaml"), []string{"0 written, 0 changed, 3 unchanged, 0 deleted"})
	put(t, "a.yaml", strings.Replace(app("a", "hub", "two", "new"), "10m", "20m", 1))
	assert.DeepEqual(t, told(t, "a.yaml"), []string{
		"out/a/one/kustomization-a-one-web.yaml: info: deleted the Kustomization apps/a-one-web; when it leaves the hub, " +
			"Flux deletes what it applied [FA416]",
		"1 written, 1 changed, 1 unchanged, 1 deleted",
	})
	put(t, "a.yaml", strings.Replace(app("a"), "kustomization:", "kustomization: [] #", 1))
	_, errs, code := fluxapp(t, "", "render", "-o", "dir=out", "a.yaml")
	assert.Equal(t, code, exitDocuments)
	assert.Assert(t, !strings.Contains(errs, "written"), "a run that wrote nothing says that it did: %s", errs)
}

// helmApp returns an application with a release for each cluster.
func helmApp(clusters ...string) string {
	text := strings.ReplaceAll(app("a", clusters...), "    kustomization:\n",
		"    helmRelease:\n      chart: {chart: a}\n      deploy:\n")
	text = strings.ReplaceAll(text, "    - {", "      - {")
	return strings.ReplaceAll(text, ", path: ./deploy, prune: true", "")
}

func TestWhatFluxDoesWithDeletions(t *testing.T) {
	t.Parallel()
	const prune = "path: ./deploy, prune: true"
	for name, c := range map[string]struct{ document, want string }{
		"release": {helmApp("one"),
			"HelmRelease apps/a-one-web; when it leaves the hub, Flux uninstalls its Helm release"},
		"suspended release": {strings.Replace(helmApp("one"), "interval", "suspend: true, interval", 1),
			"HelmRelease apps/a-one-web; when it leaves the hub, Flux leaves its Helm release installed, because it is " +
				"suspended"},
		"prune": {app("a", "one"),
			"Kustomization apps/a-one-web; when it leaves the hub, Flux deletes what it applied"},
		"no prune": {strings.Replace(app("a", "one"), "prune: true", "prune: false", 1),
			"Kustomization apps/a-one-web; when it leaves the hub, Flux leaves what it applied, because its prune is false"},
		"suspended": {strings.Replace(app("a", "one"), prune, prune+", suspend: true", 1),
			"Kustomization apps/a-one-web; when it leaves the hub, Flux leaves what it applied, because it is suspended"},
		"orphan": {strings.Replace(app("a", "one"), prune, prune+", deletionPolicy: Orphan", 1),
			"Kustomization apps/a-one-web; when it leaves the hub, Flux leaves what it applied, because its deletionPolicy " +
				"is Orphan"},
		"deletion, not pruned": {
			strings.Replace(app("a", "one"), prune, "path: ./deploy, prune: false, deletionPolicy: Delete", 1),
			"Kustomization apps/a-one-web; when it leaves the hub, Flux deletes what it applied"},
		"own Flux": {strings.Replace(app("a", "one"), "spec:\n", "spec:\n  topology: Standalone\n", 1),
			"Kustomization apps/a-one-web; when it leaves the cluster one, Flux deletes what it applied"},
	} {
		t.Run(name, func(test *testing.T) {
			t := inFolder(test, "a.yaml", c.document, "b.yaml", app("b", "hub"))
			fluxapp(t, "", "-o", "dir=out", "a.yaml", "b.yaml")
			lines := told(t, "--prune-orphans", "b.yaml")
			assert.Assert(t, strings.Contains(lines[0], ".yaml: info: deleted the "+c.want+" [FA416]"), "%v", lines)
		})
	}
}

func TestSourceIsDeleted(test *testing.T) {
	test.Parallel()
	const source = "  source: {gitRepository: {url: https://example.com/a, interval: 1m}}\n"
	t := inFolder(test, "a.yaml",
		strings.Replace(app("a", "hub"), "  source: {sourceRef: {kind: GitRepository, name: a}}\n",
			source, 1))
	told(t, "a.yaml")
	put(t, "a.yaml", app("a", "hub"))
	assert.DeepEqual(t, told(t, "a.yaml"), []string{
		"out/a/gitrepository-a.yaml: info: deleted the GitRepository apps/a; when it leaves the hub, Flux updates nothing " +
			"from it any more [FA416]",
		"0 written, 0 changed, 1 unchanged, 1 deleted",
	})
}

// A document in another folder writes other files; its objects stay what they are.
func TestMoved(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "in/a.yaml", app("a", "hub"))
	told(t, "in")
	put(t, "in/sub/a.yaml", app("a", "hub"))
	assert.NilError(t, os.Remove(t.path("in/a.yaml")))
	assert.DeepEqual(t, told(t, "in"), []string{
		"out/a/hub/kustomization-a-web.yaml: info: moved the Kustomization apps/a-web to " +
			"sub/a/hub/kustomization-a-web.yaml; on the hub it stays [FA416]",
		"1 written, 0 changed, 0 unchanged, 1 deleted",
	})
}

// An object that another document renders for the same cluster stays there.
func TestMovedOnACluster(test *testing.T) {
	test.Parallel()
	named := func(document string) string {
		return strings.Replace(standalone(document, "one"), "- {", "- {name: x, ", 1)
	}
	t := inFolder(test, "in/a.yaml", named("a"))
	told(t, "in")
	put(t, "in/a.yaml", named("b"))
	lines := told(t, "--prune-orphans", "in")
	assert.DeepEqual(t, lines[len(lines)-2:], []string{ // after what must exist on the cluster
		"out/one/a/kustomization-x.yaml: info: moved the Kustomization apps/x to one/b/kustomization-x.yaml; on the " +
			"cluster one it stays [FA416]",
		"1 written, 1 changed, 0 unchanged, 1 deleted",
	})
}

// With another topology, other API servers have the objects.
func TestTopologyChanges(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", app("a", "one"))
	told(t, "a.yaml")
	put(t, "a.yaml", strings.Replace(app("a", "one"), "spec:\n", "spec:\n  topology: Standalone\n", 1))
	_, errs, _ := fluxapp(t, "", "-o", "dir=out", "a.yaml")
	assert.Assert(t, strings.Contains(errs, "deleted the Kustomization apps/a-one-web; when it leaves the hub, "), errs)
}

func TestNamespaceChanges(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", app("a", "hub"))
	told(t, "a.yaml")
	put(t, "a.yaml", strings.Replace(app("a", "hub"), "namespace: apps", "namespace: other", 1))
	_, errs, code := fluxapp(t, "", "-o", "dir=out", "a.yaml")
	assert.Equal(t, code, exitDocuments)
	assert.Equal(t, errs, "out: the Kustomization other/a-web cannot be written: a/hub/kustomization-a-web.yaml holds "+
		"the "+
		"Kustomization apps/a-web, rendered from apps/a, which was not read; write another name for one of them, or "+
		"--prune-orphans to replace it [FA403]\n")
	assert.DeepEqual(t, told(t, "--prune-orphans", "a.yaml"), []string{
		"out/a/hub/kustomization-a-web.yaml: info: deleted the Kustomization apps/a-web; when it leaves the hub, Flux " +
			"deletes what it applied [FA416]",
		"0 written, 1 changed, 0 unchanged, 0 deleted",
	})
}

// TestDeletionsAreInOrder checks the lines of what a run deletes, moves and replaces: by file, and each file once.
func TestDeletionsAreInOrder(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "in/a.yaml", app("a", "one", "two"), "in/b.yaml", app("b", "one"), "in/c.yaml", app("c", "one"))
	told(t, "in")
	put(t, "in/a.yaml", app("a", "two"))
	put(t, "in/b.yaml", strings.Replace(app("b", "one"), "namespace: apps", "namespace: other", 1))
	assert.NilError(t, os.Remove(t.path("in/c.yaml")))
	put(t, "in/sub/c.yaml", app("c", "one"))
	var lines []string
	for _, line := range told(t, "--prune-orphans", "in") {
		lines = append(lines, strings.Join(strings.Fields(line)[:3], " "))
	}
	assert.DeepEqual(t, lines, []string{
		"out/a/one/kustomization-a-one-web.yaml: info: deleted",
		"out/b/one/kustomization-b-one-web.yaml: info: deleted",
		"out/c/one/kustomization-c-one-web.yaml: info: moved",
		"1 written, 1",
	})
}

// TestMovedAndDeletedAreCountedApart checks that what moves is not counted with what is deleted.
func TestMovedAndDeletedAreCountedApart(test *testing.T) {
	test.Parallel()
	var clusters []string
	for i := range 15 {
		clusters = append(clusters, fmt.Sprint("c", i))
	}
	t := inFolder(test, "in/a.yaml", app("a", clusters...), "in/b.yaml", app("b", clusters...))
	told(t, "in")
	put(t, "in/a.yaml", app("a", "hub"))
	assert.NilError(t, os.Remove(t.path("in/b.yaml")))
	put(t, "in/sub/b.yaml", app("b", clusters...))
	lines := strings.Join(told(t, "in", unlimited(t)), "\n")
	assert.Equal(t, strings.Count(lines, ": info: deleted the "), 15)
	assert.Equal(t, strings.Count(lines, ": info: moved the "), 15)
}

func TestManyDeletions(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	var clusters []string
	for i := range 30 {
		clusters = append(clusters, fmt.Sprintf("c%02d", i))
	}
	for _, c := range []struct {
		more  []string
		lines int
	}{{nil, 22}, {[]string{"--all-findings"}, 31}} {
		t := inFolder(t, "a.yaml", app("a", append(clusters, "hub")...), "b.yaml", app("a", "hub"))
		told(t, "a.yaml")
		lines := told(t, append(c.more, unlimited(t), "b.yaml")...)
		assert.Equal(t, len(lines), c.lines, "%v", lines)
		assert.Equal(t, lines[c.lines-1], "0 written, 0 changed, 1 unchanged, 30 deleted")
		if c.more == nil {
			assert.Equal(t, lines[20], "… and 10 more [FA416] (--all-findings prints them)")
		}
	}
}

// A folder without files is missing from Git, where Flux then finds no path.
func TestFolderIsEmptied(test *testing.T) {
	test.Parallel()
	const missing = "; a Flux Kustomization whose path is missing fails and deletes nothing: put a kustomization.yaml " +
		"with resources: [] there if its objects shall go [FA417]"
	t := inFolder(test, "a.yaml", app("a", "one"), "none/x", "")
	told(t, "a.yaml")
	assert.DeepEqual(t, told(t, "--prune-orphans", "none"), []string{
		"out/a/one/kustomization-a-one-web.yaml: info: deleted the Kustomization apps/a-one-web; when it leaves the hub, " +
			"Flux deletes what it applied [FA416]",
		"out: warning: this folder holds no file any more, and Git keeps no empty folder" + missing,
		"0 written, 0 changed, 0 unchanged, 1 deleted",
	})

	standalone := strings.Replace(app("a", "one", "two"), "spec:\n", "spec:\n  topology: Standalone\n", 1)
	t = inFolder(test, "a.yaml", standalone, "none/x", "", "out/two/README.md", "mine")
	fluxapp(t, "", "-o", "dir=out", "a.yaml")
	lines := told(t, "--prune-orphans", "none")
	// two objects, and the list of a folder that stays
	assert.Equal(t, strings.Count(strings.Join(lines, "\n"), "[FA416]"), 3)
	assert.DeepEqual(t, lines[len(lines)-3:], []string{
		"out/two/kustomization.yaml: info: deleted the list of this folder; its Flux then applies every manifest in it " +
			"[FA416]",
		"out/one: warning: this folder holds no file any more, and Git keeps no empty folder" + missing,
		"0 written, 0 changed, 0 unchanged, 4 deleted",
	})

	t = inFolder(test, "a.yaml", standalone, "none/x", "")
	fluxapp(t, "", "-o", "dir=out", "a.yaml")
	lines = told(t, "--prune-orphans", "none")
	assert.DeepEqual(t, lines[len(lines)-3:], []string{ // and nothing about the folder around them, which no Flux reads
		"out/one: warning: this folder holds no file any more, and Git keeps no empty folder" + missing,
		"out/two: warning: this folder holds no file any more, and Git keeps no empty folder" + missing,
		"0 written, 0 changed, 0 unchanged, 4 deleted",
	})
}

// The flag is what somebody gives who removes the last application. Input that is missing is a slip.
func TestLastApplicationIsGone(test *testing.T) {
	test.Parallel()
	const cluster = "apiVersion: cluster.x-k8s.io/v1beta1\nkind: Cluster\nmetadata: {name: berlin}\n"
	t := inFolder(test, "in/a.yaml", app("a", "hub", "one"), "in/cluster.yaml", cluster, "in/other.yaml", "a: b\n",
		"in/release.yaml", "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: x}\n")
	told(t, "in")
	assert.NilError(t, os.Remove(t.path("in/a.yaml")))
	before := snapshot(t, "out")
	const none = "there is no FluxApplication; read 1 Cluster, 1 HelmRelease, 1 other file (an application has the kind " +
		"FluxApplication, or Application with spec.kind fluxcd); fluxapp adopt makes applications of HelmReleases and " +
		"Kustomizations that exist"
	for _, c := range []struct {
		stdin string
		args  []string
		errs  string
		code  int
	}{
		{"", []string{"-o", "dir=out", "in"},
			"in: " + none + "; --prune-orphans deletes what earlier runs wrote to out [FA009]\n", exitDocuments},
		{"", []string{"-o", "dir=new", "in"}, "in: " + none + "; --prune-orphans deletes what earlier runs wrote to " +
			"new [FA009]\n", exitDocuments},
		{"", []string{"check", "in"}, "in: " + none + " [FA009]\n", exitDocuments},
		{"", []string{"check", "inn"}, "fluxapp: there is no file or folder inn\n", exitCommand},
		{"", []string{"explain", "a", "inn"}, "fluxapp: there is no file or folder inn\n", exitCommand},
		{"", []string{"-o", "dir=out", "--prune-orphans", "inn"}, "fluxapp: there is no file, folder or command inn\n",
			exitCommand},
		{"", []string{"-o", "dir=out", "--prune-orphans", "in/a.yaml"},
			"fluxapp: there is no file, folder or command in/a.yaml\n", exitCommand},
		{"", []string{"-o", "dir=out", "--prune-orphans", "in", "inn"}, "fluxapp: there is no file or folder inn\n",
			exitCommand},
		{"", []string{"-o", "dir=out", "--prune-orphans", "-"}, "-: there is no FluxApplication; read no document (an " +
			"application has the kind FluxApplication, or Application with spec.kind fluxcd) [FA009]\n", exitDocuments},
	} {
		_, errs, code := fluxapp(t, c.stdin, c.args...)
		assert.Equal(t, errs, c.errs)
		assert.Equal(t, code, c.code)
		assert.Equal(t, snapshot(t, "out"), before)
	}
	_, errs, code := fluxapp(t, "kind: ConfigMap\n", "-o", "dir=piped", "--prune-orphans", "-") // somebody sends documents
	assert.Equal(t, errs, "0 written, 0 changed, 0 unchanged, 0 deleted\n")
	assert.Equal(t, code, exitGood)
	lines := told(t, "--prune-orphans", "in")
	assert.Equal(t, len(lines), 4)
	assert.Equal(t, lines[3], "0 written, 0 changed, 0 unchanged, 2 deleted")
	assert.Equal(t, len(filesIn(t, "out")), 0)
}
