package print

import (
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// summary counts changes. It is also what the JSON has.
type summary struct {
	Applications int            `json:"applications"`
	Clusters     int            `json:"clusters"`
	Unchanged    int            `json:"unchanged"`
	Actions      []actionCount  `json:"actions"`    // those that occur, in the order of groups
	PerCluster   []clusterCount `json:"perCluster"` // by name
}

type actionCount struct {
	Action       change.Action `json:"action"`
	Objects      int           `json:"objects"`
	Clusters     int           `json:"clusters"`
	Applications []string      `json:"applications"` // by name
}

type clusterCount struct {
	Cluster string                `json:"cluster"`
	Actions map[change.Action]int `json:"actions"`
}

func summaryOf(c change.Changes) summary {
	s := summary{Unchanged: c.Unchanged, Actions: []actionCount{}, PerCluster: []clusterCount{}}
	objects, applications, clusters := map[change.Action]int{}, counts{}, counts{}
	for i := range c.List {
		of := &c.List[i]
		objects[of.Action]++
		applications.add(of.Application, of.Action)
		if name := clusterName(of); name != "" {
			clusters.add(name, of.Action)
		}
	}
	s.Applications, s.Clusters = len(applications), len(clusters)
	for _, action := range change.Actions() {
		if n := objects[action]; n > 0 {
			s.Actions = append(s.Actions, actionCount{action, n, len(clusters.with(action)), applications.with(action)})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(clusters)) {
		s.PerCluster = append(s.PerCluster, clusterCount{name, clusters[name]})
	}
	return s
}

// counts are how many changes of each action something has, by its name.
type counts map[string]map[change.Action]int

func (c counts) add(name string, action change.Action) {
	if c[name] == nil {
		c[name] = map[change.Action]int{}
	}
	c[name][action]++
}

// with returns the names that have changes of an action, in order.
func (c counts) with(action change.Action) (found []string) {
	for name, n := range c {
		if n[action] > 0 {
			found = append(found, name)
		}
	}
	slices.Sort(found)
	return found
}

func (s summary) sentence() string {
	if len(s.Actions) == 0 {
		return "no change; " + names.Counted(s.Unchanged, "object") + " unchanged"
	}
	where := names.Counted(s.Applications, "application")
	if s.Clusters > 0 {
		where += ", " + names.Counted(s.Clusters, "cluster")
	}
	var parts []string
	for i, n := range s.Actions {
		what := names.Number(n.Objects)
		if i == 0 {
			what = names.Counted(n.Objects, "object")
		}
		parts = append(parts, what+" "+string(n.Action))
	}
	return where + ": " + strings.Join(parts, ", ") + "; " + names.Number(s.Unchanged) + " unchanged"
}
