package schema

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// emitted are the kinds that fluxapp writes, by group: the objects that it renders, and the kustomization.yaml of a cluster's folder.
var emitted = map[string][]string{
	"helm.toolkit.fluxcd.io":      {"HelmRelease"},
	"kustomize.toolkit.fluxcd.io": {"Kustomization"},
	"krm.kcl.dev.fluxcd":          {"KCLRun"},
	"source.toolkit.fluxcd.io":    {"HelmChart", "GitRepository", "HelmRepository", "OCIRepository", "Bucket"},
	"kustomize.config.k8s.io":     {"Kustomization"},
}

// Emits reports whether fluxapp writes objects of this kind. The version is not compared: an earlier release may have written
// another one.
func Emits(apiVersion, kind string) bool {
	return slices.Contains(emitted[groupOf(apiVersion)], kind)
}

// noteRenderedFrom reports the annotation rendered-from on a document of a kind that fluxapp does not write, which is never output.
// On a kind of ours it is an error: a reader would take the document for output.
func (d *Document) noteRenderedFrom(annotation tree.Node) {
	p := Problem{
		Severity: SeverityInfo, Code: CodeNotOutput, Node: annotation, OnKey: true, Current: AnnotationRenderedFrom,
		Detail: "only objects that fluxapp renders carry this annotation, and fluxapp renders none of this kind; it means nothing here",
	}
	if groupOf(d.APIVersion) == Group {
		p.Severity, p.Code = SeverityError, CodeReserved
		p.Detail = "only objects that fluxapp renders carry this annotation; leave it out"
	}
	d.refuse(p)
}
