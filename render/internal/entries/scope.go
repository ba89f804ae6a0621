package entries

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
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

func (s *scope) first(key any) bool {
	again := s.reported[key]
	s.reported[key] = true
	return !again
}

// report adds a finding about the application. That of one of its bases is told later: [inventory.Inventory.Attribute].
func (s *scope) report(p finding.Problem) {
	p.Subject = s.app.Document.Subject()
	s.problems = finding.Append(s.problems, p)
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

// selector reads a label selector, and reports what is wrong with it; nil when it is wrong.
func (s *scope) selector(n tree.Node) *fleet.Selector {
	selector, problems := fleet.NewSelector(n)
	if !s.app.Refused { // else Parse has reported it
		for _, p := range problems {
			s.report(p)
		}
	}
	return selector
}

// fill adds the fields that Flux requires and no layer has. A warning reports each once for an entry, and information
// each that layers leave to another tool, once for the application.
func (s *scope) fill(e *entry, t *Template, fields tree.Node) tree.Node {
	b := s.inv.Build
	for _, key := range validate.LeftOpen(s.app.Document, fields) {
		if s.first(key) {
			s.report(validate.LeftOpenBy(fields.Find(key)))
		}
	}
	added := missing(b, s.app, fields)
	if len(added) == 0 {
		return fields
	}
	for _, f := range added {
		if s.reportRemoved(t, f) || slices.Contains(e.reported, f.Key) {
			continue
		}
		e.reported = append(e.reported, f.Key)
		s.report(finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeFilled, Node: fields, Child: f.Key,
			Proposed: f.Key + ": " + f.Value.Text(), Detail: "Flux requires it; fluxapp sets " + f.Key + ": " + f.Value.Text()})
	}
	return b.Map(fields, append(fields.Fields(), added...)...)
}

// reportRemoved warns, once, of the $(remove) that removed a required field; false where none has.
func (s *scope) reportRemoved(t *Template, added tree.Field) bool {
	if !s.app.Document.MayMentionRemovals() {
		return false
	}
	var removal tree.Node
	for _, layer := range t.stack.layers() {
		removal = cmp.Or(layer.Fields.Find(added.Key), removal)
	}
	if !names.IsRemoval(removal) {
		return false
	}
	if s.first(removal.Value()) {
		set, instead := added.Key+": "+added.Value.Text(), "write a value"
		if !s.app.Document.IsKubeSphereApplication() {
			instead = fmt.Sprintf("write %s: null to leave it to another tool, or a value", added.Key)
		}
		s.report(finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeFilled, Node: removal, OnKey: true,
			Proposed: set,
			Detail:   fmt.Sprintf("%s removes what Flux requires, and fluxapp sets %s; %s", names.Removal, set, instead)})
	}
	return true
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
