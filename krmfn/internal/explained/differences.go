package explained

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// difference is a field in which two objects differ: its value on the query's cluster, and on the other one.
type difference struct {
	object, against fieldRow
	restates        bool // the name or the kubeConfig of the cluster differs, and nothing else
}

func (q Query) writeDifferences(out io.Writer, objects, others []render.Object) {
	read, against := newReader(false, q.Result), newReader(false, q.Result)
	for _, p := range Pairs(objects, others) {
		var differ []difference
		if p.Object != nil && p.Against != nil {
			differ = differences(read, against, *p.Object, *p.Against)
		}
		if q.JSON {
			writePairJSON(out, p, differ)
		} else {
			writePair(out, p, differ)
		}
	}
}

func differences(read, against *reader, a, b render.Object) (differ []difference) {
	fields := map[string]FieldPath{}
	for _, keys := range append(read.compared(a), against.compared(b)...) {
		fields[keys.String()] = keys
	}
	for _, path := range slices.Sorted(maps.Keys(fields)) {
		keys := fields[path]
		if here, there := read.field(a, keys).Value, against.field(b, keys).Value; here != there {
			restates := NamesCluster(path) || AnyClusterIn(here, a.Cluster()) == AnyClusterIn(there, b.Cluster())
			differ = append(differ, difference{read.row(a, keys), against.row(b, keys), restates})
		}
	}
	return differ
}

// compared returns an object's fields that hold no further ones, with the fields of a source that clusters share.
func (r *reader) compared(o render.Object) []FieldPath {
	all := r.leaves(o, nil, false)
	for kind := range kinds.With(kinds.Source) {
		if source, found := r.source(o, kind.Field); found && source.Shared() {
			all = append(all, r.leaves(o, FieldPath{"source", kind.Field}, false)...)
		}
	}
	return slices.DeleteFunc(all, func(keys FieldPath) bool { return r.field(o, keys).Value == "" })
}

func writePair(out io.Writer, p Pair, differ []difference) {
	if p.Object == nil || p.Against == nil {
		only := cmp.Or(p.Object, p.Against)
		fmt.Fprintf(out, "only on %s: %s (%s)\n", cmp.Or(only.Cluster(), kinds.Hub), only.ID(), placeText(only.Origin()))
		return
	}
	cluster, against := ClusterOf(*p.Object), ClusterOf(*p.Against)
	fmt.Fprintf(out, "%s on %s, %s on %s\n", p.Object.ID(), cluster, nameOf(*p.Against), against)
	var restated []string
	width := max(len(cluster), len(against)) + 1
	for _, d := range differ {
		if d.restates {
			restated = append(restated, d.object.Path)
			continue
		}
		fmt.Fprintf(out, "  %s\n", d.object.Path)
		fmt.Fprintf(out, "    %-*s %s\n", width, cluster+":", d.object.valueSetBy())
		fmt.Fprintf(out, "    %-*s %s\n", width, against+":", d.against.valueSetBy())
	}
	switch {
	case len(differ) == 0:
		fmt.Fprintln(out, "  nothing differs")
	case len(restated) == len(differ):
		fmt.Fprintf(out, "  nothing differs but the name or kubeConfig of the cluster: %s\n", strings.Join(restated, ", "))
	case len(restated) > 0:
		fmt.Fprintf(out, "  differs by the name or kubeConfig of the cluster only: %s\n", strings.Join(restated, ", "))
	}
}

func (r Row) valueSetBy() string {
	if !r.IsSet() {
		return noValue
	}
	return cmp.Or(r.Value, noValue) + "  # " + r.setBy()
}

// The types of the JSON. The page of fluxapp explain describes their fields.
type (
	jsonDifference struct {
		Application string    `json:"application"`
		Path        string    `json:"path,omitempty"`
		Restates    bool      `json:"restates,omitempty"`
		Cluster     *jsonSide `json:"cluster,omitempty"`
		Against     *jsonSide `json:"against,omitempty"`
	}
	jsonSide struct {
		Name   string `json:"name"`
		Object jsonID `json:"object"`
		Value
	}
)

// writePairJSON prints a line for each field that differs, or one for an object that one of the clusters has.
func writePairJSON(w io.Writer, p Pair, differ []difference) {
	application := cmp.Or(p.Object, p.Against).Application()
	switch {
	case p.Against == nil:
		writeJSONLine(w, jsonDifference{Application: application, Cluster: sideOf(fieldRow{object: *p.Object})})
	case p.Object == nil:
		writeJSONLine(w, jsonDifference{Application: application, Against: sideOf(fieldRow{object: *p.Against})})
	}
	for _, d := range differ {
		writeJSONLine(w, jsonDifference{application, d.object.Path, d.restates, sideOf(d.object), sideOf(d.against)})
	}
}

func sideOf(r fieldRow) *jsonSide { return &jsonSide{ClusterOf(r.object), idOf(r.object), r.JSON()} }
