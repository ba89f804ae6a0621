package render

import (
	"k8s.io/apimachinery/pkg/labels"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// matcher asks a selector of labels about one cluster after the other. Neighbours mostly have the same values of the labels that it
// asks for, and then it answers the same.
type matcher struct {
	selector labels.Selector
	keys     []string       // of the labels that it asks for
	last     *schema.Member // the cluster of the last answer
	numbers  []int          // of the labels in it that clusters Alike may have otherwise
	values   []string       // of these
	answer   bool
	asked    labelsOf
}

func newMatcher(s labels.Selector) *matcher {
	m := &matcher{selector: s}
	requirements, _ := s.Requirements()
	for _, r := range requirements {
		m.keys = append(m.keys, r.Key())
	}
	return m
}

// has reports whether the selector matches a cluster.
func (m *matcher) has(cluster *schema.Member) bool {
	if m.last == nil || !cluster.Alike(m.last) || !m.sameValues(cluster) {
		m.ask(cluster)
	}
	return m.answer
}

func (m *matcher) sameValues(cluster *schema.Member) bool {
	for i, number := range m.numbers {
		if cluster.At(number).Text() != m.values[i] {
			return false
		}
	}
	return true
}

func (m *matcher) ask(cluster *schema.Member) {
	m.last, m.numbers, m.values, m.asked.labels = cluster, m.numbers[:0], m.values[:0], cluster.Labels()
	for _, key := range m.keys {
		label := m.asked.labels.Find(key).Value()
		if number := cluster.Number(label); label.Exists() && number > 0 {
			m.numbers, m.values = append(m.numbers, number), append(m.values, label.Text())
		}
	}
	m.answer = m.selector.Matches(&m.asked)
}

// labelsOf are the labels of a cluster, for selectors.
type labelsOf struct{ labels tree.Node }

func (l *labelsOf) Has(label string) bool { return l.labels.Find(label).Exists() }

func (l *labelsOf) Get(label string) string { return l.labels.Find(label).Text() }

func (l *labelsOf) Lookup(label string) (string, bool) {
	found := l.labels.Find(label)
	return found.Text(), found.Exists()
}
