package explained

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

func (q Query) writeFields(out io.Writer, objects []render.Object) error {
	rows, err := q.fieldRows(objects)
	switch {
	case err != nil:
		return err
	case !q.JSON:
		writeTable(out, tableOf(rows))
		return nil
	}
	for _, row := range rows {
		row.writeJSON(out)
	}
	return nil
}

// fieldRows returns the fields of the query: of workloads, and only if no workload has one, of the other objects.
func (q Query) fieldRows(objects []render.Object) (rows []fieldRow, err error) {
	read := newReader(true, q.Result)
	found := make([]map[string][]FieldPath, len(q.Fields))
	for i, field := range q.Fields {
		if found[i] = read.places(objects, field); len(found[i]) == 0 {
			return nil, noField(objects, field)
		}
	}
	for _, o := range objects {
		for i := range q.Fields {
			if places := found[i][o.Kind()]; len(places) > 0 {
				rows = append(rows, read.rows(o, read.placeIn(o, places))...)
			}
		}
	}
	return rows, nil
}

// rows returns the fields of an object at a path: several where it leads to a map.
func (r *reader) rows(o render.Object, path FieldPath) (rows []fieldRow) {
	for _, keys := range r.leaves(o, path, true) {
		rows = append(rows, r.row(o, keys))
	}
	if len(rows) == 0 { // a value in a list, or nothing
		row := r.row(o, path)
		row.Path = path.String()
		rows = append(rows, row)
	}
	return rows
}

// places returns by kind where some of these objects have a field: only workloads, if any of them has it.
func (r *reader) places(objects []render.Object, path FieldPath) map[string][]FieldPath {
	byRole := map[bool]map[string][]FieldPath{true: {}, false: {}} // true for workloads
	for _, o := range objects {
		known := byRole[o.Row().Is(kinds.Workload)]
		for _, place := range path.places(o.Kind()) {
			isKnown := slices.ContainsFunc(known[o.Kind()], func(p FieldPath) bool { return slices.Equal(p, place) })
			if !isKnown && (Row{Leaf: r.field(o, place)}).IsSet() {
				known[o.Kind()] = append(known[o.Kind()], place)
			}
		}
	}
	return byRole[len(byRole[true]) > 0]
}

// placeIn returns the first of the places where an object has something; the first of all where it has nothing.
func (r *reader) placeIn(o render.Object, places []FieldPath) FieldPath {
	hasSomething := func(place FieldPath) bool { return len(places) == 1 || r.field(o, place).Value != "" }
	return places[max(0, slices.IndexFunc(places, hasSomething))]
}

// tableOf returns the cells of a table. It has a column for the object where a cluster has several, for the field
// where there are several, and for details where a field has them.
func tableOf(rows []fieldRow) [][]string {
	path := func(r fieldRow) string { return r.Path }
	columns := []struct {
		title  string
		cell   func(fieldRow) string
		wanted bool
	}{
		{"CLUSTER", fieldRow.cluster, true},
		{"OBJECT", fieldRow.objectName, hasSeveral(rows, fieldRow.cluster, fieldRow.objectName)},
		{"FIELD", path, slices.ContainsFunc(rows, func(r fieldRow) bool { return r.Path != rows[0].Path })},
		{"VALUE", fieldRow.shortValue, true},
		{"PLACE", fieldRow.place, true},
		{"LAYER", fieldRow.layer, true},
		{"DETAILS", fieldRow.details, slices.ContainsFunc(rows, func(r fieldRow) bool { return r.details() != "" })},
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
func hasSeveral(rows []fieldRow, group, value func(fieldRow) string) bool {
	first := map[string]string{}
	return slices.ContainsFunc(rows, func(r fieldRow) bool {
		known, isKnown := first[group(r)]
		if !isKnown {
			first[group(r)] = value(r)
		}
		return isKnown && known != value(r)
	})
}

// What is in the place of what there is not, and of the value that an object does not have.
const (
	none    = "-"
	noValue = "(none)"
)

func (r fieldRow) cluster() string { return cmp.Or(ClusterOf(r.object), none) }

func (r fieldRow) objectName() string { return nameOf(r.object) }

func (r fieldRow) shortValue() string { return cmp.Or(short(r.Value), noValue) }

func (r fieldRow) place() string {
	if r.Setting.At.Line == 0 {
		return none
	}
	return placeText(r.Setting.At)
}

func (r fieldRow) layer() string {
	if !r.IsSet() {
		return none
	}
	return LayerOf(r.Setting)
}

// details returns what else there is to know of the field: how its value is written, what it reads and what it covers.
func (r fieldRow) details() string {
	words := []string{r.written("as ", short)}
	if r.Value == "" && r.IsSet() {
		words[0] = "removed"
	}
	return strings.TrimPrefix(strings.Join(append(words, r.others(short)...), ", "), ", ")
}

func short(value string) string {
	const most = 60 // characters
	if utf8.RuneCountInString(value) <= most {
		return value
	}
	return string([]rune(value)[:most-1]) + "…"
}

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

// fieldRow is a field of an object without secrets. Its Value is empty where the object does not have the field.
type fieldRow struct {
	object render.Object
	Row
}

func nameOf(o render.Object) string { return strings.TrimPrefix(o.Namespace()+"/"+o.Name(), "/") }

func placeText(at tree.Position) string { return fmt.Sprintf("%s:%d:%d", at.File, at.Line, at.Column) }

func (r Row) setBy() string {
	text := r.Setting.String()
	if r.Value == "" {
		text = "removed by " + text
	}
	whole := func(value string) string { return value }
	return strings.Join(append([]string{text + r.written(" as ", whole)}, r.others(whole)...), ", ")
}

// written returns the value with its references, as the author wrote it, behind a word; empty where it has none.
func (r Row) written(as string, print func(value string) string) string {
	if r.Value == "" || r.Setting.Value == r.Value || r.Setting.Value == "" {
		return ""
	}
	return as + print(r.Setting.Value)
}

// others returns in words the params that the value reads, what it covers, and why fluxapp has written it.
func (r Row) others(print func(value string) string) (words []string) {
	for _, param := range r.Params {
		words = append(words, fmt.Sprintf("with %s of %s", print(param.Value), param))
	}
	for _, covered := range r.Covered {
		words = append(words, fmt.Sprintf("over %s of %s", print(covered.Value), covered))
	}
	if r.Reason != "" {
		words = append(words, "because "+r.Reason)
	}
	return words
}

// The types of the JSON. COMMAND.md describes their fields.
type (
	jsonRow struct {
		Application string `json:"application"`
		Cluster     string `json:"cluster,omitempty"`
		Object      jsonID `json:"object"`
		Path        string `json:"path"`
		Value
	}
	jsonID struct {
		Kind      string `json:"kind"`
		Namespace string `json:"namespace,omitempty"`
		Name      string `json:"name"`
	}
)

func (r fieldRow) writeJSON(w io.Writer) {
	writeJSONLine(w, jsonRow{r.object.Application(), ClusterOf(r.object), idOf(r.object), r.Path, r.JSON()})
}

func idOf(o render.Object) jsonID { return jsonID{o.Kind(), o.Namespace(), o.Name()} }

func writeJSONLine(w io.Writer, value any) {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(value) // it has nothing that is no JSON
}
