package verify

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// Delivery refuses a name of delivery that an object of an application has.
func Delivery(delivering, placements []plan.Placement) (problems []finding.Problem) {
	if len(delivering) == 0 {
		return nil
	}
	names := make(map[plan.ClashKey]*plan.Placement, len(delivering))
	for i := range delivering {
		names[delivering[i].Key()] = &delivering[i]
	}
	for i := range placements {
		p := &placements[i]
		if other := names[p.Key()]; other != nil {
			problems = append(problems, about(p, finding.SeverityError, finding.CodeDuplicateObject, p.Common.Origin,
				fmt.Sprintf("would be called %s %s, as is one that delivers for the RenderConfig %s; set name on this one, or "+
					"give the RenderConfig another name", p.Common.Kind.Name, p.ObjectKey(), other.Common.App.Document.Name())))
		}
	}
	return problems
}
