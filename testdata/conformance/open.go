package conformance

import (
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/terms"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// setOpen sets the fields of an object of a workload that its application leaves to another tool.
func setOpen(object *unstructured.Unstructured, open map[string]bool) {
	spec, ok := object.Object["spec"].(map[string]any)
	if !ok || kinds.Standard().Find(kinds.Workload, kinds.GroupOf(object.GetAPIVersion()), object.GetKind()) == nil {
		return
	}
	owner := object.GetAnnotations()[terms.AnnotationRenderedFrom]
	for field, value := range map[string]any{"interval": "10m", "prune": false} {
		if _, written := spec[field]; !written && open[owner+" "+field] {
			spec[field] = value
		}
	}
}
