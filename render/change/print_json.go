package change

import (
	"encoding/json"
	"io"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/blocks"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

func summaryOf(c Changes) blocks.Summary {
	s := blocks.Summary{Thing: "object", Unchanged: c.Unchanged, Gated: len(c.Gated)}
	for i := range c.List {
		application := c.List[i].Application
		if c.List[i].Object.Kind == kinds.LoginMap.Name { // of a cluster
			application = ""
		}
		s.Add(string(c.List[i].Action), application, clusterName(&c.List[i]), 1)
	}
	blocks.Complete(&s, actions[:])
	return s
}

// WriteJSON writes all changes for programs, as one JSON object with a line for each change, see README.md. Values are
// JSON and whole; secrets in them are the string "(hidden)". It returns the first error of the writer.
func WriteJSON(w io.Writer, c Changes, o PrintOptions) error {
	j := wording.NewJSON(w)
	j.Print(`{"apiVersion":`, kinds.Changes.APIVersion, `,"kind":`, kinds.Changes.Name, `,"digest":`, c.digest())
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
			shown := blocks.Field{Path: f.Path, Before: json.RawMessage(before), After: json.RawMessage(after), Hidden: hidden}
			all.Fields = append(all.Fields, jsonField{shown, place})
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
	j.Print("]")
	if o.Final != "" {
		j.Print(",\n\"final\":" + strings.TrimSpace(o.Final))
	}
	j.Print("\n}\n")
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
		blocks.Field
		Set jsonPlace `json:"set,omitzero"`
	}
	jsonPlace struct {
		Layer  string `json:"layer,omitempty"`
		File   string `json:"file,omitempty"`
		Line   int    `json:"line,omitempty"`
		Column int    `json:"column,omitempty"`
	}
)
