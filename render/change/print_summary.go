package change

import (
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// summary counts changes. It is also what the JSON has.
type summary struct {
	Sentence     string         `json:"sentence"` // the first line for people
	Applications int            `json:"applications"`
	Clusters     int            `json:"clusters"`
	Unchanged    int            `json:"unchanged"`
	Gated        int            `json:"gated,omitempty"`
	Actions      []actionCount  `json:"actions"`    // those that occur, in the order of groups
	PerCluster   []clusterCount `json:"perCluster"` // by name
}

type actionCount struct {
	Action       Action   `json:"action"`
	Objects      int      `json:"objects"`
	Clusters     int      `json:"clusters"`
	Applications []string `json:"applications"` // by name
}

type clusterCount struct {
	Cluster string         `json:"cluster"`
	Actions map[Action]int `json:"actions"`
}

func summaryOf(c Changes) summary {
	s := summary{Unchanged: c.Unchanged, Gated: len(c.Gated), Actions: []actionCount{}, PerCluster: []clusterCount{}}
	objects, applications, clusters := map[Action]int{}, actionCounts{}, actionCounts{}
	for i := range c.List {
		found := &c.List[i]
		objects[found.Action]++
		applications.add(found.Application, found.Action)
		if name := clusterName(found); name != "" {
			clusters.add(name, found.Action)
		}
	}
	s.Applications, s.Clusters = len(applications), len(clusters)
	for _, action := range actions {
		if n := objects[action]; n > 0 {
			s.Actions = append(s.Actions, actionCount{action, n, len(clusters.with(action)), applications.with(action)})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(clusters)) {
		s.PerCluster = append(s.PerCluster, clusterCount{name, clusters[name]})
	}
	s.Sentence = s.sentence()
	return s
}

type actionCounts map[string]map[Action]int

func (c actionCounts) add(name string, action Action) {
	if c[name] == nil {
		c[name] = map[Action]int{}
	}
	c[name][action]++
}

// with returns the names that have changes of an action, in order.
func (c actionCounts) with(action Action) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(c)), func(name string) bool { return c[name][action] == 0 })
}

func (s summary) sentence() string {
	gated := ""
	if s.Gated > 0 {
		gated = names.Number(s.Gated) + " " + string(Gated) + ", "
	}
	if len(s.Actions) == 0 {
		return "no change; " + gated + names.Counted(s.Unchanged, "object") + " unchanged"
	}
	where := names.Counted(s.Applications, "application")
	if s.Clusters > 0 {
		where += ", " + names.Counted(s.Clusters, "cluster")
	}
	parts := []string{names.Counted(s.Actions[0].Objects, "object") + " " + string(s.Actions[0].Action)}
	for _, n := range s.Actions[1:] {
		parts = append(parts, names.Number(n.Objects)+" "+string(n.Action))
	}
	return where + ": " + strings.Join(parts, ", ") + "; " + gated + names.Number(s.Unchanged) + " unchanged"
}
