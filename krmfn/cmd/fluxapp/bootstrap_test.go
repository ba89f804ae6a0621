package main

import (
	"os"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// tenant returns an application whose ServiceAccount Flux uses on clusters.
func tenant(name string, clusters ...string) string {
	return strings.Replace(app(name, clusters...), "spec:\n", "spec:\n  tenancy: {serviceAccount: "+name+"}\n", 1)
}

// writeTenant writes a folder, and returns what the run says, except its information about the bundle and the account.
func writeTenant(t testFolder, args ...string) string {
	t.Helper()
	out, errs, code := fluxapp(t, "",
		append([]string{"-o", "dir=out", "--ignore", "FA915", "--ignore", "FA916"}, args...)...)
	assert.Equal(t, out, "")
	assert.Equal(t, code, 0, errs)
	return errs
}

// bundleOf are the files of what a cluster needs first because of an application.
func bundleOf(folder, cluster, name string) []string {
	at := folder + "/bootstrap/" + cluster + "/" + name + "/"
	return []string{at + "namespace-apps.yaml", at + "namespace-web.yaml", at + "rolebinding-web_apps-" + name +
		"-admin.yaml", at + "serviceaccount-" + name + ".yaml"}
}

// bundlesIn are the files of what clusters need first, without the list that keeps Flux from them, which must be there.
func bundlesIn(t testFolder, folder string) []string {
	t.Helper()
	all := filesIn(t, folder+"/bootstrap")
	list := slices.Index(all, folder+"/bootstrap/kustomization.yaml")
	assert.Assert(t, list >= 0 && strings.HasSuffix(read(t, all[list]), "\nresources: []\n"), "%v", all)
	return slices.Delete(all, list, list+1)
}

// TestBootstrapFolder holds that what clusters need first is in a folder beside the folders of the applications, and in
// no stream.
func TestBootstrapFolder(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "in/a.yaml", tenant("a", "hub", "one"), "in/sub/b.yaml", tenant("b", "two"))
	assert.Equal(t, strings.Count(writeTenant(t, "in"), "\n"), 2)
	want := append(append([]string{"out/a/hub/kustomization-a-web.yaml", "out/a/one/kustomization-a-one-web.yaml",
		"out/a/serviceaccount-a.yaml"}, bundleOf("out", "one", "a")...),
		"out/sub/b/serviceaccount-b.yaml", "out/sub/b/two/kustomization-b-two-web.yaml")
	want = append(append(want, bundleOf("out/sub", "two", "b")...), "out/bootstrap/kustomization.yaml",
		"out/sub/bootstrap/kustomization.yaml")
	assert.DeepEqual(t, slices.Sorted(slices.Values(filesIn(t, "out"))), slices.Sorted(slices.Values(want)))
	for _, name := range bundleOf("out", "one", "a") {
		assert.Assert(t, strings.Contains(read(t, name), "kustomize.toolkit.fluxcd.io/reconcile: disabled"), name)
	}
	for _, format := range []string{"yaml", "json"} {
		out, errs, code := fluxapp(t, "", "-o", format, "in")
		assert.Equal(t, code, 0)
		assert.Assert(t, !strings.Contains(out, "reconcile") && !strings.Contains(out, `"Namespace"`) &&
			!strings.Contains(out, "kind: Namespace"))
		assert.Equal(t, strings.Count(errs, "[FA916]"), 2, errs)
	}
}

// TestBootstrapPruned holds that the files of a bundle belong to its application: unchanged by a second run, compared
// by check, removed with their cluster, and kept with a document that was not read.
func TestBootstrapPruned(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "in/a.yaml", tenant("a", "one", "two"))
	writeTenant(t, "in")
	assert.Assert(t, strings.HasSuffix(writeTenant(t, "in"), "0 written, 0 changed, 12 unchanged, 0 deleted\n"))

	changed, missing := bundleOf("out", "one", "a")[0], bundleOf("out", "two", "a")[2]
	put(t, changed, strings.Replace(read(t, changed), "name: apps", "name: other", 1))
	assert.NilError(t, os.Remove(t.path(missing)))
	_, errs, code := fluxapp(t, "", "check", "--rendered", "out", "in")
	assert.Equal(t, code, 1)
	assert.Equal(t, strings.Count(errs, "[FA40"), 2, errs)
	writeTenant(t, "in")

	put(t, "in/a.yaml", tenant("a", "two"))
	said := writeTenant(t, "in")
	assert.Assert(t, strings.Contains(said, "out/bootstrap/one/a/serviceaccount-a.yaml: info: deleted the "+
		"ServiceAccount apps/a; on the cluster one it stays until its administrator deletes it [FA416]"), said)
	assert.DeepEqual(t, bundlesIn(t, "out"), bundleOf("out", "two", "a"))

	put(t, "in/a.yaml", tenant("b", "two"))
	assert.Assert(t, strings.Contains(writeTenant(t, "in"), "which was not read"))
	assert.DeepEqual(t, bundlesIn(t, "out"), append(bundleOf("out", "two", "a"), bundleOf("out", "two", "b")...))
}

// TestBootstrapMoves holds that no administrator is told to delete what a cluster still needs: a document that moved,
// or another application of the cluster.
func TestBootstrapMoves(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "in/sub/a.yaml", tenant("a", "one"), "in/b.yaml", tenant("b", "one"))
	writeTenant(t, "in")
	put(t, "in/a.yaml", tenant("a", "one"))
	assert.NilError(t, os.Remove(t.path("in/sub/a.yaml")))
	said := writeTenant(t, "in")
	assert.Assert(t, strings.Contains(said, "out/sub/bootstrap/one/a/serviceaccount-a.yaml: info: moved the "+
		"ServiceAccount apps/a to bootstrap/one/a/serviceaccount-a.yaml; on the cluster one it stays [FA416]"), said)
	assert.Assert(t, !strings.Contains(said, "administrator"), said)

	put(t, "in/a.yaml", app("a", "one"))
	said = writeTenant(t, "in")
	assert.Assert(t, strings.Contains(said, "out/bootstrap/one/a/namespace-web.yaml: info: moved the Namespace web to "+
		"bootstrap/one/b/namespace-web.yaml; on the cluster one it stays [FA416]"), said)
	assert.Assert(t, strings.Contains(said, "out/bootstrap/one/a/serviceaccount-a.yaml: info: deleted the "+
		"ServiceAccount apps/a; on the cluster one it stays until its administrator deletes it [FA416]"), said)
}

// TestBootstrapOfAnotherNamespace holds that what another document makes in a file is no deletion where it is the same
// object, and that any other object stays until an administrator deletes it.
func TestBootstrapOfAnotherNamespace(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "in/a.yaml", tenant("a", "one"))
	writeTenant(t, "in")
	put(t, "in/a.yaml", strings.Replace(tenant("a", "one"), "namespace: apps", "namespace: other", 1))
	said := writeTenant(t, "--prune-orphans", "in")
	assert.Assert(t, !strings.Contains(said, "Namespace web"), said)
	assert.Assert(t, strings.Contains(said, "out/bootstrap/one/a/serviceaccount-a.yaml: info: deleted the "+
		"ServiceAccount apps/a; on the cluster one it stays until its administrator deletes it [FA416]"), said)
}

// TestBootstrapStandalone holds that a cluster whose own Flux applies everything has what it needs first in its list.
func TestBootstrapStandalone(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "in/a.yaml", strings.Replace(tenant("a", "one"), "spec:\n", "spec:\n  topology: Standalone\n", 1))
	writeTenant(t, "in", "--ignore", "FA904")
	list := read(t, "out/one/kustomization.yaml")
	for _, name := range []string{"namespace-apps", "namespace-web", "rolebinding-web_apps-a-admin", "serviceaccount-a"} {
		assert.Assert(t, strings.Contains(list, "- a/"+name+".yaml\n"), list)
	}
	assert.Assert(t, !strings.Contains(read(t, "out/one/a/serviceaccount-a.yaml"), "reconcile"))
	_, err := os.Stat(t.path("out/bootstrap"))
	assert.Assert(t, os.IsNotExist(err))
}

// TestBootstrapIsTaken holds that no application and no cluster has the folder of what clusters need first.
func TestBootstrapIsTaken(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	cluster := strings.NewReplacer("spec:\n", "spec:\n  topology: Standalone\n  clusters: [{name: bootstrap}]\n",
		"{kubeConfig: {secretRef: {name: x-kubeconfig}}", "{cluster: bootstrap").Replace(app("b", "x"))
	for name, other := range map[string]string{"an application": app("bootstrap", "hub"), "a cluster": cluster} {
		t := inFolder(t, "in/a.yaml", tenant("a", "one"), "in/b.yaml", other)
		_, errs, code := fluxapp(t, "", "-o", "dir=out", "in")
		assert.Equal(t, code, 1, name)
		assert.Assert(t, strings.Contains(errs, "and the folder in/bootstrap has what clusters need because of in/a.yaml:"),
			errs)
		assert.Equal(t, strings.Count(errs, "[FA305]"), 1, errs)
		put(t, "in/a.yaml", app("a", "one"))
		_, errs, code = fluxapp(t, "", "-o", "dir=out", "in")
		assert.Equal(t, code, 0, errs)
	}
}

// TestBootstrapHidden holds that an earlier folder gets the list that keeps Flux from what administrators apply, which
// is checked; that it goes with the last of these files; and that one of a user stays.
func TestBootstrapHidden(test *testing.T) {
	test.Parallel()
	const list = "out/bootstrap/kustomization.yaml"
	t := inFolder(test, "in/a.yaml", tenant("a", "one", "two"))
	assert.Assert(t, !strings.Contains(writeTenant(t, "in"), list))
	assert.NilError(t, os.Remove(t.path(list)))
	_, errs, code := fluxapp(t, "", "check", "--rendered", "out", "in")
	assert.Equal(t, code, 1)
	assert.Assert(t, strings.Contains(errs, list+": is missing; render into the folder again [FA407]"), errs)
	writeTenant(t, "in")
	_, errs, code = fluxapp(t, "", "check", "--rendered", "out", "in")
	assert.Equal(t, code, 0, errs)

	const own = "resources: [] # mine\n"
	assert.NilError(t, os.Remove(t.path(list)))
	put(t, list, own)
	assert.Assert(t, strings.HasSuffix(writeTenant(t, "in"), "0 written, 0 changed, 11 unchanged, 0 deleted\n"))
	assert.Equal(t, read(t, list), own)
	assert.NilError(t, os.Remove(t.path(list)))

	writeTenant(t, "in")
	put(t, "in/a.yaml", app("a", "one", "two"))
	writeTenant(t, "in")
	_, err := os.Stat(t.path("out/bootstrap"))
	assert.Assert(t, os.IsNotExist(err))
}

// TestBootstrapHidesNothingElse holds that no list leaves out what Flux applies: a document in a folder of this name is
// refused beside the files of administrators, and what an earlier run rendered from one keeps the list away.
func TestBootstrapHidesNothingElse(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "in/bootstrap/b.yaml", app("b", "one"))
	writeTenant(t, "in")
	put(t, "in/a.yaml", tenant("a", "one"))
	_, errs, code := fluxapp(t, "", "-o", "dir=out", "in")
	assert.Equal(t, code, 1)
	assert.Assert(t, strings.Contains(errs, "in/bootstrap/b.yaml:") && strings.Contains(errs, "and the folder "+
		"in/bootstrap has what clusters need because of in/a.yaml:"), errs)
	assert.NilError(t, os.Remove(t.path("in/bootstrap/b.yaml")))
	writeTenant(t, "in") // the files of b stay
	_, err := os.Stat(t.path("out/bootstrap/kustomization.yaml"))
	assert.Assert(t, os.IsNotExist(err))
	writeTenant(t, "--prune-orphans", "in")
	assert.DeepEqual(t, bundlesIn(t, "out"), bundleOf("out", "one", "a"))
}
