package status_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/status"
)

// on returns an object of source.toolkit.fluxcd.io in apps as its server has it.
func on(kind, name, spec, status string) string {
	return fmt.Sprintf(`{"apiVersion": "source.toolkit.fluxcd.io/v1", "kind": %q, "metadata": {"name": %q, "namespace": `+
		`"apps", "generation": 2}, "spec": %s, "status": %s}`, kind, name, spec, status)
}

// fetched is the status of a source that has fetched a revision at generation 2. Words replace others in it.
func fetched(revision string, words ...string) string {
	return strings.NewReplacer(words...).Replace(`{"observedGeneration": 2, "artifact": {"revision": "` + revision +
		`"}, "conditions": [{"type": "Ready", "status": "True", "reason": "R", "message": "m", "observedGeneration": 2}]}`)
}

// notFetched is the status of a source that has fetched a revision, and fails since a generation.
func notFetched(revision string, observed int) string {
	return fetched(revision, `"observedGeneration": 2, "art`, fmt.Sprintf(`"observedGeneration": %d, "art`, observed),
		`"True"`, `"False"`)
}

// TestArtifact checks that a workload is ready only where it has applied what its source names.
func TestArtifact(t *testing.T) {
	const (
		git     = "sourceRef: {kind: HelmRepository, name: charts}"
		commit  = "14242709570ec95db4fbf7dbff304c0592449b80"
		digest  = "sha256:8b6b0afa0a36bfbd42826a90da023b76eaca5f208f64f7c96475eb92ee4a42e4"
		applied = `"lastAppliedRevision": "`
		read    = "no GitRepository was read; kubectl get gitrepositories.source.toolkit.fluxcd.io -A -o yaml prints them"
	)
	url := func(ref string) string {
		return `{"url": "https://git.example.com", "interval": "1h", "ref": ` + ref + `}`
	}
	inline := func(ref string) string {
		return strings.Replace(kustomization, "sourceRef: {kind: GitRepository, name: charts}",
			"name: charts, gitRepository: "+url(ref), 1)
	}
	oci := strings.NewReplacer(git, "name: charts, ociRepository: {url: oci://example.com/shop, interval: 1h, "+
		"ref: {tag: 1.0.0}}", "      chart: {chart: shop, version: 1.2.3}\n", "").Replace(shop)
	own := strings.NewReplacer("  source: {"+git+"}\n", "",
		"{chart: shop, version: 1.2.3}", "{kind: OCIRepository, url: oci://example.com/shop, ref: {tag: 1.0.0}}").
		Replace(shop)
	ociSpec := `{"url": "oci://example.com/shop", "interval": "1h", "ref": {"tag": "1.0.0"}}`
	release := `"history": [{"chartName": "shop", "chartVersion": "1.0.0+8b6b0afa0a36", "ociDigest": "` + digest + `"}]`
	gitChart := strings.NewReplacer(git, "sourceRef: {kind: GitRepository, name: charts}",
		"{chart: shop, version: 1.2.3}", "{chart: ./shop}").Replace(shop)
	ranged := strings.Replace(shop, "version: 1.2.3", "version: 1.x", 1)
	made := func(version, of string) string {
		return on("HelmChart", "made", `{"chart": "./shop", "sourceRef": {"kind": "GitRepository", "name": "charts"}}`,
			fetched(version, `"artifact"`, `"observedSourceArtifactRevision": "`+of+`", "artifact"`))
	}
	chart := `"helmChart": "apps/made", "history": [{"chartName": "shop", "chartVersion": "0.1.0"}]`
	for _, c := range []struct {
		name, documents, status string // of the workload, beside its condition
		sources                 []string
		want                    status.State
		message                 string
	}{
		{"the tag that the source names", inline(`{"tag": "v2"}`), applied + `v2@sha1:b"`,
			[]string{on("GitRepository", "charts", url(`{"tag": "v2"}`), fetched("v2@sha1:b"))}, status.Ready, "done"},
		{"another commit of the tag", inline(`{"tag": "v2"}`), applied + `v2@sha1:a"`,
			[]string{on("GitRepository", "charts", url(`{"tag": "v2"}`), fetched("v2@sha1:b"))}, status.Progressing,
			"GitRepository apps/charts has v2@sha1:b, and it has applied v2@sha1:a"},
		{"the source has not fetched the new tag", inline(`{"tag": "v2"}`), applied + `v1@sha1:a"`,
			[]string{on("GitRepository", "charts", url(`{"tag": "v2"}`), fetched("v1@sha1:a"))}, status.Stale,
			"GitRepository apps/charts: its artifact v1@sha1:a is not known to be of what its spec names"},
		{"the source cannot fetch the new tag", inline(`{"tag": "v2"}`), applied + `v1@sha1:a"`,
			[]string{on("GitRepository", "charts", url(`{"tag": "v2"}`), notFetched("v1@sha1:a", 2))}, status.Failed,
			"GitRepository apps/charts: m"},
		{"the source cannot fetch from the new URL", inline(`{"tag": "v2"}`), applied + `v2@sha1:b"`,
			[]string{on("GitRepository", "charts", url(`{"tag": "v2"}`), notFetched("v2@sha1:b", 1))}, status.Failed,
			"GitRepository apps/charts: m"},
		{"the source stalls, and nobody knows what its artifact is of", inline(`{"tag": "v2"}`), applied + `v2@sha1:b"`,
			[]string{on("GitRepository", "charts", url(`{"tag": "v2"}`), fetched("v2@sha1:b",
				`[{"type": "Ready", "status": "True"`,
				`[{"type": "Stalled", "status": "True", "message": "bad URL"}, {"type": "Ready", "status": "False"`))},
			status.Stalled, "GitRepository apps/charts: bad URL: m"},
		{"the artifact in the storage is older than the spec", inline(`{"branch": "main"}`), applied + `main@sha1:b"`,
			[]string{on("GitRepository", "charts", url(`{"branch": "main"}`), fetched("main@sha1:b", `[{`,
				`[{"type": "ArtifactInStorage", "status": "True", "observedGeneration": 1}, {`))}, status.Stale,
			"GitRepository apps/charts: its artifact main@sha1:b is not known to be of what its spec names"},
		{"the source fails, and the artifact is right", inline(`{"tag": "v2"}`), applied + `v2@sha1:b"`,
			[]string{on("GitRepository", "charts", url(`{"tag": "v2"}`), notFetched("v2@sha1:b", 2))}, status.Ready, "done"},
		{"the server has another URL", inline(`{"tag": "v2"}`), applied + `v2@sha1:b"`,
			[]string{on("GitRepository", "charts", strings.Replace(url(`{"tag": "v2"}`), "git.", "old.", 1),
				fetched("v2@sha1:b"))},
			status.Stale, "GitRepository apps/charts: the server does not have what the document renders: spec.url"},
		{"the source is missing", inline(`{"tag": "v2"}`), applied + `v2@sha1:b"`,
			[]string{on("GitRepository", "other", url(`{"tag": "v2"}`), fetched("v2@sha1:b"))}, status.Failed,
			"GitRepository apps/charts: the hub does not have it"},
		{"the source was not read", inline(`{"tag": "v2"}`), applied + `v2@sha1:b"`, nil, status.Unknown,
			"GitRepository apps/charts: " + read},
		{"a source of others was not read", kustomization, applied + `v2@sha1:b"`, nil, status.Unknown,
			"GitRepository apps/charts: " + read},
		{"the source was not read, and another tag applied", inline(`{"tag": "v2"}`), applied + `v1@sha1:a"`, nil,
			status.Stale, "it has applied v1@sha1:a, which is not what GitRepository apps/charts names"},
		{"a whole version", inline(`{"tag": "v2.0.0"}`), applied + `v2.0.0@sha1:b"`, nil, status.Ready, "done"},
		{"a commit", inline(`{"commit": "` + commit + `"}`), applied + `sha1:` + commit + `"`, nil, status.Ready, "done"},
		{"a commit, and its source fails since it changed", inline(`{"commit": "` + commit + `"}`),
			applied + `main@sha1:` + commit + `"`, []string{on("GitRepository", "charts", url(`{"commit": "`+commit+`"}`),
				notFetched("main@sha1:a", 1))}, status.Ready, "done"},
		{"another commit", inline(`{"commit": "` + commit + `"}`), applied + `sha1:1` + commit[1:] + `0"`, nil, status.Stale,
			"it has applied sha1:1" + commit[1:] + "0, which is not what GitRepository apps/charts names"},
		{"a version of a range", inline(`{"semver": "1.x"}`), applied + `v1.4.0@sha1:b"`,
			[]string{on("GitRepository", "charts", url(`{"semver": "1.x"}`), fetched("v1.4.0@sha1:b"))}, status.Ready, "done"},
		{"a version beside the range", inline(`{"semver": "2.x"}`), applied + `v1.4.0@sha1:b"`,
			[]string{on("GitRepository", "charts", url(`{"semver": "2.x"}`), notFetched("v1.4.0@sha1:b", 2))}, status.Failed,
			"GitRepository apps/charts: m"},
		{"no revision", inline(`{"tag": "v2"}`), `"lastAppliedRevision": ""`,
			[]string{on("GitRepository", "charts", url(`{"tag": "v2"}`), fetched("v2@sha1:b"))}, status.Unknown,
			"its status does not tell which revision it has applied"},
		{"a source without an artifact", inline(`{"branch": "main"}`), applied + `main@sha1:b"`,
			[]string{on("GitRepository", "charts", url(`{"branch": "main"}`), fetched("", `"artifact": {"revision": ""}, `,
				""))},
			status.Stale, "GitRepository apps/charts: its artifact is not known to be of what its spec names"},

		{"a chart of a registry", oci, release, []string{on("OCIRepository", "charts", ociSpec, fetched("1.0.0@"+digest))},
			status.Ready, "done"},
		{"a chart that was pushed once more", oci, release,
			[]string{on("OCIRepository", "charts", ociSpec, fetched("1.0.0@sha256:aa"))}, status.Progressing,
			"OCIRepository apps/charts has 1.0.0@sha256:aa, and it has applied 1.0.0@" + digest},
		{"a tag of a chart that is not read", oci, release, nil, status.Ready, "done"},
		{"another tag of a chart that is not read", strings.Replace(oci, "tag: 1.0.0", "tag: 2.0.0", 1), release, nil,
			status.Stale, "it has applied 1.0.0@" + digest + ", which is not what OCIRepository apps/charts names"},

		{"a chart that Flux makes an OCIRepository of", own, `"helmChart": "OCIRepository/apps/made", ` + release,
			[]string{on("OCIRepository", "made", ociSpec, fetched("1.0.0@"+digest))}, status.Ready, "done"},
		{"such a chart that was pushed once more", own, `"helmChart": "OCIRepository/apps/made", ` + release,
			[]string{on("OCIRepository", "made", ociSpec, fetched("1.0.0@sha256:aa"))}, status.Progressing,
			"OCIRepository apps/made has 1.0.0@sha256:aa, and it has applied 1.0.0@" + digest},
		{"such a chart that cannot be fetched", strings.Replace(own, "tag: 1.0.0", "semver: 1.x", 1),
			`"helmChart": "OCIRepository/apps/made", ` + release,
			[]string{on("OCIRepository", "made", ociSpec, notFetched("1.0.0@"+digest, 1))}, status.Failed,
			"OCIRepository apps/made: m"},
		{"another tag of such a chart that is not read", strings.Replace(own, "tag: 1.0.0", "tag: 2.0.0", 1),
			`"helmChart": "OCIRepository/apps/made", ` + release, nil, status.Stale,
			"it has applied version 1.0.0@" + digest + " of the chart, which it does not name"},
		{"a tag of such a chart that is not read", own, `"helmChart": "OCIRepository/apps/made", ` + release, nil,
			status.Ready, "done"},

		{"a chart of files", gitChart, chart, []string{made("0.1.0", "master@sha1:b"),
			on("GitRepository", "charts", "{}", fetched("master@sha1:b"))}, status.Ready, "done"},
		{"a chart of older files", gitChart, chart, []string{made("0.1.0", "master@sha1:a"),
			on("GitRepository", "charts", "{}", fetched("master@sha1:b"))}, status.Progressing,
			"GitRepository apps/charts has master@sha1:b, and it has applied master@sha1:a"},
		{"a newer chart of files", gitChart, chart, []string{made("0.2.0", "master@sha1:b"),
			on("GitRepository", "charts", "{}", fetched("master@sha1:b"))}, status.Progressing,
			"HelmChart apps/made has 0.2.0, and it has applied 0.1.0"},
		{"a chart of files that was not read", gitChart, chart, []string{on("GitRepository", "charts", "{}",
			fetched("master@sha1:b"))}, status.Unknown,
			"HelmChart apps/made: no HelmChart was read; kubectl get helmcharts.source.toolkit.fluxcd.io -A -o yaml prints " +
				"them"},
		{"a range, and nothing was read", ranged, strings.Replace(chart, "0.1.0", "1.4.0", 1), nil, status.Unknown,
			"HelmRepository apps/charts: no HelmRepository was read; kubectl get " +
				"helmrepositories.source.toolkit.fluxcd.io -A -o yaml prints them"},
		{"a range, and the repository", ranged, strings.Replace(chart, "0.1.0", "1.4.0", 1),
			[]string{on("HelmRepository", "charts", "{}", fetched("sha256:aa"))}, status.Ready, "done"},
		{"a version that is pinned, and a repository that fails since it changed", shop,
			strings.Replace(chart, "0.1.0", "1.2.3", 1), []string{on("HelmRepository", "charts", "{}", notFetched("sha256:aa",
				1))},
			status.Failed, "HelmRepository apps/charts: m"},
	} {
		t.Run(c.name, func(t *testing.T) {
			result := renderText(t, c.documents, render.Options{})
			var observed status.Observed
			last := result.Objects[len(result.Objects)-1]
			observe(t, &observed, "", append(c.sources, onServer(t, last, `{`+c.status+`, `+
				ready[strings.Index(ready, `"observedGeneration"`):]))...)
			o := status.Summarize(result, observed).Applications[0].Clusters[1].Objects[0]
			assert.Equal(t, o.State, c.want, o.Message)
			assert.Equal(t, o.Message, c.message)
		})
	}
}

// TestArtifactOfOthers checks a workload whose artifact a generator makes of a source, which both can be behind.
func TestArtifactOfOthers(t *testing.T) {
	documents := strings.Replace(kustomization, "source: {sourceRef: {kind: GitRepository, name: charts}}", `sources:
  - {name: files, gitRepository: {url: https://git.example.com, interval: 1h, ref: {branch: master}}}
  source:
    artifact:
      sources: [{alias: files, name: files}]
      artifacts: [{copy: [{from: "@files/*", to: "@artifact/"}]}]
`, 1)
	external := func(revision string) string {
		return on("ExternalArtifact", "shop", `{"sourceRef": {"kind": "ArtifactGenerator", "name": "shop"}}`,
			`{"artifact": {"revision": "`+revision+`"}}`)
	}
	const made, succeeds, fails = "master@sha1:1424", `"status":"True"`, `"status":"False"`
	for _, c := range []struct {
		name, kind, old, new string // what is replaced in the objects of a kind
		external             string
		want                 status.State
		message, fails       string
	}{
		{"all is ready", "", "", "", external(made), status.Ready, "done", ""},
		{"the artifact is newer", "", "", "", external("master@sha1:new"), status.Progressing,
			"ExternalArtifact apps/shop has master@sha1:new, and it has applied " + made, ""},
		{"the artifact was not read", "", "", "", "", status.Unknown, "ExternalArtifact apps/shop: no ExternalArtifact was " +
			"read; kubectl get externalartifacts.source.toolkit.fluxcd.io -A -o yaml prints them", ""},
		{"the generator fails", "ArtifactGenerator", succeeds, fails, external(made),
			status.Failed, "ArtifactGenerator apps/shop: done", ""},
		{"the server has another generator", "ArtifactGenerator", `"@files/*"`, `"@files/old/*"`, external(made),
			status.Stale, "ArtifactGenerator apps/shop: the server does not have what the document renders: spec.artifacts", ""},
		{"the server has another source", "GitRepository", "git.example", "old.example", external(made), status.Stale,
			"GitRepository apps/files: the server does not have what the document renders: spec.url", ""},
		{"the source fails", "GitRepository", succeeds, fails, external(made), status.Ready,
			"done", "GitRepository apps/files: done"},
	} {
		t.Run(c.name, func(t *testing.T) {
			result := renderText(t, documents, render.Options{})
			var observed status.Observed
			for _, o := range result.Objects {
				text := onServer(t, o, ready)
				if o.Kind() == c.kind {
					text = strings.ReplaceAll(text, c.old, c.new)
				}
				observe(t, &observed, "", text)
			}
			if c.external != "" {
				observe(t, &observed, "", c.external)
			}
			o := status.Summarize(result, observed).Applications[0].Clusters[0].Objects[0]
			assert.Equal(t, o.State, c.want, o.Message)
			assert.Equal(t, o.Message, c.message)
			assert.Equal(t, o.SourceFails, c.fails)
		})
	}
}

// TestReferredSources checks that sources that documents only refer to are rows where they fail, once for each
// application, and that a row does not count.
func TestReferredSources(t *testing.T) {
	result := renderText(t, kustomization+"---\n"+strings.Replace(kustomization, "name: shop", "name: cart", 1),
		render.Options{})
	var observed status.Observed
	observe(t, &observed, "", on("GitRepository", "charts", "{}", notFetched("master@sha1:1424", 2)),
		on("GitRepository", "others", "{}", notFetched("master@sha1:1424", 2)))
	for _, o := range result.Objects {
		observe(t, &observed, "", onServer(t, o, ready, "status/history", "null"))
	}
	const one = ` 2/2 suspended 0 extra 0
  GitRepository apps/charts: failed, reason R, revision master@sha1:1424
    m
  berlin: ready 1/1
    Kustomization apps/NAME-berlin: ready, reason Done, revision master@sha1:1424, since 02:00:00
      done
  tokyo: ready 1/1
    Kustomization apps/NAME-tokyo: ready, reason Done, revision master@sha1:1424, since 02:00:00
      done
`
	assert.Equal(t, lines(status.Summarize(result, observed)), "apps/cart"+strings.ReplaceAll(one, "NAME", "cart")+
		"apps/shop"+strings.ReplaceAll(one, "NAME", "shop")+"observed.json:1:48: warning: the GitRepository apps/charts "+
		"cannot fetch, so that 4 workloads can only keep the last artifact: m; correct that, or nothing new arrives "+
		"[FA835]\n")
}

// TestOutdated tells where the first object is that is not as rendered: what was read can be older.
func TestOutdated(t *testing.T) {
	result := renderText(t, shop, render.Options{})
	var observed status.Observed
	for i, o := range result.Objects {
		assert.NilError(t, observed.Add("", []string{"b.json", "a.json"}[i],
			[]byte(onServer(t, o, ready, "spec/interval", `"1m"`))))
	}
	assert.Equal(t, status.Summarize(result, observed).Findings.String(), "a.json:1:1: info: the observed state differs "+
		"from the rendered objects in 2 objects, of which this is the first; if it was read before the documents were "+
		"applied, read it once more [FA837]")
}

// TestRecordedArtifact changes what real controllers wrote of a fleet that is ready, one fact at a time.
func TestRecordedArtifact(t *testing.T) {
	for _, c := range []struct{ situation, old, new, want string }{
		{"ready", "", "", "apps/shop 2/2, apps/web 2/2"},
		{"ready", "\n      revision: main@sha1:1", "\n      revision: main@sha1:2", "apps/shop 2/2, apps/web 0/2"},
		{"ready", "\n      revision: main@", "\n      revision: next@", "apps/shop 2/2, apps/web 0/2"},
		{"ready", "\n    lastAppliedRevision: main@sha1:1", "\n    lastAppliedRevision: main@sha1:2",
			"apps/shop 2/2, apps/web 0/2"},
		{"ready", "\n      revision: 1.0.0\n", "\n      revision: 1.0.1\n", "apps/shop 0/2, apps/web 2/2"},
		{"ready", "\n      chartVersion: 1.0.0\n", "\n      chartVersion: 1.0.1\n", "apps/shop 0/2, apps/web 2/2"},
		{"ready", "kind: GitRepository\n  metadata", "kind: Bucket\n  metadata", "apps/shop 2/2, apps/web 0/2"},
		{"ready", "\n    observedGeneration: 1\n", "\n", "apps/shop 0/2, apps/web 0/2"},
		{"ready", "\n    generation: 1\n", "\n", "apps/shop 0/2, apps/web 0/2"},
		{"oci", "", "", "apps/shop 1/2"},
		{"oci", "revision: 1.0.0@sha256:8", "revision: 1.0.0@sha256:9", "apps/shop 0/2"},
		{"oci", "\n      ociDigest: sha256:8", "\n      ociDigest: sha256:9", "apps/shop 0/2"},
		{"source-failing", "", "", "apps/shop 2/2, apps/web 2/2"},
		{"source-failing", "type: ArtifactInStorage", "type: FetchFailed", "apps/shop 2/2, apps/web 2/2"},
		{"source-failing", "    observedGeneration: 1\n    url: http", "    observedGeneration: 0\n    url: http",
			"apps/shop 0/2, apps/web 2/2"},
	} {
		dir := filepath.Join("testdata", "observed", c.situation)
		text, err := os.ReadFile(filepath.Join(dir, "observed.yaml"))
		assert.NilError(t, err)
		changed := strings.ReplaceAll(string(text), c.old, c.new)
		assert.Assert(t, c.old == "" || changed != string(text), c.old)
		if c.old == "" {
			changed = string(text)
		}
		var observed status.Observed
		assert.NilError(t, observed.Add("", "observed.yaml", []byte(changed)))
		var got []string
		for _, app := range status.Summarize(rendered(t, filepath.Join(dir, "app.yaml")), observed).Applications {
			got = append(got, fmt.Sprintf("%s %d/%d", app.Name, app.Ready, app.Total))
		}
		assert.Check(t, strings.Join(got, ", ") == c.want, "%s, %q: %s", c.situation, c.new, got)
	}
}

// TestSourceThatGoes checks that a source that the documents render, and that will not be there for long, is told of
// workloads that still run what it names. TestSourceThatIsMissing has one that is gone.
func TestSourceThatGoes(t *testing.T) {
	result := renderText(t, strings.NewReplacer("sourceRef: {kind: GitRepository, name: charts}", "name: charts, "+
		"ociRepository: {url: oci://example.com/shop, interval: 1h, ref: {tag: 1.0.0}}").Replace(kustomization),
		render.Options{})
	spec := `{"url": "oci://example.com/shop", "interval": "1h", "ref": {"tag": "1.0.0"}}`
	source := on("OCIRepository", "charts", spec, fetched("1.0.0@sha256:8b6b"))
	for name, c := range map[string]struct{ source, fails string }{
		"there": {source, ""},
		"going": {strings.Replace(source, `"generation"`, `"deletionTimestamp": "2026-11-23T02:00:00Z", "generation"`, 1),
			"OCIRepository apps/charts: it is being deleted"},
	} {
		var observed status.Observed
		observe(t, &observed, "", c.source)
		for _, o := range result.Objects {
			if o.Kind() != "OCIRepository" {
				observe(t, &observed, "", onServer(t, o, strings.ReplaceAll(ready, "master@sha1:1424270957", "1.0.0@sha256:8b6b"),
					"status/lastAppliedRevision", `"1.0.0@sha256:8b6b"`, "status/history", "null"))
			}
		}
		summary := status.Summarize(result, observed)
		app := summary.Applications[0]
		assert.Assert(t, app.Ready == 2 && app.Total == 2, "%s: %s", name, lines(summary))
		assert.Equal(t, app.Clusters[0].Objects[0].SourceFails, c.fails, name)
		assert.Equal(t, strings.Contains(summary.Findings.String(), "[FA835]"), c.fails != "", name)
	}
}
