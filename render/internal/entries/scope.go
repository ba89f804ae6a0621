package entries

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
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

func (s *scope) first(key any) bool { return each.Add(s.reported, key) }

// report adds findings about the application. Findings about its bases are told later: [inventory.Inventory.Attribute].
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

// selects reports whether a destination or an override selects clusters of the fleet, and does not name them.
func selects(n tree.Node) bool {
	return n.Get("clusterSelector").Kind() == tree.Map || n.Get("placement").Kind() == tree.String
}

// selector reads what selects clusters, and reports what is wrong with it; nil when it is wrong.
func (s *scope) selector(n tree.Node) *fleet.Selector {
	selector, problems := fleet.NewSelector(n.Get("clusterSelector"))
	if !s.app.Refused { // else Parse has reported it
		s.report(problems...)
	}
	if key := n.Get("placement"); selector != nil && key.Exists() {
		if selector.Chosen = s.chosen(key); selector.Chosen == nil {
			return nil
		}
	}
	return selector
}

// chosen returns the names of the clusters in all decisions that have a key; nil where an error says what is wrong.
func (s *scope) chosen(key tree.Node) map[string]bool {
	if s.inv.RefusedFleet || key.Kind() != tree.String || names.HasReferences(key) {
		return nil
	}
	found, all := s.inv.Decisions[key.Text()], map[string]bool{}
	if len(found) == 0 {
		known := slices.Sorted(maps.Keys(s.inv.Decisions))
		near, remedy := names.Nearest(key.Text(), known), "add the documents of the scheduler"+s.inv.OneDocument("; ")
		if len(known) > 0 {
			remedy = "write one of " + fleet.Summarize(known) + ", or " + remedy
		}
		s.report(finding.Problem{Code: codes.Placement, Node: key, Current: key.Text(), Proposed: near,
			Detail: fmt.Sprintf("no decision has the key %q; %s", key.Text(), meant(near, remedy))})
		return nil
	}
	before := len(s.problems)
	for _, d := range found {
		s.checkSlices(d)
		for name, namespace := range d.Facts().Chosen {
			all[name.Text()] = true
			s.checkChosen(d, name, namespace)
		}
	}
	if len(s.problems) > before {
		return nil
	}
	return all
}

func meant(near, otherwise string) string {
	if near == "" {
		return otherwise
	}
	return fmt.Sprintf("did you mean %q?", near)
}

// checkSlices refuses slices of a decision that are counted, but not from 0 without a gap: clusters may be missing.
func (s *scope) checkSlices(d *schema.Document) {
	of := func(d *schema.Document) [3]string {
		key := d.Facts().DecisionKeys()[0]
		return [...]string{key.Text(), key.Key(), d.Namespace()}
	}
	if !s.first(of(d)) {
		return
	}
	all := each.Only(s.inv.Decisions[of(d)[0]], func(other *schema.Document) bool { return of(other) == of(d) })
	counted := each.Once(all, func(d *schema.Document) string { return d.Facts().DecisionIndex().Text() })
	for i := range all {
		if index := strconv.Itoa(i); !counted[index] && (len(counted) > 1 || !counted[""]) {
			s.problems = finding.Append(s.problems, finding.Problem{Code: codes.Placement, Subject: d.Subject(),
				Node: cmp.Or(d.Facts().DecisionIndex(), d.Root().At("metadata", "name")),
				Detail: fmt.Sprintf("the decision %s has %s, and none with the index %s; add the one that is missing, or "+
					"remove an old one", of(d)[0], names.Counted(len(all), "slice"), index)})
			return
		}
	}
}

// checkChosen refuses a cluster that the fleet does not have, or whose profile is in another namespace.
func (s *scope) checkChosen(d *schema.Document, name tree.Node, namespace string) {
	p := finding.Problem{Code: wording.CodeUnknownCluster, Subject: d.Subject(), Node: name, Current: name.Text()}
	switch m := s.clusters().Find(p.Current); {
	case m == nil:
		p.Proposed = s.nearest(p.Current, nil)
		p.Detail = fmt.Sprintf("the fleet has no cluster %q, where this decision runs an application; %s",
			p.Current, meant(p.Proposed, "add the document of the cluster"+s.inv.NoFleet("; ")))
	case m.Document().Kind() == kinds.ClusterProfile.Name && namespace != "" && m.Document().Namespace() != "" &&
		namespace != m.Document().Namespace():
		p.Detail = fmt.Sprintf("the %s %s is in namespace %s, and this decision names one in %s; write namespace: %[3]s",
			kinds.ClusterProfile.Name, p.Current, m.Document().Namespace(), namespace)
	default:
		return
	}
	s.problems = finding.Append(s.problems, p)
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
