package adopt

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/emit"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// refuseWaves refuses objects in the waves of an application that fluxapp rendered. A new document renders other
// digests, so that what waits for the old ones would wait for ever.
func (a *adoption) refuseWaves() {
	for _, o := range a.objects {
		at := o.root.At("metadata", "annotations", kinds.AnnotationDigest)
		for item := range o.root.At("spec", "dependsOn").Children() {
			if expression := item.Get("readyExpr"); strings.HasPrefix(expression.Text(), emit.GatePrefix) && !at.Exists() {
				at = expression
			}
		}
		if at.Exists() && !o.refused && !o.stays {
			a.report(o, finding.Problem{Code: finding.CodeGates, Node: at, Detail: "is of a wave that fluxapp rendered; " +
				"keep the document of the application, or take such annotations and the items of dependsOn out, and write wave " +
				"into the new document"})
		}
	}
}
