package render

import (
	"iter"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// content is what a written entry becomes with the same layers: the same for all clusters that they reach.
type content struct {
	app *application
	// fields are merged. Those of an entry for clusters of the fleet lack what each cluster brings: its name and kubeConfig.
	fields tree.Node
	said
	written tree.Node // the entry by itself
	above   []layer   // the overrides that were laid over it, the lowest first
	// resolved says that references were replaced by values that Parse has not seen in their places.
	resolved bool
	// idle says that the entry goes to no cluster now. It is judged, as far as it can be, so that a cluster more breaks nothing.
	idle bool
	// refers says that there are references left, so that each cluster has a content of its own.
	refers bool
	// model is that of the object that was planned last.
	model *model
	twins *twins   // that share the content; nil when there are none
	first *content // of one with references: that of the first cluster
	slots []slot   // of the references, when clusters share the content, or may
}

// entry is a content for one cluster.
type entry struct {
	*content
	member *schema.Member // the cluster of the fleet that it goes to; nil when it says itself how to reach the cluster
	own    tree.Node      // the entry as it is written, when its content is that of another one
}

// group is entries that follow each other and have one content.
type group struct {
	content *content
	members []*schema.Member // the clusters of the fleet that they go to
	owns    []tree.Node      // the entries as they are written, when the content is that of another one
}

// count returns how many entries there are. One has neither members nor owns.
func (g *group) count() int { return max(1, len(g.members)+len(g.owns)) }

// entries returns the entries of the group.
func (g *group) entries() iter.Seq[entry] {
	return func(yield func(entry) bool) {
		for _, m := range g.members {
			if !yield(entry{content: g.content, member: m}) {
				return
			}
		}
		for _, own := range g.owns {
			if !yield(entry{content: g.content, own: own.Value()}) {
				return
			}
		}
		if len(g.members)+len(g.owns) == 0 {
			yield(entry{content: g.content})
		}
	}
}

// spread returns the merged entries of all applications: an entry for each cluster, with the defaults below it and the overrides
// for that cluster above it. The two fields that Flux requires and KubeSphere leaves out are filled in here, where no layer has
// them, and nothing else anywhere. Contents are those of the entries, each once, and of entries that go nowhere.
func spread(in input) (groups []group, contents []*content, problems []schema.Problem) {
	for _, app := range in.applications {
		s := selector{
			in: in, app: app, groups: groups, scratch: tree.NewBuilder(), refers: app.document.HasReferences(), failed: map[tree.Node]bool{}, merged: map[mergeKey]tree.Node{},
			below: map[tree.Node]bool{}, parts: map[tree.Node][]schema.ReferencePart{},
		}
		s.overrides = s.overridesOf()
		if s.sharesTwins() {
			s.firsts = map[tree.Node]*content{}
		}
		_, written := app.document.Entries()
		for i, fields := range written {
			if fields.Kind() == tree.Map && !s.twin(written, i) {
				s.spread(fields)
			}
		}
		s.unused()
		s.emptied()
		s.tellLeftOut()
		groups, contents = s.groups, append(contents, s.contents...)
		problems = append(problems, s.problems...)
	}
	return groups, contents, problems
}

// spread adds the merged entries of one that is written, or an idle content when it goes to no cluster.
func (s *selector) spread(fields tree.Node) {
	b := s.in.build
	clear(s.below)
	clear(s.parts)
	w := written{s: s, entry: fields, fields: fields}
	if defaults := s.app.document.Defaults(); defaults.Exists() {
		w.fields = at(b, fields, merge(b, defaults, fields))
	}
	if s.choose(&w) {
		return
	}
	nowhere := without(b, w.fields.Get("destination"), "cluster", "clusterSelector", "allowEmpty")
	s.contents = append(s.contents, &content{
		app: s.app, idle: true,
		fields: b.Map(w.fields, append(w.fields.Fields(), tree.Field{Key: "destination", Value: nowhere})...),
	})
}

// written is an entry as it is written, above the defaults.
type written struct {
	s      *selector
	entry  tree.Node // by itself
	fields tree.Node // with the defaults below it
	// contents are those that were made already, by the overrides that they have; nil while last is the only one.
	contents    map[string]*content
	last        *content
	lastReached string
	said        map[string]bool // fields that were filled in
}

// at returns a map as it stands at another place.
func at(b *tree.Builder, place, n tree.Node) tree.Node { return b.Map(place, n.Fields()...) }

// fill adds the fields that Flux requires and no layer has; a warning says each once for an entry.
func (w *written) fill(fields tree.Node) tree.Node {
	b, app := w.s.in.build, w.s.app
	var added []tree.Field
	if !fields.Get("interval").Exists() {
		added = append(added, tree.Field{Key: "interval", Value: b.String("10m", fields)})
	}
	if app.workload != schema.HelmReleases && !fields.Get("prune").Exists() {
		added = append(added, tree.Field{Key: "prune", Value: b.Bool(false, fields)})
	}
	if len(added) == 0 {
		return fields
	}
	for _, f := range added {
		if w.said[f.Key] {
			continue
		}
		if w.said == nil {
			w.said = map[string]bool{}
		}
		w.said[f.Key] = true
		w.s.refuse(schema.Problem{
			Severity: schema.SeverityWarning, Code: schema.CodeFilled, Node: fields, Child: f.Key,
			Proposed: f.Key + ": " + f.Value.Text(), Detail: "Flux requires it; fluxapp sets " + f.Key + ": " + f.Value.Text(),
		})
	}
	return b.Map(fields, append(fields.Fields(), added...)...)
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
