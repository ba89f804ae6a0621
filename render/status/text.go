package status

import (
	"cmp"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// PrintOptions are how a status is printed for people. The zero value prints times and no color.
type PrintOptions struct {
	// Now is the time that ages are told for; when it is zero, times are printed.
	Now time.Time
	// Color colors the states, for a terminal.
	Color bool
}

// Sentence counts the workloads of all applications by their states, the worst first, and then what else is not as it
// should be; where all are ready, it says so. It is one line without its end.
func (s Status) Sentence() string {
	var sum Application
	for _, a := range s.Applications {
		sum.Ready, sum.Total, sum.Suspended, sum.Extra =
			sum.Ready+a.Ready, sum.Total+a.Total, sum.Suspended+a.Suspended, sum.Extra+a.Extra
		sum.Shared, sum.Clusters = append(sum.Shared, a.Shared...), append(sum.Clusters, a.Clusters...)
	}
	states, others := sum.parts()
	switch {
	case len(states) > 0:
		states[0] = strings.Replace(states[0], " ", " of "+names.Counted(sum.Total, "workload")+" ", 1)
	case sum.Total == 0:
		states = []string{"no workload counts"}
	case sum.Total == 1:
		states = []string{"the workload is ready"}
	default:
		states = []string{"all " + names.Number(sum.Total) + " workloads are ready"}
	}
	sentence := strings.Join(append(states, others...), ", ")
	if n := len(s.Applications); n > 1 && !s.IsReady() {
		sentence += "; ready " + names.Number(s.ready()) + " of " + names.Counted(n, "application")
	}
	return sentence
}

// WriteText writes the status for people, applications that are not ready first. A ready application is one line, and
// another one a table of [Row]: what is not ready, the worst first, and then what is. Long messages lose their middle,
// and of many names and rows the first are printed; [Status.WriteJSON] writes all. Characters that a terminal would act
// on are escaped. It returns the first error of the writer.
func (s Status) WriteText(w io.Writer, o PrintOptions) error {
	t := textPrinter{wording.NewText(w, o.Color), o.Now}
	var done, open []section
	for _, a := range s.Applications {
		if one := (section{a, a.Rows()}); one.isDone() {
			done = append(done, one)
		} else {
			open = append(open, one)
		}
	}
	several := len(s.Applications) != 1
	if several {
		t.Line(s.Sentence())
	}
	if s.earlier != nil {
		all, over := s.Causes()
		began := each.Only(all, func(c Cause) bool { return c.IsNew })
		since := " since " + wording.Visible(names.List(s.files, 1))
		t.causes("new"+since, began)
		t.causes("over"+since, over)
		if !several && len(began)+len(over) > 0 {
			t.Line("")
		}
	}
	for i, one := range slices.Concat(open, done) {
		if several && i <= len(open) {
			t.Line("")
		}
		t.section(one)
	}
	return t.Flush()
}

// mostCauses is how many causes are printed that are new, or that are over.
const mostCauses = 5

func (t textPrinter) causes(title string, causes []Cause) {
	for i, c := range causes {
		if i == 0 {
			t.Line(title, ":")
		} else if i == mostCauses {
			t.Line("  … and ", names.Number(len(causes)-i), " more")
			break
		}
		line := "  " + t.Colored(string(c.State), c.State.color()) + "  " + wording.Capped(c.Object, maxLine/2)
		if c.Objects > 1 {
			line += ", " + names.Counted(c.Objects, "object")
		}
		t.Line(line)
	}
}

type section struct {
	Application
	rows []Row
}

// isDone reports whether there is nothing to tell but the revision that the application is ready at.
func (s section) isDone() bool { return s.IsReady() && len(s.rows) == 1 && s.rows[0].State == Ready }

type textPrinter struct {
	wording.Text
	now time.Time
}

func (t textPrinter) section(s section) {
	ratio := names.Number(s.Ready) + "/" + names.Number(s.Total)
	sum := wording.Visible(s.Name) + ": " + t.Colored("ready "+ratio, s.color())
	if s.isDone() {
		if revision := s.rows[0].Revision; revision != "" {
			sum += " at " + wording.Capped(revision, maxLine/2)
		}
		t.Line(sum)
		return
	}
	if states, others := s.parts(); len(states)+len(others) > 0 {
		sum += "; " + strings.Join(append(states, others...), ", ")
	}
	t.Line(sum)
	t.table(s.rows)
}

// parts counts workloads that are not ready by state, worst first, and others: what else is wrong, each object once.
func (a Application) parts() (states, others []string) {
	counted, notWorkloads := map[State]int{}, map[render.ID]bool{}
	for o := range a.objects {
		switch {
		case o.Counted && o.State != Ready:
			counted[o.State]++
		case !o.Workload && o.State != Ready:
			notWorkloads[o.ID] = true
		}
	}
	for _, state := range severity {
		if n := counted[state]; n > 0 {
			states = append(states, names.Number(n)+" "+string(state))
		}
	}
	if a.Suspended > 0 {
		others = append(others, names.Number(a.Suspended)+" suspended by the document")
	}
	if a.Extra > 0 {
		others = append(others, names.Number(a.Extra)+" extra")
	}
	if n := len(notWorkloads); n > 0 {
		others = append(others, names.Counted(n, "other object")+" not ready")
	}
	return states, others
}

var colors = map[State]string{Failed: wording.Red, Stalled: wording.Red, Missing: wording.Red, Ready: wording.Green}

func (s State) color() string { return cmp.Or(colors[s], wording.Yellow) }

// color returns the color of the worst workload that counts.
func (a Application) color() string {
	worst := wording.Green
	for o := range a.objects {
		if color := o.State.color(); o.Counted &&
			(color == wording.Red || color == wording.Yellow && worst == wording.Green) {
			worst = color
		}
	}
	return worst
}

// WriteJSON writes one JSON object for programs, with a line for each application's cluster. README.md describes its
// fields, which are those of [Cause], [Cluster], [Object] and [Row]. It returns the first error of the writer.
func (s Status) WriteJSON(w io.Writer) error {
	j := wording.NewJSON(w)
	j.Print(`{"apiVersion":`, kinds.Status.APIVersion, `,"kind":`, kinds.Status.Name, `,"ready":`, s.IsReady(),
		`,"sentence":`, s.Sentence())
	j.Print(",\n\"findings\":", append(finding.Findings{}, s.Findings...))
	all, over := s.Causes()
	if len(all) > 0 {
		j.Print(",\n\"causes\":", all)
	}
	if s.earlier != nil {
		j.Print(",\n\"earlier\":", s.files, ",\n\"over\":", over)
	}
	j.Print(",\n\"applications\":[")
	for i, app := range s.Applications {
		j.Print(wording.Separator(i)+`{"name":`, app.Name, `,"ready":`, app.Ready, `,"total":`, app.Total, `,"suspended":`,
			app.Suspended, `,"extra":`, app.Extra, ",\n\"rows\":", app.Rows())
		if len(app.Shared) > 0 {
			j.Print(",\n\"shared\":", app.Shared)
		}
		j.Print(`,"clusters":[`)
		for i, c := range app.Clusters {
			if c.Name = ClusterName(c.Name); c.Objects == nil {
				c.Objects = []Object{}
			}
			j.Print(wording.Separator(i), c)
		}
		j.Print("]}")
	}
	j.Print("]\n}\n")
	return j.Flush()
}
