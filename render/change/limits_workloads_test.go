package change_test

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/change"
)

// fleetOf returns the list of clusters of a document.
func fleetOf(clusters []string) string {
	items := make([]string, len(clusters))
	for i, name := range clusters {
		items[i] = fmt.Sprintf("{name: %s, kubeConfig: {secretRef: {name: %[1]s}}}", name)
	}
	return "[" + strings.Join(append(items, "{name: main, hub: true}"), ", ") + "]"
}

// forms are applications of each kind and topology, with CLUSTERS and LIMITS to replace, and the name of the release
// in NAME.
var forms = map[string]string{
	"HelmRelease": `{topology: HubAndSpoke, clusters: CLUSTERS, limits: LIMITS, source: {sourceRef: {kind: ` +
		`HelmRepository, name: web}},
      config: {helmRelease: {chart: {chart: web, version: 1.0.0}, deploy: [{interval: 10m, releaseName: NAME, ` +
		`destination: {clusterSelector: {}, targetNamespace: web}}]}}}`,
	"HelmRelease of an inline source": `{clusters: CLUSTERS, limits: LIMITS, source: {helmRepository: {url: ` +
		`"https://example.com/NAME", interval: 1h}},
      config: {helmRelease: {shareChart: true, chart: {chart: web, version: 1.0.0}, deploy: [{interval: 10m, ` +
		`releaseName: NAME, destination: {clusterSelector: {}, targetNamespace: web}}]}}}`,
	"Kustomization in waves": `{clusters: CLUSTERS, limits: LIMITS, source: {sourceRef: {kind: GitRepository, name: web}},
      config: {overrides: [{cluster: main, wave: 1}], kustomization: [{interval: 10m, namePrefix: NAME-, ` +
		`prune: true, destination: {clusterSelector: {}}}]}}`,
	"KCLRun": `{clusters: CLUSTERS, limits: LIMITS, source: {sourceRef: {kind: GitRepository, name: web}},
      config: {kclRun: [{interval: 10m, name: "web-$(cluster.name)", prune: true, ` +
		`destination: {clusterSelector: {}, targetNamespace: NAME}}]}}`,
	"Standalone": `{topology: Standalone, clusters: CLUSTERS, limits: LIMITS, source: {gitRepository: {url: ` +
		`"https://example.com/web", interval: 1h}},
      config: {kustomization: [{interval: 10m, namePrefix: NAME-, prune: true, destination: {clusterSelector: {}}}]}}`,
}

// documentOf returns an application of a form, as a FluxApplication or in the form of KubeSphere.
func documentOf(form, limits, name string, clusters []string, console bool) string {
	spec := strings.NewReplacer("CLUSTERS", fleetOf(clusters), "LIMITS", limits, "NAME", name).Replace(form)
	if console {
		return "apiVersion: gitops.kubesphere.io/v1alpha1\nkind: Application\nmetadata: {name: web, namespace: apps}\n" +
			"spec:\n  kind: fluxcd\n  fluxApp:\n    spec: " + spec + "\n"
	}
	return "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\nmetadata: {name: web, namespace: apps}\nspec: " +
		spec + "\n"
}

// TestLimitsOfEveryWorkload deletes from clusters, reinstalls on all of them, and does both, with each kind of
// workload.
func TestLimitsOfEveryWorkload(t *testing.T) {
	const strict = "{maxDeleted: 1, maxReinstalled: 4}"
	for name, form := range forms {
		for _, console := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s %v", name, console), func(t *testing.T) {
				before := ran(t, documentOf(form, "{}", "one", numbered(1, 5), console))
				for _, c := range []struct {
					limits, name string
					left         int
					want         string // of "FA601 FA603", in the order of the fields
				}{
					{strict, "one", 5, ""}, {strict, "one", 4, ""}, {strict, "one", 3, "FA601"},
					{strict, "two", 5, "FA603"}, {strict, "two", 3, "FA601"}, {strict, "two", 2, "FA601"},
					{"{maxReinstalled: 3}", "two", 3, "FA603"}, {"{}", "two", 5, "FA603"},
					{"{}", "one", 2, ""}, {"{}", "one", 1, "FA601"},
					{"{maxChanged: 5, maxReinstalled: 100%}", "two", 5, "FA602"},
					{"{maxChanged: 6, maxReinstalled: 100%}", "two", 5, ""}, {"{maxDeleted: 3}", "two", 2, ""},
				} {
					after := ran(t, documentOf(form, c.limits, c.name, numbered(1, c.left), console))
					for _, was := range [][]change.Object{objects(before), read(t, before)} {
						changes := change.CompareObjects(was, objects(after), after)
						var codes []string
						for _, f := range changes.Check(change.LimitOptions{}) {
							codes = append(codes, string(f.Code))
							assert.Assert(t, strings.Contains(f.Detail, " of 6 clusters ("), "%s", f) // the hub is one
						}
						assert.Equal(t, strings.Join(codes, " "), c.want, "%s %s, %d left: %s", c.limits, c.name, c.left,
							printed(t, changes))
					}
				}
			})
		}
	}
}

// TestLimitsCountNoSources checks that sources and charts that are gone, and what they are replaced with, count for
// nothing.
func TestLimitsCountNoSources(t *testing.T) {
	form := forms["HelmRelease of an inline source"]
	before := ran(t, documentOf(form, "{}", "one", numbered(1, 5), false))
	after := ran(t, strings.Replace(documentOf(form, "{maxDeleted: 0, maxReinstalled: 0}", "one", numbered(1, 5), false),
		"{helmRepository:", "{name: other, helmRepository:", 1))
	changes := change.Compare(before, after)
	assert.Assert(t, countOf(changes, change.Deleted) > 0, "%s", printed(t, changes))
	assert.Equal(t, changes.Check(change.LimitOptions{}).String(), "")
}

func countOf(changes change.Changes, action change.Action) (n int) {
	for _, c := range changes.List {
		if c.Action == action {
			n++
		}
	}
	return n
}

// printed returns changes for the message of a test that fails.
func printed(t *testing.T, changes change.Changes) string {
	t.Helper()
	var b strings.Builder
	assert.NilError(t, change.WriteText(&b, changes, change.PrintOptions{}))
	return b.String()
}

// TestLimitsOfRenamedEntry checks that a release that Helm names after its entry counts as reinstalled when the entry
// gets another name.
func TestLimitsOfRenamedEntry(t *testing.T) {
	const limits = "  limits: {maxDeleted: 0, maxReinstalled: 0}\n  source:"
	limited := strings.Replace(releases, "  source:", limits, 1)
	before := ran(t, limited)
	for _, was := range [][]change.Object{objects(before), read(t, before)} {
		after := ran(t, strings.Replace(limited, "name: web-berlin", "name: site-berlin", 1))
		found := change.CompareObjects(was, objects(after), after).Check(change.LimitOptions{})
		assert.Equal(t, len(found), 1, "%s", found)
		assert.Equal(t, string(found[0].Code), "FA603")
		assert.Assert(t, strings.Contains(found[0].Detail, "renames workloads on 1 of 3 clusters (berlin), and the limit "+
			"allows none; Flux uninstalls its Helm release web-web-berlin with the old object and installs web-site-berlin "+
			"with the new one; if"), found[0].Detail)
	}
	kept := ran(t, strings.NewReplacer("name: paris, kubeConfig: {secretRef: {name: paris-",
		"name: rome, kubeConfig: {secretRef: {name: paris-", "cluster: paris, targetNamespace: web}",
		"cluster: rome, targetNamespace: web}, name: web-paris-web").Replace(limited))
	assert.Equal(t, change.Compare(before, kept).Check(change.LimitOptions{}).String(), "")
}

// TestLimitsOfPatches holds that patches that take objects out count as deletions where Flux prunes.
func TestLimitsOfPatches(t *testing.T) {
	edit := patched("$patch: delete\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: any}")
	limited := strings.Replace(kustomizations, "  source:", "  limits: {maxDeleted: 1}\n  source:", 1)
	changes := change.Compare(ran(t, limited), ran(t, strings.Replace(limited, edit[0], edit[1], 1)))
	got := found(changes.Check(change.LimitOptions{}), changes)
	assert.Assert(t, strings.Contains(got, "this change deletes workloads on 2 of 3 clusters (berlin, paris), and "+
		"the limit allows 1; Flux deletes ConfigMap only-a, which patches take out or give another name"), got)
}
