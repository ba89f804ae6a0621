package fleet

import (
	"k8s.io/apimachinery/pkg/labels"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// Selector selects clusters of a fleet by their labels, as Kubernetes does.
type Selector struct {
	labels  labels.Selector
	current memberLabels // of the last cluster, which is kept here so that none is allocated for each
}

// NewSelector reads a label selector. Without problems there is a selector.
func NewSelector(n tree.Node) (*Selector, []finding.Problem) {
	parsed, problems := validate.Selector(n)
	if len(problems) > 0 {
		return nil, problems
	}
	return &Selector{labels: parsed}, nil
}

func (s *Selector) Matches(cluster *schema.Member) bool {
	s.current.labels = cluster.Labels()
	return s.labels.Matches(&s.current)
}

// memberLabels are the labels of a cluster, for selectors.
type memberLabels struct{ labels tree.Node }

func (l *memberLabels) Has(label string) bool { return l.labels.Find(label).Exists() }

func (l *memberLabels) Get(label string) string { return l.labels.Find(label).Text() }

func (l *memberLabels) Lookup(label string) (string, bool) {
	found := l.labels.Find(label)
	return found.Text(), found.Exists()
}
