package entries

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// scope is an application whose entries are merged, with its clusters, and what is found in it.
type scope struct {
	inv      inventory.Inventory
	app      *inventory.Application
	fleet    *fleet.Fleet // nil until somebody asks for the clusters
	guesses  int          // names of unknown clusters so far
	problems []finding.Problem
	reported map[any]bool // what is reported once, whichever clusters have it
}

func (s *scope) first(key any) bool { return each.Add(s.reported, key) }

// report adds findings about the application. Those of its bases are told later: [inventory.Inventory.Attribute].
func (s *scope) report(all ...finding.Problem) {
	for _, p := range all {
		p.Subject = s.app.Document.Subject()
		s.problems = finding.Append(s.problems, p)
	}
}

func (s *scope) clusters() *fleet.Fleet {
	if s.fleet == nil {
		var problems []finding.Problem
		s.fleet, problems = s.inv.FleetOf(s.app)
		s.problems = finding.Append(s.problems, problems...)
	}
	return s.fleet
}

// nearest returns the cluster, or the other name, that a misspelt name most likely means; empty when none is near, and
// after many names: each is compared with all clusters, and where so many are wrong, none is a slip.
func (s *scope) nearest(name string, others []string) string {
	const maxGuesses = 50
	if s.guesses++; s.guesses > maxGuesses {
		return ""
	}
	return s.clusters().Nearest(name, slices.Clone(others))
}

// missing returns the fields that Flux requires and an entry lacks. A null in a layer leaves a field to another tool.
func missing(b *tree.Builder, app *inventory.Application, fields tree.Node) (added []tree.Field) {
	open := validate.LeftOpen(app.Document, fields)
	if !fields.Get("interval").Exists() && !slices.Contains(open, "interval") {
		added = append(added, tree.Field{Key: "interval", Value: b.String("10m", fields)})
	}
	if app.Workload != kinds.HelmReleases && !fields.Get("prune").Exists() && !slices.Contains(open, "prune") {
		added = append(added, tree.Field{Key: "prune", Value: b.Bool(false, fields)})
	}
	return added
}
