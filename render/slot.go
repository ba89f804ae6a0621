package render

import (
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Clusters whose entries differ in what references stand for share the content of the first one, if the references stand in the name of
// the object, or where no plans are made of them and no rule judges them: in values, in the path of manifests, and in what is
// substituted in these. What they stand for is found out when the object is named, and again when it is printed, and kept nowhere:
// there may be a hundred thousand clusters.

// slot is where a reference stands in a content.
type slot struct {
	written tree.Node              // the string with the reference
	parts   []schema.ReferencePart // of it
	stands  tree.Node              // what stands there in the content, whose fields are those of one cluster
	text    bool                   // nothing but a string may stand there
	// variable says that it is one of postBuild.substitute.
	variable bool
}

// slotsOf returns the places of the references in an entry, by what became of it; none when clusters cannot share that, or there is
// something to say of it.
func (s *selector) slotsOf(written tree.Node, c *content) []slot {
	var all []slot
	for field := range written.Children() {
		if !schema.HoldsReference(field) {
			continue
		}
		resolved := c.fields.Find(field.Key())
		switch key := field.Key(); {
		case key == "name", key == "path":
			all = s.addSlots(all, field, resolved, true)
		case key == "values" && field.Kind() == tree.Map:
			all = s.addSlots(all, field, resolved, false)
		case key == "postBuild" && substitutesOnly(field):
			all = s.addVariables(all, field.Get("substitute"), resolved.Get("substitute"))
		default:
			return nil
		}
	}
	seen := map[tree.Node]bool{}
	for _, p := range all {
		if len(p.parts) == 0 || seen[p.stands] || p.stands == p.written.Value() { // which is refused
			return nil
		}
		seen[p.stands] = true
	}
	if len(checkContent(s.in, c)) > 0 {
		return nil
	}
	return all
}

// substitutesOnly reports whether all references of a postBuild are among what is substituted.
func substitutesOnly(postBuild tree.Node) bool {
	for field := range postBuild.Children() {
		if schema.HoldsReference(field) && (field.Key() != "substitute" || field.Kind() != tree.Map) {
			return false
		}
	}
	return postBuild.Kind() == tree.Map
}

// addSlots adds the places in a value, by what it became.
func (s *selector) addSlots(all []slot, n, resolved tree.Node, text bool) []slot {
	if schema.HasReference(n) {
		return append(all, slot{n, s.split(n), resolved.Value(), text, false})
	}
	is := resolved.First()
	for child := range n.Children() { // of which as many are left, in the same order
		all = s.addSlots(all, child, is, text)
		is = is.Next()
	}
	return all
}

// addVariables adds the places in postBuild.substitute.
func (s *selector) addVariables(all []slot, n, resolved tree.Node) []slot {
	before := len(all)
	all = s.addSlots(all, n, resolved, true)
	for i := range all[before:] {
		all[before+i].variable = true
	}
	return all
}

// fits reports whether a cluster can share a content: what its references stand for is fit for where they stand.
func (s *selector) fits(c *content, r *resolver) bool {
	if len(c.slots) == 0 {
		return false
	}
	s.scratch.Reset()
	own := *r
	own.build = s.scratch
	for _, p := range c.slots {
		value := p.value(&own)
		if value == p.written || p.text && value.Kind() != tree.String || c.isName(p) && !schema.SurelyName(value) {
			return false
		}
		if p.variable {
			s.variable(p.written, own.text(p.written, p.parts))
		}
	}
	return true
}

// variables tells of the variables of an entry that have references, by what these stand for.
func (s *selector) variables(entry tree.Node, r *resolver) {
	s.scratch.Reset()
	own := *r
	own.build = s.scratch
	for variable := range entry.At("postBuild", "substitute").Children() {
		if schema.HasReference(variable) {
			s.variable(variable, own.text(variable, s.split(variable)))
		}
	}
}

// variable tells of a variable with a reference, once for all clusters. What is a number or a boolean already may become one again.
func (s *selector) variable(written, value tree.Node) {
	if s.told[written.Key()] || value.Kind() != tree.String {
		return
	}
	p, ok := schema.CheckVariable(written, value.Text())
	if !ok {
		return
	}
	if s.told == nil {
		s.told = map[string]bool{}
	}
	s.told[written.Key()] = true
	if !s.app.document.QuotesVariables() {
		s.refuse(p)
	}
}

// value returns what stands at the place for one cluster.
func (p slot) value(r *resolver) tree.Node {
	value := r.text(p.written, p.parts)
	if p.text {
		value = schema.AsText(r.build, value)
	}
	return value
}

// isName reports whether a place is that of the object's name.
func (c *content) isName(p slot) bool { return p.stands == c.name.Value() }

// objectName returns what the entry says that its object is called; empty when it says nothing.
func (e entry) objectName(b *tree.Builder) string {
	for _, p := range e.slots {
		if e.isName(p) {
			return p.value(e.resolver(b)).Text()
		}
	}
	return e.mine(e.said.name).Text()
}

// resolver returns what resolves the references of an entry whose content clusters share.
func (e entry) resolver(b *tree.Builder) *resolver {
	return &resolver{app: e.app, build: b, member: e.member, name: e.member.Name}
}
