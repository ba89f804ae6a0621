package layout

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// value is a value of the document, with its keys in the order for readers.
type value struct {
	kind   tree.Kind
	scalar tree.Node
	fields []field // of a map
	items  []value // of a list
	style  style

	comments comments
}

type style uint8

const (
	small style = iota // on one line where that is easy to read
	dense              // on one line where there is room, also with deeper maps
	line               // on one line where there is room
	words              // on as many full lines as it takes
	lines              // each item begins a line
)

type field struct {
	key   string
	value value
}

// mapOf returns a map of the fields that have a value.
func mapOf(fields ...field) value {
	return value{kind: tree.Map,
		fields: slices.DeleteFunc(fields, func(f field) bool { return f.value.kind == tree.Absent })}
}

// listOf returns a list; absent without items.
func listOf(items ...value) value {
	if len(items) == 0 {
		return value{}
	}
	return value{kind: tree.List, items: items}
}

// linesOf returns a list with each item on a line of its own; absent without items.
func linesOf(items ...value) value {
	made := listOf(items...)
	made.style = lines
	return made
}

// valueOf returns the value of a node without an author.
func valueOf(n tree.Node) value { return newScribe().value(n, spot{}) }

// ranked returns a map with its fields in the order of keys, where "" means all other fields, in their own order.
func ranked(v value, keys ...string) value {
	rank := func(f field) int {
		return cmp.Or(slices.Index(keys, reference.ReadKey(f.key).Name)+1, slices.Index(keys, "")+1)
	}
	slices.SortStableFunc(v.fields, func(x, y field) int { return cmp.Compare(rank(x), rank(y)) })
	return v
}

// chartKeys order the fields of a chart.
var chartKeys = []string{"kind", "chart", "version", "url", ""}

// entryKeys order the fields of an entry or layer: what chooses clusters is first, and long fields are last.
var entryKeys = []string{
	"clusterSelector", "clusters", "cluster", "destination", "name", "namespace", "metadata", "params", "source",
	"sourceRef", "chart", "path", "interval", "retryInterval", "timeout", "prune", "wait", "suspend", "releaseName",
	"storageNamespace",
	"serviceAccountName", "", "postBuild", "patches", "postRenderers", "valuesFrom", "values",
}

// withNameFirst returns a kubeConfig, with the name before the key.
func withNameFirst(kubeConfig value) value {
	for _, f := range kubeConfig.fields {
		ranked(f.value, "name", "")
	}
	return kubeConfig
}

// entryValue returns an entry or layer, in order.
func entryValue(made value, before ...field) value {
	for i, f := range made.fields {
		switch f.key {
		case "chart":
			made.fields[i].value = ranked(f.value, chartKeys...)
		case "source":
			made.fields[i].value = ranked(f.value, sourceKeys...)
		}
	}
	for _, f := range before {
		i := slices.IndexFunc(made.fields, func(own field) bool { return own.key == f.key })
		if i < 0 {
			made.fields = append(made.fields, f)
		} else { // a destination
			f.value.fields = append(f.value.fields, made.fields[i].value.fields...)
			f.value.comments = made.fields[i].value.comments
			made.fields[i] = f
		}
	}
	made.kind, made.style = tree.Map, dense
	return ranked(made, entryKeys...)
}

func (v value) isLeaf() bool { return len(v.fields) == 0 && len(v.items) == 0 }

// hasBreak reports whether a text of several lines is in the value.
func (v value) hasBreak() bool {
	return strings.Contains(v.scalar.Text(), "\n") ||
		slices.ContainsFunc(v.fields, func(f field) bool { return f.value.hasBreak() }) ||
		slices.ContainsFunc(v.items, value.hasBreak)
}

// hasComments reports whether there are comments about something in the value.
func (v value) hasComments() bool {
	isCommented := func(below value) bool { return !below.comments.isEmpty() || below.hasComments() }
	return slices.ContainsFunc(v.fields, func(f field) bool { return isCommented(f.value) }) ||
		slices.ContainsFunc(v.items, isCommented)
}

// allComments returns the comments about a value and about what is in it.
func (v value) allComments() []string {
	all := v.comments.aboveOnly().above
	for _, f := range v.fields {
		all = slices.Concat(all, f.value.allComments())
	}
	for _, item := range v.items {
		all = slices.Concat(all, item.allComments())
	}
	return slices.Concat(all, v.comments.below)
}

// shape returns the keys of a map, and of the maps in it.
func (v value) shape() string {
	var shape strings.Builder
	for _, f := range v.fields {
		shape.WriteString(f.key + "{" + f.value.shape() + "}")
	}
	return shape.String()
}

// size counts the scalars of a value and how deep lists and maps are in it.
func (v value) size() (scalars, depth int) {
	if v.isLeaf() {
		return 1, 0
	}
	for _, f := range v.fields {
		s, d := f.value.size()
		scalars, depth = scalars+s, max(depth, d)
	}
	for _, item := range v.items {
		s, d := item.size()
		scalars, depth = scalars+s, max(depth, d)
	}
	return scalars, depth + 1
}

// scalarNode returns the node of a scalar, or of an empty list or map.
func (v value) scalarNode(p *printer) tree.Node { return p.node(v) }
