package main

import (
	"os"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// standalone returns an application like app in the topology Standalone; one of the clusters may be the hub.
func standalone(name string, clusters ...string) string {
	return strings.Replace(app(name, clusters...), "spec:\n", "spec:\n  topology: Standalone\n", 1)
}

// list returns the kustomization.yaml of a cluster's folder.
func list(cluster, from string, resources ...string) string {
	return "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nmetadata:\n  annotations:\n" +
		"    config.kubernetes.io/local-config: \"true\"\n    gitops.kubesphere.io/rendered-from: " + from + "\n" +
		"  name: " + cluster + "\nresources:\n- " + strings.Join(resources, "\n- ") + "\n"
}

// write runs a command line that must go well, whatever it tells.
func write(t *testing.T, args ...string) {
	t.Helper()
	_, errs, code := fluxapp("", append([]string{"-o", "dir=out"}, args...)...)
	assert.Equal(t, code, 0, errs)
}

// upToDate expects that a check of the folder finds nothing.
func upToDate(t *testing.T, args ...string) {
	t.Helper()
	_, errs, code := fluxapp("", append([]string{"check", "--rendered", "out"}, args...)...)
	assert.Equal(t, code, 0, errs)
}

const (
	ofA    = "a/kustomization-a-one-web.yaml"
	ofB    = "b/kustomization-b-one-web.yaml"
	ofBTwo = "b/kustomization-b-two-web.yaml"
)

func TestStandaloneFolders(t *testing.T) {
	inFolder(t, "in/a.yaml", standalone("a", "hub", "one"), "in/sub/b.yaml", standalone("b", "two"),
		"more/c.yaml", standalone("c", "one"))
	write(t, "in", "more")
	assert.DeepEqual(t, filesIn(t, "out"), []string{
		"out/hub/a/kustomization-a-web.yaml", "out/hub/kustomization.yaml",
		"out/one/a/kustomization-a-one-web.yaml", "out/one/c/kustomization-c-one-web.yaml", "out/one/kustomization.yaml",
		"out/sub/two/b/kustomization-b-two-web.yaml", "out/sub/two/kustomization.yaml",
	})
	assert.Equal(t, read(t, "out/hub/kustomization.yaml"), list("hub", "apps/a", "a/kustomization-a-web.yaml"))
	assert.Equal(t, read(t, "out/one/kustomization.yaml"), list("one", "apps/a, apps/c", ofA, "c/kustomization-c-one-web.yaml"))
	assert.Equal(t, read(t, "out/sub/two/kustomization.yaml"), list("two", "apps/b", ofBTwo))
	assert.Equal(t, strings.Count(read(t, "out/one/a/kustomization-a-one-web.yaml"), "kubeConfig"), 0)

	before := snapshot(t, "out")
	write(t, "in", "more")
	assert.Equal(t, snapshot(t, "out"), before)
	upToDate(t, "in", "more")
	out, _, _ := fluxapp("", "in", "more")
	assert.Equal(t, strings.Count(out, "kustomize.config.k8s.io"), 0)
}

// What another run has written for a cluster stays on its list, until it goes.
func TestStandaloneRunsShareAFolder(t *testing.T) {
	inFolder(t, "a.yaml", standalone("a", "one"), "b.yaml", standalone("b", "one", "two"))
	write(t, "a.yaml")
	write(t, "b.yaml")
	both := list("one", "apps/a, apps/b", ofA, ofB)
	assert.Equal(t, read(t, "out/one/kustomization.yaml"), both)
	upToDate(t, "a.yaml")
	upToDate(t, "b.yaml")
	write(t, "a.yaml")
	assert.Equal(t, read(t, "out/one/kustomization.yaml"), both)

	put(t, "b.yaml", standalone("b", "two"))
	write(t, "b.yaml")
	assert.Equal(t, read(t, "out/one/kustomization.yaml"), list("one", "apps/a", ofA))

	write(t, "--prune-orphans", "b.yaml")
	assert.DeepEqual(t, filesIn(t, "out"), []string{"out/two/b/kustomization-b-two-web.yaml", "out/two/kustomization.yaml"})
	_, err := os.Stat("out/one")
	assert.Assert(t, os.IsNotExist(err), "an empty folder is left")
}

// The list of a cluster keeps what its user has added, while it is there, and loses what is not.
func TestStandaloneListIsKept(t *testing.T) {
	inFolder(t, "a.yaml", standalone("a", "one"), "b.yaml", standalone("b", "one"))
	write(t, "a.yaml", "b.yaml")
	const file = "out/one/kustomization.yaml"
	put(t, "out/one/mine.yaml", "a: b")
	put(t, file, read(t, file)+"- mine.yaml\n- gone.yaml\n- ../out.yaml\n- https://example.com/x.yaml\n")
	assert.NilError(t, os.Remove("out/one/"+ofB))
	_, errs, code := fluxapp("", "check", "--rendered", "out", "a.yaml")
	assert.Assert(t, code == 1 && strings.Contains(errs, file+": is out of date; render into the folder again [FA408]"), errs)
	write(t, "a.yaml")
	assert.Equal(t, read(t, file), list("one", "apps/a", ofA, "mine.yaml"))

	put(t, "a.yaml", standalone("a", "two"))
	_, errs, code = fluxapp("", "check", "--rendered", "out", "a.yaml")
	assert.Assert(t, code == 1 && strings.Contains(errs, file+
		": is no longer rendered from apps/a; render into the folder again, which removes it [FA405]"), errs)
	write(t, "a.yaml")
	assert.DeepEqual(t, filesIn(t, "out/one"), []string{"out/one/mine.yaml"}) // which was never fluxapp's
}

func TestStandaloneListInTheWay(t *testing.T) {
	const file = "out/one/kustomization.yaml"
	for name, content := range map[string]string{
		"a list of somebody else": "resources: []\n",
		"two lists":               list("one", "apps/a", ofA) + "---\n" + list("one", "apps/a", ofA),
		"an object of Flux":       strings.Replace(list("one", "", ofA), "gitops.kubesphere.io/rendered-from", "example.com/note", 1),
	} {
		t.Run(name, func(t *testing.T) {
			inFolder(t, "a.yaml", standalone("a", "one"), file, content)
			before := snapshot(t, "out")
			_, errs, code := fluxapp("", "-o", "dir=out", "a.yaml")
			assert.Equal(t, code, 1)
			assert.Assert(t, strings.Contains(errs, "out: the list of the cluster one cannot be written: "+
				"one/kustomization.yaml is there, and fluxapp did not write it; remove it, or write to another folder [FA403]\n"), errs)
			assert.Equal(t, snapshot(t, "out"), before)
		})
	}
}

// kustomize knows the list by other names too, and refuses two in a folder.
func TestStandaloneListOfAnotherName(t *testing.T) {
	for _, name := range []string{"kustomization.yml", "Kustomization"} {
		inFolder(t, "a.yaml", standalone("a", "one"), "out/one/"+name, "resources: []\n")
		_, errs, code := fluxapp("", "-o", "dir=out", "a.yaml")
		assert.Equal(t, code, 1)
		assert.Assert(t, strings.Contains(errs, "out: the list of the cluster one cannot be written: one/"+name+
			" is there, and kustomize does not build both; remove it, or write to another folder [FA403]\n"), errs)
		assert.DeepEqual(t, filesIn(t, "out"), []string{"out/one/" + name})
	}
}

// The folder that is read may be the one that is written.
func TestStandaloneInPlace(t *testing.T) {
	inFolder(t, "out/a.yaml", standalone("a", "one"))
	write(t, "out")
	before := snapshot(t, "out")
	write(t, "out")
	assert.Equal(t, snapshot(t, "out"), before)
	assert.DeepEqual(t, filesIn(t, "out"), []string{"out/a.yaml", "out/one/" + ofA, "out/one/kustomization.yaml"})
}

// Switching the topology moves the files, and leaves nothing behind.
func TestSwitchingTopology(t *testing.T) {
	source := func(text string) string { // one that the document holds, which each cluster needs
		return strings.Replace(text, "sourceRef: {kind: GitRepository, name: one}",
			"gitRepository: {url: https://example.com/one, interval: 1m}", 1)
	}
	hub := source(app("one", "hub", "one", "two")) // an application called as a cluster
	members := source(standalone("one", "hub", "one", "two"))
	var snapshots []string
	inFolder(t, "a.yaml", "", "b.yaml", standalone("b", "two"))
	for _, text := range []string{hub, members, hub, members} {
		put(t, "a.yaml", text)
		write(t, "a.yaml", "b.yaml")
		upToDate(t, "a.yaml", "b.yaml")
		snapshots = append(snapshots, snapshot(t, "out"))
	}
	assert.Equal(t, snapshots[2], snapshots[0])
	assert.Equal(t, snapshots[3], snapshots[1])
	files := filesIn(t, "out")
	assert.Assert(t, slices.Contains(files, "out/two/one/gitrepository-one.yaml"), files)
	assert.Equal(t, len(files), 3*2+1+3)
	put(t, "a.yaml", hub)
	write(t, "a.yaml", "b.yaml")
	assert.DeepEqual(t, filesIn(t, "out"), []string{
		"out/one/gitrepository-one.yaml", "out/one/hub/kustomization-one-web.yaml", "out/one/one/kustomization-one-one-web.yaml",
		"out/one/two/kustomization-one-two-web.yaml", "out/two/b/kustomization-b-two-web.yaml", "out/two/kustomization.yaml",
	})
}
