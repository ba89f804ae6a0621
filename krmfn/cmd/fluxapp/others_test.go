package main

import (
	"fmt"
	"os"
	"path"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// placed is an application of one HelmRelease on clusters with a Flux of their own, in a file that it names.
func placed(name, file, version string, clusters ...string) string {
	return fmt.Sprintf(`apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: %s, namespace: apps}
spec:
  topology: Standalone
  clusters: [{name: %s}]
  source: {sourceRef: {kind: HelmRepository, name: charts}}
  config:
    helmRelease:
      chart: {chart: %[1]s, version: %[4]s}
      deploy:
      - {destination: {clusterSelector: {}}, name: %[1]s, file: %[3]s, interval: 10m}
`, name, strings.Join(clusters, "}, {name: "), file, version)
}

// release is the object of such an application, as a person has written it.
func release(name, version string) string {
	return fmt.Sprintf(`# the team of %[1]s
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata:
  name: %[1]s
  namespace: apps
  annotations: {fluxapp.dev/rendered-from: "apps/%[1]s"}
spec:
  interval: '10m' # often enough
  chart:
    spec:
      version: %[2]s # {"$imagepolicy": "x"}
      chart: %[1]s
      sourceRef: {kind: HelmRepository, name: charts}
`, name, version)
}

const (
	pattern = "clusters/$(cluster.name)/apps.yaml"
	// others is what others have in a file.
	others = "# by hand\napiVersion:   v1\nkind: Namespace\nmetadata: {name: apps} # mine\n"
	// another is of another run.
	another = "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata:\n  annotations:\n" +
		"    fluxapp.dev/rendered-from: apps/other # of another run\n  name: other\n  namespace: apps\nspec: {interval: 1h}\n"
)

// here renders the documents of a folder into the root of a repository, and returns what it says.
func here(t testFolder, args ...string) (errs string, code int) {
	t.Helper()
	_, errs, code = fluxapp(t, "", append([]string{"render", "documents", "-o", "dir=.", "--ignore", "FA904"}, args...)...)
	return errs, code
}

// TestFolderOfOthers holds that what is right keeps its text, that of what differs the value is set, and that all else
// stays byte for byte, also with the line ends of Windows.
func TestFolderOfOthers(t *testing.T) {
	t.Parallel()
	for name, eol := range map[string]string{"Unix": "\n", "Windows": "\r\n"} {
		t.Run(name, func(test *testing.T) {
			lines := func(text string) string { return strings.ReplaceAll(text, "\n", eol) }
			file := lines("---\n" + others + "---\n" + release("web", "1.2.3") + "---\n" + another + "---\n" +
				release("db", "4.5.6"))
			t := inFolder(test, "documents/web.yaml", placed("web", pattern, "1.2.3", "berlin", "oslo"),
				"documents/db.yaml", placed("db", pattern, "4.5.6", "berlin", "oslo"), ".git/config", "[core]\n",
				"clusters/berlin/apps.yaml", file, "clusters/oslo/apps.yaml", file, "clusters/oslo/other.yaml", others,
				"clusters/oslo/broken.yaml", "a: [\n")
			before := snapshot(t, ".")
			errs, code := here(t)
			assert.Equal(t, code, exitGood, errs)
			assert.Assert(t, strings.HasSuffix(errs, "0 written, 0 changed, 2 unchanged, 0 deleted\n"), errs)
			assert.Equal(t, snapshot(t, "."), before)

			put(t, "documents/web.yaml", placed("web", pattern, "1.3.0", "berlin", "oslo"))
			errs, code = here(t)
			assert.Equal(t, code, exitGood, errs)
			want := strings.ReplaceAll(before, "version: 1.2.3", "version: 1.3.0")
			assert.Equal(t, snapshot(t, "."), want)
			_, errs, code = fluxapp(t, "", "check", "documents", "--rendered", ".", "--ignore", "FA904")
			assert.Equal(t, code, exitGood, errs)
		})
	}
}

// TestFileOfDocumentsAlone holds that a file in which every object is of the run keeps its order, and what is between
// them: one value changes.
func TestFileOfDocumentsAlone(test *testing.T) {
	test.Parallel()
	file := "---\n" + release("web", "1.2.3") + "--- # the database\n" + release("db", "4.5.6")
	t := inFolder(test, "documents/web.yaml", placed("web", pattern, "1.2.3", "berlin"), "documents/db.yaml",
		placed("db", pattern, "4.5.7", "berlin"), "clusters/berlin/apps.yaml", file)
	errs, code := here(t)
	assert.Equal(t, code, exitGood, errs)
	assert.Equal(t, read(t, "clusters/berlin/apps.yaml"), strings.Replace(file, "4.5.6", "4.5.7", 1))
}

// TestNewObjectsInFilesOfOthers holds that a new object is behind what a file has, where its document names the file,
// and that a file may have objects of several runs.
func TestNewObjectsInFilesOfOthers(test *testing.T) {
	test.Parallel()
	const file = "clusters/berlin/apps.yaml"
	t := inFolder(test, "documents/web.yaml", placed("web", pattern, "1.2.3", "berlin"), file, strings.TrimSpace(others),
		"runs/db.yaml", placed("db", pattern, "4.5.6", "berlin"))
	errs, code := here(t)
	assert.Equal(t, code, exitGood, errs)
	once := read(t, file)
	assert.Assert(t, strings.HasPrefix(once, others+"---\napiVersion: helm.toolkit.fluxcd.io/v2\n"), once)
	_, errs, code = fluxapp(t, "", "render", "runs", "-o", "dir=.", "--ignore", "FA904")
	assert.Equal(t, code, exitGood, errs)
	assert.Assert(t, strings.HasPrefix(errs, ".: info: left the objects of apps/web, which this run did not read; "), errs)
	twice := read(t, file)
	assert.Assert(t, strings.HasPrefix(twice, once+"---\n") && strings.Contains(twice, "apps/db"), twice)
	errs, code = here(t)
	assert.Equal(t, code, exitGood, errs)
	assert.Equal(t, read(t, file), twice)

	put(t, "documents/web.yaml", placed("web", "clusters/$(cluster.name)/web.yaml", "1.2.3", "berlin"))
	before := snapshot(t, ".")
	errs, code = here(t)
	assert.Equal(t, code, exitDocuments, errs)
	assert.Assert(t, strings.Contains(errs, file+": holds the HelmRelease apps/web of apps/web, which is written to "+
		"clusters/berlin/web.yaml; "), errs)
	assert.Equal(t, snapshot(t, "."), before)
}

// TestClusterLess holds that a cluster that goes takes exactly its objects, and a file with the last of them.
func TestClusterLess(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "documents/web.yaml", placed("web", pattern, "1.2.3", "berlin", "oslo"),
		"clusters/berlin/apps.yaml", release("web", "1.2.3"), "clusters/oslo/apps.yaml",
		others+"---\n"+release("web", "1.2.3")+"---\n"+another)
	put(t, "documents/web.yaml", placed("web", pattern, "1.2.3", "rome"))
	errs, code := here(t, "--config", "../none.yaml")
	assert.Equal(t, code, exitCommand, errs)
	put(t, "fluxapp.yaml", renderConfig+"  limits: {maxDeleted: 2}\n")
	errs, code = here(t)
	assert.Equal(t, code, exitGood, errs)
	assert.Assert(t, strings.Contains(errs, "clusters/oslo/apps.yaml: info: deleted the HelmRelease apps/web; when it "+
		"leaves "+
		"the cluster oslo, Flux uninstalls its Helm release [FA416]\n"), errs)
	assert.DeepEqual(t, filesIn(t, "clusters"), []string{"clusters/oslo/apps.yaml", "clusters/rome/apps.yaml"})
	assert.Equal(t, read(t, "clusters/oslo/apps.yaml"), others+"---\n"+another)
}

// TestForeignPlaces holds that an object of a document in a file that this does not name is refused with both places,
// that a folder can be named as not fluxapp's, and that nothing is written through a link.
func TestForeignPlaces(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "documents/web.yaml", placed("web", pattern, "1.2.3", "berlin"), "clusters/berlin/apps.yaml",
		release("web", "1.2.3"), "testdata/golden.yaml", others+"---\n"+release("web", "1.0.0"))
	before := snapshot(t, ".")
	for _, args := range [][]string{{"render", "documents", "-o", "dir=."}, {"check", "documents", "--rendered", "."},
		{"diff", "--rendered", ".", "documents"}} {
		_, errs, code := fluxapp(t, "", args...)
		assert.Assert(t, code != exitGood, errs)
		assert.Assert(t, strings.Contains(errs, "testdata/golden.yaml: holds the HelmRelease apps/web of apps/web, which is "+
			"written to clusters/berlin/apps.yaml; take it out here, or "), errs)
		assert.Equal(t, snapshot(t, "."), before)
	}
	put(t, "fluxapp.yaml", renderConfig+"  exclude: [testdata]\n")
	errs, code := here(t)
	assert.Equal(t, code, exitGood, errs)
	put(t, "documents/web.yaml", placed("web", "testdata/$(cluster.name).yaml", "1.2.3", "berlin"))
	errs, code = here(t)
	assert.Equal(t, code, exitDocuments, errs)
	assert.Assert(t, strings.Contains(errs, "exclude of the RenderConfig names a folder of testdata/berlin.yaml"), errs)
	put(t, "documents/web.yaml", placed("web", "documents/web.yaml", "1.2.3", "berlin"))
	errs, code = here(t)
	assert.Equal(t, code, exitDocuments, errs)
	assert.Assert(t, strings.Contains(errs, "documents/web.yaml has documents that this run reads, and Flux none"), errs)

	put(t, "documents/web.yaml", placed("web", pattern, "1.2.4", "berlin"))
	assert.NilError(t, os.Rename(t.path("clusters"), t.path("elsewhere")))
	assert.NilError(t, os.Symlink("elsewhere", t.path("clusters")))
	put(t, "fluxapp.yaml", renderConfig+"  exclude: [testdata, elsewhere]\n")
	errs, code = here(t)
	assert.Equal(t, code, exitDocuments, errs)
	assert.Assert(t, strings.Contains(errs, "clusters is a link, which fluxapp does not follow; remove it [FA403]"), errs)
}

// TestVersionGoesDown holds that a version that was raised in a file is not lost without a word: the document is the
// place for it.
func TestVersionGoesDown(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "documents/web.yaml", placed("web", pattern, "1.2.3", "berlin", "oslo", "rome"))
	for cluster, version := range map[string]string{"berlin": "1.10.0", "oslo": "1.10.0", "rome": "1.2.3"} {
		put(t, "clusters/"+cluster+"/apps.yaml", release("web", version))
	}
	before := snapshot(t, "clusters")
	const down = "documents/web.yaml:10:36: %sspec.chart.spec.version: the version goes down from 1.10.0 to 1.2.3 on " +
		"berlin, " +
		"oslo: a program or a person has raised it in the file of the object; write 1.10.0 here, or --ignore FA423 [FA423]\n"
	errs, code := here(t, "--strict")
	assert.Equal(t, code, exitDocuments, errs)
	assert.Assert(t, strings.Contains(errs, fmt.Sprintf(down, "")), errs)
	assert.Equal(t, snapshot(t, "clusters"), before)
	errs, code = here(t)
	assert.Equal(t, code, exitGood, errs)
	assert.Assert(t, strings.Contains(errs, fmt.Sprintf(down, "warning: ")), errs)
	assert.Equal(t, snapshot(t, "clusters"), strings.ReplaceAll(before, "1.10.0", "1.2.3"))
}

// TestPrunedDocuments holds that --prune-orphans with a name takes the objects of that document, wherever they are, and
// no others.
func TestPrunedDocuments(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "documents/web.yaml", placed("web", pattern, "1.2.3", "berlin"), "clusters/berlin/apps.yaml",
		others+"---\n"+another+"---\n"+release("web", "1.2.3")+"---\n"+release("gone", "1.2.3"))
	before := snapshot(t, ".")
	for _, args := range []string{"--prune-orphans", "--prune-orphans=false", "--dry-run"} {
		errs, code := here(t, args)
		assert.Equal(t, code, exitGood, errs)
		assert.Equal(t, snapshot(t, "."), before)
	}
	errs, code := here(t, "--prune-orphans=apps/nothing")
	assert.Equal(t, code, exitDocuments, errs)
	assert.Assert(t, strings.Contains(errs, "nothing in this folder was rendered from apps/nothing; "), errs)
	errs, code = here(t, "--prune-orphans=apps/gone")
	assert.Equal(t, code, exitGood, errs)
	assert.Equal(t, read(t, "clusters/berlin/apps.yaml"), others+"---\n"+another+"---\n"+release("web", "1.2.3"))
}

// TestListsOfOthers holds that a list that does not name a new file is an error with the patch that it needs, and that
// no list of fluxapp names a file of a document.
func TestListsOfOthers(test *testing.T) {
	test.Parallel()
	const list = "clusters/berlin/kustomization.yaml"
	t := inFolder(test, "documents/web.yaml", placed("web", pattern, "1.2.3", "berlin"), list,
		"resources: # mine\n- other.yaml\n", "clusters/berlin/other.yaml", others)
	before := snapshot(t, ".")
	errs, code := here(t)
	assert.Equal(t, code, exitDocuments, errs)
	assert.Assert(t, strings.Contains(errs, list+":2:1: ") && strings.Contains(errs, "[FA425]\n"), errs)
	_, patch, found := strings.Cut(errs, "for git apply:\n")
	assert.Assert(t, found && strings.Contains(patch, "\n+- apps.yaml\n"), errs)
	assert.Equal(t, snapshot(t, "."), before)
	put(t, list, read(t, list)+"- apps.yaml\n")
	errs, code = here(t)
	assert.Equal(t, code, exitGood, errs)
	assert.DeepEqual(t, filesIn(t, path.Dir(list)), []string{"clusters/berlin/apps.yaml", list,
		"clusters/berlin/other.yaml"})
}

// TestListOfOursBesideFiles holds that a new list of fluxapp's takes no file from Flux that a document names, and that
// an entry of its user's for one stays.
func TestListOfOursBesideFiles(test *testing.T) {
	test.Parallel()
	const file, list = "clusters/berlin/apps.yaml", "clusters/berlin/kustomization.yaml"
	own := strings.Replace(placed("db", "x.yaml", "4.5.6", "berlin"), ", file: x.yaml", "", 1)
	for name, document := range map[string]string{"of this run": "in/web.yaml", "of another run": "runs/web.yaml"} {
		test.Run(name, func(test *testing.T) {
			t := inFolder(test, document, placed("web", "berlin/apps.yaml", "1.2.3", "berlin"), file, release("web", "1.2.3"),
				"in/db.yaml", own)
			before := snapshot(t, "clusters")
			_, errs, code := fluxapp(t, "", "render", "in", "-o", "dir=clusters")
			assert.Equal(t, code, exitDocuments, errs)
			assert.Assert(t, strings.Contains(errs, list+": the list cannot be written: Flux may apply berlin/apps.yaml"), errs)
			assert.Equal(t, snapshot(t, "clusters"), before)
			put(t, list, "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nmetadata:\n  annotations:\n"+
				"    fluxapp.dev/rendered-from: apps/db\nresources:\n- apps.yaml # mine\n")
			_, errs, code = fluxapp(t, "", "render", "in", "-o", "dir=clusters")
			assert.Equal(t, code, exitGood, errs)
			assert.Assert(t, strings.HasSuffix(read(t, list), "resources:\n- apps.yaml # mine\n- db/helmrelease-db.yaml\n"),
				read(t, list))
		})
	}
}

// TestClusterFolders holds that the folder of a cluster that comes, copied from another one, and of one that goes needs
// no word in a list.
func TestClusterFolders(test *testing.T) {
	test.Parallel()
	const list = "resources:\n- apps.yaml\n- other.yaml\n"
	t := inFolder(test, "documents/web.yaml", placed("web", pattern, "1.2.3", "berlin", "oslo"))
	for _, cluster := range []string{"berlin", "oslo", "rome"} {
		put(t, "clusters/"+cluster+"/kustomization.yaml", list)
		put(t, "clusters/"+cluster+"/other.yaml", others)
		put(t, "clusters/"+cluster+"/apps.yaml", release("web", "1.2.3"))
	}
	assert.NilError(t, os.Remove(t.path("clusters/rome/apps.yaml")))
	put(t, "documents/web.yaml", placed("web", pattern, "1.2.3", "berlin", "rome"))
	put(t, "fluxapp.yaml", renderConfig+"  limits: {maxDeleted: 2}\n")
	errs, code := here(t)
	assert.Equal(t, code, exitGood, errs)
	assert.Assert(t, strings.HasSuffix(errs, "1 written, 0 changed, 1 unchanged, 1 deleted\n"), errs)
}

// TestSameObjectInAFile holds that an object that others have in the file that a document names is not written beside
// theirs.
func TestSameObjectInAFile(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "documents/web.yaml", placed("web", pattern, "1.2.3", "berlin"), "clusters/berlin/apps.yaml",
		others+"---\n"+strings.Replace(release("web", "1.2.3"), "fluxapp.dev/rendered-from", "a", 1))
	before := snapshot(t, ".")
	errs, code := here(t)
	assert.Equal(t, code, exitDocuments, errs)
	assert.Assert(t, strings.Contains(errs, "clusters/berlin/apps.yaml has it already, and fluxapp did not make it"), errs)
	assert.Equal(t, snapshot(t, "."), before)
}

// TestPrintedAnew holds that an object whose values cannot be set in its text is printed anew, and that this is told.
func TestPrintedAnew(test *testing.T) {
	test.Parallel()
	text := strings.Replace(release("web", "1.2.3"), "'10m'", "&i 9m\n  timeout: *i", 1)
	document := strings.Replace(placed("web", pattern, "1.2.3", "berlin"), "10m", "10m, timeout: 9m", 1)
	t := inFolder(test, "documents/web.yaml", document, "clusters/berlin/apps.yaml", others+"---\n"+text)
	errs, code := here(t)
	assert.Equal(t, code, exitGood, errs)
	assert.Assert(t, strings.Contains(errs, "clusters/berlin/apps.yaml: info: the HelmRelease apps/web is printed anew, "+
		"without its comments, because its values cannot be set one by one in its text [FA424]\n"), errs)
	assert.Assert(t, strings.HasPrefix(read(t, "clusters/berlin/apps.yaml"), others+"---\napiVersion: helm"))
}
