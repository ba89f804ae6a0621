package status

import (
	"cmp"
	"io"
	"time"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// State is how an object is, or the objects of an application on a cluster.
type State string

const (
	// Ready: Flux has applied what the documents render, and it is healthy.
	Ready State = "ready"
	// Progressing: Flux applies it, waits for something that it depends on, or deletes it.
	Progressing State = "progressing"
	// Stalled: Flux cannot apply it, and does not try again until somebody changes something.
	Stalled State = "stalled"
	// Failed: Flux could not apply it, or it is not healthy. Flux may try again.
	Failed State = "failed"
	// Suspended: Flux leaves it alone.
	Suspended State = "suspended"
	// Missing: the objects of its server were read, and it is not among them.
	Missing State = "missing"
	// Unknown: nobody read the objects of its server or of its kind, or no controller has written its status yet.
	Unknown State = "unknown"
	// Stale: the server has something else than the documents render, or Flux has not seen the latest change.
	Stale State = "stale"
	// Extra: a document of the run made it, and does not render it any more.
	Extra State = "extra"
)

// Status is how the applications of a run are.
type Status struct {
	// Applications are in the order of their names.
	Applications []Application
	// Findings are warnings about what was observed, for example a server that no application uses.
	Findings finding.Findings

	secrets finding.Secrets // of the documents
}

// IsReady reports whether each application is ready.
func (s Status) IsReady() bool { return s.ready() == len(s.Applications) }

// Application is how one application is. Its workloads are its HelmReleases, Kustomizations and KCLRuns.
type Application struct {
	// Name is the namespace/name of its document; without a namespace, the name.
	Name string
	// Ready of Total workloads are ready. Neither counts extra ones, nor those that are suspended as the document wants.
	Ready, Total int
	// Suspended counts workloads that are suspended by their document, Extra those that it renders no more.
	Suspended, Extra int
	// Clusters are in the order of their names, the hub first.
	Clusters []Cluster
	// Shared are objects of no cluster that are not ready, for example a source on the hub.
	Shared []Object

	document *schema.Document
}

// IsReady reports whether all of its workloads are ready.
func (a Application) IsReady() bool { return a.Ready == a.Total }

// Cluster is how an application is on one cluster.
type Cluster struct {
	// Name is the name of the cluster; empty for the hub.
	Name string
	// State is the worst state of its workloads, or of its other objects where it has no workload.
	State State
	// Ready, Total, Suspended and Extra count as the application's do.
	Ready, Total, Suspended, Extra int
	// Objects are all workloads, and other objects that are not ready, in rendered order, with extra ones at the end.
	Objects []Object
}

// Object is how one object is.
type Object struct {
	// ID tells the object apart.
	render.ID
	// Cluster is where the object delivers to; empty for the hub, and for an object of no cluster.
	Cluster string
	// Workload: it is a HelmRelease, Kustomization or KCLRun. Counted: it counts in its application's Total.
	Workload, Counted bool
	State             State
	// Reason is the reason of the condition of Flux that decides about the state; empty where none does.
	Reason string
	// Message tells more about the state, without secrets. Most ready objects have Flux's message.
	Message string
	// SourceFails tells which source of a ready workload fails now, and why. What the workload has applied is still what
	// the source names; it gets nothing new. It is empty where no source fails.
	SourceFails string
	// Revision is what Flux has applied, or fetched: chart@version of a HelmRelease, else the revision of the artifact.
	Revision string
	// Since is since when what makes the state is so: the condition that decides, perhaps that of a source that fails, or
	// an artifact that is newer. It is zero where nobody knows, for example since when somebody suspended it.
	Since time.Time
	// Runs: it is ready, whether or not the server has what it waits for as the documents render that.
	Runs bool
	// Differs are the fields with another value on the server, as spec.values.replicas, in their order.
	Differs []string

	rendered render.Object // of an extra object, the zero Object
	observed tree.Node     // absent when the object was not observed
}

// WriteJSON writes one JSON object for programs, with a line for each application's cluster; see README.md.
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
		render.ID
		State       State    `json:"state"`
		Workload    bool     `json:"workload,omitempty"`
		Counted     bool     `json:"counted,omitempty"`
		Reason      string   `json:"reason,omitempty"`
		Message     string   `json:"message,omitempty"`
		SourceFails string   `json:"sourceFails,omitempty"`
		Revision    string   `json:"revision,omitempty"`
		Since       string   `json:"since,omitempty"`
		Differs     []string `json:"differs,omitempty"`
	}
)

func (app Application) writeJSON(j *wording.JSON, separator string) {
	j.Print(separator+`{"name":`, app.Name, `,"ready":`, app.Ready, `,"total":`, app.Total, `,"suspended":`,
		app.Suspended, `,"extra":`, app.Extra, ",\n\"rows\":", app.Rows())
	if len(app.Shared) > 0 {
		j.Print(",\n\"shared\":", objectsJSON(app.Shared))
	}
	j.Print(`,"clusters":[`)
	for i, c := range app.Clusters {
		j.Print(wording.Separator(i), jsonCluster{ClusterName(c.Name), c.State, c.Ready, c.Total, c.Suspended, c.Extra,
			objectsJSON(c.Objects)})
	}
	j.Print("]}")
}

// ClusterName returns the name of a cluster for people: hub for the one without a name.
func ClusterName(name string) string { return cmp.Or(name, kinds.Hub) }

func objectsJSON(objects []Object) []jsonObject {
	all := make([]jsonObject, len(objects))
	for i, o := range objects {
		all[i] = jsonObject{ID: o.ID, State: o.State, Workload: o.Workload, Counted: o.Counted, Reason: o.Reason,
			Message: o.Message, SourceFails: o.SourceFails, Revision: o.Revision, Differs: o.Differs}
		if !o.Since.IsZero() {
			all[i].Since = o.Since.UTC().Format(timeFormat)
		}
	}
	return all
}
