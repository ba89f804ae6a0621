package layout

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Writer writes documents, and reads the comments of each file once. The zero value is ready to use.
type Writer struct{ author author }

// Write returns the FluxApplication of a group, as YAML: the same bytes for any order of members and labels.
func (w *Writer) Write(g Group) []byte {
	c := compose(g, &w.author)
	c.nameSource()
	return encode(c.document())
}

// composer has what the parts of a document are made of.
type composer struct {
	group    Group
	author   *author // nil of one who does not read comments
	members  members
	selector *value   // of the clusters of the members and no other one; absent where nothing selects them
	lists    bool     // the document can list the clusters that no document of the run has
	entries  []*value // of the members
	common   *value   // what all of them have
	own      []*value // what each has over that
	selected []layer  // and clusters with some labels
	around   around
}

// compose reads the members of a group, and finds what they have in common.
func compose(g Group, by *author) *composer {
	isElsewhere := func(m Member) bool { return m.SourceFile != m.File }
	g.beside = (g.Standalone || len(g.Members) == 1) && !slices.ContainsFunc(g.Members, isElsewhere)
	c := &composer{group: g, author: by, members: reader{group: g, b: tree.NewBuilder()}.readAll()}
	c.selector, c.lists = c.members.selector(g.Fleet), c.members.areListable()
	c.around = c.author.aroundAll(c.members)
	c.entries = each.Of(c.members, c.author.entry)
	d := divider{clusters: c.members.names(), require: c.members.require, params: mapOf()}
	c.common, c.own = d.divide(nil, c.entries)
	c.selected = d.selected
	for i := range c.own {
		params := each.Of(d.params.below, func(p *value) *value { return p.below[i].as(p.key) })
		if len(params) > 0 {
			c.own[i].put("params", mapOf(params...))
		}
	}
	return c
}

// isOne reports whether the document has one entry for all members. Otherwise each has its own, because no selector has
// their clusters, or their names have no pattern.
func (c *composer) isOne() bool {
	return len(c.members) > 1 && c.selector != nil &&
		!slices.ContainsFunc(c.own, func(own *value) bool { return own.field("name") != nil })
}

func (c *composer) document() *value {
	defaults, entries, overrides := c.config()
	chart, source := c.common.field("chart"), c.common.field("source")
	if ref := c.common.field("sourceRef"); ref != nil && source == nil {
		source = mapOf(ref)
	}
	workload := linesOf(entries).as(c.group.Kind.Field)
	if c.group.Kind == kinds.HelmRelease {
		workload = mapOf(ranked(chart, chartKeys).as("chart"), linesOf(entries).as("deploy")).as(c.group.Kind.Field)
	}
	topology := ""
	if c.group.Standalone {
		topology = "Standalone"
	}
	made := mapOf(
		textOf(kinds.FluxApplication.APIVersion).as("apiVersion"), textOf(kinds.FluxApplication.Name).as("kind"),
		mapOf(textOf(c.group.Name).as("name"), textOf(c.group.Namespace).as("namespace")).as("metadata"),
		mapOf(listOf(c.clusters()...).as("clusters"), textOf(topology).as("topology"),
			ranked(source, sourceKeys).as("source"),
			mapOf(defaults.as("defaults"), workload, linesOf(overrides).as("overrides")).as("config")).as("spec"))
	made.below[0].note.above = c.around.shared
	return made
}

// Shared reports whether the members of a group are one application to a reader: they have the same chart or the same
// manifests, or at least a quarter of what they have. Releases of charts with different names are several applications.
func Shared(g Group) bool {
	c := compose(g, nil)
	if len(c.members) < 2 {
		return true
	}
	what := []string{"sourceRef"}
	for _, path := range [][]string{{"path"}, {"chart", "chart"}} {
		if c.entries[0].at(path...) != nil {
			what = path
		}
	}
	names := group(each.Of(c.entries, func(e *value) *value { return e.at(what...) }))
	hasOwn := func(own *value) bool { return own.at(what...) != nil }
	if c.common.at(what...) != nil && !slices.ContainsFunc(c.own, hasOwn) {
		return true
	}
	if what[0] == "chart" && len(names) == len(c.members) {
		return false
	}
	all, own := 0, 0
	for i, entry := range c.entries {
		all, own = all+weight(entry), own+weight(c.own[i])
	}
	return minShare*(all-own) >= all
}

// minShare is the part of what the members have that they must have in common: one in so many.
const minShare = 4

// weight counts the scalars of an entry, without its name and namespace, and where it lies.
func weight(entry *value) (count int) {
	for _, f := range entry.without("name", "namespace", "file").below {
		scalars, _ := f.size()
		count += scalars
	}
	return count
}
