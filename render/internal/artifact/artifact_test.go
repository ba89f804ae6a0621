package artifact_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/internal/artifact"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

func parsed(t *testing.T, text string) kinds.Reader {
	t.Helper()
	trees, problems := tree.Parse("in.yaml", []byte(text))
	assert.Equal(t, len(trees), 1)
	assert.Equal(t, len(problems), 0)
	return trees[0].Root().At
}

// TestNames checks which revisions an object can mean, as source-controller and helm-controller write them.
func TestNames(t *testing.T) {
	const commit = "14242709570ec95db4fbf7dbff304c0592449b80"
	repository := "{kind: HelmRepository}"
	for _, c := range []struct {
		kind           *kinds.Kind
		spec, revision string
		names, pins    bool
	}{
		{kinds.GitRepository, "{}", "master@sha1:a", true, false},
		{kinds.GitRepository, "{}", "main@sha1:a", false, false},
		{kinds.GitRepository, "{}", "", false, false},
		{kinds.GitRepository, "{ref: {branch: feature/x}}", "feature/x@sha1:a", true, false},
		{kinds.GitRepository, "{ref: {branch: main}}", "main2@sha1:a", false, false},
		{kinds.GitRepository, "{ref: {tag: v1}}", "v1@sha1:a", true, false},
		{kinds.GitRepository, "{ref: {tag: v1.0.0}}", "v1.0.0@sha1:a", true, true},
		{kinds.GitRepository, "{ref: {tag: v1.0.0}}", "v1.0.0-rc.1@sha1:a", false, true},
		{kinds.GitRepository, "{ref: {name: refs/pull/3/head}}", "refs/pull/3/head@sha1:a", true, false},
		{kinds.GitRepository, "{ref: {semver: '>=1.0.0 <2.0.0'}}", "v1.4.2@sha1:a", true, false},
		{kinds.GitRepository, "{ref: {semver: '>=1.0.0 <2.0.0'}}", "v2.0.0@sha1:a", false, false},
		{kinds.GitRepository, "{ref: {semver: 1.x}}", "main@sha1:a", false, false},
		{kinds.GitRepository, "{ref: {commit: " + commit + ", branch: main}}", "main@sha1:" + commit, true, true},
		{kinds.GitRepository, "{ref: {commit: " + commit + "}}", "sha1:" + commit, true, true},
		{kinds.GitRepository, "{ref: {commit: " + commit + "}}", "sha1:1" + commit, false, true},
		{kinds.OCIRepository, "{}", "latest@sha256:a", true, false},
		{kinds.OCIRepository, "{ref: {digest: 'sha256:a', tag: v1}}", "sha256:a", true, true},
		{kinds.OCIRepository, "{ref: {digest: 'sha256:a', tag: v1}}", "v1@sha256:a", true, true},
		{kinds.OCIRepository, "{ref: {digest: 'sha256:a'}}", "v1@sha256:aa", false, true},
		{kinds.OCIRepository, "{ref: {tag: v1.0.0}}", "1.0.0@sha256:a", true, true},
		{kinds.Bucket, "{}", "sha256:a", true, false},
		{kinds.HelmRelease, "{chart: {spec: {chart: c, sourceRef: " + repository + "}}}", "1.2.3", true, false},
		{kinds.HelmRelease, "{chart: {spec: {chart: c, version: 1.2.3, sourceRef: " + repository + "}}}", "1.2.3+1", true,
			true},
		{kinds.HelmRelease, "{chart: {spec: {chart: c, version: 1.2, sourceRef: " + repository + "}}}", "1.3.0", false,
			false},
		{kinds.HelmChart, "{chart: c, version: 1.2.x, sourceRef: " + repository + "}", "1.2.9", true, false},
		{kinds.HelmChart, "{chart: ./c, version: 9.9.9, sourceRef: {kind: GitRepository}}", "1.2.9", true, false},
		{nil, "{}", "any", true, false},
	} {
		read := parsed(t, "spec: "+c.spec+"\n")
		assert.Check(t, artifact.Names(c.kind, read, c.revision) == c.names, "%s: %s", c.spec, c.revision)
		assert.Check(t, artifact.Pins(c.kind, read) == c.pins, "%s", c.spec)
	}
}
