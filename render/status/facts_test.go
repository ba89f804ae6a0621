package status_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/status"
)

// kustomization is the application with a Kustomization on each cluster.
var kustomization = strings.NewReplacer("helmRelease:\n      chart: {chart: shop, version: 1.2.3}\n      deploy:\n"+
	"      - dest", "kustomization:\n      - dest",
	"values: {replicas: 2}", "prune: true", "HelmRepository", "GitRepository").Replace(shop)

// charts is the GitRepository that the application refers to, which follows the branch that is usual.
func charts(ref string) string {
	return `{"apiVersion": "source.toolkit.fluxcd.io/v1", "kind": "GitRepository", "metadata": {"name": "charts", ` +
		`"namespace": "apps", "generation": 1}, "spec": {` + ref + `}, "status": ` + ready + `}`
}

// TestSince checks since when a Kustomization has been ready: kustomize-controller changes Ready at each interval.
func TestSince(t *testing.T) {
	snapshot := func(first, last, status string) string {
		return `{"firstReconciled": "2026-11-23T` + first + `:00Z", "lastReconciled": "2026-11-23T` + last +
			`:00Z", "lastReconciledStatus": "` + status + `"}`
	}
	good, bad := "ReconciliationSucceeded", "HealthCheckFailed"
	for _, c := range []struct{ name, history, want string }{
		{"no history", "", "02:00:00"},
		{"always the same", snapshot("01:00", "02:00", good), "01:00:00"},
		{"the same again, after something else", snapshot("00:10", "02:00", good) + "," + snapshot("00:20", "01:30", good),
			"01:30:00"},
		{"after a failure", snapshot("00:10", "02:00", good) + "," + snapshot("00:05", "00:06", good) + "," +
			snapshot("00:20", "01:40", bad), "01:40:00"},
		{"the last one has failed", snapshot("00:10", "02:00", bad), "02:00:00"},
		{"another revision of the same manifests", strings.Replace(snapshot("01:00", "02:00", good), "}",
			`, "metadata": {"revision": "master@sha1:other"}}`, 1), "02:00:00"},
		{"no times", `{"firstReconciled": "now", "lastReconciledStatus": "ReconciliationSucceeded"}, null`, "02:00:00"},
	} {
		result := renderText(t, kustomization, render.Options{})
		var observed status.Observed
		observe(t, &observed, "",
			onServer(t, result.Objects[0], ready, "status/history", "["+c.history+"]"), charts(""))
		o := status.Summarize(result, observed).Applications[0].Clusters[0].Objects[0]
		assert.Equal(t, o.State, status.Ready, c.name)
		assert.Equal(t, sinceText(o.Since), c.want, c.name)
	}
}

// TestSinceRevision checks that a workload does not run a revision for longer than it is there: manifests can be older.
func TestSinceRevision(t *testing.T) {
	const old = `[{"firstReconciled": "2026-11-20T00:00:00Z", "lastReconciledStatus": "ReconciliationSucceeded"}]`
	late := func(ref, revision string) string {
		return on("GitRepository", "charts", `{"ref": `+ref+`}`, fetched(revision+"@sha1:1424", `"artifact": {`,
			`"artifact": {"lastUpdateTime": "2026-11-23T02:30:00Z", `))
	}
	for _, c := range []struct{ name, documents, source, revision, history, want string }{
		{"a tag", kustomization, late(`{"tag": "v2"}`, "v2"), "v2", old, "02:30:00"},
		{"a branch", kustomization, late(`{"branch": "master"}`, "master"), "master", old, "00:00:00"},
		{"a branch, and a controller without a history", kustomization, late(`{"branch": "master"}`, "master"), "master",
			"null", "02:30:00"},
		{"a release after its upgrade", shop, charts(""), "", `[{"chartVersion": "1.2.3", "lastDeployed": ` +
			`"2026-11-23T02:40:00Z"}]`, "02:40:00"},
		{"a release that was ready later", shop, charts(""), "", `[{"chartVersion": "1.2.3", "lastDeployed": ` +
			`"2026-11-22T02:40:00Z"}]`, "02:00:00"},
	} {
		result := renderText(t, c.documents, render.Options{})
		var observed status.Observed
		observe(t, &observed, "", c.source, onServer(t, result.Objects[0], strings.ReplaceAll(ready, "master", c.revision),
			"status/history", c.history))
		o := status.Summarize(result, observed).Applications[0].Clusters[0].Objects[0]
		assert.Equal(t, o.State, status.Ready, "%s: %s", c.name, o.Message)
		assert.Equal(t, sinceText(o.Since), c.want, c.name)
	}
}
