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
	unique      bool         // each member has a cluster of its own, with a name
	listable    bool         // the document can list the clusters that no document of the run has
	selector    value        // of one entry for all members; absent where there is none
}

func newWriter(g Group, members []reached, common tree.Node, d *divider) *writer {
	w := &writer{group: g, b: d.b, members: members, common: common, differences: d.differences}
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

func (w *writer) document(d draft) value {
	defaults := w.b.Without(d.common, aboveEntries...)
	workload := field{w.group.Kind.Field, linesOf(w.entries(d, defaults)...)}
	if w.group.Kind == kinds.HelmRelease {
		workload.value = mapOf(field{"chart", ranked(valueOf(d.common.Get("chart")), chartKeys...)},
			field{"deploy", workload.value})
	}
	below := value{} // all entries
	if d.own != nil && defaults.First().Exists() {
		below = entryValue(defaults)
		below.style = small
	}
	topology := value{}
	if w.group.Standalone {
		topology = w.text("Standalone")
	}
	return mapOf(
		field{"apiVersion", w.text(kinds.FluxApplication.APIVersion)}, field{"kind", w.text(kinds.FluxApplication.Name)},
		field{"metadata", mapOf(field{"name", w.text(w.group.Name)}, field{"namespace", w.text(w.group.Namespace)})},
		field{"spec", mapOf(
			field{"clusters", listOf(w.clusters(d)...)}, field{"topology", topology},
			field{"sources", w.items()}, field{"source", sharedSource(d.common)}, field{"config", mapOf(
				field{"defaults", below}, workload, field{"overrides", linesOf(each(d.overrides, w.override)...)})},
			field{"notification", sectionValue(w.group.Notification)},
			field{"imageAutomation", sectionValue(w.group.ImageAutomation)},
		)},
	)
}

// onLine returns a map that is on one line where it fits.
func onLine(fields ...field) value {
	made := mapOf(fields...)
	made.style = line
	return made
}

// entries returns the entries of a draft, of which one that is for all members has what they have in common.
func (w *writer) entries(d draft, common tree.Node) (made []value) {
	if d.own == nil {
		return []value{entryValue(common, field{"destination", onLine(field{"clusterSelector", w.selector})})}
	}
	for i, own := range d.own {
		made = append(made, entryValue(own, field{"destination", w.destination(w.members[i], d)}))
	}
	return made
}

// destination returns what leads to the cluster of a member.
func (w *writer) destination(m reached, d draft) value {
	kubeConfig := field{"kubeConfig", kubeConfigValue(m.kubeConfig)}
	switch {
	case m.hub:
		return onLine()
	case m.inFleet || w.lists(d):
		return onLine(field{"cluster", w.text(m.Cluster)})
	case m.namesItself():
		return onLine(kubeConfig)
	}
	return onLine(field{"cluster", w.text(m.Cluster)}, kubeConfig)
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
		listed := mapOf(field{"name", w.text(m.Cluster)}, field{"namespace", valueOf(namespace)},
			field{"labels", w.labels(m, d)}, field{"kubeConfig", kubeConfigValue(m.kubeConfig)})
		listed.style = dense
		made = append(made, listed)
	}
	return made
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
	if o.selector.key != "" {
		return entryValue(o.fields, field{"clusterSelector", o.selector.value(w.b)})
	}
	names := each(o.members, func(m int) value { return w.text(w.members[m].Cluster) })
	if len(names) == 1 {
		return entryValue(o.fields, field{"cluster", names[0]})
	}
	list := listOf(names...)
	list.style = words
	return entryValue(o.fields, field{"clusters", list})
}

func (w *writer) text(s string) value {
	if s == "" {
		return value{}
	}
	return valueOf(w.b.String(s, tree.Node{}))
}
