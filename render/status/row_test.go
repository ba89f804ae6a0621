package status_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/status"
)

// TestSentence counts over all applications, the worst first, and an object of several applications once.
func TestSentence(t *testing.T) {
	source := status.Object{ID: render.ID{Kind: "GitRepository", Name: "web"}, State: status.Failed}
	of := func(states ...status.State) status.Application {
		return fleetOf(len(states), func(i int, o *status.Object) { o.State = states[i] }).Applications[0]
	}
	withSource := func(a status.Application) status.Application {
		a.Shared = []status.Object{source}
		return a
	}
	paused := fleetOf(1, func(_ int, o *status.Object) { o.State, o.Counted = status.Suspended, false }).Applications[0]
	for _, c := range []struct {
		want         string
		applications []status.Application
	}{
		{"no workload counts", nil},
		{"the workload is ready", []status.Application{of("ready"), of()}},
		{"all 2,000 workloads are ready", fleetOf(2000, func(int, *status.Object) {}).Applications},
		{"all 2 workloads are ready, 1 suspended by the document, 1 extra, 1 other object not ready",
			[]status.Application{withSource(of("ready")), withSource(of("ready", "extra")), paused}},
		{"no workload counts, 1 suspended by the document", []status.Application{paused}},
		{"1 of 1 workload missing", []status.Application{of("missing")}},
		{"1 of 5 workloads failed, 2 stalled, 1 progressing; ready 1 of 3 applications",
			[]status.Application{of("progressing", "stalled"), of("ready"), of("stalled", "failed")}},
	} {
		assert.Check(t, status.Status{Applications: c.applications}.Sentence() == c.want, "want %s, got %s", c.want,
			status.Status{Applications: c.applications}.Sentence())
	}
}

// rowsIn returns the rows of the first application in the JSON.
func rowsIn(t *testing.T, s status.Status) []status.Row {
	t.Helper()
	var out bytes.Buffer
	assert.NilError(t, s.WriteJSON(&out))
	var all struct {
		Applications []struct{ Rows []status.Row }
	}
	assert.NilError(t, json.Unmarshal(out.Bytes(), &all))
	return all.Applications[0].Rows
}

// TestRows checks all facts of rows, the names of clusters where many are ready, and that the JSON has all rows.
func TestRows(t *testing.T) {
	s := fleetOf(1003, func(i int, o *status.Object) {
		if i < 3 {
			set(o, status.Failed, time.Duration(i+1)*time.Hour, "BuildFailed", "no folder of "+o.Cluster)
		}
		if o.Cluster = strings.Repeat("x", i%200) + o.Cluster; i == 1002 {
			o.Cluster, o.Revision = "one", "podinfo@6.8.0"
		}
	})
	id := func(name string) render.ID { return render.ID{Kind: "HelmRelease", Namespace: "apps", Name: name} }
	ready := now.Add(-50 * time.Hour)
	want := []status.Row{
		{State: status.Failed, Kind: "HelmRelease", Object: "HelmRelease podinfo-store-00000", Objects: 1, Clusters: 1,
			Where: "store-00000", Names: []string{"store-00000"}, Since: now.Add(-time.Hour), Until: now.Add(-time.Hour),
			Why: "BuildFailed: no folder of store-00000", Revision: "podinfo@6.9.0", First: id("podinfo-store-00000")},
	}
	rows := rowsIn(t, s)
	assert.DeepEqual(t, rows, s.Applications[0].Rows())
	assert.DeepEqual(t, rows[:1], want)
	last := rows[len(rows)-2:]
	assert.DeepEqual(t, last, []status.Row{
		{State: status.Ready, Kind: "HelmRelease", Object: "999 HelmReleases", Objects: 999, Clusters: 999, Since: ready,
			Until: ready, Revision: "podinfo@6.9.0", First: id("podinfo-store-00003")},
		{State: status.Ready, Kind: "HelmRelease", Object: "HelmRelease podinfo-store-01002", Objects: 1, Clusters: 1,
			Where: "one", Since: ready, Until: ready, Revision: "podinfo@6.8.0", First: id("podinfo-store-01002")},
	})
	many := fleetOf(30, func(i int, o *status.Object) { set(o, status.Failed, 0, fmt.Sprintf("Reason%02d", i), "") })
	assert.Equal(t, len(rowsIn(t, many)), 30)
	assert.Equal(t, len(rowsIn(t, fleetOf(0, func(int, *status.Object) {}))), 0)
}

// TestReferredSourceIsARow holds that a source that fails, and that the documents only refer to, is told once of each
// application with its message, whatever its workloads are.
func TestReferredSourceIsARow(t *testing.T) {
	waits := strings.NewReplacer(`"True"`, `"False"`, `"Done"`, `"SourceNotReady"`).Replace(ready)
	bare := strings.NewReplacer(", namespace: apps", "")
	for _, c := range []struct{ name, kind, document, workload string }{
		{"of releases that are ready", "HelmRepository", shop, ready},
		{"of releases that wait", "HelmRepository", shop, waits},
		{"of releases that are missing", "HelmRepository", shop, ""},
		{"of releases without a namespace", "HelmRepository", bare.Replace(shop), waits},
		{"of Kustomizations that are ready", "GitRepository", kustomization, ready},
		{"of Kustomizations without a namespace", "GitRepository", bare.Replace(kustomization), waits},
	} {
		t.Run(c.name, func(t *testing.T) {
			result := renderText(t, c.document, render.Options{})
			var observed status.Observed
			observe(t, &observed, "",
				strings.Replace(on(c.kind, "charts", "{}", notFetched("master@sha1:1424", 2)), `"m"`, `"no route"`, 1))
			for _, o := range result.Objects {
				if c.workload != "" {
					observe(t, &observed, "", onServer(t, o, c.workload, "metadata/namespace", `"apps"`))
				}
			}
			s := status.Summarize(result, observed)
			var found []string
			for _, row := range rowsIn(t, s) {
				if row.Kind == c.kind {
					found = append(found, fmt.Sprintf("%s %s: %s", row.State, row.First, row.Why))
				}
			}
			assert.DeepEqual(t, found, []string{"failed " + c.kind + " apps/charts: R: no route"})
			assert.Assert(t, strings.Contains(textOf(t, s, status.PrintOptions{}), "\n    R: no route\n"))
		})
	}
}
