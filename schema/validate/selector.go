package validate

import (
	"k8s.io/apimachinery/pkg/labels"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Selector reads a label selector as Kubernetes does. Without problems there is a selector.
func Selector(n tree.Node) (labels.Selector, []finding.Problem) { return check.Selector(n) }
