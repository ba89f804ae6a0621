package status_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/status"
)

// ofArtifact is an application whose chart is an ExternalArtifact.
var ofArtifact = strings.NewReplacer("sourceRef: {kind: HelmRepository, name: charts}",
	"sourceRef: {kind: ExternalArtifact, name: charts}", "      chart: {chart: shop, version: 1.2.3}\n", "").Replace(shop)

// TestReleaseOfArtifact checks a release whose chart is an ExternalArtifact: its revision is no version of the chart.
func TestReleaseOfArtifact(t *testing.T) {
	const (
		content = "latest@sha256:8b6b0afa0a36bfbd42826a90da023b76eaca5f208f64f7c96475eb92ee4a42e4"
		version = "1.2.3+8b6b0afa0a36"
		of      = "ExternalArtifact apps/charts"
		unknown = "its status does not tell which revision of " + of + " it has applied, but only that its chart is 1.2.3"
	)
	for _, c := range []struct {
		name, external, version, digest string // what the artifact is, and what the release has of it
		want                            status.State
		message                         string
	}{
		{"the digest of the content", content, version, content, status.Ready, "done"},
		{"other content, of the same chart", "latest@sha256:aa", version, content, status.Progressing,
			of + " has latest@sha256:aa, and it has applied " + content},
		{"the revision of the chart's own source", "1.2.3@sha256:8b6b", version, "sha256:8b6b", status.Ready, "done"},
		{"the revision of a commit", "main@sha1:1424", "1.2.3+1424", "main@sha1:1424", status.Ready, "done"},
		{"a version", "1.2.3", "1.2.3", "", status.Ready, "done"},
		{"a version with a v", "v1.2.3", "1.2.3", "", status.Ready, "done"},
		{"a newer version", "1.3.0", "1.2.3", "", status.Progressing, of + " has 1.3.0, and it has applied 1.2.3"},
		{"no artifact yet", "", "1.2.3", "", status.Stale, of + ": its artifact is not known to be of what its spec names"},
		{"a word", "main", "1.2.3", "", status.Unknown, unknown},
		{"a digest that the release does not have", content, "1.2.3", "", status.Unknown, unknown},
	} {
		t.Run(c.name, func(t *testing.T) {
			result := renderText(t, ofArtifact, render.Options{})
			var observed status.Observed
			last := result.Objects[len(result.Objects)-1]
			observe(t, &observed, "", on("ExternalArtifact", "charts", "{}", fetched(c.external)), onServer(t, last,
				`{"history": [{"chartName": "shop", "chartVersion": "`+c.version+`", "ociDigest": "`+c.digest+`"}], `+
					ready[strings.Index(ready, `"observedGeneration"`):]))
			o := status.Summarize(result, observed).Applications[0].Clusters[1].Objects[0]
			assert.Equal(t, o.State, c.want, o.Message)
			assert.Equal(t, o.Message, c.message)
			assert.Equal(t, o.Revision, "shop@"+c.version)
		})
	}
}

// TestGateIsOff checks what is told where helm-controller refuses the artifact: its own words, and no revision.
func TestGateIsOff(t *testing.T) {
	result := renderText(t, ofArtifact, render.Options{})
	var observed status.Observed
	const denied = "can't access 'ExternalArtifact/apps/charts', ExternalArtifact feature gate is disabled"
	const why = `, "reason": "AccessDenied", "message": "` + denied + `"}`
	observe(t, &observed, "", onServer(t, result.Objects[0], `{"observedGeneration": 1, "conditions": [`+
		`{"type": "Stalled", "status": "True"`+why+`, {"type": "Ready", "status": "False"`+why+`]}`))
	o := status.Summarize(result, observed).Applications[0].Clusters[0].Objects[0]
	assert.DeepEqual(t, []any{o.State, o.Reason, o.Message, o.Revision}, []any{status.Stalled, "AccessDenied", denied, ""})
}
