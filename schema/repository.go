package schema

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// isKubeSphereRepository reports whether the document is a GitRepository of KubeSphere, of any version.
func (d *Document) isKubeSphereRepository() bool {
	return d.means.Is(kinds.Repository) && kinds.GroupOf(d.APIVersion()) == d.means.Group && d.Kind() == d.means.Name
}

// classifyRepository leaves alone what has no label of an artifact repository: most are for pipelines.
func (d *Document) classifyRepository() {
	switch {
	case d.Root().At("metadata", "labels", terms.LabelArtifactRepository).Text() != "true":
	case d.APIVersion() == d.means.APIVersion:
		d.class = ClassRepository
	default:
		d.refuseVersion()
	}
}

// readsMetadata reports whether fluxapp reads the metadata of the document, and nothing else of it: of a cluster, and
// of a GitRepository of KubeSphere that its labels make no source. A slip there would delete the source.
func (d *Document) readsMetadata() bool {
	return d.class == ClassCluster || d.class == ClassForeign && d.isKubeSphereRepository()
}

// speaksOfArtifacts reports whether a label, or what may be meant as one, is nearly that of artifact repositories.
func (d *Document) speaksOfArtifacts() bool {
	for _, fields := range []tree.Node{d.Root(), d.Root().Get("metadata")} {
		for field := range check.Map(fields).Children() {
			for label := range check.Map(field).Children() {
				if isArtifactKey(label.Key()) {
					return true
				}
			}
		}
	}
	return false
}

func isArtifactKey(key string) bool {
	const slack = 3
	lower := strings.ToLower(key)
	return strings.Contains(lower, "artifact") && strings.Contains(lower, "repo") ||
		names.Differ(key, terms.LabelArtifactRepository, slack) <= slack
}

// checkArtifactLabel refuses what is nearly the label of artifact repositories in a document that lacks it.
func checkArtifactLabel(c *check.Checker, metadata tree.Node) {
	for label := range check.Map(metadata.Get("labels")).Children() {
		switch value := label.Text(); {
		case label.Key() != terms.LabelArtifactRepository && isArtifactKey(label.Key()):
			c.Report(check.Misspelt(label, terms.LabelArtifactRepository))
		case label.Key() == terms.LabelArtifactRepository && value != "true" && value != "false" &&
			label.Kind() == tree.String:
			c.Report(finding.Problem{Code: finding.CodeUnsupported, Node: label, Current: value, Proposed: "true",
				Detail: "this label does not take \"" + value + "\"; write \"true\", or \"false\" for no source of Flux"})
		}
	}
	for annotation := range check.Map(metadata.Get("annotations")).Children() {
		if isArtifactKey(annotation.Key()) {
			c.RefuseKey(annotation, finding.CodeMisplaced, "this is a label; write it as metadata.labels[%s]",
				terms.LabelArtifactRepository)
		}
	}
}
