package change

import (
	"cmp"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/each"
)

// group is the same change of many objects: of one application, kind and action, with the same effect and the same
// fields. The name of the cluster of each object may differ, as a whole word.
type group struct {
	members []*Change // ordered by compareChanges
	// texts are the effect, and the path and the values of each field, with wording.OwnName for the name of the cluster.
	texts  []string
	redact *Redactor
}

func (g *group) action() Action { return g.members[0].Action }

func (g *group) clusters() (names []string) {
	for _, c := range g.members {
		if name := clusterName(c); name != "" && (len(names) == 0 || names[len(names)-1] != name) { // they are in order
			names = append(names, name)
		}
	}
	return names
}

func (g *group) applications() int {
	return len(each.Once(g.members, func(c *Change) string { return c.Application }))
}

// form is a text of changes that may be of one group, and where it is among their texts.
type form struct {
	action            Action
	application, kind string
	isBootstrap       bool
	fields, place     int
	text              string
}

func formOf(c *Change, place int, text string) form {
	return form{c.Action, c.Application, c.Object.Kind, c.Bootstrap, len(c.Fields), place, text}
}

// groupsOf returns the changes in groups, each in exactly one. The time is linear, except for sorting.
func groupsOf(c Changes) (all []*group) {
	redact, groups := &Redactor{Secrets: c.Secrets}, map[string]*group{}
	var key []byte
	for i, texts := range commonTexts(c, redact) {
		one := &c.List[i]
		key = appendParts(key[:0], string(one.Action), one.Application, one.Object.Kind, strconv.FormatBool(one.Bootstrap))
		key = appendParts(key, texts...)
		g := groups[string(key)]
		if g == nil {
			g = &group{texts: slices.Clone(texts), redact: redact}
			groups[string(key)], all = g, append(all, g)
		}
		g.members = append(g.members, one)
	}
	for _, g := range all {
		slices.SortStableFunc(g.members, compareChanges)
	}
	slices.SortStableFunc(all, func(a, b *group) int {
		return cmp.Or(
			a.action().compare(b.action()),
			strings.Compare(a.members[0].Application, b.members[0].Application),
			cmp.Compare(len(b.members), len(a.members)),
			compareChanges(a.members[0], b.members[0]),
		)
	})
	return all
}

// commonTexts yields the texts of each change in their more common forms, so that a cluster's name by chance splits no
// group. They are valid until the next change.
func commonTexts(c Changes, redact *Redactor) iter.Seq2[int, []string] {
	forms, counts := make([][][2]string, len(c.List)), map[form]int{}
	for i := range c.List {
		forms[i] = formsOf(&c.List[i], redact)
		for place, texts := range forms[i] {
			counts[formOf(&c.List[i], place, texts[0])]++
			if texts[1] != texts[0] {
				counts[formOf(&c.List[i], place, texts[1])]++
			}
		}
	}
	return func(yield func(int, []string) bool) {
		var texts []string
		for i := range c.List {
			texts = texts[:0]
			for place, of := range forms[i] {
				chosen := of[0]
				if of[1] != chosen && counts[formOf(&c.List[i], place, of[1])] > counts[formOf(&c.List[i], place, chosen)] {
					chosen = of[1]
				}
				texts = append(texts, chosen)
			}
			if !yield(i, texts) {
				return
			}
		}
	}
}

// formsOf returns the texts of a change without secrets, each as it is and with wording.OwnName for the cluster's name.
func formsOf(c *Change, redact *Redactor) [][2]string {
	effect := sentence(redact.Secrets, c.Effect)
	all := make([][2]string, 1, 1+3*len(c.Fields))
	all[0] = [2]string{effect, wording.OwnSentence(effect, c.Cluster)}
	for _, f := range c.Fields {
		before, after, _ := redact.Field(f)
		for _, text := range []string{f.Path, before, after} {
			all = append(all, [2]string{text, wording.OwnValue(text, c.Cluster)})
		}
	}
	return all
}

func compareChanges(a, b *Change) int {
	return cmp.Or(strings.Compare(a.Application, b.Application), strings.Compare(a.Cluster, b.Cluster),
		a.Object.Compare(b.Object), a.Action.compare(b.Action))
}

// fewestJoined is how many applications make one group at least on clusters that join.
const fewestJoined = 3

// shownGroups returns the groups for people: of those that create everything on the same new clusters, for many
// applications, one, and what is only gated at the end.
func shownGroups(c Changes) (all []*group) {
	c.List = slices.Concat(c.List, c.Gated)
	isOld := map[string]bool{}
	for i := range c.List {
		if found := &c.List[i]; found.Action != Created {
			isOld[clusterName(found)] = true
		}
	}
	groups, together := groupsOf(c), map[string]*group{} // by the names of the clusters
	keys := make([]string, len(groups))
	for i, g := range groups {
		clusters := g.clusters()
		if g.action() != Created || slices.ContainsFunc(clusters, func(name string) bool { return isOld[name] }) {
			continue
		}
		keys[i] = strings.Join(clusters, "\x00")
		if together[keys[i]] == nil {
			together[keys[i]] = &group{texts: g.texts[:1], redact: g.redact}
		}
		one := together[keys[i]]
		one.members = append(one.members, g.members...)
	}
	for i, g := range groups {
		one := together[keys[i]]
		switch isJoined := keys[i] != "" && one.applications() >= fewestJoined; {
		case !isJoined:
			all = append(all, g)
		case one.members[0] == g.members[0]:
			all = append(all, one)
		}
	}
	return all
}
