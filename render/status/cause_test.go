package status_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/status"
)

// at is a condition that changed at an hour of the day.
func at(hour, kind, value, more string) string {
	return `{"type": "` + kind + `", "status": "` + value + `", "lastTransitionTime": "2026-11-23T` + hour +
		`:00:00Z", "observedGeneration": 1` + more + `}`
}

// TestSinceOfState checks that a state is as old as what makes it: a condition, or an artifact that nobody has applied
// yet. Nobody knows since when an object is suspended, edited, missing or not rendered any more.
func TestSinceOfState(t *testing.T) {
	const helm, file = `"history": [{"chartName": "shop", "chartVersion": "1.2.3"}]`, `"lastAppliedRevision": "master@sha1:a"`
	was := at("01", "Ready", "True", "")
	rolledBack := at("05", "Ready", "False", `, "reason": "RollbackSucceeded", "message": "done"`)
	newer := strings.Replace(fetched("master@sha1:b"), `{"revision"`, `{"lastUpdateTime": "2026-11-23T07:00:00Z", "revision"`,
		1)
	failing := func(kind, name, spec string) string {
		return on(kind, name, spec, `{"observedGeneration": 2, "conditions": [`+at("06", "Ready", "False",
			`, "reason": "R", "message": "m"`)+`]}`)
	}
	const chartSpec = `{"chart": "./shop", "sourceRef": {"kind": "GitRepository", "name": "charts"}}`
	files := strings.NewReplacer("{kind: HelmRepository, name: charts}", "{kind: GitRepository, name: charts}",
		"{chart: shop, version: 1.2.3}", "{chart: ./shop}").Replace(shop)
	for _, c := range []struct {
		name, documents, conditions, applied string
		edits, sources                       []string
		want                                 status.State
		since                                string
	}{
		{"ready", shop, was, helm, nil, nil, status.Ready, "01:00:00"},
		{"failed", shop, at("02", "Ready", "False", ""), helm, nil, nil, status.Failed, "02:00:00"},
		{"stalled after attempts that failed", shop, at("02", "Ready", "False", `, "message": "m"`) + "," +
			at("03", "Stalled", "True", ""), helm, nil, nil, status.Stalled, "03:00:00"},
		{"on its way to a later generation", shop, was + "," + at("04", "Reconciling", "True", `, "observedGeneration": 2`),
			helm, []string{"metadata/generation", "2"}, nil, status.Progressing, "04:00:00"},
		{"rolled back later", shop, rolledBack + "," + at("03", "Released", "False", `, "message": "no"`), helm, nil, nil,
			status.Failed, "03:00:00"},
		{"drifted", shop, was + "," + at("04", "Drifted", "True", ""), helm, nil, nil, status.Ready, "01:00:00"},
		{"being deleted", shop, was, helm, []string{"metadata/deletionTimestamp", `"2026-11-23T09:00:00Z"`}, nil,
			status.Progressing, "09:00:00"},
		{"not deleted", shop, at("02", "Ready", "False", `, "reason": "UninstallFailed"`), helm,
			[]string{"metadata/deletionTimestamp", `"2026-11-23T00:00:00Z"`}, nil, status.Failed, "02:00:00"},
		{"suspended by hand", shop, was, helm, []string{"spec/suspend", "true"}, nil, status.Suspended, ""},
		{"edited", shop, was, helm, []string{"spec/interval", `"1m"`}, nil, status.Stale, ""},
		{"a later generation that Flux has not seen", shop, was, helm, []string{"metadata/generation", "2"}, nil,
			status.Stale, ""},
		{"another version", shop, was, strings.Replace(helm, "1.2.3", "1.2.2", 1), nil, nil, status.Stale, ""},
		{"no revision", shop, was, `"failures": 0`, nil, nil, status.Unknown, ""},

		{"its repository fails", shop, was, helm, nil, []string{failing("HelmRepository", "charts", "{}")}, status.Failed,
			"06:00:00"},
		{"its repository fails, and its chart is there", shop, was, helm + `, "helmChart": "apps/made"`, nil,
			[]string{failing("HelmRepository", "charts", "{}"), on("HelmChart", "made", strings.Replace(chartSpec, "Git", "Helm",
				1), fetched("1.2.3", `"artifact"`, `"observedSourceArtifactRevision": "sha256:a", "artifact"`))},
			status.Failed, "06:00:00"},
		{"its chart fails", files, was, helm + `, "helmChart": "apps/made"`, nil,
			[]string{failing("HelmChart", "made", chartSpec), on("GitRepository", "charts", "{}", newer)}, status.Failed,
			"06:00:00"},
		{"it waits for a chart that fails", files, at("08", "Ready", "False", `, "reason": "SourceNotReady", "message": `+
			`"it does not have an artifact"`), helm + `, "helmChart": "apps/made"`, nil,
			[]string{failing("HelmChart", "made", chartSpec)}, status.Failed, "06:00:00"},
		{"its chart is newer", files, was, helm + `, "helmChart": "apps/made"`, nil, []string{on("HelmChart", "made",
			chartSpec, strings.Replace(newer, "master@sha1:b", "1.2.4", 1))}, status.Progressing, "07:00:00"},
		{"the files of its chart are newer", files, was, helm + `, "helmChart": "apps/made"`, nil,
			[]string{on("HelmChart", "made", chartSpec, fetched("1.2.3", `"artifact"`,
				`"observedSourceArtifactRevision": "master@sha1:a", "artifact"`)), on("GitRepository", "charts", "{}", newer)},
			status.Progressing, "07:00:00"},
		{"its source is newer", kustomization, was, file, nil, []string{on("GitRepository", "charts", "{}", newer)},
			status.Progressing, "07:00:00"},
		{"its source was not read", kustomization, was, file, nil, nil, status.Unknown, ""},
		{"its source fails, and has another commit", kustomization, was, file, nil, []string{failing("GitRepository", "charts",
			"{}")}, status.Failed, "06:00:00"},
		{"its source is suspended", kustomization, was, file, nil, []string{on("GitRepository", "charts",
			`{"suspend": true}`, strings.Replace(newer, `"observedGeneration": 2`, `"observedGeneration": 1`, 1))},
			status.Stale, ""},
		{"its source is made of one that fails", kustomization, was, file, nil, []string{
			on("GitRepository", "charts", `{"include": [{"repository": {"name": "more"}}]}`, fetched("master@sha1:a")),
			failing("GitRepository", "more", "{}")}, status.Failed, "06:00:00"},
	} {
		t.Run(c.name, func(t *testing.T) {
			result := renderText(t, c.documents, render.Options{})
			var observed status.Observed
			observe(t, &observed, "", append(c.sources, onServer(t, result.Objects[0], `{"observedGeneration": 1, `+c.applied+
				`, "conditions": [`+c.conditions+`]}`, c.edits...))...)
			app := status.Summarize(result, observed).Applications[0]
			o := app.Clusters[0].Objects[0]
			assert.Equal(t, o.State, c.want, o.Message)
			assert.Equal(t, sinceText(o.Since), c.since, o.Message)
			for _, row := range app.Rows() {
				if row.First == o.ID {
					assert.Equal(t, sinceText(row.Since), c.since)
				}
			}
		})
	}
}
