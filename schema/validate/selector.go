package validate

import (
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// The label selector that [Selector] reads.
type (
	LabelSelector = check.LabelSelector
	Requirement   = check.Requirement
)

// Selector reads a label selector as Kubernetes does. Without problems there is a selector.
func Selector(n tree.Node) (LabelSelector, []finding.Problem) { return check.Selector(n) }
