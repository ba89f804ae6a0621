package plan

import (
	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

type planner struct {
	inv          inventory.Inventory
	placements   []Placement
	problems     []finding.Problem
	commons      map[commonKey]*Common
	charts       map[chartKey]releaseChart
	sharedCharts map[sharedKey]*Placement
	sources      map[sourceKey]*Placement
	pending      map[*inventory.Application][]*Placement // objects that the first entry of each API server brings
	copied       map[copyKey]bool                        // those that are there
	awaited      map[inventory.ObjectKey]bool            // applications that entries depend on
}

func newPlanner(inv inventory.Inventory) planner {
	return planner{
		inv:    inv,
		charts: map[chartKey]releaseChart{}, sharedCharts: map[sharedKey]*Placement{}, sources: map[sourceKey]*Placement{},
		pending: map[*inventory.Application][]*Placement{},
		commons: map[commonKey]*Common{}, copied: map[copyKey]bool{}, awaited: map[inventory.ObjectKey]bool{},
	}
}

type commonKey struct {
	template  *entries.Template
	namespace string
}

func (p *planner) append(placed Placement) {
	if placed.Common.Copies == 0 || placed.Common.OwnMetadata {
		addMetadata(p.inv.Build, &placed)
	}
	placed.Common.Copies++
	p.placements = append(p.placements, placed)
}

// share plans an object that belongs to all entries of an application. Where clusters have API servers of their own,
// the entries bring it: each cluster that one goes to gets a copy, and no other.
func (p *planner) share(shared *Placement) {
	if app := shared.Common.App; app.Standalone {
		p.pending[app] = append(p.pending[app], shared)
		return
	}
	p.copyTo(shared, "", entries.Instance{})
}

// sharedPlacement returns the placement of an object that entries share.
func sharedPlacement(name string, made Common) *Placement {
	made.Shared = !made.App.Standalone
	return &Placement{Common: &made, Name: name}
}

// copyKey is an object that entries share, on an API server.
type copyKey struct {
	shared *Placement
	server string
}

// copyTo plans an object that entries share, once for each API server. An instance brings it to its cluster.
func (p *planner) copyTo(shared *Placement, cluster string, i entries.Instance) {
	if !shared.Common.App.Standalone {
		cluster = ""
	}
	key := copyKey{shared, cluster}
	if p.copied[key] {
		return
	}
	p.copied[key] = true
	placed := *shared
	placed.ClusterName = cluster
	if i != (entries.Instance{}) {
		placed.rare = &rareFields{broughtBy: i}
	}
	p.append(placed)
}

// chartKey is what the chart of a release depends on, and how it is written.
type chartKey struct {
	chart     entries.ChartKey
	namespace string // of the release, which decides how the reference is written
}

// releaseChart is the value of chart, or of chartRef with the HelmChart that releases share.
type releaseChart struct {
	value  tree.Node
	shared *Placement // nil when each release has its own
}

// sharedKey identifies a HelmChart that releases share. Two metadata for one chart are two objects, which clash.
type sharedKey struct {
	app                       *inventory.Application
	namespace, name, metadata string
}

// sourceKey identifies an inline source, which entries with equal specs share. Others of its name clash with it.
type sourceKey struct {
	app           *inventory.Application
	kind          *kinds.Kind
	name, content string
}
