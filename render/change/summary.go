package change

import (
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
)

// summary counts changes.
type summary struct {
	applications, clusters []string // whose objects change, in order
	actions                []actionCount
}

// actionCount counts the changes of one action.
type actionCount struct {
	action                 Action
	objects                int
	applications, clusters []string
}

// summary counts the changes of the list. It has the actions that occur, in the order of groups.
func (c Changes) summary() summary {
	applications, clusters := map[string]bool{}, map[string]bool{}
	var s summary
	for _, action := range ranks {
		n := c.count(action)
		if n.objects == 0 {
			continue
		}
		s.actions = append(s.actions, n)
		for _, name := range n.applications {
			applications[name] = true
		}
		for _, name := range n.clusters {
			clusters[name] = true
		}
	}
	s.applications, s.clusters = slices.Sorted(maps.Keys(applications)), slices.Sorted(maps.Keys(clusters))
	return s
}

// count counts the changes of an action.
func (c Changes) count(action Action) actionCount {
	n := actionCount{action: action}
	applications, clusters := map[string]bool{}, map[string]bool{}
	for i := range c.List {
		of := &c.List[i]
		if of.Action != action {
			continue
		}
		n.objects++
		applications[of.Application] = true
		if name := of.clusterName(); name != "" {
			clusters[name] = true
		}
	}
	n.applications, n.clusters = slices.Sorted(maps.Keys(applications)), slices.Sorted(maps.Keys(clusters))
	return n
}

// sentence tells what changes, on one line.
func (c Changes) sentence() string {
	if len(c.List) == 0 {
		return "no change; " + wording.Counted(c.Unchanged, "object") + " unchanged"
	}
	s := c.summary()
	where := wording.Counted(len(s.applications), "application")
	if len(s.clusters) > 0 {
		where += ", " + wording.Counted(len(s.clusters), "cluster")
	}
	var parts []string
	for i, n := range s.actions {
		what := wording.Thousands(n.objects)
		if i == 0 {
			what = wording.Counted(n.objects, "object")
		}
		parts = append(parts, what+" "+string(n.action))
	}
	return where + ": " + strings.Join(parts, ", ") + "; " + wording.Thousands(c.Unchanged) + " unchanged"
}
