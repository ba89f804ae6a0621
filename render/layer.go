package render

import (
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// entry is one entry of an application, with all its layers merged.
type entry struct {
	app    *application
	fields tree.Node
	member *member // the cluster of the fleet that it goes to; nil when it says itself how to reach the cluster
	// resolved says that references were replaced by values that Parse has not seen in their places.
	resolved bool
	// idle says that the entry goes to no cluster now. It is judged, as far as it can be, so that a cluster more breaks nothing.
	idle   bool
	layers []layer // what it was merged from, the lowest first
}

// spread returns the merged entries of all applications: an entry for each cluster, with the defaults below it and the overrides
// for that cluster above it. The two fields that Flux requires and KubeSphere leaves out are filled in here, where no layer has
// them, and nothing else anywhere.
func spread(in input) (entries []entry, problems []schema.Problem) {
	for _, app := range in.applications {
		s := selector{
			in: in, app: app, refers: app.document.HasReferences(), failed: map[tree.Node]bool{}, merged: map[mergeKey]tree.Node{},
		}
		s.overrides = s.overridesOf()
		chosen, kept := 0, 0
		_, written := app.document.Entries()
		for _, fields := range written {
			if fields.Kind() != tree.Map {
				continue
			}
			for _, e := range s.spread(fields) {
				entries = append(entries, e)
				if chosen++; !e.idle {
					kept++
				}
			}
		}
		s.unused()
		s.emptied(chosen, kept)
		problems = append(problems, s.problems...)
	}
	return entries, problems
}

// spread returns the merged entries of one that is written; an idle one when it goes to no cluster.
func (s *selector) spread(fields tree.Node) (entries []entry) {
	b, said := s.in.build, map[string]bool{} // once for all clusters of the entry
	base := fields
	if defaults := s.app.document.Defaults(); defaults.Exists() {
		base = at(b, fields, merge(b, defaults, fields))
	}
	below := s.app.layersOf(fields)
	for _, e := range s.entries(base) {
		e.layers = below
		e, kept := s.layered(e)
		if e.idle = !kept; kept {
			var filled []schema.Problem
			e.fields, filled = fill(b, s.app, e.fields, said)
			s.problems = append(s.problems, filled...)
		}
		entries = append(entries, e)
	}
	if len(entries) == 0 {
		nowhere := without(b, base.Get("destination"), "cluster", "clusterSelector", "allowEmpty")
		base = b.Map(base, append(base.Fields(), tree.Field{Key: "destination", Value: nowhere})...)
		entries = []entry{{app: s.app, fields: base, idle: true}}
	}
	return entries
}

// at returns a map as it stands at another place.
func at(b *tree.Builder, place, n tree.Node) tree.Node { return b.Map(place, n.Fields()...) }

// fill adds the fields that Flux requires and no layer has; a warning says each once for an application.
func fill(b *tree.Builder, app *application, fields tree.Node, said map[string]bool) (tree.Node, []schema.Problem) {
	var added []tree.Field
	if !fields.Get("interval").Exists() {
		added = append(added, tree.Field{Key: "interval", Value: b.String("10m", fields)})
	}
	if app.workload != schema.HelmReleases && !fields.Get("prune").Exists() {
		added = append(added, tree.Field{Key: "prune", Value: b.Bool(false, fields)})
	}
	if len(added) == 0 {
		return fields, nil
	}
	var problems []schema.Problem
	for _, f := range added {
		if said[f.Key] {
			continue
		}
		said[f.Key] = true
		problems = append(problems, schema.Problem{
			Severity: schema.SeverityWarning, Code: schema.CodeFilled, Document: app.document, Node: fields, Child: f.Key,
			Proposed: f.Key + ": " + f.Value.Text(), Detail: "Flux requires it; it becomes " + f.Key + ": " + f.Value.Text(),
		})
	}
	return b.Map(fields, append(fields.Fields(), added...)...), problems
}

// merge lays the map over onto base as Helm does: maps deeply, everything else replaces, null removes: it stays in
// the map as a null, which counts as nothing and is not printed. Where one is absent the other is the result.
func merge(b *tree.Builder, base, over tree.Node) tree.Node {
	switch {
	case !over.Exists():
		return base
	case base.Kind() != tree.Map || over.Kind() != tree.Map:
		return over
	}
	fields := base.Fields()
	for child := range over.Children() {
		value := child
		if child.Kind() == tree.Map {
			value = merge(b, base.Get(child.Key()), child)
		}
		fields = append(fields, tree.Field{Key: child.Key(), Value: value})
	}
	return b.Map(over, fields...)
}
