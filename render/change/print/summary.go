package print

import (
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// summary counts changes.
type summary struct {
	applications, clusters []string // whose objects change, in order
	actions                []actionCount
}

// actionCount counts the changes of one action.
type actionCount struct {
	action                 change.Action
	objects                int
	applications, clusters []string
}

// summaryOf counts the changes of a list. It has the actions that occur, in the order of groups.
func summaryOf(list []change.Change) summary {
	applications, clusters := map[string]bool{}, map[string]bool{}
	var s summary
	for _, action := range change.Actions() {
		n := countOf(list, action)
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

// countOf counts the changes of an action.
func countOf(list []change.Change, action change.Action) actionCount {
	n := actionCount{action: action}
	applications, clusters := map[string]bool{}, map[string]bool{}
	for i := range list {
		of := &list[i]
		if of.Action != action {
			continue
		}
		n.objects++
		applications[of.Application] = true
		if name := clusterName(of); name != "" {
			clusters[name] = true
		}
	}
	n.applications, n.clusters = slices.Sorted(maps.Keys(applications)), slices.Sorted(maps.Keys(clusters))
	return n
}

// sentence tells what changes, on one line.
func sentence(c change.Changes) string {
	if len(c.List) == 0 {
		return "no change; " + names.Counted(c.Unchanged, "object") + " unchanged"
	}
	s := summaryOf(c.List)
	where := names.Counted(len(s.applications), "application")
	if len(s.clusters) > 0 {
		where += ", " + names.Counted(len(s.clusters), "cluster")
	}
	var parts []string
	for i, n := range s.actions {
		what := names.Number(n.objects)
		if i == 0 {
			what = names.Counted(n.objects, "object")
		}
		parts = append(parts, what+" "+string(n.action))
	}
	return where + ": " + strings.Join(parts, ", ") + "; " + names.Number(c.Unchanged) + " unchanged"
}
