package schema

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// labelArtifactRepository, "true", makes a Flux source of a devops GitRepository of KubeSphere.
const labelArtifactRepository = "gitops.kubesphere.io/is-artifact-repository"

func isArtifactKey(key string) bool {
	const slack = 3
	lower := strings.ToLower(key)
	return strings.Contains(lower, "artifact") && strings.Contains(lower, "repo") ||
		names.Differ(key, labelArtifactRepository, slack) <= slack
}

// checkArtifactLabel refuses what is nearly the label of artifact repositories in a document that lacks it.
func checkArtifactLabel(c *check.Checker, metadata tree.Node) {
	for label := range check.Map(metadata.Get("labels")).Children() {
		switch value := label.Text(); {
		case label.Key() != labelArtifactRepository && isArtifactKey(label.Key()):
			c.Report(check.Misspelt(label, labelArtifactRepository))
		case label.Key() == labelArtifactRepository && value != "true" && value != "false" && label.Kind() == tree.String:
			c.Report(finding.Problem{Code: finding.CodeUnsupported, Node: label, Current: value, Proposed: "true",
				Detail: "this label does not take \"" + value + "\"; write \"true\", or \"false\" for no source of Flux"})
		}
	}
	for annotation := range check.Map(metadata.Get("annotations")).Children() {
		if isArtifactKey(annotation.Key()) {
			c.RefuseKey(annotation, finding.CodeMisplaced, "this is a label; write it as metadata.labels[%s]",
				labelArtifactRepository)
		}
	}
}
