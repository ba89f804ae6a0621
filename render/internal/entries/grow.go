package entries

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// A list that grows, for example patches+, has its items behind those of the layers below. While there is no list
// below, the merged entry keeps the plus: the chart that all entries share may have one still. A list without a plus
// replaces what is below, as always.

// plus ends the key of a list that grows.
const plus = "+"

// grow returns the fields of a map with the list that grows over them.
func (w *words) grow(fields []tree.Field, over tree.Node, list string) []tree.Field {
	value := w.unescaped(over)
	if below := valueOf(fields, list); below.Exists() {
		if below.Kind() == tree.String {
			w.refuseGrowth(over, below)
		}
		return append(fields, tree.Field{Key: list, Value: w.joined(below, value)})
	}
	return append(fields, tree.Field{Key: list + plus, Value: w.joined(valueOf(fields, list+plus), value)})
}

// replaceGrown returns fields without a list that grows where a field of its name replaces or removes it.
func (w *words) replaceGrown(fields []tree.Field, key string) []tree.Field {
	if !w.grows {
		return fields
	}
	return slices.DeleteFunc(fields, func(f tree.Field) bool { return f.Key == key+plus })
}

// valueOf returns the last value of a key; absent when there is none.
func valueOf(fields []tree.Field, key string) tree.Node {
	for _, f := range slices.Backward(fields) {
		if f.Key == key {
			return f.Value
		}
	}
	return tree.Node{}
}

// joined returns the items of a list behind those of the one below, which may be no list.
func (w *words) joined(below, list tree.Node) tree.Node {
	if below.Kind() != tree.List {
		return list
	}
	return w.build.List(list, slices.AppendSeq(slices.Collect(below.Children()), list.Children())...)
}

// refuseGrowth refuses a list that grows over a reference, which has its value only when the layers are merged.
func (w *words) refuseGrowth(over, below tree.Node) {
	w.report(finding.Problem{Code: finding.CodeContradiction, Node: over, OnKey: true,
		Detail: "a list cannot grow over a reference, and there is one at "}.
		Beside(below, "; write the list there, with a reference for each item"))
}

// settled returns a merged value whose lists grow no more: nothing is below them. The chart keeps them, see
// [Template.Chart].
func (w *words) settled(n tree.Node, at site) tree.Node {
	if n.Kind() != tree.Map || at.kind.IsOpen() {
		return n
	}
	fields, changed := n.Fields(), false
	for i, f := range fields {
		if at.kind == w.entry && f.Key == sharedChart {
			continue
		}
		fields[i].Value = w.settled(f.Value, w.field(at, f.Key))
		changed = changed || fields[i].Value != f.Value
		if list, ok := at.kind.Grows(f.Key); ok {
			fields[i].Key, changed = list, true
		}
	}
	if !changed {
		return n
	}
	return w.build.Map(n, fields...)
}

// grownChart returns a chart over the one below it, whose lists grow. With nothing below that one, all lists of the
// result are lists; otherwise one that grows and has no list yet keeps its plus.
func grownChart(b *tree.Builder, below, over tree.Node, lowest bool) tree.Node {
	merged := b.Merge(below, over)
	fields, grown := merged.Fields(), false
	for i, f := range fields {
		list, grows := strings.CutSuffix(f.Key, plus)
		if under := merged.Find(list); grows && (lowest || under.Exists()) {
			w := words{build: b}
			fields = append(fields, tree.Field{Key: list, Value: w.joined(under, f.Value)})
			fields[i].Value, grown = tree.Node{}, true
		}
	}
	if !grown {
		return merged
	}
	return b.Map(merged, fields...)
}
