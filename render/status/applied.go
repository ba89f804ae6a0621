package status

import (
	"cmp"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// appliedArtifact is what the status of a workload tells of the artifact that it has applied; nothing is the
// zero value.
type appliedArtifact struct {
	// revision is the revision of the artifact, for example main@sha1:1424…, or the version of the chart.
	revision string
	// digest is the digest of a chart that is an artifact of a registry; the revision does not have all of it.
	digest string
}

// appliedBy returns what the status of an object tells, as the controllers of Flux write it: lastAppliedRevision of a
// Kustomization, the newest of the history of a release, what a HelmChart was made of. Before
// helm.toolkit.fluxcd.io/v2, a release has the version of its chart in lastAppliedRevision.
func appliedBy(k *kinds.Kind, read kinds.Reader) appliedArtifact {
	release := read("status", "history").First()
	switch {
	case k == kinds.HelmChart:
		return appliedArtifact{revision: read("status", "observedSourceArtifactRevision").Text()}
	case k != kinds.HelmRelease || !release.Exists():
		return appliedArtifact{revision: read("status", "lastAppliedRevision").Text()}
	case release.Get("status").Text() != "deployed" && release.Get("status").Exists():
		return appliedArtifact{}
	}
	return appliedArtifact{release.Get("chartVersion").Text(), release.Get("ociDigest").Text()}
}

// is reports whether an artifact of a revision was applied: v1@sha1:1424…, or 1.0.0@sha256:8b6b… of a registry.
func (a appliedArtifact) is(revision string) bool {
	if a.digest != "" {
		return a.digest == revision || strings.HasSuffix(revision, "@"+a.digest)
	}
	return a.revision != "" && a.revision == revision
}

// String returns what was applied as one revision: the version of a chart has the beginning of the digest, too.
func (a appliedArtifact) String() string {
	if a.digest == "" || strings.Contains(a.digest, "@") {
		return cmp.Or(a.digest, a.revision)
	}
	version, _, _ := strings.Cut(a.revision, "+")
	return version + "@" + a.digest
}

// hasConditions reports whether a controller writes conditions into the status of an object.
func hasConditions(k *kinds.Kind, read kinds.Reader) bool {
	return !k.NoConditions && (k.StaticType == "" || read("spec", "type").Text() != k.StaticType)
}
