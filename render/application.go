package render

import (
	"regexp"
	"sync"

	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// run is what a result keeps of its run beside the objects.
type run struct {
	docs      schema.Documents
	namespace string // of documents that have none
	inv       inventory.Inventory
	secrets   finding.Secrets
	looking   sync.Mutex // into the fleet
	patterns  func() map[string][]*regexp.Regexp
	servers   func() map[ownedFile][]string
}

// Application is an application of a run, with what its objects do not have: its limits and its clusters.
type Application struct {
	app      *inventory.Application
	run      *run
	clusters func() *fleet.Fleet
	members  func() []schema.Member
}

// Applications returns the applications that the run rendered, perhaps to nothing, in the order of their documents.
func (r Result) Applications() (all []Application) {
	if r.run == nil {
		return nil
	}
	for _, app := range r.run.inv.Applications {
		clusters := sync.OnceValue(func() *fleet.Fleet { return r.run.fleetOf(app) })
		members := sync.OnceValue(func() []schema.Member { return copies(clusters().Members) })
		all = append(all, Application{app, r.run, clusters, members})
	}
	return all
}

func (r *run) fleetOf(app *inventory.Application) *fleet.Fleet {
	r.looking.Lock()
	defer r.looking.Unlock()
	known, _ := r.inv.FleetOf(app) // Render has reported its problems
	return known
}

// Secrets returns the secrets in the documents of the run, for those who print values: whatever rules are ignored.
func (r Result) Secrets() finding.Secrets {
	if r.run == nil {
		return finding.Secrets{}
	}
	return r.run.secrets
}

// Clusters returns the clusters among the documents that the run read, in their order.
func (r Result) Clusters() []schema.Member {
	if r.run == nil {
		return nil
	}
	return copies(r.run.inv.Members)
}

func copies(members []*schema.Member) []schema.Member {
	all := make([]schema.Member, len(members))
	for i, m := range members {
		all[i] = *m
	}
	return all
}

// Name returns the namespace/name of the application, as its objects carry it; without a namespace, the name.
func (a Application) Name() string { return a.app.Owner() }

// Document returns the document of the application.
func (a Application) Document() *schema.Document { return a.app.Written }

// Limits returns how much one change may do to the application's workloads, bases included; absent without limits.
func (a Application) Limits() tree.Node { return a.app.Document.Spec().Get("limits") }

// Attribute makes problems about values that a base has problems of the base.
func (a Application) Attribute(problems []finding.Problem) { a.run.inv.Attribute(problems) }

// Clusters returns the clusters that the application sees, in the order of their names. The list must not be changed.
func (a Application) Clusters() []schema.Member { return a.members() }

// Cluster returns a cluster that the application sees by its name, empty for the hub; nil when the fleet lacks it.
func (a Application) Cluster(name string) *schema.Member {
	if name == "" {
		return a.clusters().Hub
	}
	return a.clusters().Find(name)
}
