package layout

import (
	"maps"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

type writer struct {
	group       Group
	b           *tree.Builder
	members     []reached
	common      tree.Node    // what the members have in common
	differences []difference // and what not
	params      []param
	unique      bool  // each member has a cluster of its own, with a name
	listable    bool  // the document can list the clusters that no document of the run has
	selector    value // of one entry for all members; absent where there is none
	authors     *authors
	keys        map[string]string // as documents have them
	scribe      *scribe           // of the document that is written
}

func newWriter(g Group, b *tree.Builder, members []reached) *writer {
	w := &writer{group: g, b: b, members: members, authors: readAuthors(reader{group: g, b: b}, members),
		keys: map[string]string{}}
	w.unique, w.listable = true, true
	for i, m := range members {
		if m.hub && !m.inFleet || i > 0 && members[i-1].Cluster == m.Cluster {
			w.unique = false
		}
		w.listable = w.listable && m.inFleet == m.taken
	}
	if w.unique && w.listable {
		w.selector = w.selectorOfAll()
	}
	return w
}

// selectorOfAll selects the clusters of the members and no other one; absent where no selector does.
func (w *writer) selectorOfAll() value {
	var in, out []map[string]string
	selected := map[string]bool{}
	for _, m := range w.members {
		selected[m.Cluster] = m.inFleet
		if !m.inFleet { // its labels are not those that the document lists
			m.Labels = nil
		}
		in = append(in, m.Labels)
	}
	for i := range w.group.Fleet {
		if other := &w.group.Fleet[i]; !selected[other.Name] {
			out = append(out, LabelsOf(other))
		}
	}
	if len(out) == 0 {
		return mapOf()
	}
	if r, ok := require(in, out); ok {
		return r.value(w.b)
	}
	return value{}
}

// of is the entry of some members; without members, of all of them.
func (w *writer) of(members ...int) spot { return spot{place: &w.authors.entry, members: members} }

// shared returns the value of a field that all entries have.
func (w *writer) shared(common tree.Node, key string) value {
	return w.scribe.noted(common.Get(key), w.of().field(key))
}

func (w *writer) document(d draft) value {
	w.reserveComments(d)
	defaults, below := w.b.Without(d.common, aboveEntries...), value{}
	if d.own == nil {
		defaults = d.long
	}
	if defaults.First().Exists() {
		below = entryValue(w.scribe.value(defaults, w.of()))
		below.style = small
	}
	chart := ranked(w.shared(d.common, "chart"), chartKeys...)
	topology, source := value{}, ranked(w.shared(d.common, "source"), sourceKeys...)
	workload := field{w.group.Kind.Field, linesOf(w.entries(d)...)}
	if w.group.Kind == kinds.HelmRelease {
		workload.value = mapOf(field{"chart", chart}, field{"deploy", workload.value})
	}
	if w.group.Standalone {
		topology = w.text("Standalone")
	}
	if ref := w.shared(d.common, "sourceRef"); ref.kind != tree.Absent && source.kind == tree.Absent {
		source = mapOf(field{"sourceRef", ref})
	}
	made := mapOf(
		field{"apiVersion", w.text(kinds.FluxApplication.APIVersion)}, field{"kind", w.text(kinds.FluxApplication.Name)},
		field{"metadata", mapOf(field{"name", w.text(w.group.Name)}, field{"namespace", w.text(w.group.Namespace)})},
		field{"spec", mapOf(
			field{"clusters", listOf(w.clusters(d)...)}, field{"topology", topology},
			field{"commonMetadata", w.commonMetadata()},
			field{"sources", w.items()}, field{"source", source}, field{"config", mapOf(
				field{"defaults", below}, workload, field{"overrides", linesOf(each(d.overrides, w.override)...)})},
			field{"notification", w.sectionValue(w.group.Notification)},
			field{"imageAutomation", w.sectionValue(w.group.ImageAutomation)},
		)},
	)
	return w.withComments(made)
}

// ofEach returns the comments about the whole object of some members.
func (w *writer) ofEach(members ...int) (all comments) {
	for range w.authors.each.notes { // a member may have some at several lines
		all = all.and(w.scribe.comments(spot{place: &w.authors.each, members: members}))
	}
	return all.asAbove()
}

// reserveComments keeps the comments about values of entries and overrides for them.
func (w *writer) reserveComments(d draft) {
	if !slices.ContainsFunc(w.authors.all, func(all []ownComment) bool { return len(all) > 0 }) {
		return
	}
	for i, own := range d.own {
		w.scribe.reserve(own, w.of(i))
	}
	for _, o := range d.overrides {
		w.scribe.reserve(o.fields, w.of(o.members...))
	}
}

// withComments returns a document with the comments about what the objects have beside their entries.
func (w *writer) withComments(document value) value {
	for i, f := range document.fields {
		c := w.scribe.comments(spot{place: w.authors.document.field(f.key)}).aboveOnly()
		if f.key != "spec" {
			c = c.asAbove()
		}
		document.fields[i].value.comments = c
	}
	first := &document.fields[0].value
	first.comments = first.comments.and(w.ofEach())
	return document
}

// onLine returns a map that is on one line where it fits.
func onLine(fields ...field) value {
	made := mapOf(fields...)
	made.style = line
	return made
}

// entries returns the entries of a draft, of which one that is for all members has what they have in common.
func (w *writer) entries(d draft) (made []value) {
	if d.own == nil {
		elsewhere := slices.Clone(aboveEntries)
		for f := range d.long.Children() {
			elsewhere = append(elsewhere, f.Key())
		}
		shared := w.scribe.value(w.b.Without(d.common, elsewhere...), w.of())
		return []value{entryValue(shared, field{"destination", onLine(field{"clusterSelector", w.selector})})}
	}
	for i, own := range d.own {
		entry := entryValue(w.scribe.value(own, w.of(i)), field{"destination", w.destination(i, d)})
		entry.comments = w.ofEach(i)
		made = append(made, entry)
	}
	return made
}

// destination returns what leads to the cluster of a member.
func (w *writer) destination(member int, d draft) value {
	m := w.members[member]
	switch {
	case m.hub:
		return onLine()
	case m.inFleet || w.lists(d):
		return onLine(field{"cluster", w.text(m.Cluster)})
	case m.namesItself():
		return onLine(field{"kubeConfig", w.kubeConfig(member)})
	}
	return onLine(field{"cluster", w.text(m.Cluster)}, field{"kubeConfig", w.kubeConfig(member)})
}

func (w *writer) kubeConfig(member int) value {
	return withNameFirst(w.scribe.noted(w.members[member].kubeConfig, w.of(member).field("kubeConfig")))
}

// lists reports whether the document lists clusters that have no document. For Flux, an entry's kubeConfig is enough.
func (w *writer) lists(d draft) bool { return d.own == nil || d.listed || w.group.Standalone }

// clusters returns those that the document must list: entries need them, and no document of the run has them.
func (w *writer) clusters(d draft) (made []value) {
	for i, m := range w.members {
		known := i > 0 && w.members[i-1].Cluster == m.Cluster
		if m.inFleet || m.hub || known || !w.lists(d) {
			continue
		}
		namespace := tree.Node{}
		if d.namespace {
			namespace = m.fields.Get("namespace")
		}
		listed := mapOf(field{"name", w.text(m.Cluster)},
			field{"namespace", w.scribe.noted(namespace, w.of(i).field("namespace"))},
			field{"labels", w.labels(m, d)}, field{"params", w.paramsOf(i, d)}, field{"kubeConfig", w.kubeConfig(i)})
		listed.style, listed.comments = dense, w.ofEach(i)
		made = append(made, listed)
	}
	return made
}

// paramsOf returns the params of a cluster that the document lists.
func (w *writer) paramsOf(member int, d draft) value {
	if !d.listsParams {
		return value{}
	}
	return mapOf(each(d.params, func(p param) field { return field{p.name, valueOf(p.values[member])} })...)
}

// labels returns the labels of a cluster that the overrides of a draft need.
func (w *writer) labels(m reached, d draft) value {
	needed := map[string]bool{}
	for _, o := range d.overrides {
		needed[o.selector.key] = true
	}
	var labels []field
	for _, key := range slices.Sorted(maps.Keys(m.Labels)) {
		if needed[key] {
			labels = append(labels, field{key, w.text(m.Labels[key])})
		}
	}
	if len(labels) == 0 {
		return value{}
	}
	return mapOf(labels...)
}

// override returns an override, which selects its clusters by their labels or names.
func (w *writer) override(o override) value {
	fields := w.scribe.value(o.fields, w.of(o.members...))
	if o.selector.key != "" {
		return entryValue(fields, field{"clusterSelector", o.selector.value(w.b)})
	}
	names := each(o.members, func(m int) value { return w.text(w.members[m].Cluster) })
	if len(names) == 1 {
		return entryValue(fields, field{"cluster", names[0]})
	}
	list := listOf(names...)
	list.style = words
	return entryValue(fields, field{"clusters", list})
}

func (w *writer) text(s string) value {
	if s == "" {
		return value{}
	}
	return valueOf(w.b.String(s, tree.Node{}))
}
