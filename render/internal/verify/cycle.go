package verify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// cycles refuses objects that wait for each other and never get applied. Of cycles with common objects it reports one.
// What closes a wave waits for others of it, and is chosen so that this makes no cycle.
func cycles(placements []*plan.Placement) (problems []finding.Problem) {
	if !slices.ContainsFunc(placements, func(p *plan.Placement) bool { return p.Dependencies().Exists() }) {
		return nil // waves alone make no cycle
	}
	g := graph{objects: map[plan.ClashKey]*plan.Placement{}, state: map[*plan.Placement]int{},
		passed: map[*plan.Gates]bool{}, ordered: map[*plan.Order][]*plan.Placement{},
		inCycle: map[*plan.Placement]bool{}, reported: map[plan.Place]bool{}}
	for _, p := range placements {
		g.objects[p.Key()] = p
		if p.Order != nil {
			g.ordered[p.Order] = append(g.ordered[p.Order], p)
		}
	}
	for _, p := range placements {
		g.otherKinds(p)
		if g.state[p] == 0 {
			g.visit(step{to: p})
		}
	}
	return g.problems
}

type graph struct {
	objects  map[plan.ClashKey]*plan.Placement
	state    map[*plan.Placement]int
	passed   map[*plan.Gates]bool // all objects behind them are done
	ordered  map[*plan.Order][]*plan.Placement
	way      []step
	inCycle  map[*plan.Placement]bool // objects of a cycle that is reported
	reported map[plan.Place]bool      // items, which many objects may share
	problems []finding.Problem
}

// step is one of the way: to an object, by an item of what the object before waits for; the gates of waves have none.
type step struct {
	from, to *plan.Placement
	item     tree.Node
}

// The states of an object: on the way, and done.
const (
	onTheWay = iota + 1
	done
)

func (g *graph) visit(s step) {
	p := s.to
	g.state[p] = onTheWay
	g.way = append(g.way, s)
	for item := range p.Dependencies().Children() {
		g.follow(step{p, g.objects[p.DependencyKey(item)], item})
	}
	if p.Common.Gates != nil && !g.passed[p.Common.Gates] {
		for _, awaited := range p.Common.Gates.Awaited {
			g.follow(step{from: p, to: awaited})
		}
		g.passed[p.Common.Gates] = true
	}
	if p.Order != nil {
		for _, before := range p.Order.Before {
			for _, awaited := range g.ordered[before.Order] {
				g.follow(step{p, awaited, before.Item})
			}
		}
	}
	g.way = g.way[:len(g.way)-1]
	g.state[p] = done
}

func (g *graph) follow(s step) {
	switch {
	case s.to == nil || g.state[s.to] == done:
	case g.state[s.to] == onTheWay:
		g.report(s)
	default:
		g.visit(s)
	}
}

// report refuses a step back to an object on the way, unless a reported cycle has both. The place is an author's item.
func (g *graph) report(last step) {
	back := slices.IndexFunc(g.way, func(s step) bool { return s.to == last.to })
	round := append(g.way[back+1:len(g.way):len(g.way)], last)
	isOther := func(s step) bool { return s.to.Common.Kind != last.to.Common.Kind }
	blamed, waves, kind := step{}, "", last.to.Common.Kind.Name
	if slices.ContainsFunc(round, isOther) { // delivery makes some wait for those of another kind
		kind = "object"
	}
	called := func(p *plan.Placement) string {
		if kind == "object" {
			return p.Common.Kind.Name + " " + p.ObjectKey().String()
		}
		return p.ObjectKey().String()
	}
	names := []string{called(last.to)}
	for _, s := range round {
		if s.item.Exists() {
			blamed = s
		} else {
			waves = ", partly because of their waves"
		}
		names = append(names, called(s.to))
	}
	at := blamed.from.PlaceOf(blamed.item)
	if g.inCycle[last.from] && g.inCycle[last.to] || !each.Add(g.reported, at) {
		return
	}
	for _, s := range round {
		g.inCycle[s.to] = true
	}
	g.problems = append(g.problems, about(blamed.from, finding.SeverityError, CodeCycle, blamed.item, fmt.Sprintf(
		"the %ss wait for each other: %s%s; remove one of the dependencies", kind,
		strings.Join(names, " → "), waves)))
}

// awaited tells of entries whose Kustomizations others wait for (dependsOn, waves), but that are ready once applied.
func awaited(placements []*plan.Placement) (problems []finding.Problem) {
	named, passed, reported := map[plan.ClashKey]bool{}, map[*plan.Gates]bool{}, map[plan.Place]bool{}
	for _, p := range placements {
		if p.Common.Kind != kinds.Kustomization {
			continue
		}
		for item := range p.Dependencies().Children() {
			named[p.DependencyKey(item)] = true
		}
		for _, gates := range []*plan.Gates{p.Common.Gates, p.Closes} {
			if gates != nil && each.Add(passed, gates) {
				for _, before := range gates.Awaited {
					named[before.Key()] = true
				}
			}
		}
	}
	for _, p := range placements {
		isOrdered := p.Order != nil && p.Order.Awaited.Exists()
		if p.Common.Kind != kinds.Kustomization || !p.IsEntry() || !isOrdered && !named[p.Key()] {
			continue
		}
		waits := p.Written("spec", "wait").Text() == "true" || p.Written("spec", "healthChecks").First().Exists()
		if !waits && each.Add(reported, p.PlaceOf(p.Common.Origin)) {
			problems = append(problems, about(p, finding.SeverityInfo, CodeAwaited, p.Common.Origin, "others wait for "+
				"this Kustomization, and Flux goes on when it is applied, perhaps before its workloads are ready; write wait: "+
				"true, or healthChecks"))
		}
	}
	return problems
}

// otherKinds warns of an item of dependsOn that names an object of another kind: controllers look for one of their own
// (checkDependencies), which may be in what a Kustomization applies. A document without a namespace has any.
func (g *graph) otherKinds(p *plan.Placement) {
	for item := range p.Dependencies().Children() {
		named := p.DependencyKey(item)
		anywhere := named
		anywhere.Namespace = ""
		for kind := range kinds.With(kinds.Workload) {
			other := named
			other.Kind = kind.Name
			isOther := g.objects[other] != nil && g.objects[named] == nil && g.objects[anywhere] == nil && named != anywhere
			if meant := g.objects[other]; isOther && each.Add(g.reported, p.PlaceOf(item)) {
				g.problems = append(g.problems, about(p, finding.SeverityWarning, plan.CodeDependency, item, fmt.Sprintf(
					"%s is a %s in this run, and Flux waits for ever if the cluster has no %s of this name; with delivery in a "+
						"RenderConfig, write {application: %s, namespace: %s} in its place",
					meant.ObjectKey(), kind.Name, named.Kind, meant.Common.App.Document.Name(), meant.Common.App.Namespace)))
			}
		}
	}
}
