package render

import (
	"k8s.io/apimachinery/pkg/labels"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// matcher asks a selector of labels about the clusters of a fleet: once for all that have the same labels, where that is known.
type matcher struct {
	selector labels.Selector
	answers  []answer // by the LabelClass of clusters
	asked    labelsOf
}

type answer int8

const (
	unasked answer = iota
	yes
	no
)

// has reports whether the selector matches a cluster.
func (m *matcher) has(cluster *schema.Member) bool {
	class := cluster.LabelClass()
	if class == 0 {
		return m.ask(cluster)
	}
	for len(m.answers) <= class {
		m.answers = append(m.answers, unasked)
	}
	if m.answers[class] == unasked {
		m.answers[class] = no
		if m.ask(cluster) {
			m.answers[class] = yes
		}
	}
	return m.answers[class] == yes
}

func (m *matcher) ask(cluster *schema.Member) bool {
	m.asked.labels = cluster.Labels()
	return m.selector.Matches(&m.asked)
}

// labelsOf are the labels of a cluster, for selectors.
type labelsOf struct{ labels tree.Node }

func (l *labelsOf) Has(label string) bool { return l.labels.Find(label).Exists() }

func (l *labelsOf) Get(label string) string { return l.labels.Find(label).Text() }

func (l *labelsOf) Lookup(label string) (string, bool) {
	found := l.labels.Find(label)
	return found.Text(), found.Exists()
}
