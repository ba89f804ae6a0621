package change

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// content returns the lines of a new object, the first of the group, without secrets; none for other groups.
func (g *group) content() (lines []string) {
	after := g.members[0].After
	if g.action() != Created || after == nil {
		return nil
	}
	shown, _ := g.redact.Redact("", after.Content())
	for line := range strings.SplitSeq(strings.TrimSuffix(string(tree.AppendYAML(nil, shown)), "\n"), "\n") {
		lines = append(lines, wording.Visible(line))
	}
	return lines
}

// fewestJoined is how many applications make one group at least on clusters that join.
const fewestJoined = 3

// joined returns groups of which those are one that create everything on the same new clusters, for many applications.
func joined(groups []*group, c Changes) (all []*group) {
	isOld := map[string]bool{}
	for i := range c.List {
		if found := &c.List[i]; found.Action != Created {
			isOld[clusterName(found)] = true
		}
	}
	together := map[string]*group{} // by the names of the clusters
	keys := make([]string, len(groups))
	for i, g := range groups {
		clusters := g.clusters()
		if g.action() != Created || len(clusters) == 0 ||
			slices.ContainsFunc(clusters, func(name string) bool { return isOld[name] }) {
			continue
		}
		keys[i] = strings.Join(clusters, "\x00")
		if together[keys[i]] == nil {
			together[keys[i]] = &group{redact: g.redact, effect: g.effect}
		}
		one := together[keys[i]]
		one.members = append(one.members, g.members...)
	}
	added := map[*group]bool{}
	for i, g := range groups {
		if one := together[keys[i]]; one != nil && one.applications() >= fewestJoined {
			g = one
		}
		if !added[g] {
			added[g], all = true, append(all, g)
		}
	}
	return all
}

func (g *group) applications() int {
	names := map[string]bool{}
	for _, c := range g.members {
		names[c.Application] = true
	}
	return len(names)
}
