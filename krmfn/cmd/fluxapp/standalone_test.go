package main

import (
	"os"
	"slices"
	"strconv"
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
		"    config.kubernetes.io/local-config: \"true\"\n    fluxapp.dev/rendered-from: " + from + "\n" +
		"  name: " + cluster + "\nresources:\n- " + strings.Join(resources, "\n- ") + "\n"
}

// write runs a command line that must go well, whatever it tells.
func write(t testFolder, args ...string) {
	t.Helper()
	_, errs, code := fluxapp(t, "", append([]string{"-o", "dir=out"}, args...)...)
	assert.Equal(t, code, 0, errs)
}

// upToDate expects that a check of the folder finds nothing.
func upToDate(t testFolder, args ...string) {
	t.Helper()
	_, errs, code := fluxapp(t, "", append([]string{"check", "--rendered", "out"}, args...)...)
	assert.Equal(t, code, 0, errs)
}

const (
	ofA    = "a/kustomization-a-one-web.yaml"
	ofB    = "b/kustomization-b-one-web.yaml"
	ofBTwo = "b/kustomization-b-two-web.yaml"
)

func TestStandaloneFolders(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "in/a.yaml", standalone("a", "hub", "one"), "in/sub/b.yaml", standalone("b", "two"),
		"more/c.yaml", standalone("c", "one"))
	write(t, "in", "more")
	assert.DeepEqual(t, filesIn(t, "out"), []string{
		"out/hub/a/kustomization-a-web.yaml", "out/hub/kustomization.yaml",
		"out/one/a/kustomization-a-one-web.yaml", "out/one/c/kustomization-c-one-web.yaml", "out/one/kustomization.yaml",
		"out/sub/two/b/kustomization-b-two-web.yaml", "out/sub/two/kustomization.yaml",
	})
	assert.Equal(t, read(t, "out/hub/kustomization.yaml"), list("hub", "apps/a", "a/kustomization-a-web.yaml"))
	assert.Equal(t, read(t, "out/one/kustomization.yaml"),
		list("one", "apps/a, apps/c", ofA, "c/kustomization-c-one-web.yaml"))
	assert.Equal(t, read(t, "out/sub/two/kustomization.yaml"), list("two", "apps/b", ofBTwo))
	assert.Equal(t, strings.Count(read(t, "out/one/a/kustomization-a-one-web.yaml"), "kubeConfig"), 0)

	before := snapshot(t, "out")
	_, errs, code := fluxapp(t, "", "-o", "dir=out", "in", "more")
	assert.Assert(t, code == exitGood && !strings.Contains(errs, "FA412"), "a list of one object is not idle: %s", errs)
	assert.Equal(t, snapshot(t, "out"), before)
	upToDate(t, "in", "more")
	out, _, _ := fluxapp(t, "", "in", "more")
	assert.Equal(t, strings.Count(out, "kustomize.config.k8s.io"), 0)
}

// Without its list, the Flux of a cluster applies all files of the folder: a new list must not leave out the files of
// other runs.
func TestStandaloneListThatWasRemoved(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", standalone("a", "one"), "b.yaml", standalone("b", "one", "two"), "hub.yaml",
		app("one", "two"))
	writeAll := func(files ...string) {
		for _, file := range files {
			write(t, file)
		}
	}
	writeAll("hub.yaml", "a.yaml", "b.yaml")
	both := read(t, "out/one/kustomization.yaml")
	assert.NilError(t, os.Remove(t.path("out/one/kustomization.yaml")))
	write(t, "a.yaml")
	assert.Equal(t, read(t, "out/one/kustomization.yaml"), both)

	assert.NilError(t, os.Remove(t.path("out/one/kustomization.yaml")))
	put(t, "b.yaml", standalone("b", "two"))
	writeAll("b.yaml", "a.yaml")
	assert.Equal(t, read(t, "out/one/kustomization.yaml"), list("one", "apps/a", ofA))
}

// What another run has written for a cluster stays on its list, until it goes.
func TestStandaloneRunsShareAFolder(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", standalone("a", "one"), "b.yaml", standalone("b", "one", "two"))
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
	assert.DeepEqual(t, filesIn(t, "out"),
		[]string{"out/two/b/kustomization-b-two-web.yaml", "out/two/kustomization.yaml"})
	_, err := os.Stat(t.path("out/one"))
	assert.Assert(t, os.IsNotExist(err), "an empty folder is left")
}

// The list of a cluster keeps what its user has added, as it is written, and loses only what fluxapp wrote.
func TestStandaloneListIsKept(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", standalone("a", "one"), "b.yaml", standalone("b", "one"))
	write(t, "a.yaml", "b.yaml")
	const file = "out/one/kustomization.yaml"
	put(t, "out/one/mine.yaml", "a: b")
	const mine = "- mine.yaml # ours\n- gone.yaml\n- ../out.yaml\n- https://example.com/x.yaml\n- folder\n" +
		"- other/kustomization-x.yaml\n\n" +
		"# the team's own\nnamePrefix: team-\npatches:\n- path:   patch.yaml\n"
	put(t, file, "# top\n"+read(t, file)+mine)
	upToDate(t, "a.yaml", "b.yaml")
	before := snapshot(t, "out")
	write(t, "a.yaml", "b.yaml")
	assert.Equal(t, snapshot(t, "out"), before)

	put(t, "a.yaml", standalone("a", "two"))
	put(t, "b.yaml", standalone("b", "two"))
	_, errs, code := fluxapp(t, "", "check", "--rendered", "out", "a.yaml", "b.yaml")
	assert.Assert(t, code == 1 && strings.Contains(errs, file+": is out of date; render into the folder again [FA408]"),
		errs)
	for range 2 {
		_, errs, code = fluxapp(t, "", "-o", "dir=out", "a.yaml", "b.yaml")
		assert.Equal(t, code, 0, errs)
		assert.Equal(t, read(t, file), "# top\n"+strings.Replace(list("one", "apps/a, apps/b", ""), "\n- \n", "\n", 1)+mine)
	}
	upToDate(t, "a.yaml", "b.yaml")

	put(t, "a.yaml", standalone("a", "one"))
	write(t, "a.yaml")
	assert.Equal(t, read(t, file),
		"# top\n"+list("one", "apps/a", strings.TrimPrefix(mine[:strings.Index(mine, "\n\n")], "- "), ofA)+
			mine[strings.Index(mine, "\n\n")+1:])
}

// It goes when nothing of its user's is left in it: what fluxapp wrote, in whatever order and style.
func TestStandaloneListGoes(t *testing.T) {
	t.Parallel()
	const file = "out/one/kustomization.yaml"
	plain := list("one", "apps/a", ofA)
	for name, c := range map[string]struct {
		content string
		stays   bool
	}{
		"as it was": {plain, false},
		"in another style": {strings.ReplaceAll(strings.Replace(plain, "- "+ofA, "  - \""+ofA+"\"", 1), "\n", "\r\n"),
			false},
		"a comment at last": {plain + "# by team a\n", true},
		"a comment first":   {"# by team a\n" + plain, true},
		"a comment":         {strings.Replace(plain, "resources:", "resources: # by team a", 1), true},
		"a field":           {plain + "namePrefix: x\n", true},
		"a label":           {strings.Replace(plain, "  name:", "  labels: {a: b}\n  name:", 1), true},
		"an annotation":     {strings.Replace(plain, "  name:", "    a: b\n  name:", 1), true},
		"an entry":          {plain + "- mine.yaml\n", true},
	} {
		t.Run(name, func(test *testing.T) {
			t := inFolder(test, "a.yaml", standalone("a", "one"))
			write(t, "a.yaml")
			put(t, file, c.content)
			put(t, "a.yaml", standalone("a", "two"))
			write(t, "a.yaml")
			_, err := os.Stat(t.path(file))
			assert.Equal(t, err == nil, c.stays)
			if c.stays {
				assert.Equal(t, strings.Count(read(t, file), ofA), 0)
			}
		})
	}
}

// A copy of a list is its user's, whatever it holds.
func TestStandaloneListCopied(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", standalone("a", "one"))
	write(t, "a.yaml")
	put(t, "out/one/kustomization-old.yaml", read(t, "out/one/kustomization.yaml"))
	put(t, "a.yaml", standalone("a", "two"))
	write(t, "a.yaml")
	assert.DeepEqual(t, filesIn(t, "out/one"), []string{"out/one/kustomization-old.yaml"})
}

func TestStandaloneListInTheWay(t *testing.T) {
	t.Parallel()
	const file = "out/one/kustomization.yaml"
	const foreign = "the list cannot be written: it is there, and fluxapp did not write it; give it apiVersion, kind " +
		"and " +
		"the annotation fluxapp.dev/rendered-from: apps/a, and fluxapp adds its entries [FA403]\n"
	const noList = "the list cannot be written: its resources are no list; write a list of files [FA403]\n"
	ours := list("one", "apps/a", "a/kustomization-gone.yaml")
	for name, c := range map[string]struct{ content, want string }{
		"a list of somebody else": {"resources: []\n", foreign},
		"an object of Flux": {strings.Replace(list("one", "", ofA), "fluxapp.dev/rendered-from", "example.com/note", 1),
			foreign},
		"no YAML of others":       {"patches: [\n", foreign},
		"a list of no document":   {list("one", `""`, ofA), foreign},
		"two documents of others": {"# fluxapp.dev/rendered-from\nresources: []\n---\na: b\n", foreign},
		"a list in a list": {"apiVersion: v1\nkind: List\nitems:\n- " +
			strings.ReplaceAll(strings.TrimSuffix(ours, "\n"), "\n", "\n  ") + "\n", foreign},
		"two lists":             {ours + "---\n" + ours, foreign},
		"no YAML":               {ours + "patches: [\n", "is no YAML that can be read, in line 10: "},
		"resources is a map":    {ours[:strings.Index(ours, "resources:")] + "resources: {a: b}\n", noList},
		"resources is a text":   {ours[:strings.Index(ours, "resources:")] + "resources: " + ofA + "\n", noList},
		"a list in one line":    {ours[:strings.Index(ours, "resources:")] + "resources: [mine.yaml]\n", ""},
		"an entry of two lines": {ours + "-\n  b/kustomization-b-one-web.yaml\n", ""},
	} {
		t.Run(name, func(test *testing.T) {
			t := inFolder(test, "a.yaml", standalone("a", "one"), file, c.content)
			before := snapshot(t, "out")
			for _, args := range [][]string{{"check", "--rendered", "out", "a.yaml"}, {"-o", "dir=out", "a.yaml"}} {
				_, errs, code := fluxapp(t, "", args...)
				if c.want == "" {
					assert.Assert(t, code == 0 || args[0] == "check" && strings.Contains(errs, "FA408"), errs)
					continue
				}
				assert.Equal(t, code, 1)
				assert.Assert(t, strings.Contains(errs, file+": "+c.want), errs)
				assert.Equal(t, snapshot(t, "out"), before)
			}
		})
	}
}

// A list that nobody can read is an error, as every file with the annotation is.
func TestStandaloneListBroken(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", standalone("a", "one", "two"))
	write(t, "a.yaml")
	put(t, "out/one/kustomization.yaml", list("one", "apps/a", ofA)+"patches: [\n")
	before := snapshot(t, "out")
	for _, fleet := range [][]string{{"one", "two"}, {"two"}} {
		put(t, "a.yaml", standalone("a", fleet...))
		_, errs, code := fluxapp(t, "", "-o", "dir=out", "a.yaml")
		assert.Assert(t, code == exitDocuments &&
			strings.Contains(errs, "out/one/kustomization.yaml: is no YAML that can be read, in line 10: "), errs)
		assert.Equal(t, snapshot(t, "out"), before)
	}
}

// TestStandaloneFileOfItsUser checks that an entry with a name that fluxapp writes stays when its file is the user's.
func TestStandaloneFileOfItsUser(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", standalone("a", "one"))
	write(t, "a.yaml")
	put(t, "out/one/a/kustomization-mine.yaml", "a: b\n")
	const file = "out/one/kustomization.yaml"
	mine := list("one", "apps/a", "a/kustomization-mine.yaml", ofA)
	put(t, file, mine)
	write(t, "a.yaml")
	assert.Equal(t, read(t, file), mine)
}

// TestStandaloneListFollowsItsDocuments checks that the annotation of a list follows the documents of its files when
// its entries stay.
func TestStandaloneListFollowsItsDocuments(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", standalone("a", "one"))
	write(t, "a.yaml")
	put(t, "a.yaml", strings.Replace(standalone("a", "one"), "namespace: apps", "namespace: other", 1))
	write(t, "--prune-orphans", "a.yaml")
	assert.Equal(t, read(t, "out/one/kustomization.yaml"), list("one", "other/a", ofA))
}

// kustomize knows the list by other names too, and refuses two in a folder.
func TestStandaloneListOfAnotherName(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	for _, name := range []string{"kustomization.yml", "Kustomization"} {
		t := inFolder(t, "a.yaml", standalone("a", "one"), "out/one/"+name, "resources: []\n")
		_, errs, code := fluxapp(t, "", "-o", "dir=out", "a.yaml")
		assert.Equal(t, code, 1)
		assert.Assert(t, strings.Contains(errs, "out/one/kustomization.yaml: the list cannot be written: one/"+name+
			" is there, and kustomize does not build both; remove it [FA403]\n"), errs)
		assert.DeepEqual(t, filesIn(t, "out"), []string{"out/one/" + name})
	}
}

// The folder that is read may be the one that is written.
func TestStandaloneInPlace(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "out/a.yaml", standalone("a", "one"))
	write(t, "out")
	before := snapshot(t, "out")
	write(t, "out")
	assert.Equal(t, snapshot(t, "out"), before)
	assert.DeepEqual(t, filesIn(t, "out"), []string{"out/a.yaml", "out/one/" + ofA, "out/one/kustomization.yaml"})
}

// Switching the topology moves the files, and leaves nothing behind.
func TestSwitchingTopology(test *testing.T) {
	test.Parallel()
	source := func(text string) string { // one that the document holds, which each cluster needs
		return strings.Replace(text, "sourceRef: {kind: GitRepository, name: one}",
			"gitRepository: {url: https://example.com/one, interval: 1m}", 1)
	}
	hub := source(app("one", "hub", "one", "two")) // an application called as a cluster
	members := source(standalone("one", "hub", "one", "two"))
	var snapshots []string
	t := inFolder(test, "a.yaml", "", "b.yaml", standalone("b", "two"))
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
		"out/one/gitrepository-one.yaml", "out/one/hub/kustomization-one-web.yaml",
		"out/one/one/kustomization-one-one-web.yaml",
		"out/one/two/kustomization-one-two-web.yaml", "out/two/b/kustomization-b-two-web.yaml", "out/two/kustomization.yaml",
	})
}

// kustomize knows no reference between objects of Flux: what changes their names or their namespace is told at its
// place, unless nothing refers to them or the user names the references.
func TestStandaloneListRenames(t *testing.T) {
	t.Parallel()
	const file, to = "out/one/kustomization.yaml", "the HelmRelease apps/web " +
		"still refers to the HelmRepository a"
	document := func(values string) string {
		return "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\nmetadata: {name: a, namespace: apps}\nspec:\n" +
			"  topology: Standalone\n  clusters: [{name: one}]\n" +
			"  source: {helmRepository: {url: \"https://charts.example.com\", interval: 1h}}\n  config:\n    helmRelease:\n" +
			"      chart: {chart: web, version: 1.0.0}\n" +
			"      deploy: [{destination: {clusterSelector: {}}, name: web, interval: 1h" + values + "}]\n"
	}
	const secret = ", valuesFrom: [{kind: Secret, name: web}]"
	for name, c := range map[string]struct{ values, field, lost string }{
		"a prefix":            {"", "namePrefix: team-", to},
		"a suffix":            {"", "nameSuffix: -v2", to},
		"with configurations": {"", "configurations: [names.yaml]\nnamePrefix: team-", ""},
		"another namespace":   {"", "namespace: team", ""}, // both objects move
		"a Secret":            {secret, "namespace: team", "the HelmRelease apps/web still refers to the Secret web"},
		"the same namespace":  {secret, "namespace: apps", ""},
		"a label":             {"", "labels: [{pairs: {a: b}}]", ""},
	} {
		t.Run(name, func(test *testing.T) {
			t := inFolder(test, "a.yaml", document(c.values))
			write(t, "a.yaml")
			put(t, file, read(t, file)+c.field+"\n")
			_, errs, code := fluxapp(t, "", "-o", "dir=out", "a.yaml")
			assert.Equal(t, code, 0, errs)
			assert.Equal(t, strings.Contains(errs, "[FA426]"), c.lost != "", errs)
			if key, _, _ := strings.Cut(c.field, ":"); c.lost != "" {
				assert.Assert(t, strings.Contains(errs, file+":11:"+strconv.Itoa(len(key)+3)+": warning: "+key+": kustomize "+
					"changes objects and no reference to them: "+c.lost+"; leave it out, or name the references below "+
					"configurations [FA426]\n"), errs)
			}
		})
	}
}
