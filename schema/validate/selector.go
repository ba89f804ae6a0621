package validate

import (
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// LabelSelector is what [Selector] reads.
type LabelSelector = check.LabelSelector

// Selector reads a label selector as Kubernetes does. Without problems there is a selector.
func Selector(n tree.Node) (LabelSelector, []finding.Problem) { return check.Selector(n) }
