package status

import (
	"cmp"
	"io"

	"github.com/fluxapp-dev/fluxapp/render/internal/printer"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
)

// WriteJSON writes one JSON object for programs, with a line for each application's cluster; see README.md.
//
// It holds one cluster at a time as JSON, and returns the first error of the writer.
func (s Status) WriteJSON(w io.Writer) error {
	j := printer.NewJSON(w)
	j.Print(`{"apiVersion":`, kinds.Status.APIVersion, `,"kind":`, kinds.Status.Name, `,"ready":`, s.IsReady())
	j.Print(",\n\"findings\":", append(finding.Findings{}, s.Findings...), ",\n\"applications\":[")
	for i, app := range s.Applications {
		app.writeJSON(j, printer.Separator(i))
	}
	j.Print("]\n}\n")
	return j.Flush()
}

// The types of the JSON. README.md describes their fields, and a test compares it with them.
type (
	jsonCluster struct {
		Cluster   string       `json:"cluster"`
		State     State        `json:"state"`
		Ready     int          `json:"ready"`
		Total     int          `json:"total"`
		Suspended int          `json:"suspended"`
		Extra     int          `json:"extra"`
		Objects   []jsonObject `json:"objects"`
	}
	jsonObject struct {
		Server    string   `json:"server,omitempty"`
		Kind      string   `json:"kind"`
		Namespace string   `json:"namespace,omitempty"`
		Name      string   `json:"name"`
		State     State    `json:"state"`
		Workload  bool     `json:"workload,omitempty"`
		Counted   bool     `json:"counted,omitempty"`
		Reason    string   `json:"reason,omitempty"`
		Message   string   `json:"message,omitempty"`
		Revision  string   `json:"revision,omitempty"`
		Since     string   `json:"since,omitempty"`
		Differs   []string `json:"differs,omitempty"`
	}
)

func (app Application) writeJSON(j *printer.JSON, separator string) {
	j.Print(separator+`{"name":`, app.Name, `,"ready":`, app.Ready, `,"total":`, app.Total, `,"suspended":`,
		app.Suspended, `,"extra":`, app.Extra)
	if len(app.Shared) > 0 {
		j.Print(",\n\"shared\":", objectsJSON(app.Shared))
	}
	j.Print(`,"clusters":[`)
	for i, c := range app.Clusters {
		j.Print(printer.Separator(i), jsonCluster{ClusterName(c.Name), c.State, c.Ready, c.Total, c.Suspended, c.Extra,
			objectsJSON(c.Objects)})
	}
	j.Print("]}")
}

// ClusterName returns the name of a cluster for people: hub for that without a name.
func ClusterName(name string) string { return cmp.Or(name, terms.Hub) }

func objectsJSON(objects []Object) []jsonObject {
	all := make([]jsonObject, len(objects))
	for i, o := range objects {
		all[i] = jsonObject{
			Server: o.Server, Kind: o.Kind, Namespace: o.Namespace, Name: o.Name, State: o.State, Workload: o.Workload,
			Counted: o.Counted,
			Reason:  o.Reason, Message: o.Message, Revision: o.Revision, Differs: o.Differs,
		}
		if !o.Since.IsZero() {
			all[i].Since = o.Since.UTC().Format(timeFormat)
		}
	}
	return all
}
