package status

import (
	"io"

	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// WriteJSON writes one JSON object for programs, with a line for each application's cluster. README.md describes its
// fields, which are those of [Cluster], [Object] and [Row], and a test compares it with them.
//
// It holds one cluster at a time as JSON, and returns the first error of the writer.
func (s Status) WriteJSON(w io.Writer) error {
	j := wording.NewJSON(w)
	j.Print(`{"apiVersion":`, kinds.Status.APIVersion, `,"kind":`, kinds.Status.Name, `,"ready":`, s.IsReady(),
		`,"sentence":`, s.Sentence())
	j.Print(",\n\"findings\":", append(finding.Findings{}, s.Findings...), ",\n\"applications\":[")
	for i, app := range s.Applications {
		app.writeJSON(j, wording.Separator(i))
	}
	j.Print("]\n}\n")
	return j.Flush()
}

func (app Application) writeJSON(j *wording.JSON, separator string) {
	j.Print(separator+`{"name":`, app.Name, `,"ready":`, app.Ready, `,"total":`, app.Total, `,"suspended":`,
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
