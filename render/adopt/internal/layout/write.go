package layout

import (
	"maps"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout/internal/authored"
	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout/internal/divide"
	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout/internal/page"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

type writer struct {
	group       Group
	b           *tree.Builder
	members     []reached
	common      tree.Node           // what the members have in common
	differences []divide.Difference // and what not
	params      []divide.Param
	unique      bool       // each member has a cluster of its own, with a name
	listable    bool       // the document can list the clusters that no document of the run has
	selector    page.Value // of one entry for all members; absent where there is none
	authors     *authored.Authors
	printer     *page.Printer
	scribe      *authored.Scribe // of the document that is written
}

func newWriter(g Group, b *tree.Builder, members []reached) *writer {
	w := &writer{group: g, b: b, members: members, authors: readAuthors(reader{group: g, b: b}, members)}
	w.printer = &page.Printer{B: b, Longest: w.authors.Longest}
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
func (w *writer) selectorOfAll() page.Value {
	var in, out []map[string]string
	selected := map[string]bool{}
	for _, m := range w.members {
		selected[m.Cluster] = m.inFleet
		if !m.inFleet { // its labels are not those that the document lists
			m.labels = nil
		}
		in = append(in, m.labels)
	}
	for i := range w.group.Fleet {
		if other := &w.group.Fleet[i]; !selected[other.Name] {
			out = append(out, labelsOf(other))
		}
	}
	if len(out) == 0 {
		return page.MapOf()
	}
	if r, ok := require(in, out); ok {
		return r.value(w.b)
	}
	return page.Value{}
}

// of is the entry of some members; without members, of all of them.
func (w *writer) of(members ...int) authored.Spot {
	return authored.Spot{Place: &w.authors.Entry, Members: members}
}

// shared returns the value of a field that all entries have.
func (w *writer) shared(common tree.Node, key string) page.Value {
	return w.scribe.Noted(common.Get(key), w.of().Field(key))
}

func (w *writer) document(d draft) page.Value {
	w.reserveComments(d)
	defaults, below := w.b.Without(d.common, divide.AboveEntries...), page.Value{}
	if d.own == nil {
		defaults = d.long
	}
	if defaults.First().Exists() {
		below = entryValue(w.scribe.Value(defaults, w.of()))
		below.Style = page.Small
	}
	chart := ranked(w.shared(d.common, "chart"), chartKeys...)
	topology, source := page.Value{}, ranked(w.shared(d.common, "source"), sourceKeys...)
	workload := page.FieldOf(w.group.Kind.Field, page.LinesOf(w.entries(d)...))
	if w.group.Kind == kinds.HelmRelease {
		workload.Value = page.MapOf(page.FieldOf("chart", chart), page.FieldOf("deploy", workload.Value))
	}
	if w.group.Standalone {
		topology = w.text("Standalone")
	}
	if ref := w.shared(d.common, "sourceRef"); ref.Kind != tree.Absent && source.Kind == tree.Absent {
		source = page.MapOf(page.FieldOf("sourceRef", ref))
	}
	made := page.MapOf(
		page.FieldOf("apiVersion", w.text(kinds.FluxApplication.APIVersion)),
		page.FieldOf("kind", w.text(kinds.FluxApplication.Name)),
		page.FieldOf("metadata", page.MapOf(page.FieldOf("name", w.text(w.group.Name)),
			page.FieldOf("namespace", w.text(w.group.Namespace)))),
		page.FieldOf("spec", page.MapOf(
			page.FieldOf("clusters", page.ListOf(w.clusters(d)...)), page.FieldOf("topology", topology),
			page.FieldOf("commonMetadata", w.commonMetadata()),
			page.FieldOf("sources", w.items()), page.FieldOf("source", source),
			page.FieldOf("config", page.MapOf(
				page.FieldOf("defaults", below), workload,
				page.FieldOf("overrides", page.LinesOf(divide.Each(d.overrides, w.override)...)))),
		)),
	)
	return w.withComments(made)
}

// ofEach returns the comments about the whole object of some members.
func (w *writer) ofEach(members ...int) (all page.Comments) {
	for range w.authors.Each.Notes { // a member may have some at several lines
		all = all.And(w.scribe.Comments(authored.Spot{Place: &w.authors.Each, Members: members}))
	}
	return all.AsAbove()
}

// reserveComments keeps the comments about values of entries and overrides for them.
func (w *writer) reserveComments(d draft) {
	if !slices.ContainsFunc(w.authors.All, func(all []authored.OwnComment) bool { return len(all) > 0 }) {
		return
	}
	for i, own := range d.own {
		w.scribe.Reserve(own, w.of(i))
	}
	for _, o := range d.overrides {
		w.scribe.Reserve(o.fields, w.of(o.members...))
	}
}

// withComments returns a document with the comments about what the objects have beside their entries.
func (w *writer) withComments(document page.Value) page.Value {
	for i, f := range document.Fields {
		c := w.scribe.Comments(authored.Spot{Place: w.authors.Document.Field(f.Key)}).AboveOnly()
		if f.Key != "spec" {
			c = c.AsAbove()
		}
		document.Fields[i].Value.Comments = c
	}
	first := &document.Fields[0].Value
	first.Comments = first.Comments.And(w.ofEach())
	return document
}

// entries returns the entries of a draft, of which one that is for all members has what they have in common.
func (w *writer) entries(d draft) (made []page.Value) {
	if d.own == nil {
		elsewhere := slices.Clone(divide.AboveEntries)
		for f := range d.long.Children() {
			elsewhere = append(elsewhere, f.Key())
		}
		shared := w.scribe.Value(w.b.Without(d.common, elsewhere...), w.of())
		destination := page.OnLine(page.FieldOf("clusterSelector", w.selector))
		return []page.Value{entryValue(shared, page.FieldOf("destination", destination))}
	}
	for i, own := range d.own {
		entry := entryValue(w.scribe.Value(own, w.of(i)), page.FieldOf("destination", w.destination(i, d)))
		entry.Comments = w.ofEach(i)
		made = append(made, entry)
	}
	return made
}

// destination returns what leads to the cluster of a member.
func (w *writer) destination(member int, d draft) page.Value {
	m := w.members[member]
	switch {
	case m.hub:
		return page.OnLine()
	case m.inFleet || w.lists(d):
		return page.OnLine(page.FieldOf("cluster", w.text(m.Cluster)))
	case m.namesItself():
		return page.OnLine(page.FieldOf("kubeConfig", w.kubeConfig(member)))
	}
	return page.OnLine(page.FieldOf("cluster", w.text(m.Cluster)), page.FieldOf("kubeConfig", w.kubeConfig(member)))
}

func (w *writer) kubeConfig(member int) page.Value {
	return withNameFirst(w.scribe.Noted(w.members[member].kubeConfig, w.of(member).Field("kubeConfig")))
}

// lists reports whether the document lists clusters that have no document. For Flux, an entry's kubeConfig is enough.
func (w *writer) lists(d draft) bool { return d.own == nil || d.listed || w.group.Standalone }

// clusters returns those that the document must list: entries need them, and no document of the run has them.
func (w *writer) clusters(d draft) (made []page.Value) {
	for i, m := range w.members {
		known := i > 0 && w.members[i-1].Cluster == m.Cluster
		if m.inFleet || m.hub || known || !w.lists(d) {
			continue
		}
		namespace := tree.Node{}
		if d.namespace {
			namespace = m.fields.Get("namespace")
		}
		listed := page.MapOf(page.FieldOf("name", w.text(m.Cluster)),
			page.FieldOf("namespace", w.scribe.Noted(namespace, w.of(i).Field("namespace"))),
			page.FieldOf("labels", w.labels(m, d)), page.FieldOf("params", w.paramsOf(i, d)),
			page.FieldOf("kubeConfig", w.kubeConfig(i)))
		listed.Style, listed.Comments = page.Dense, w.ofEach(i)
		made = append(made, listed)
	}
	return made
}

// paramsOf returns the params of a cluster that the document lists.
func (w *writer) paramsOf(member int, d draft) page.Value {
	if !d.listsParams {
		return page.Value{}
	}
	value := func(p divide.Param) page.Field { return page.FieldOf(p.Name, page.ValueOf(p.Values[member])) }
	return page.MapOf(divide.Each(d.params, value)...)
}

// labels returns the labels of a cluster that the overrides of a draft need.
func (w *writer) labels(m reached, d draft) page.Value {
	needed := map[string]bool{}
	for _, o := range d.overrides {
		needed[o.selector.key] = true
	}
	var labels []page.Field
	for _, key := range slices.Sorted(maps.Keys(m.labels)) {
		if needed[key] {
			labels = append(labels, page.FieldOf(key, w.text(m.labels[key])))
		}
	}
	if len(labels) == 0 {
		return page.Value{}
	}
	return page.MapOf(labels...)
}

// override returns an override, which selects its clusters by their labels or names.
func (w *writer) override(o override) page.Value {
	fields := w.scribe.Value(o.fields, w.of(o.members...))
	if o.selector.key != "" {
		return entryValue(fields, page.FieldOf("clusterSelector", o.selector.value(w.b)))
	}
	names := divide.Each(o.members, func(m int) page.Value { return w.text(w.members[m].Cluster) })
	if len(names) == 1 {
		return entryValue(fields, page.FieldOf("cluster", names[0]))
	}
	list := page.ListOf(names...)
	list.Style = page.Words
	return entryValue(fields, page.FieldOf("clusters", list))
}

func (w *writer) text(s string) page.Value {
	if s == "" {
		return page.Value{}
	}
	return page.ValueOf(w.b.String(s, tree.Node{}))
}

// commonMetadata returns the section of that name; absent where there is none.
func (w *writer) commonMetadata() page.Value {
	if !w.group.Metadata.Exists() {
		return page.Value{}
	}
	return page.ValueOf((reader{group: w.group, b: w.b}).literal(w.group.Metadata, false))
}
