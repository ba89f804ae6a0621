package status

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

const (
	// maxLine is how many characters a line has that no name makes longer.
	maxLine = 120
	// maxRows is how many rows of an application are printed.
	maxRows = 20
	// mostRevisions is how many revisions of a row are printed.
	mostRevisions = 2
	// below is before the lines of a row that have no columns.
	below = "    "
	// more is room for the count behind a list.
	more = " and 10,000 more"
)

// columns are the headers of the table with their greatest widths; longer cells move those behind them.
var columns = [...]struct {
	header string
	most   int
}{{"STATE", 11}, {"SINCE", 20}, {"CLUSTER", 24}, {"OBJECT", 48}, {"REVISION", 24}}

type cells [len(columns)]string

func (t textPrinter) table(rows []Row) {
	shown := rows[:min(len(rows), maxRows)]
	lines := each.Of(shown, t.cells)
	var widths [len(columns)]int // zero for a column without content
	for i, c := range columns {
		for _, line := range lines {
			if width := utf8.RuneCountInString(line[i]); width > 0 {
				widths[i] = max(widths[i], len(c.header), min(width, c.most))
			}
		}
	}
	if len(shown) > 0 {
		var headers cells
		for i, c := range columns {
			headers[i] = c.header
		}
		t.cellsIn(widths, headers, "")
	}
	for i, r := range shown {
		t.cellsIn(widths, lines[i], r.State.color())
		if r.Clusters > 1 && r.Where != "" {
			t.Line(below, "on ", r.Where)
		}
		for _, line := range wrapped(r.Why, maxLine-len(below)) {
			t.Line(below, line)
		}
	}
	if others := rows[len(shown):]; len(others) > 0 {
		objects := 0
		for _, r := range others {
			objects += r.Objects
		}
		t.Line("  … and ", names.Counted(len(others), "more row"), " about ", names.Counted(objects, "object"))
	}
}

func (t textPrinter) cells(r Row) cells {
	cluster := r.Where
	if r.Clusters > 1 {
		cluster = names.Counted(r.Clusters, "cluster")
	}
	return cells{string(r.State), t.age(r), cluster, r.Object, r.Revision}
}

func (r *row) object() string {
	if r.several || r.State == Ready && r.count > 1 {
		return names.Counted(r.count, r.Kind)
	}
	object := r.Kind + " " + wording.Visible(r.ofExample(r.name))
	if r.count > 1 && strings.Contains(r.name, wording.OwnName) {
		object += " and " + names.Number(r.count-1) + " more"
	}
	return object
}

// ofExample returns a text of a row with the name of the first cluster, so that it can be pasted behind kubectl.
func (r *row) ofExample(text string) string {
	return strings.ReplaceAll(text, wording.OwnName, r.first.Cluster)
}

func (t textPrinter) cellsIn(widths [len(columns)]int, line cells, color string) {
	var b strings.Builder
	used := 0
	for i, cell := range line {
		if widths[i] == 0 {
			continue
		}
		if i == len(line)-1 {
			cell = wording.Capped(cell, max(columns[i].most, maxLine-used-len("  ")))
		}
		width := utf8.RuneCountInString(cell)
		used += len("  ") + max(width, widths[i])
		padding := strings.Repeat(" ", max(0, widths[i]-width))
		if i == 0 && color != "" {
			cell = t.Colored(cell, color)
		}
		b.WriteString("  " + cell + padding)
	}
	t.Line(strings.TrimRight(b.String(), " "))
}

func (r *row) where() string {
	spans := names.SpansOf(each.Of(r.Names, wording.Visible))
	fits := spans.Fitting(maxLine - len(below+"on "+more))
	if r.State == Ready && fits < len(spans) { // nobody wants the first names of many that are ready
		return ""
	}
	return spans.Short(fits)
}

// why returns the reason and the message of a row. Of different messages it has an example.
func (r *row) why() string {
	if r.State == Ready {
		return ""
	}
	why, message, isOnCluster := r.first.Reason, r.ofExample(r.message), r.first.Cluster != "" || r.first.Workload
	if isOnCluster && (r.varies || len(r.Names) > 1 && message != r.message) {
		why = strings.TrimPrefix(why+", for example on "+ClusterName(r.first.Cluster), ", ")
	}
	switch message = strings.Join(strings.Fields(message), " "); {
	case message == "":
		return wording.Visible(why)
	case why == "":
		return wording.Visible(message)
	}
	return wording.Visible(why + ": " + message)
}

// wrapped returns a text in one or two lines: of a longer one its first words, what failed, and its last ones, why.
func wrapped(text string, width int) []string {
	runes := []rune(text)
	switch {
	case text == "":
		return nil
	case len(runes) <= width:
		return []string{text}
	}
	first := beforeSpace(string(runes[:width+1]))
	if utf8.RuneCountInString(first) > width {
		first = string(runes[:width])
	}
	rest := strings.TrimPrefix(text[len(first):], " ")
	if runes = []rune(rest); len(runes) > width {
		rest = "… " + afterSpace(string(runes[len(runes)-width+2:]))
	}
	return []string{first, rest}
}

// beforeSpace leaves out the last word of a part, which is cut, unless it is most of the part.
func beforeSpace(part string) string {
	if at := strings.LastIndexByte(part, ' '); at > len(part)/2 {
		return part[:at]
	}
	return part
}

// afterSpace leaves out the first word of a part, which is cut, unless it is most of the part.
func afterSpace(part string) string {
	if at := strings.IndexByte(part, ' '); at >= 0 && at < len(part)/2 {
		return part[at+1:]
	}
	return part
}

// revision returns the revisions of a row with short digests. Some of several objects may have none.
func (r *row) revision() string {
	texts := each.Of(r.revisions, wording.Visible)
	for i, text := range texts {
		if texts[i] = digest().ReplaceAllString(text, "$1"); text == "" && len(texts) > 1 {
			texts[i] = "none"
		}
	}
	if len(texts) > mostRevisions {
		return "several revisions"
	}
	return strings.Join(texts, ", ")
}

// digest matches the digest of a commit or an artifact. Its first digits tell it apart, as they do for git.
var digest = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b([0-9a-f]{10})[0-9a-f]{30,}\b`) })

func (t textPrinter) age(r Row) string {
	if r.Since.IsZero() {
		return ""
	}
	if t.now.IsZero() {
		return r.Since.Format(time.RFC3339)
	}
	first, last := ageOf(t.now.Sub(r.Since)), ageOf(t.now.Sub(r.Until))
	if first == last {
		return first
	}
	return last + "-" + first
}

// ageOf prints a duration in a unit that leaves it few digits. An age that begins after now is new: clocks differ.
func ageOf(d time.Duration) string {
	switch {
	case d < 2*time.Minute:
		return fmt.Sprintf("%ds", max(0, int(d.Seconds())))
	case d < 2*time.Hour:
		return fmt.Sprintf("%dm", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%dh", int(d.Hours()))
	}
	return fmt.Sprintf("%dd", int(d.Hours()/24))
}
