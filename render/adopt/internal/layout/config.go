package layout

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// aboveEntries are fields of entries that have another place in a document, where all entries share them.
var aboveEntries = []string{"chart", "source", "sourceRef"}

// config returns the config of the document. Fields that all members have are in the entry, or else in the defaults.
func (c *composer) config() (defaults *value, entries, overrides []*value) {
	common := c.common.without(aboveEntries...)
	switch {
	case c.isOne():
		entry := layerOf(common, onLine(c.selector.as("clusterSelector")).as("destination"))
		return nil, []*value{entry}, c.overrides()
	case len(c.members) == 1:
		return nil, c.ownEntries([]*value{common}), nil
	}
	if name := common.field("name"); name != nil && !name.hasReference() { // layers take no such name
		common = common.without("name")
		for i, own := range c.own {
			own.put("name", c.entries[i].field("name"))
		}
	}
	return layerOf(common), c.ownEntries(c.own), c.overridesBySelector()
}

// ownEntries returns an entry for each member.
func (c *composer) ownEntries(own []*value) (entries []*value) {
	for i, fields := range own {
		entry := layerOf(fields, c.destination(i).as("destination"))
		entry.note = entry.note.and(c.around.own[i]...)
		entries = append(entries, entry)
	}
	return entries
}

// overrides returns those by labels, and one by name for each other cluster. Clusters with equal ones share it.
func (c *composer) overrides() []*value {
	all := c.overridesBySelector()
	for _, v := range group(c.own) {
		if v.value.isEmpty() {
			continue
		}
		names := each.Of(v.members, func(i int) *value { return textOf(c.members[i].Cluster) })
		if len(names) == 1 {
			all = append(all, layerOf(v.value, names[0].as("cluster")))
			continue
		}
		list := listOf(names...).as("clusters")
		list.style = oneLine
		all = append(all, layerOf(v.value, list))
	}
	return all
}

func (c *composer) overridesBySelector() []*value {
	return each.Of(c.selected, func(l layer) *value { return layerOf(l.fields, l.selector().as("clusterSelector")) })
}

// layerOf returns an entry or layer in the order for readers: what chooses clusters is first.
func layerOf(fields *value, chooses ...*value) *value {
	made := mapOf(slices.Concat(chooses, fields.without("targetNamespace").below)...)
	if target := fields.field("targetNamespace"); target != nil {
		destination := onLine()
		if known := made.field("destination"); known != nil {
			destination = known
		}
		destination.put("targetNamespace", target)
		made.put("destination", destination)
	}
	made.put("chart", ranked(made.field("chart"), chartKeys))
	made.put("source", ranked(made.field("source"), sourceKeys))
	if made = ranked(made, entryKeys); made.isEmpty() {
		return nil
	}
	return made
}

// destination returns what leads to the cluster of a member.
func (c *composer) destination(member int) *value {
	m := c.members[member]
	switch {
	case m.hub && !m.inFleet:
		return onLine()
	case m.inFleet || c.lists:
		return onLine(textOf(m.Cluster).as("cluster"))
	case validate.ClusterName(kinds.KubeConfigRef(m.kubeConfig).Get("name")) == m.Cluster:
		return onLine(c.kubeConfig(m))
	}
	return onLine(textOf(m.Cluster).as("cluster"), c.kubeConfig(m))
}

func (c *composer) kubeConfig(m reached) *value {
	made := c.author.value(m.kubeConfig).as("kubeConfig")
	if made != nil {
		made.style = oneLine
		for i, ref := range made.below {
			made.below[i] = ranked(ref, []string{"name", ""})
		}
	}
	return made
}

// clusters returns those that the document lists: the entries need them, and no document of the run has them.
func (c *composer) clusters() (made []*value) {
	for i, m := range c.members {
		if m.inFleet || m.hub || c.members.isAgain(i) || !c.lists {
			continue
		}
		listed := onLine(textOf(m.Cluster).as("name"), c.kubeConfig(m))
		if c.isOne() {
			listed.note.above = c.around.own[i]
		}
		made = append(made, listed)
	}
	return made
}

// ranked returns a map with its fields in the order of keys, where "" means all other fields, in their own order.
func ranked(v *value, keys []string) *value {
	if v == nil || v.kind != tree.Map {
		return v
	}
	rank := func(f *value) int {
		if i := slices.Index(keys, f.key); i >= 0 {
			return i
		}
		return slices.Index(keys, "")
	}
	made := *v
	made.below = slices.SortedStableFunc(slices.Values(v.below), func(x, y *value) int { return rank(x) - rank(y) })
	return &made
}

// The order of fields for readers. Of an entry, what chooses clusters is first, and long fields are last.
var (
	chartKeys  = []string{"kind", "chart", "version", "url", ""}
	sourceKeys = []string{"name", "namespace", "file", ""}
	entryKeys  = []string{
		"clusterSelector", "clusters", "cluster", "destination", "name", "namespace", "file", "metadata", "params", "source",
		"sourceRef", "chart", "path", "interval", "retryInterval", "timeout", "prune", "wait", "suspend", "releaseName",
		"storageNamespace", "serviceAccountName", "", "postBuild", "patches", "postRenderers", "valuesFrom", "values",
	}
)
