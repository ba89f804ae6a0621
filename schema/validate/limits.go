package validate

import (
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// limits validates how much one change may do. Parse has validated the amounts.
func (c *validator) limits(n tree.Node) {
	c.references(n)
	if n.Kind() != tree.Map {
		return
	}
	if protected := n.Get("protected"); !reference.Contains(protected) {
		c.Protected(protected)
	}
	c.Add(shape.CheckFields(n, shape.All().Limits, c.Flux))
}
