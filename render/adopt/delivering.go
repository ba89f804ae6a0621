package adopt

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// leaveDelivering leaves the Kustomizations with which Flux applies the groups of a rendered folder, and tells of the
// order that some of them make.
func (a *adoption) leaveDelivering() {
	for _, o := range a.objects {
		if !o.isDelivery() || o.refused {
			continue
		}
		a.stay(o, reasonDelivers)
		if dependsOn := o.root.At("spec", "dependsOn"); dependsOn.Exists() && kinds.IsOrdered(o.portion()) {
			a.report(o, finding.Problem{Severity: finding.SeverityInfo, Code: finding.CodeOrder, Node: dependsOn, OnKey: true,
				Current: o.name, Detail: "this Kustomization applies " + o.known.owner() + " after others, and a new document " +
					"does not wait for them; write dependsOn: [{application: NAME}] into it"})
		}
	}
	a.objects = slices.DeleteFunc(a.objects, (*object).isDelivery)
}

// isDelivery reports whether delivery of a RenderConfig has made the object.
func (o *object) isDelivery() bool { return o.portion() != "" }

// portion is the folder that an object of delivery is for.
func (o *object) portion() string {
	return o.root.At("metadata", "annotations", kinds.AnnotationDelivers).Text()
}
