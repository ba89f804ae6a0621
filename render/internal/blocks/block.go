package blocks

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// Block is what people read of a group: the text and the Markdown print the same lines, each with its own marks. Its
// texts have no characters that a terminal acts on.
type Block struct {
	Action      string
	Color       string   // of the action, for a terminal; empty for none
	Open        bool     // people must see the fields at once
	Count       int      // of the objects
	Kind        string   // of the objects, or object
	Names       []string // of the objects, each once, without the names of the clusters when there are several
	Application string
	Clusters    []string
	Place       string          // of what makes the objects, or empty
	Notes       []string        // what follows from the change, and who applies it
	Fields      []Field         // those that differ
	Content     func() []string // the lines of a new object
}

// Field is a field that differs, and what set it. The values are empty for none.
type Field struct {
	Path   string          `json:"path"`
	Before json.RawMessage `json:"before,omitempty"`
	After  json.RawMessage `json:"after,omitempty"`
	Hidden bool            `json:"hidden,omitempty"` // a value has (hidden) in the place of a secret
	SetBy  string          `json:"-"`
}

const maxNames, maxLines = 6, 60

// Print prints an empty line and the block for a terminal, and with isFull the new object.
func (b Block) Print(t wording.Text, isFull bool) {
	t.Line("")
	action, rest, _ := strings.Cut(b.title(func(name string) string { return name }), ":")
	t.Line(t.Colored(action, b.Color), ":", rest)
	for _, note := range b.Notes {
		t.Line("  ", note)
	}
	if len(b.Names) > 1 {
		t.Line("  ", names.SpansOf(b.Names).Short(maxNames))
	}
	if len(b.Clusters) > 1 {
		t.Line("  on ", names.SpansOf(b.Clusters).Short(maxNames))
	}
	for _, f := range b.Fields {
		shown, place := differenceOf(string(f.Before), string(f.After)), ""
		if f.SetBy != "" {
			place = "  (" + f.SetBy + ")"
		}
		if len(shown.lines) == 0 {
			t.Line("  ", f.Path, ": ", shown.before, " → ", shown.after, place)
			continue
		}
		t.Line("  ", f.Path, ":", place)
		for _, line := range limited(shown.lines, maxLines) {
			t.Line("    ", line)
		}
	}
	if isFull {
		for _, line := range b.Content() {
			t.Line("    ", line)
		}
	}
}

func limited(lines []string, most int) []string {
	if len(lines) <= most+1 {
		return lines
	}
	return append(lines[:most:most], "  … and "+names.Number(len(lines)-most)+" more lines")
}

// title prints what changes, and where, on one line. As marks what authors write.
func (b Block) title(as func(string) string) string {
	line := b.Action + ": " + strings.TrimPrefix(names.Counted(b.Count, b.Kind), "1 ")
	if len(b.Names) == 1 {
		line += " " + as(b.Names[0])
	}
	line += " of " + as(b.Application)
	switch {
	case len(b.Clusters) > 1:
		line += " on " + names.Counted(len(b.Clusters), "cluster")
	case len(b.Clusters) == 1 && b.Clusters[0] == kinds.Hub:
		line += " on the hub"
	case len(b.Clusters) == 1:
		line += " on " + as(b.Clusters[0])
	}
	if b.Place != "" {
		line += " " + as("("+b.Place+")")
	}
	return line
}

// Summary counts changes: Add each, then Complete it. It is also what the JSON has.
type Summary struct {
	Thing        string         `json:"-"`        // what is counted, such as object
	Sentence     string         `json:"sentence"` // the first line for people
	Applications int            `json:"applications"`
	Clusters     int            `json:"clusters"`
	Unchanged    int            `json:"unchanged"`
	Gated        int            `json:"gated,omitempty"`
	Anew         int            `json:"anew,omitempty"`    // in which only what is made anew at each render differs
	Unknown      int            `json:"unknown,omitempty"` // Flux objects whose final objects are not known
	Actions      []actionCount  `json:"actions"`           // those that occur, in the order of groups
	PerCluster   []clusterCount `json:"perCluster"`        // by name

	applications, clusters actionCounts
}

type actionCount struct {
	Action       string   `json:"action"`
	Objects      int      `json:"objects"`
	Clusters     int      `json:"clusters"`
	Applications []string `json:"applications"` // by name
}

type clusterCount struct {
	Cluster string         `json:"cluster"`
	Actions map[string]int `json:"actions"`
}

// Add counts changes of an application on a cluster; each name is empty for changes of none.
func (s *Summary) Add(action, application, cluster string, objects int) {
	if s.applications == nil {
		s.applications, s.clusters = actionCounts{}, actionCounts{}
	}
	s.applications.add(application, action, objects)
	if cluster != "" {
		s.clusters.add(cluster, action, objects)
	}
}

// Complete fills what follows from the changes that were added, with the actions in an order.
func Complete[A ~string](s *Summary, actions []A) {
	isNamed := func(application string) bool { return application != "" }
	s.Applications = len(each.Only(slices.Collect(maps.Keys(s.applications)), isNamed))
	s.Clusters, s.Actions = len(s.clusters), []actionCount{}
	for _, action := range actions {
		all := s.applications.with(string(action))
		count := actionCount{Action: string(action), Applications: slices.Concat([]string{}, each.Only(all, isNamed))}
		for _, name := range all {
			count.Objects += s.applications[name][string(action)]
		}
		if count.Clusters = len(s.clusters.with(string(action))); count.Objects > 0 {
			s.Actions = append(s.Actions, count)
		}
	}
	s.PerCluster = each.Of(slices.Sorted(maps.Keys(s.clusters)),
		func(name string) clusterCount { return clusterCount{name, s.clusters[name]} })
	s.Sentence = s.sentence()
}

type actionCounts map[string]map[string]int

func (c actionCounts) add(name, action string, objects int) {
	each.Below(c, name)[action] += objects
}

func (c actionCounts) with(action string) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(c)), func(name string) bool { return c[name][action] == 0 })
}

func (s Summary) sentence() string {
	others := ""
	if s.Gated > 0 {
		others = names.Number(s.Gated) + " only in the gates of waves, "
	}
	if s.Anew > 0 {
		others += names.Number(s.Anew) + " made anew at each render, "
	}
	if s.Unknown > 0 {
		others += names.Counted(s.Unknown, "Flux object") + " not known, "
	}
	if len(s.Actions) == 0 {
		return "no change; " + others + names.Counted(s.Unchanged, s.Thing) + " unchanged"
	}
	where := names.Counted(s.Applications, "application")
	if s.Clusters > 0 {
		where += ", " + names.Counted(s.Clusters, "cluster")
	}
	parts := []string{names.Counted(s.Actions[0].Objects, s.Thing) + " " + s.Actions[0].Action}
	for _, n := range s.Actions[1:] {
		parts = append(parts, names.Number(n.Objects)+" "+n.Action)
	}
	return where + ": " + strings.Join(parts, ", ") + "; " + others + names.Number(s.Unchanged) + " unchanged"
}

// Markdown returns the counts of actions as a table; empty where nothing changes.
func (s Summary) Markdown() string {
	if len(s.Actions) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("| | " + s.Thing + "s | clusters | applications |\n|---|---:|---:|---|\n")
	for _, n := range s.Actions {
		applications := each.Of(n.Applications[:min(len(n.Applications), maxNames+1)], CodeInTable)
		shown := strings.Join(applications, ", ")
		if more := len(n.Applications) - len(applications); more > 0 {
			shown += " and " + names.Number(more) + " more"
		}
		fmt.Fprintf(&b, "| **%s** | %s | %s | %s |\n", n.Action, names.Number(n.Objects), names.Number(n.Clusters), shown)
	}
	return b.String() + "\n"
}
