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
	const helm = `"history": [{"chartName": "shop", "chartVersion": "1.2.3"}]`
	const file = `"lastAppliedRevision": "master@sha1:a"`
	was := at("01", "Ready", "True", "")
	rolledBack := at("05", "Ready", "False", `, "reason": "RollbackSucceeded", "message": "done"`)
	newer := strings.Replace(fetched("master@sha1:b"), `{"revision"`,
		`{"lastUpdateTime": "2026-11-23T07:00:00Z", "revision"`, 1)
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
		{"its source fails, and has another commit", kustomization, was, file, nil,
			[]string{failing("GitRepository", "charts", "{}")}, status.Failed, "06:00:00"},
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

// TestOtherChart checks that a release which has applied a chart of another name is not ready. Charts of a
// HelmRepository are called as its index says; what files call them, their HelmChart tells, and nobody what a registry
// does.
func TestOtherChart(t *testing.T) {
	const history, made = `"history": [{"chartName": "NAME", "chartVersion": "1.2.3"}]`, `, "helmChart": "apps/made"`
	chart := func(spec, observed string) string {
		return on("HelmChart", "made", spec, fetched("1.2.3", `"artifact"`, `"observedSourceArtifactRevision": `+
			`"master@sha1:aa", "observedChartName": "`+observed+`", "artifact"`))
	}
	const spec = `{"chart": "shop", "version": "1.2.3", "sourceRef": {"kind": "HelmRepository", "name": "charts"}}`
	repository := on("HelmRepository", "charts", `{"url": "https://charts.example.com"}`, fetched("master@sha1:aa"))
	registry := on("HelmRepository", "charts", `{"url": "oci://charts.example.com", "type": "oci"}`, "null")
	const inline = "name: charts, helmRepository: {url: https://charts.example.com, interval: 1h}"
	const ref = "sourceRef: {kind: HelmRepository, name: charts}"
	files := strings.NewReplacer("{kind: HelmRepository, name: charts}", "{kind: GitRepository, name: charts}",
		"{chart: shop, version: 1.2.3}", "{chart: ./shop}").Replace(shop)
	fileSpec := `{"chart": "./shop", "sourceRef": {"kind": "GitRepository", "name": "charts"}}`
	git := on("GitRepository", "charts", "{}", fetched("master@sha1:aa"))
	shared := strings.Replace(shop, "chart: {chart: shop", "shareChart: true\n      chart: {chart: shop", 1)
	for _, c := range []struct {
		name, documents, applied string
		sources                  []string
		judged                   bool
	}{
		{"a chart of a repository, and its HelmChart", shop, history + made, []string{repository, chart(spec, "shop")}, true},
		{"a chart of a repository", shop, history, []string{repository}, true},
		{"a chart of a repository that is rendered, and was not read", strings.Replace(shop, ref, inline, 1), history, nil,
			true},
		{"a HelmChart that is rendered, and was not read", shared, history, []string{repository}, true},
		{"a chart of files, and its HelmChart", files, history + made, []string{git, chart(fileSpec, "shop")}, true},
		{"a chart of files, of which nobody knows the name", files, history + made,
			[]string{git, chart(fileSpec, "")}, false},
		{"a chart of a registry", shop, history, []string{registry}, false},
		{"a chart of a registry, and its HelmChart", shop, history + made, []string{registry, chart(spec, "shop")}, false},
		{"a chart of nobody knows what", shop, history, nil, false},
		{"a controller that does not tell the name", shop, `"lastAppliedRevision": "1.2.3"`, []string{repository}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			result := renderText(t, c.documents, render.Options{})
			last := result.Objects[len(result.Objects)-1]
			for name, want := range map[string]status.State{"shop": status.Ready, "other": status.Stale} {
				var observed status.Observed
				observe(t, &observed, "", append(c.sources, onServer(t, last, `{"observedGeneration": 1, `+
					strings.Replace(c.applied, "NAME", name, 1)+`, "conditions": [`+at("01", "Ready", "True", "")+`]}`))...)
				clusters := status.Summarize(result, observed).Applications[0].Clusters
				o := clusters[len(clusters)-1].Objects[0]
				if !c.judged {
					want = status.Ready
				}
				assert.Equal(t, o.State, want, "%s: %s", name, o.Message)
				if want == status.Stale {
					assert.Equal(t, o.Message, "it has applied the chart other, and its source calls the chart shop")
					assert.Equal(t, sinceText(o.Since), "")
				}
			}
		})
	}
}

// TestSourceThatIsMissing checks that no workload is ready whose rendered source, or whose HelmChart, its server does
// not have: what it has applied may be what they name, and nothing new arrives.
func TestSourceThatIsMissing(t *testing.T) {
	const commit = "14242709570ec95db4fbf7dbff304c0592449b80"
	const ref, plain = "sourceRef: {kind: HelmRepository, name: charts}", "sourceRef: {kind: GitRepository, name: charts}"
	helm := `"history": [{"chartName": "shop", "chartVersion": "1.2.3"}]`
	repository := "name: charts, helmRepository: {url: https://charts.example.com, interval: 1h}"
	shared := strings.Replace(shop, "chart: {chart: shop", "shareChart: true\n      chart: {chart: shop", 1)
	tagged := strings.Replace(kustomization, plain,
		"name: charts, gitRepository: {url: https://git.example.com, interval: 1h, ref: {tag: v1.0.0}}", 1)
	included := strings.Replace(kustomization, "  source: {"+plain+"}", `  sources:
  - {name: more, gitRepository: {url: https://git.example.com, interval: 1h, ref: {tag: v1.0.0}}}
  source:
    name: charts
    gitRepository: {url: https://git.example.com, interval: 1h, include: [{repository: {name: more}}]}`, 1)
	own := strings.NewReplacer("  source: {"+ref+"}\n", "", "{chart: shop, version: 1.2.3}",
		"{kind: OCIRepository, url: oci://example.com/shop, ref: {tag: 1.0.0}}").Replace(shop)
	for _, c := range []struct {
		name, documents, applied string
		seen                     []string // kinds of what is rendered and observed
		missing                  string   // its kind, and how its name begins
	}{
		{"the repository of a pinned chart", strings.Replace(shop, ref, repository, 1), helm, nil,
			"HelmRepository apps/charts"},
		{"the HelmChart that is rendered", shared, helm, nil, "HelmChart apps/shop-"},
		{"the HelmChart that Flux makes of a pinned chart", shop, helm + `, "helmChart": "apps/made"`, nil,
			"HelmChart apps/made"},
		{"the repository of a tag", tagged, `"lastAppliedRevision": "v1.0.0@sha1:a"`, nil, "GitRepository apps/charts"},
		{"the repository of a commit", strings.Replace(tagged, "tag: v1.0.0", "commit: "+commit, 1),
			`"lastAppliedRevision": "sha1:` + commit + `"`, nil, "GitRepository apps/charts"},
		{"a repository behind the source", included, `"lastAppliedRevision": "master@sha1:1424"`, []string{"charts"},
			"GitRepository apps/more"},
		{"the OCIRepository that Flux makes of a chart", own, `"helmChart": "OCIRepository/apps/made", "history": ` +
			`[{"chartName": "shop", "chartVersion": "1.0.0+8b6b", "ociDigest": "sha256:8b6b"}]`, nil,
			"OCIRepository apps/made"},
	} {
		t.Run(c.name, func(t *testing.T) {
			result := renderText(t, c.documents, render.Options{})
			kind, _, _ := strings.Cut(c.missing, " ")
			for _, isRead := range []bool{false, true} {
				var observed status.Observed
				for _, o := range result.Objects {
					if o.Row().Name == "HelmRelease" || o.Row().Name == "Kustomization" {
						observe(t, &observed, "", onServer(t, o, `{"observedGeneration": 1, `+c.applied+`, "conditions": [`+
							at("01", "Ready", "True", "")+`]}`))
					} else if len(c.seen) > 0 && o.Name() == c.seen[0] && isRead {
						observe(t, &observed, "", onServer(t, o, ready))
					}
				}
				if isRead {
					observe(t, &observed, "", on(kind, "other", "{}", fetched("1")))
				}
				app := status.Summarize(result, observed).Applications[0]
				o := app.Clusters[len(app.Clusters)-1].Objects[0]
				if !isRead {
					assert.Check(t, o.State != status.Failed, o.Message)
					continue
				}
				assert.Equal(t, o.State, status.Failed, o.Message)
				assert.Assert(t, strings.HasPrefix(o.Message, c.missing), o.Message)
				assert.Assert(t, strings.HasSuffix(o.Message, ": the hub does not have it"), o.Message)
				assert.Equal(t, sinceText(o.Since), "")
				assert.Equal(t, app.Ready, 0)
			}
		})
	}
}
