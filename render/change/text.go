package change

import (
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/printer"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// PrintOptions are how changes are printed. The zero value prints all groups without color.
type PrintOptions struct {
	// Limits are the findings of limits, printed first: those that hold, and information on an acknowledged one.
	Limits finding.Findings
	// Full prints what a new object holds, the first of each group, into the text. The Markdown has it in any case.
	Full bool
	// Color colors the actions and the errors of the text, for a terminal.
	Color bool
	// Table is Markdown to put between the limits and the counts, for example a table of stages; empty for none.
	Table string
}

// maxNames is how many clusters and objects of a group are named.
const maxNames = 6

// maxLines is how many lines of one value are printed.
const maxLines = 60

// WriteText writes the changes for people: a line with the sum, the limits, and the changes in groups, deletions first.
// A group is the same change of many objects: of one application, kind and action, with the same effect and fields. The
// name of the cluster may differ; it is printed as $(cluster.name). Long values are shortened to what differs. Secrets
// are printed as (hidden), and new or deleted objects are named only. What is new on new clusters is one group for many
// applications. Objects that change only in the gates of waves are the last groups.
//
// It returns the first error of the writer.
func WriteText(w io.Writer, c Changes, o PrintOptions) error {
	t := textPrinter{printer.NewText(w, o.Color)}
	t.Line(summaryOf(c).Sentence)
	t.limits(o.Limits)
	for _, g := range shownGroups(c) {
		t.Line("")
		t.group(g)
		if !o.Full {
			continue
		}
		for _, line := range g.content() {
			t.Line("    ", line)
		}
	}
	return t.Flush()
}

type textPrinter struct{ printer.Text }

func (t textPrinter) limits(found finding.Findings) {
	if len(found) > 0 {
		t.Line("")
	}
	for _, f := range found {
		color := ""
		if f.Severity == finding.SeverityError {
			color = printer.Red
		}
		t.Line(t.Colored(wording.Visible(f.String()), color))
	}
}

// group prints what changes and where, what follows from it, and the fields.
func (t textPrinter) group(g *group) {
	title := g.title()
	action, rest, _ := strings.Cut(title.line(func(name string) string { return name }), ":")
	t.Line(t.Colored(action, colorOf(title.action)), ":", rest)
	for _, note := range g.notes() {
		t.Line("  ", note)
	}
	if len(title.names) > 1 {
		t.Line("  ", names.SpansOf(title.names).Short(maxNames))
	}
	if len(title.clusters) > 1 {
		t.Line("  on ", names.SpansOf(title.clusters).Short(maxNames))
	}
	for _, f := range g.shownFields() {
		t.field(f)
	}
}

func (t textPrinter) field(f shownField) {
	place := ""
	if f.setBy != "" {
		place = "  (" + f.setBy + ")"
	}
	if len(f.lines) == 0 {
		t.Line("  ", f.path, ": ", f.before, " → ", f.after, place)
		return
	}
	t.Line("  ", f.path, ":", place)
	for _, line := range limited(f.lines, maxLines) {
		t.Line("    ", line)
	}
}

// limited returns the first of some lines, and one that counts the others.
func limited(lines []string, most int) []string {
	if len(lines) <= most+1 {
		return lines
	}
	return append(lines[:most:most], "  … and "+names.Number(len(lines)-most)+" more lines")
}

// colorOf returns red for what removes something that runs, and yellow for what stops or replaces something else.
func colorOf(a Action) string {
	switch a {
	case Deleted, Reinstalled, Orphaned:
		return printer.Red
	case Renamed, Freed, Suspended, Resumed, Moved:
		return printer.Yellow
	case Created:
		return printer.Green
	}
	return ""
}

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
	for _, action := range Actions() {
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

// actionCounts are how many changes of each action something has, by its name.
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
	var parts []string
	for i, n := range s.Actions {
		what := names.Number(n.Objects)
		if i == 0 {
			what = names.Counted(n.Objects, "object")
		}
		parts = append(parts, what+" "+string(n.Action))
	}
	return where + ": " + strings.Join(parts, ", ") + "; " + gated + names.Number(s.Unchanged) + " unchanged"
}
