package fleet

import (
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// Selector selects clusters of a fleet by their labels, as Kubernetes does.
type Selector struct{ labels validate.LabelSelector }

// NewSelector reads a label selector. Without problems there is a selector.
func NewSelector(n tree.Node) (*Selector, []finding.Problem) {
	parsed, problems := validate.Selector(n)
	if len(problems) > 0 {
		return nil, problems
	}
	return &Selector{parsed}, nil
}

func (s *Selector) Matches(cluster *schema.Member) bool { return s.labels.Matches(cluster.Labels()) }
