package render

import (
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// WithObject returns the result with one more object of its first application, of any kind.
func (r Result) WithObject(kind *kinds.Kind, name string, spec tree.Node) Result {
	app := r.Objects[0].p.Common.App
	made := &plan.Common{
		App: app, Kind: kind, Namespace: app.Namespace, Shared: true, Origin: spec, Other: &plan.Other{Spec: spec},
	}
	placed := plan.New(made, name, "")
	r.Objects = append([]Object{{placed}}, r.Objects...)
	return r
}
