package change

import (
	"io"
	"strings"

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

const maxNames, maxLines = 6, 60

// WriteText writes the changes for people: a line with the sum, the limits, and the changes in groups, deletions first.
// A group is the same change of many objects: of one application, kind and action, with the same effect and fields. The
// name of the cluster may differ; it is printed as $(cluster.name). Long values are shortened to what differs. Secrets
// are printed as (hidden), and new or deleted objects are named only. What is new on new clusters is one group for many
// applications. Objects that change only in the gates of waves are the last groups.
//
// It returns the first error of the writer.
func WriteText(w io.Writer, c Changes, o PrintOptions) error {
	t := wording.NewText(w, o.Color)
	t.Line(summaryOf(c).Sentence)
	if len(o.Limits) > 0 {
		t.Line("")
	}
	red := map[finding.Severity]string{finding.SeverityError: wording.Red}
	for _, f := range o.Limits {
		t.Line(t.Colored(wording.Visible(f.String()), red[f.Severity]))
	}
	for _, g := range shownGroups(c) {
		t.Line("")
		printBlock(t, g.block())
		if !o.Full {
			continue
		}
		for _, line := range g.content() {
			t.Line("    ", line)
		}
	}
	return t.Flush()
}

func printBlock(t wording.Text, b block) {
	action, rest, _ := strings.Cut(b.title(func(name string) string { return name }), ":")
	t.Line(t.Colored(action, colors[b.action()]), ":", rest)
	for _, note := range b.notes {
		t.Line("  ", note)
	}
	if len(b.names) > 1 {
		t.Line("  ", names.SpansOf(b.names).Short(maxNames))
	}
	if len(b.clusters) > 1 {
		t.Line("  on ", names.SpansOf(b.clusters).Short(maxNames))
	}
	for _, f := range b.fields {
		place := ""
		if f.setBy != "" {
			place = "  (" + f.setBy + ")"
		}
		if len(f.lines) == 0 {
			t.Line("  ", f.path, ": ", f.before, " → ", f.after, place)
			continue
		}
		t.Line("  ", f.path, ":", place)
		for _, line := range limited(f.lines, maxLines) {
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

// colors are red for what removes something that runs, and yellow for what stops or replaces something else.
var colors = map[Action]string{Deleted: wording.Red, Reinstalled: wording.Red, Orphaned: wording.Red,
	Renamed: wording.Yellow, Freed: wording.Yellow, Suspended: wording.Yellow, Resumed: wording.Yellow,
	Moved: wording.Yellow, Created: wording.Green}
