package print

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// The types of the JSON. The README.md of package change describes their fields, and a test compares it with them.
type (
	jsonSummary struct {
		Applications int           `json:"applications"`
		Clusters     int           `json:"clusters"`
		Unchanged    int           `json:"unchanged"`
		Actions      []jsonAction  `json:"actions"`
		PerCluster   []jsonCluster `json:"perCluster"`
	}
	jsonAction struct {
		Action       change.Action `json:"action"`
		Objects      int           `json:"objects"`
		Clusters     int           `json:"clusters"`
		Applications []string      `json:"applications"`
	}
	jsonCluster struct {
		Cluster string                `json:"cluster"`
		Actions map[change.Action]int `json:"actions"`
	}
	jsonGroup struct {
		Action      change.Action `json:"action"`
		Application string        `json:"application"`
		Kind        string        `json:"kind"`
		Changes     []int         `json:"changes"`
	}
	jsonChange struct {
		Action      change.Action `json:"action"`
		Application string        `json:"application"`
		Cluster     string        `json:"cluster,omitempty"`
		WasCluster  string        `json:"wasCluster,omitempty"`
		Object      jsonObject    `json:"object"`
		Was         *jsonObject   `json:"was,omitempty"`
		Workload    bool          `json:"workload,omitempty"`
		Bootstrap   bool          `json:"bootstrap,omitempty"`
		Effect      string        `json:"effect,omitempty"`
		At          *jsonPlace    `json:"at,omitempty"`
		Fields      []jsonField   `json:"fields,omitempty"`
	}
	jsonObject struct {
		Server    string `json:"server,omitempty"`
		Kind      string `json:"kind"`
		Namespace string `json:"namespace,omitempty"`
		Name      string `json:"name"`
	}
	jsonField struct {
		Path   string          `json:"path"`
		Before json.RawMessage `json:"before,omitempty"`
		After  json.RawMessage `json:"after,omitempty"`
		Hidden bool            `json:"hidden,omitempty"`
		Set    *jsonPlace      `json:"set,omitempty"`
	}
	jsonPlace struct {
		Layer  string `json:"layer,omitempty"`
		File   string `json:"file,omitempty"`
		Line   int    `json:"line,omitempty"`
		Column int    `json:"column,omitempty"`
	}
)

func summaryJSON(c change.Changes) jsonSummary {
	s := summaryOf(c.List)
	all := jsonSummary{
		Applications: len(s.applications), Clusters: len(s.clusters), Unchanged: c.Unchanged, Actions: []jsonAction{},
		PerCluster: []jsonCluster{},
	}
	for _, n := range s.actions {
		all.Actions = append(all.Actions, jsonAction{n.action, n.objects, len(n.clusters), n.applications})
	}
	counts := map[string]map[change.Action]int{}
	for i := range c.List {
		name := clusterName(&c.List[i])
		if counts[name] == nil {
			counts[name] = map[change.Action]int{}
		}
		counts[name][c.List[i].Action]++
	}
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		if name != "" {
			all.PerCluster = append(all.PerCluster, jsonCluster{name, counts[name]})
		}
	}
	return all
}

// groupsJSON returns the groups with the indices of their changes in the list.
func groupsJSON(c change.Changes) (all []jsonGroup) {
	index := make(map[*change.Change]int, len(c.List))
	for i := range c.List {
		index[&c.List[i]] = i
	}
	for _, g := range groupsOf(c.List) {
		first := g.members[0]
		group := jsonGroup{first.Action, first.Application, first.Object.Kind, make([]int, len(g.members))}
		for i, member := range g.members {
			group.Changes[i] = index[member]
		}
		all = append(all, group)
	}
	return all
}

func changeJSON(c *change.Change) jsonChange {
	all := jsonChange{
		Action: c.Action, Application: c.Application, Cluster: clusterName(c), WasCluster: c.EarlierCluster,
		Object:   jsonObject(c.Object),
		Workload: c.Workload, Bootstrap: c.Bootstrap, Effect: redactedEffect(c), At: placeJSON("", c.At),
	}
	if c.Earlier != (render.ID{}) {
		was := jsonObject(c.Earlier)
		all.Was = &was
	}
	for _, f := range c.Fields {
		before, after, hidden := Redacted(f)
		all.Fields = append(all.Fields, jsonField{
			Path: f.Path, Before: json.RawMessage(before), After: json.RawMessage(after), Hidden: hidden,
			Set: placeJSON(layerOf(f.Set), f.Set.At),
		})
	}
	return all
}

// placeJSON returns a place and what has it; nil where both are unknown.
func placeJSON(layer string, at tree.Position) *jsonPlace {
	if layer == "" && at == (tree.Position{}) {
		return nil
	}
	return &jsonPlace{layer, at.File, at.Line, at.Column}
}
