package print

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// content returns the lines of a new object, the first of the group, without secrets; none for other groups.
func (g *group) content() (lines []string) {
	after := g.members[0].After
	if g.action() != change.Created || after == nil {
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
func joined(groups []*group, c change.Changes) (all []*group) {
	isOld := map[string]bool{}
	for i := range c.List {
		if found := &c.List[i]; found.Action != change.Created {
			isOld[clusterName(found)] = true
		}
	}
	onClusters := map[string][]*group{}
	keyOf := func(g *group) string {
		clusters := g.clusters()
		if g.action() != change.Created || len(clusters) == 0 ||
			slices.ContainsFunc(clusters, func(name string) bool { return isOld[name] }) {
			return ""
		}
		return strings.Join(clusters, "\x00")
	}
	for _, g := range groups {
		onClusters[keyOf(g)] = append(onClusters[keyOf(g)], g)
	}
	for _, g := range groups {
		key := keyOf(g)
		same := onClusters[key]
		switch {
		case key == "" || applicationsOf(same) < fewestJoined:
			all = append(all, g)
		case same[0] == g:
			one := &group{redact: g.redact, effect: g.effect}
			for _, other := range same {
				one.members = append(one.members, other.members...)
			}
			all = append(all, one)
		}
	}
	return all
}

func applicationsOf(groups []*group) int {
	names := map[string]bool{}
	for _, g := range groups {
		for _, c := range g.members {
			names[c.Application] = true
		}
	}
	return len(names)
}
