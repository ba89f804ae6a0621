package promote_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/promote"
	"github.com/fluxapp-dev/fluxapp/render/status"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// recorded returns a recorded situation of package status: the edit that promotes the field from a stage of its
// document to another one, and what the hub had. The stages are test for berlin, and production for tokyo; both is
// berlin and tokyo.
func recorded(t *testing.T, situation, application, from string) (promote.Edit, status.Observed) {
	t.Helper()
	folder := filepath.Join("..", "status", "testdata", "observed", situation)
	data, err := os.ReadFile(filepath.Join(folder, "app.yaml"))
	assert.NilError(t, err)
	text := strings.NewReplacer("{name: berlin, ", "{name: berlin, labels: {stage: test, both: \"1\"}, ", "{name: tokyo, ",
		"{name: tokyo, labels: {stage: production, both: \"1\"}, ").Replace(string(data))
	layers := "    - {clusterSelector: {matchLabels: {stage: test}}, interval: 1h}\n" +
		"    - {clusterSelector: {matchLabels: {both: \"1\"}}, interval: 1h}\n" +
		"    - {clusterSelector: {matchLabels: {stage: production}}, interval: 2h, allowEmpty: true}\n"
	text = strings.ReplaceAll(text, "    overrides:\n", "    overrides:\n"+layers)
	if !strings.Contains(text, layers) {
		text = strings.ReplaceAll(text, "  config:\n", "  config:\n    overrides:\n"+layers)
	}
	if from == "both=1" { // production renders what was recorded
		text = strings.ReplaceAll(text, "interval: 2h", "interval: 1h")
	}
	r := request(t, from+" stage=production interval")
	r.Application = application
	e, err := promote.Plan(schema.Parse("app.yaml", []byte(text)), r)
	assert.NilError(t, err)
	observed, err := os.ReadFile(filepath.Join(folder, "observed.yaml"))
	assert.NilError(t, err)
	var o status.Observed
	assert.NilError(t, o.Add("", "observed.yaml", observed))
	return e, o
}

// onServer returns a release as its server has it, ready since a time.
func onServer(o render.Object, since string) []byte {
	version := o.Tree().At("spec", "chart", "spec", "version").Text()
	return []byte(strings.Replace(string(o.YAML()), "metadata:\n", "metadata:\n  generation: 1\n", 1) +
		"status: {observedGeneration: 1, history: [{chartVersion: " + version + "}], conditions: [{type: Ready, " +
		"status: 'True', lastTransitionTime: '" + since + "'}]}\n")
}

// TestCheckReady checks the workloads of the first stage only, as real controllers left them.
func TestCheckReady(t *testing.T) {
	const fails = "failed to create typed patch object (shop/refused; /v1, Kind=ConfigMap): .immutable: expected " +
		"boolean, got &{perhaps}"
	for name, c := range map[string]struct{ situation, application, from, want string }{
		"a release that is ready":       {"ready", "shop", "stage=test", ""},
		"a Kustomization that is ready": {"ready", "web", "stage=test", ""},
		"all of both":                   {"ready", "shop", "both=1", ""},
		"a release whose source fails": {"source-failing", "shop", "stage=test",
			"stage=test is ready 1/1: its source fails on berlin (HelmRepository apps/shop: failed to fetch Helm repository " +
				"index: failed to cache index to temporary file: failed to fetch http://charts.example.com/index.yaml : 503 " +
				"Service Unavailable); promote when the source is ready [FA808]"},
		"what somebody edited": {"edited", "shop", "stage=test",
			"stage=test is ready 0/1: stale on berlin (the server does not have what the document renders: " +
				"spec.values.message); promote when all are ready [FA808]"},
		"one that is missing": {"missing", "shop", "both=1",
			"both=1 is ready 1/2: missing on berlin (the hub does not have it); promote when all are ready [FA808]"},
		"Kustomizations that failed for one reason": {"apply-failed", "web", "both=1",
			"both=1 is ready 0/2: failed on berlin, tokyo (ReconciliationFailed: ConfigMap/shop/refused dry-run failed: " +
				fails + "); promote when all are ready [FA808]"},
		"one that somebody suspended": {"suspended-by-hand", "shop", "stage=test",
			"stage=test is ready 0/1: suspended on berlin (somebody suspended it, and the document does not); promote when " +
				"all are ready [FA808]"},
		"all that the document suspends": {"suspended", "shop", "both=1",
			"no workload of shop is known to be ready on both=1: there is none, or the document " +
				"suspends all; promote without the status [FA808]"},
		"one that waits, and one that installs": {"progressing", "shop", "both=1",
			"both=1 is ready 0/2: progressing on berlin (Progressing: Running 'install' action with timeout of 5m0s); promote " +
				"when all are ready [FA808]\n" +
				"both=1 is ready 0/2: progressing on tokyo (DependencyNotReady: dependency 'apps/shop-berlin-shop' is not " +
				"ready); promote when all are ready [FA808]"},
		"a version that nobody has applied": {"outdated", "shop", "stage=test",
			"stage=test is ready 0/1: stale on berlin (the server does not have what the " +
				"document renders: metadata.annotations[fluxapp.dev/digest], spec.chart.spec.version); promote when all " +
				"are ready [FA808]"},
		"one that its controller has not seen": {"unobserved", "shop", "both=1",
			"both=1 is ready 0/2: stale on berlin, tokyo (Flux has not seen generation 2 yet); promote when all are ready " +
				"[FA808]"},
	} {
		t.Run(name, func(t *testing.T) {
			e, observed := recorded(t, c.situation, c.application, c.from)
			found := e.CheckReady(observed, promote.Soak{})
			found = slices.DeleteFunc(found, func(f finding.Finding) bool { return f.Severity != finding.SeverityError })
			place := regexp.MustCompile(`(?m)^app\.yaml:\d+:\d+: `)
			assert.Equal(t, place.ReplaceAllString(found.String(), ""), c.want)
			// they are about the value that is promoted
			assert.Equal(t, len(place.FindAllString(found.String(), -1)), len(found))
			assert.Equal(t, found.Err() == nil, c.want == "")
		})
	}
	e, _ := recorded(t, "ready", "shop", "both=1")
	assert.Assert(t, strings.Contains(e.CheckReady(status.Observed{}, promote.Soak{}).String(),
		"both=1 is ready 0/2: unknown on berlin, tokyo ("))
}

// TestCheckCause refuses what real controllers left, with one fact changed that takes ready from a release.
func TestCheckCause(t *testing.T) {
	e, _ := recorded(t, "ready", "shop", "stage=test")
	text, err := os.ReadFile(filepath.Join("..", "status", "testdata", "observed", "ready", "observed.yaml"))
	assert.NilError(t, err)
	chart := regexp.MustCompile(`(?m)^    name: (apps-shop-berlin-shop)$`)
	assert.Assert(t, chart.Match(text))
	for _, c := range []struct{ changed, want string }{
		{string(text), ""},
		{strings.ReplaceAll(string(text), "chartName: shop", "chartName: other"), "stage=test is ready 0/1: stale on " +
			"berlin (it has applied the chart other, and its source calls the chart shop); promote when all are ready"},
		{chart.ReplaceAllString(string(text), "    name: other"), "stage=test is ready 0/1: failed on berlin (HelmChart " +
			"apps/apps-shop-berlin-shop: the hub does not have it); promote when all are ready"},
	} {
		var observed status.Observed
		assert.NilError(t, observed.Add("", "observed.yaml", []byte(c.changed)))
		found := e.CheckReady(observed, promote.Soak{})
		assert.Equal(t, found.Err() == nil, c.want == "", found)
		assert.Assert(t, strings.Contains(found.String(), c.want), found)
	}
}

// TestSoak checks since when the releases of a stage are ready. The releases of berlin and oslo are the stage.
func TestSoak(t *testing.T) {
	text := strings.ReplaceAll(frame, "labels: {stage: staging}", "labels: {stage: test}") +
		"    - clusterSelector: {matchLabels: {stage: test}}\n      interval: 1h\n    - clusterSelector: {matchLabels: " +
		"{stage: production}}\n      interval: 2h\n"
	e, err := promote.Plan(schema.Parse("in.yaml", []byte(text)), request(t, "stage=test stage=production interval"))
	assert.NilError(t, err)
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.FixedZone("", 3600)) // 11:00 UTC
	for name, c := range map[string]struct {
		berlin, oslo string // since when each is ready
		soak         time.Duration
		want         string
	}{
		"exactly long enough": {"2026-11-22T11:00:00Z", "2026-11-01T00:00:00Z", 24 * time.Hour, ""},
		"no soak":             {"2026-11-23T10:59:59Z", "", 0, ""},
		"one is too young": {"2026-11-22T11:00:01Z", "2026-11-01T00:00:00Z", 24 * time.Hour,
			"stage=test has not been ready for 24h on berlin (since 2026-11-22T11:00:01Z); promote in 1s, at " +
				"2026-11-23T11:00:01Z [FA809]"},
		"both are, and the younger one tells when": {"2026-11-23T09:15:00Z", "2026-11-23T10:30:00Z",
			2*time.Hour + 30*time.Minute,
			"stage=test has not been ready for 2h30m on oslo (since 2026-11-23T10:30:00Z), berlin (since " +
				"2026-11-23T09:15:00Z); promote in 2h, at 2026-11-23T13:00:00Z [FA809]"},
		"a clock that is ahead": {"2026-11-23T11:05:00Z", "2026-11-01T00:00:00Z", time.Minute,
			"stage=test has not been ready for 1m on berlin (since 2026-11-23T11:05:00Z); promote in 6m, at " +
				"2026-11-23T11:06:00Z [FA809]"},
		"nobody knows": {"", "2026-11-23T10:30:00Z", time.Hour,
			"it is not known since when stage=test is ready on berlin; promote without --soak [FA809]"},
	} {
		t.Run(name, func(t *testing.T) {
			var observed status.Observed
			since := map[string]string{"berlin": c.berlin, "oslo": c.oslo, "tokyo": "2026-11-23T11:00:00Z", "kyoto": ""}
			for _, o := range e.Before.Objects {
				assert.NilError(t, observed.Add("", "hub.yaml", onServer(o, since[o.Cluster()])))
			}
			found := e.CheckReady(observed, promote.Soak{For: c.soak, Now: now})
			assert.Equal(t, strings.TrimPrefix(found.String(), "in.yaml:20:17: "), c.want)
		})
	}
}

// TestReadyWithAnotherValue checks that a stage whose clusters are ready says nothing about a value that none of them
// has. The clusters berlin and oslo are the stage.
func TestReadyWithAnotherValue(t *testing.T) {
	for name, c := range map[string]struct{ above, want string }{
		"a layer above all": {"    - {clusters: [berlin, oslo], interval: 3h}\n",
			"no workload of shop that counts on stage=test has this value, so nobody " +
				"knows that it works; correct the layers above it, or promote without the status [FA808]"},
		"a layer above one": {"    - {cluster: berlin, interval: 3h}\n", ""},
		"only what is suspended has it": {"    - {cluster: berlin, interval: 3h}\n    - {cluster: oslo, suspend: true}\n",
			"no workload of shop that counts on " +
				"stage=test has this value, so nobody knows that it works; correct the layers above it, or promote without the " +
				"status [FA808]"},
	} {
		t.Run(name, func(t *testing.T) {
			text := strings.ReplaceAll(frame, "labels: {stage: staging}", "labels: {stage: test}") +
				"    - clusterSelector: {matchLabels: {stage: test}}\n      interval: 1h\n    - clusterSelector: {matchLabels: " +
				"{stage: production}}\n      interval: 2h\n" + c.above
			e, err := promote.Plan(schema.Parse("in.yaml", []byte(text)), request(t, "stage=test stage=production interval"))
			assert.NilError(t, err)
			var observed status.Observed
			for _, o := range e.Before.Objects {
				assert.NilError(t, observed.Add("", "hub.yaml", onServer(o, "")))
			}
			found := e.CheckReady(observed, promote.Soak{})
			assert.Equal(t, strings.TrimPrefix(found.String(), "in.yaml:20:17: "), c.want)
		})
	}
}

// TestReadyForFieldOfSource checks that a field of a source other than its version needs the source, which a release
// does not tell of.
func TestReadyForFieldOfSource(t *testing.T) {
	text := strings.Replace(frame, "{sourceRef: {kind: HelmRepository, name: charts}}",
		"{helmRepository: {url: https://old.example.com, interval: 1h}}", 1) +
		"    - {clusterSelector: {matchLabels: {stage: test}}, source: {helmRepository: {url: https://new.example.com}}}\n" +
		"    - {clusterSelector: {matchLabels: {stage: staging}}, source: {helmRepository: {url: https://old.example.com}}}\n"
	e, err := promote.Plan(schema.Parse("in.yaml", []byte(text)),
		request(t, "stage=test stage=staging source.helmRepository.url"))
	assert.NilError(t, err)
	for _, c := range []struct{ name, source, want string }{
		{"nobody read it", "", "the states of some objects are not known, because no HelmRepository was read; kubectl get " +
			"helmrepositories.source.toolkit.fluxcd.io -A -o yaml prints them [FA808]"},
		{"it is read", "https://new.example.com", ""},
		{"the server has the old one", "https://older.example.com", "stage=test is ready 0/1: stale on berlin " +
			"(HelmRepository apps/shop-RANDOM: the server does not have what the document renders: spec.url); promote when " +
			"all are ready [FA808]"},
	} {
		var observed status.Observed
		for _, o := range e.Before.Objects {
			object := strings.ReplaceAll(string(onServer(o, "")), "https://new.example.com", c.source)
			object = strings.Replace(object, "history:", "artifact: {revision: index}, history:", 1)
			if o.Kind() != "HelmRepository" || c.source != "" {
				assert.NilError(t, observed.Add("", "hub.yaml", []byte(object)))
			}
		}
		found := e.CheckReady(observed, promote.Soak{})
		found = slices.DeleteFunc(found, func(f finding.Finding) bool { return f.Severity != finding.SeverityError })
		got := regexp.MustCompile(`shop-[0-9a-f]{8}`).ReplaceAllString(found.String(), "shop-RANDOM")
		assert.Equal(t, strings.TrimPrefix(got, "in.yaml:19:86: "), c.want, c.name)
	}
}

// TestReadyWithArtifact checks releases whose chart is an ExternalArtifact: what they have applied is known by the
// digest of its content, and not by the version of the chart, which is the same.
func TestReadyWithArtifact(t *testing.T) {
	text := strings.NewReplacer("kind: HelmRepository", "kind: ExternalArtifact",
		"      chart: {chart: shop, version: 1.0.0}\n", "").Replace(frame) +
		"    - {clusterSelector: {matchLabels: {stage: test}}, values: {replicas: 2}}\n" +
		"    - {clusterSelector: {matchLabels: {stage: staging}}, values: {replicas: 1}}\n"
	e, err := promote.Plan(schema.Parse("in.yaml", []byte(text)), request(t, "stage=test stage=staging values.replicas"))
	assert.NilError(t, err)
	for revision, want := range map[string]string{
		"latest@sha256:new": "",
		"latest@sha256:old": "stage=test is ready 0/1: progressing on berlin (ExternalArtifact apps/charts has " +
			"latest@sha256:new, and it has applied latest@sha256:old); promote when all are ready [FA808]",
	} {
		var observed status.Observed
		assert.NilError(t, observed.Add("", "hub.yaml", []byte("apiVersion: source.toolkit.fluxcd.io/v1\nkind: "+
			"ExternalArtifact\nmetadata: {namespace: apps, name: charts, generation: 1}\nstatus: {artifact: {revision: "+
			"'latest@sha256:new'}, conditions: [{type: Ready, status: 'True', observedGeneration: 1}]}\n")))
		for _, o := range e.Before.Objects {
			object := strings.Replace(string(onServer(o, "")), "{chartVersion: }",
				"{chartName: shop, chartVersion: 1.0.0+8b6b0afa0a36, ociDigest: '"+revision+"'}", 1)
			assert.NilError(t, observed.Add("", "hub.yaml", []byte(object)))
		}
		found := e.CheckReady(observed, promote.Soak{})
		assert.Equal(t, regexp.MustCompile(`^in\.yaml:\d+:\d+: `).ReplaceAllString(found.String(), ""), want)
	}
}
