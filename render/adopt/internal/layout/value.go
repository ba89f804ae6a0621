package layout

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// value is a value of the document, with its keys in the order for readers.
type value struct {
	kind   tree.Kind
	scalar tree.Node
	fields []field // of a map
	items  []value // of a list
	style  style
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

// valueOf returns the value of a node. Keys that have a rank come in its order.
func valueOf(n tree.Node) value {
	made := value{kind: n.Kind()}
	if made.kind < tree.List {
		made.scalar = n
	}
	for child := range n.Children() {
		if below := valueOf(child); made.kind == tree.Map {
			made.fields = append(made.fields, field{child.Key(), below})
		} else {
			made.items = append(made.items, below)
		}
	}
	return made
}

// ranked returns a map with its fields in the order of keys, where "" means all other fields, in their own order.
func ranked(v value, keys ...string) value {
	rank := func(f field) int { return cmp.Or(slices.Index(keys, f.key)+1, slices.Index(keys, "")+1) }
	slices.SortStableFunc(v.fields, func(x, y field) int { return cmp.Compare(rank(x), rank(y)) })
	return v
}

// chartKeys order the fields of a chart.
var chartKeys = []string{"kind", "chart", "version", "url", ""}

// entryKeys order the fields of an entry or layer: what chooses clusters is first, and long fields are last.
var entryKeys = []string{
	"clusterSelector", "clusters", "cluster", "destination", "name", "namespace", "metadata", "source", "sourceRef", "chart",
	"path",
	"interval", "retryInterval", "timeout", "prune", "wait", "suspend", "releaseName", "storageNamespace",
	"serviceAccountName", "", "postBuild", "patches", "postRenderers", "valuesFrom", "values",
}

// kubeConfigValue returns a kubeConfig, with the name before the key.
func kubeConfigValue(n tree.Node) value {
	made := valueOf(n)
	for _, f := range made.fields {
		ranked(f.value, "name", "")
	}
	return made
}

// entryValue returns an entry or layer, in order.
func entryValue(n tree.Node, before ...field) value {
	made := valueOf(n)
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
