package render

import (
	"cmp"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Entries that are written out for each cluster mostly say the same in other words: they are twins, as package tree has it. Those that
// differ in nothing that plans are made of, but for the names of the object and of the cluster, share the content of the first one,
// and its model. What is their own is looked up where it stands, by its number in the entry.

// twins are the entries that share a content, besides the first one.
type twins struct {
	// clean says that there is nothing to say of the first one, so that there is nothing to say of the others where they are the same.
	clean bool
	// varying are the numbers of the scalars in which they differ.
	varying []int
}

// sharesTwins reports whether entries of the application may share contents: nothing stands above or below them, and nobody asks in
// which one of them something stands that all have.
func (s *selector) sharesTwins() bool {
	return len(s.overrides) == 0 && !s.refers && !s.app.waves && !s.app.standalone && !s.app.document.Defaults().Exists()
}

// mayBeTwin notes a content that later entries may share.
func (s *selector) mayBeTwin(w *written, c *content) {
	own := c.dependsOn.Exists() || c.chart.Exists() || c.sourceRef.Exists() && s.app.workload == schema.HelmReleases
	if s.firsts != nil && !own && c.fields.Same(w.entry) {
		s.firsts[w.entry.Value()] = c
	}
}

// twin adds an entry with the content of the first one of its like, if it can share that.
func (s *selector) twin(fields tree.Node) bool {
	c := s.firsts[fields.Twin()]
	if c == nil || !s.free(c, fields) {
		return false
	}
	for n := range fields.Differences() {
		if number := n.Within(fields); !slices.Contains(c.twins.varying, number) {
			c.twins.varying = append(c.twins.varying, number)
		}
	}
	s.chosen++
	s.kept++
	s.entries = append(s.entries, entry{content: c, own: fields})
	return true
}

// free reports whether a twin differs only in what its object and its cluster are called and in what is printed as it stands, with
// nothing to say of it.
func (s *selector) free(c *content, fields tree.Node) bool {
	if c.twins == nil {
		c.twins = &twins{clean: len(checkContent(s.in, c)) == 0}
	}
	if !c.twins.clean {
		return false
	}
	for field := range fields.DifferingFields() {
		switch field.Key() {
		case "name", "values", "path", "interval", "retryInterval", "timeout":
		case "destination":
			if c.target.Exists() && fields.Number(c.target.Within(c.written)).Text() != c.target.Text() {
				return false
			}
		default:
			return false
		}
	}
	return len(schema.CheckTwin(s.app.document, s.app.workload, fields, s.in.flux)) == 0
}

// mine returns what stands in the entry where n stands in that of the content.
func (e entry) mine(n tree.Node) tree.Node {
	if !e.own.Exists() || !n.Exists() {
		return n
	}
	return e.own.Number(n.Within(e.written))
}

// itself returns the cluster that the entry says itself, for an object in a namespace.
func (e entry) itself(namespace string) cluster {
	return said{cluster: e.mine(e.cluster), kubeConfig: e.mine(e.kubeConfig)}.itself(namespace)
}

// origin returns the entry, chart or source that made the object.
func (p *placement) origin() tree.Node { return cmp.Or(p.own, p.model.origin) }

// alone returns the placement with a model of its own: what is said of the entry of a twin is said of its own.
func (p *placement) alone() *placement {
	if !p.own.Exists() {
		return p
	}
	m, c := *p.model, *p.content
	c.fields, c.written, c.said, c.twins = p.own, p.own, read(p.own), nil
	m.content, m.origin = &c, p.own
	if m.said.namespace.Exists() {
		m.namedAt = m.said.namespace
	}
	copied := *p
	copied.model, copied.own = &m, tree.Node{}
	return &copied
}
