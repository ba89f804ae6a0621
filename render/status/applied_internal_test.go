package status

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// TestApplied checks what workloads tell of what they have applied.
func TestApplied(t *testing.T) {
	release := func(digest string) string {
		return "{history: [{chartVersion: 1.0.0+8b6b0afa0a36, ociDigest: '" + digest + "'}]}"
	}
	for _, c := range []struct {
		kind                 *kinds.Kind
		status, revision, is string
	}{
		{kinds.Kustomization, "{lastAppliedRevision: 'v1@sha1:a', history: [{digest: a}]}", "v1@sha1:a", "v1@sha1:a"},
		{kinds.KCLRun, "{lastAppliedRevision: 'v1@sha1:a'}", "v1@sha1:a", "v1@sha1:a"},
		{kinds.HelmRelease, "{history: [{chartVersion: 1.0.0, status: deployed}, {chartVersion: 0.9.0}]}", "1.0.0", "1.0.0"},
		{kinds.HelmRelease, "{lastAppliedRevision: 1.0.0}", "1.0.0", "1.0.0"},
		{kinds.HelmRelease, release("sha256:8b6b"), "1.0.0@sha256:8b6b", "1.0.0@sha256:8b6b"},
		{kinds.HelmRelease, release("sha256:8b6b"), "1.0.0@sha256:8b6b", "sha256:8b6b"},
		{kinds.HelmRelease, release("latest@sha256:8b6b"), "latest@sha256:8b6b", "latest@sha256:8b6b"},
		{kinds.HelmRelease, "{history: [{chartVersion: 1.0.0, status: superseded}]}", "", ""},
		{kinds.HelmChart, "{observedSourceArtifactRevision: 'v1@sha1:a'}", "v1@sha1:a", "v1@sha1:a"},
		{kinds.Kustomization, "{}", "", ""},
	} {
		got := appliedBy(c.kind, tree.ParseValue([]byte("status: "+c.status)).At)
		assert.Check(t, got.String() == c.revision, "%s: %s", c.status, got)
		assert.Check(t, got.is(c.is) == (c.is != "") && !got.is("1.0.0@sha256:8b6c") && !got.is("2"), c.status)
	}
}
