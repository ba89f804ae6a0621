package change

import (
	"encoding/json"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
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

// WriteJSON writes all changes for programs, as one JSON object with a line for each change, see README.md. Values are
// JSON and whole; secrets in them are the string "(hidden)". It returns the first error of the writer.
func WriteJSON(w io.Writer, c Changes, o PrintOptions) error {
	j := wording.NewJSON(w)
	j.Print(`{"apiVersion":`, kinds.Changes.APIVersion, `,"kind":`, kinds.Changes.Name, `,"digest":`, c.Digest())
	j.Print(",\n\"summary\":", summaryOf(c), ",\n\"limits\":", append(finding.Findings{}, o.Limits...))
	j.Print(",\n\"groups\":[")
	index := make(map[*Change]int, len(c.List))
	for i := range c.List {
		index[&c.List[i]] = i
	}
	for i, g := range groupsOf(c) {
		first := g.members[0]
		group := jsonGroup{first.Action, first.Application, first.Object.Kind, make([]int, len(g.members))}
		for k, member := range g.members {
			group.Changes[k] = index[member]
		}
		j.Print(wording.Separator(i), group)
	}
	j.Print("],\n\"changes\":[")
	redact := &Redactor{Secrets: c.Secrets}
	for i, one := range c.List {
		all := jsonChange{Change: one, At: jsonPlace{"", one.At.File, one.At.Line, one.At.Column}}
		all.Cluster, all.Effect = clusterName(&one), sentence(redact.Secrets, one.Effect)
		for _, f := range one.Fields {
			before, after, hidden := redact.Field(f)
			place := jsonPlace{layerOf(f.Set), f.Set.At.File, f.Set.At.Line, f.Set.At.Column}
			all.Fields = append(all.Fields, jsonField{f.Path, json.RawMessage(before), json.RawMessage(after), hidden, place})
		}
		j.Print(wording.Separator(i), all)
	}
	if len(c.Gated) > 0 {
		j.Print("],\n\"gated\":[")
	}
	for i := range c.Gated {
		g := &c.Gated[i]
		j.Print(wording.Separator(i), jsonGated{g.Application, clusterName(g), g.Object})
	}
	j.Print("]\n}\n")
	return j.Flush()
}

// The types of the JSON. The README.md of package change describes their fields, and a test compares it with them.
type (
	jsonGroup struct {
		Action      Action `json:"action"`
		Application string `json:"application"`
		Kind        string `json:"kind"`
		Changes     []int  `json:"changes"`
	}
	jsonChange struct {
		Change
		At     jsonPlace   `json:"at,omitzero"`
		Fields []jsonField `json:"fields,omitempty"`
	}
	jsonGated struct {
		Application string    `json:"application"`
		Cluster     string    `json:"cluster,omitempty"`
		Object      render.ID `json:"object"`
	}
	jsonField struct {
		Path   string          `json:"path"`
		Before json.RawMessage `json:"before,omitempty"`
		After  json.RawMessage `json:"after,omitempty"`
		Hidden bool            `json:"hidden,omitempty"`
		Set    jsonPlace       `json:"set,omitzero"`
	}
	jsonPlace struct {
		Layer  string `json:"layer,omitempty"`
		File   string `json:"file,omitempty"`
		Line   int    `json:"line,omitempty"`
		Column int    `json:"column,omitempty"`
	}
)
