package status_test

import (
	"fmt"
	"strings"
	"time"

	"github.com/fluxapp-dev/fluxapp/render/status"
)

// lines prints all that a status has.
func lines(s status.Status) string {
	var b strings.Builder
	for _, app := range s.Applications {
		fmt.Fprintf(&b, "%s %d/%d suspended %d extra %d\n", app.Name, app.Ready, app.Total, app.Suspended, app.Extra)
		printObjects(&b, "  ", app.Shared)
		for _, c := range app.Clusters {
			fmt.Fprintf(&b, "  %s: %s %d/%d\n", status.ClusterName(c.Name), c.State, c.Ready, c.Total)
			printObjects(&b, "    ", c.Objects)
		}
	}
	for _, f := range s.Findings {
		fmt.Fprintln(&b, f)
	}
	return b.String()
}

func printObjects(b *strings.Builder, indent string, objects []status.Object) {
	for _, o := range objects {
		fmt.Fprintf(b, "%s%s: %s", indent, o.ID, o.State)
		for _, fact := range []struct{ name, text string }{{"reason", o.Reason}, {"revision", o.Revision},
			{"since", sinceText(o.Since)}, {"differs", strings.Join(o.Differs, " ")}} {
			if fact.text != "" {
				fmt.Fprintf(b, ", %s %s", fact.name, fact.text)
			}
		}
		fmt.Fprintf(b, "\n%s  %s\n", indent, strings.ReplaceAll(o.Message, "\n", "\n  "+indent))
	}
}

func sinceText(since time.Time) string {
	if since.IsZero() {
		return ""
	}
	return since.UTC().Format(time.TimeOnly)
}
