package status

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"io"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
)

// WriteJSON writes the status for programs, as one JSON object with each cluster of an application on a line of its
// own; README.md describes its fields.
//
// It holds one cluster at a time as JSON, and returns the first error of the writer.
func (s Status) WriteJSON(w io.Writer) error {
	j := jsonPrinter{out: bufio.NewWriter(w)}
	j.print(`{"apiVersion":`, kinds.Status.APIVersion, `,"kind":`, kinds.Status.Name, `,"ready":`, s.IsReady())
	j.print(",\n\"findings\":", append(finding.Findings{}, s.Findings...), ",\n\"applications\":[")
	for i, app := range s.Applications {
		j.application(i, app)
	}
	j.print("]\n}\n")
	if j.err != nil {
		return j.err
	}
	return j.out.Flush()
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

// jsonPrinter writes pieces of JSON. After an error it writes nothing more.
type jsonPrinter struct {
	out *bufio.Writer
	err error
}

// print writes texts as they are at even places, and values as JSON at odd ones.
func (j *jsonPrinter) print(pieces ...any) {
	for i, piece := range pieces {
		switch text, isText := piece.(string); {
		case j.err != nil:
			return
		case i%2 == 0 && isText:
			_, j.err = j.out.WriteString(text)
		default:
			j.value(piece)
		}
	}
}

func (j *jsonPrinter) value(value any) {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if j.err = e.Encode(value); j.err == nil {
		_, j.err = j.out.Write(bytes.TrimSuffix(text.Bytes(), []byte("\n")))
	}
}

func (j *jsonPrinter) application(i int, app Application) {
	j.print(separator(i)+`{"name":`, app.Name, `,"ready":`, app.Ready, `,"total":`, app.Total, `,"suspended":`,
		app.Suspended, `,"extra":`, app.Extra)
	if len(app.Shared) > 0 {
		j.print(",\n\"shared\":", objectsJSON(app.Shared))
	}
	j.print(`,"clusters":[`)
	for i, c := range app.Clusters {
		j.print(separator(i), jsonCluster{ClusterName(c.Name), c.State, c.Ready, c.Total, c.Suspended, c.Extra,
			objectsJSON(c.Objects)})
	}
	j.print("]}")
}

// separator returns what is in front of an item of a list.
func separator(i int) string {
	if i == 0 {
		return "\n"
	}
	return ",\n"
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
