package render

import (
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
	// varying are the numbers of the scalars in which they differ, and roles what these are, by their numbers.
	varying []int
	roles   []role
}

// role is what a scalar of an entry is there for.
type role uint8

const (
	roleUnknown  role = iota
	rolePrinted       // for nothing but to be printed
	roleName          // as a name of the object or its cluster
	roleJudged        // to be printed, and there are rules for it
	roleDecisive      // plans are made of it
)

// sharesTwins reports whether entries of the application may share contents: nothing stands above or below them, and nobody asks in
// which one of them something stands that all have.
func (s *selector) sharesTwins() bool {
	return len(s.overrides) == 0 && !s.refers && !s.app.waves && !s.app.standalone && !s.app.document.Defaults().Exists()
}

// mayBeTwin notes a content that later entries may share.
func (s *selector) mayBeTwin(w *written, c *content) {
	own := awaitsApplication(c.dependsOn) || c.chart.Exists() || c.sourceRef.Exists() && s.app.workload == schema.HelmReleases
	if s.firsts != nil && !own && c.fields.Same(w.entry) {
		s.firsts[c.written] = c
	}
}

// awaitsApplication reports whether an item of dependsOn names an application, which stands for other objects on each cluster.
func awaitsApplication(dependsOn tree.Node) bool {
	for item := range dependsOn.Children() {
		if item.Find("application").Exists() {
			return true
		}
	}
	return false
}

// twin adds one of the written entries with the content of the first one of its like, if it can share that.
func (s *selector) twin(written []tree.Node, at int) bool {
	fields := written[at]
	first := fields.Twin()
	if !first.Exists() || s.firsts == nil {
		return false
	}
	if first != s.first {
		s.first, s.ofFirst = first, s.firsts[first]
	}
	c := s.ofFirst
	if c == nil || !s.free(c, fields) {
		return false
	}
	s.chosen++
	s.kept++
	if last := len(s.groups) - 1; last >= 0 && s.groups[last].content == c && endsAt(s.groups[last].owns, written, at) {
		s.groups[last].owns = written[at-len(s.groups[last].owns) : at+1]
	} else {
		s.groups = append(s.groups, group{content: c, owns: written[at : at+1]})
	}
	return true
}

// endsAt reports whether part is what stands in a list right before a place.
func endsAt(part, list []tree.Node, at int) bool {
	return len(part) > 0 && &part[len(part)-1] == &list[at-1]
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
	check := false
	for number, n := range fields.Differences() {
		switch c.role(number) {
		case roleName:
			check = check || !schema.SurelyName(n)
		case roleJudged:
			check = true
		case roleDecisive:
			return false
		}
	}
	return !check || len(schema.CheckTwin(s.app.document, s.app.workload, fields, s.in.flux)) == 0
}

// role returns what a scalar is there for in which a twin differs.
func (c *content) role(number int) role {
	t := c.twins
	if number < len(t.roles) && t.roles[number] != roleUnknown {
		return t.roles[number]
	}
	for len(t.roles) <= number {
		t.roles = append(t.roles, roleUnknown)
	}
	n := c.written.Number(number)
	t.roles[number] = c.roleOf(n, c.written.Holder(n).Key())
	if t.roles[number] != roleDecisive {
		t.varying = append(t.varying, number)
	}
	return t.roles[number]
}

// printedFields are those that rules judge and no plan is made of.
var printedFields = []string{
	"path", "interval", "retryInterval", "timeout", "upgrade", "rollback", "test", "maxHistory", "postRenderers", "patches", "images",
}

// roleOf returns what a scalar below a field is there for.
func (c *content) roleOf(n tree.Node, field string) role {
	switch {
	case n.Same(c.name), n.Same(c.cluster), n.Same(c.secret):
		return roleName
	case field == "values":
		return rolePrinted
	case slices.Contains(printedFields, field):
		return roleJudged
	}
	return roleDecisive
}
