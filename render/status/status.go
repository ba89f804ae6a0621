package status

import (
	"cmp"
	"slices"
	"time"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
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

// severity orders the states: the worst is first.
var severity = []State{Failed, Stalled, Missing, Stale, Unknown, Progressing, Suspended, Extra, Ready}

func (s State) rank() int { return slices.Index(severity, s) }

// Status is how the applications of a run are.
type Status struct {
	// Applications are in the order of their names.
	Applications []Application
	// Findings are warnings about what was observed, for example a server that no application uses.
	Findings finding.Findings

	secrets finding.Secrets // of the documents
	earlier *Status         // nil where none is known
	files   []string        // that tell about it
}

// IsReady reports whether each application is ready.
func (s Status) IsReady() bool { return s.ready() == len(s.Applications) }

func (s Status) ready() (n int) {
	for _, a := range s.Applications {
		if a.IsReady() {
			n++
		}
	}
	return n
}

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

func (a Application) objects(yield func(*Object) bool) {
	all := append([][]Object{a.Shared}, each.Of(a.Clusters, func(c Cluster) []Object { return c.Objects })...)
	for _, objects := range all {
		for i := range objects {
			if !yield(&objects[i]) {
				return
			}
		}
	}
}

// Cluster is how an application is on one cluster.
type Cluster struct {
	// Name is the name of the cluster; empty for the hub.
	Name string `json:"cluster"`
	// State is the worst state of its workloads, or of its other objects where it has no workload.
	State State `json:"state"`
	// Ready, Total, Suspended and Extra count as the application's do.
	Ready     int `json:"ready"`
	Total     int `json:"total"`
	Suspended int `json:"suspended"`
	Extra     int `json:"extra"`
	// Objects are all workloads, and other objects that are not ready, in rendered order, with extra ones at the end.
	Objects []Object `json:"objects"`
}

// Object is how one object is.
type Object struct {
	// ID tells the object apart.
	render.ID
	// Cluster is where the object delivers to; empty for the hub, and for an object of no cluster.
	Cluster string `json:"-"`
	State   State  `json:"state"`
	// Workload: it is a HelmRelease, Kustomization or KCLRun. Counted: it counts in its application's Total.
	Workload bool `json:"workload,omitempty"`
	Counted  bool `json:"counted,omitempty"`
	// Reason is the reason of the condition of Flux that decides about the state; empty where none does.
	Reason string `json:"reason,omitempty"`
	// Message tells more about the state, without secrets. Most ready objects have Flux's message.
	Message string `json:"message,omitempty"`
	// SourceFails tells which source of a ready workload fails now, and why. The applied revision is still the one that
	// the source names; it gets nothing new. It is empty where no source fails.
	SourceFails string `json:"sourceFails,omitempty"`
	// Cause is the object whose state it has, or whose state it waits for: a source, the Kustomization that applies it, or
	// what it depends on; and of several in a row, the last one. It is the zero ID where the object has its own state.
	Cause render.ID `json:"cause,omitzero"`
	// Of is the key of its [Cause]; empty for an object that is ready, or suspended by its document.
	Of string `json:"of,omitempty"`
	// Revision is what Flux has applied, or fetched: chart@version of a HelmRelease, else the revision of the artifact.
	Revision string `json:"revision,omitempty"`
	// Since is since when what makes the state is so: the condition that decides, perhaps that of a source that fails, or
	// an artifact that is newer. It is zero where nobody knows, for example since when somebody suspended it.
	Since time.Time `json:"since,omitzero"`
	// Runs: it is ready, whether or not the server has what it waits for as the documents render that.
	Runs bool `json:"-"`
	// Differs are the fields with another value on the server, as spec.values.replicas, in their order.
	Differs []string `json:"differs,omitempty"`

	rendered render.Object // of an extra object, the zero Object
	observed tree.Node     // absent when the object was not observed
}

// ClusterName returns the name of a cluster for people: hub for the one without a name.
func ClusterName(name string) string { return cmp.Or(name, kinds.Hub) }

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

const suspendedByDocument = "the document suspends it"
