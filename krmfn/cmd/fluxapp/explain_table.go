package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/explained"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// fieldRows returns some fields of the workloads of an application. A field that no workload has is looked up in the
// other objects. The sources are those of all workloads.
func fieldRows(objects []render.Object, sources map[render.ID]render.Object,
	paths []fieldPath) (rows []row, err error) {
	read := reader{own: render.NewOwnReader(), whole: true, sources: sources}
	found := make([]map[string][]fieldPath, len(paths))
	for i, path := range paths {
		if found[i] = read.places(objects, path); len(found[i]) == 0 {
			return nil, read.noField(objects, path)
		}
	}
	for _, o := range objects {
		for i := range paths {
			if places := found[i][o.Kind()]; len(places) > 0 {
				rows = append(rows, read.rows(o, read.placeIn(o, places))...)
			}
		}
	}
	return rows, nil
}

// places returns for each kind of object the places where some of these objects have a field: of workloads, if any of
// them has it.
func (r reader) places(objects []render.Object, path fieldPath) map[string][]fieldPath {
	of := map[bool]map[string][]fieldPath{true: {}, false: {}}
	for _, o := range objects {
		known := of[o.Row().Is(kinds.Workload)]
		for _, place := range path.places(o.Kind()) {
			if !slices.ContainsFunc(known[o.Kind()], func(p fieldPath) bool { return slices.Equal(p, place) }) &&
				r.has(o, place) {
				known[o.Kind()] = append(known[o.Kind()], place)
			}
		}
	}
	if len(of[true]) > 0 {
		return of[true]
	}
	return of[false]
}

// has reports whether an object has a field, or a layer has removed it.
func (r reader) has(o render.Object, path fieldPath) bool {
	v := r.at(o, path)
	return v.Exists() || !v.inList && explained.Row{Leaf: r.leaf(o, v.keys)}.IsSet()
}

// placeIn returns the first of the places where an object has something; the first of all where it has nothing.
func (r reader) placeIn(o render.Object, places []fieldPath) fieldPath {
	for _, place := range places {
		if len(places) > 1 && r.at(o, place).Exists() {
			return place
		}
	}
	return places[0]
}

// writeRows prints fields as a table, or as lines of JSON.
func writeRows(out io.Writer, rows []row, format string) error {
	if format == "text" {
		writeTable(out, tableOf(rows))
		return nil
	}
	for _, r := range rows {
		if err := r.writeJSON(out); err != nil {
			return err
		}
	}
	return nil
}

// tableOf returns the cells of a table. It has a column for the object where a cluster has several, for the field
// where there are several, and for details where a field has them.
func tableOf(rows []row) [][]string {
	columns := []struct {
		title  string
		cell   func(row) string
		wanted bool
	}{
		{"CLUSTER", row.cluster, true},
		{"OBJECT", row.objectName, hasSeveral(rows, row.cluster, row.objectName)},
		{"FIELD", func(r row) string { return r.Path },
			hasSeveral(rows, func(row) string { return "" }, func(r row) string { return r.Path })},
		{"VALUE", row.shortValue, true},
		{"PLACE", row.place, true},
		{"LAYER", row.layer, true},
		{"DETAILS", row.shortDetails, slices.ContainsFunc(rows, func(r row) bool { return r.shortDetails() != "" })},
	}
	lines := make([][]string, len(rows)+1)
	for _, c := range columns {
		if !c.wanted {
			continue
		}
		lines[0] = append(lines[0], c.title)
		for i, r := range rows {
			lines[i+1] = append(lines[i+1], c.cell(r))
		}
	}
	return lines
}

// hasSeveral reports whether some rows of one group differ in a value.
func hasSeveral(rows []row, group, value func(row) string) bool {
	first := map[string]string{}
	return slices.ContainsFunc(rows, func(r row) bool {
		known, isKnown := first[group(r)]
		if !isKnown {
			first[group(r)] = value(r)
		}
		return isKnown && known != value(r)
	})
}

// none is in the place of what there is not.
const none = "-"

func (r row) cluster() string { return cmp.Or(explained.ClusterOf(r.object), none) }

func (r row) objectName() string { return nameOf(r.object) }

func (r row) shortValue() string { return cmp.Or(short(r.Value), noValue) }

// place returns the place of what set the field, or removed it.
func (r row) place() string {
	if r.Setting.At.Line == 0 {
		return none
	}
	return placeText(r.Setting.At)
}

func (r row) layer() string {
	if !r.IsSet() {
		return none
	}
	return explained.LayerOf(r.Setting)
}

// shortDetails returns what else there is to know of the field: how its value is written, what it reads and what it
// covers.
func (r row) shortDetails() string {
	var words []string
	if r.Value == "" && r.IsSet() {
		words = append(words, "removed")
	}
	if r.written() != "" {
		words = append(words, "as "+short(r.written()))
	}
	return strings.Join(append(words, r.others(short)...), ", ")
}

// short returns the beginning of a long value.
func short(value string) string {
	const most = 60 // characters
	if utf8.RuneCountInString(value) <= most {
		return value
	}
	return string([]rune(value)[:most-1]) + "…"
}

// writeTable prints lines with columns of one width each.
func writeTable(out io.Writer, lines [][]string) {
	widths := make([]int, len(lines[0]))
	for _, line := range lines {
		for i, cell := range line {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, line := range lines {
		var text strings.Builder
		for i, cell := range line {
			fmt.Fprintf(&text, "%-*s  ", widths[i], cell)
		}
		fmt.Fprintln(out, strings.TrimRight(text.String(), " "))
	}
}
