package explained

import (
	"cmp"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/terminal"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

func (q Query) writeFields(out io.Writer, objects []render.Object) error {
	rows, err := q.fieldRows(objects)
	switch {
	case err != nil:
		return err
	case !q.JSON:
		lines := tableOf(rows)
		for i, line := range lines { // the details, which are last, tell where a cluster is not like the others
			if last := len(line) - 1; i > 0 && lines[0][last] == details {
				line[last] = q.Colors.Paint(terminal.Yellow, line[last])
			}
		}
		return terminal.WriteColumns(out, lines)
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
				hasSomething := func(place FieldPath) bool { return len(places) == 1 || read.field(o, place).Value != "" }
				rows = append(rows, read.rows(o, places[max(0, slices.IndexFunc(places, hasSomething))])...)
			}
		}
	}
	return rows, nil
}

// rows returns the fields of an object at a path: several where it leads to a map.
func (r *reader) rows(o render.Object, path FieldPath) (rows []fieldRow) {
	rows = each.Of(r.leaves(o, path, true), func(keys FieldPath) fieldRow { return r.row(o, keys) })
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

// column is a column of the table beside that of the clusters. A cell prints its values in a form.
type column struct {
	title  string
	cell   func(r fieldRow, form func(value string) string) string
	wanted bool
	own    bool // it may have the name of the cluster, in which rows may differ that are alike
}

const details = "DETAILS"

// tableOf returns the cells of a table, in which clusters that are alike share a row, with the columns that rows need.
func tableOf(rows []fieldRow) [][]string {
	anotherPath := func(r fieldRow) bool { return r.Path != rows[0].Path }
	hasDetails := func(r fieldRow) bool { return r.details(whole) != "" }
	object, field := func(r fieldRow) string { return nameOf(r.object) }, func(r fieldRow) string { return r.Path }
	value := func(r fieldRow, form func(string) string) string { return cmp.Or(form(r.Value), noValue) }
	columns := []column{
		{"OBJECT", of(object), hasSeveral(rows, fieldRow.cluster, object), true},
		{"FIELD", of(field), slices.ContainsFunc(rows, anotherPath), false},
		{"VALUE", value, true, true},
		{"PLACE", of(fieldRow.place), true, false},
		{"LAYER", of(fieldRow.layer), true, false},
		{details, fieldRow.details, slices.ContainsFunc(rows, hasDetails), true},
	}
	columns = slices.DeleteFunc(columns, func(c column) bool { return !c.wanted })
	titles := each.Of(columns, func(c column) string { return c.title })
	lines := [][]string{append([]string{"CLUSTER"}, titles...)}
	for _, group := range groupsOf(rows, columns) {
		spans := names.SpansOf(slices.Compact(each.Of(*group, fieldRow.cluster)))
		clusters := spans.Short(spans.Fitting(clustersWidth))
		lines = append(lines, append([]string{clusters}, each.Of(columns, group.cell)...))
	}
	return lines
}

// rowGroup are rows that differ in their cluster only, in its name, and in the places of what the fleet has for it.
type rowGroup []fieldRow

// settings returns what set the value of the row, what it reads and what it covers; those of no other row.
func (r *fieldRow) settings() []*render.Setting {
	r.Params, r.Covered = slices.Clone(r.Params), slices.Clone(r.Covered)
	all := []*render.Setting{&r.Setting}
	for _, list := range [][]render.Setting{r.Params, r.Covered} {
		for i := range list {
			all = append(all, &list[i])
		}
	}
	return all
}

const ofFleet = "fleet"

func groupsOf(rows []fieldRow, columns []column) (groups []*rowGroup) {
	known := map[string]*rowGroup{}
	for _, r := range rows {
		var key strings.Builder
		alike := r
		for _, s := range alike.settings() {
			if s.Layer == ofFleet {
				s.At = tree.Position{}
			}
		}
		for _, c := range columns {
			key.WriteString(c.like(alike, whole) + "\n")
		}
		if known[key.String()] == nil {
			known[key.String()] = &rowGroup{}
			groups = append(groups, known[key.String()])
		}
		*known[key.String()] = append(*known[key.String()], r)
	}
	return groups
}

// like returns the cell of a row, with ClusterMark in the place of the name of its cluster.
func (c column) like(r fieldRow, form func(value string) string) string {
	if !c.own {
		return c.cell(r, form)
	}
	return AnyCluster(c.cell(r, form), r.object.Cluster())
}

// clustersWidth is how many characters the names of clusters have, without the count of the others.
const clustersWidth = 40

func (g rowGroup) cell(c column) string {
	if g[0].object.Cluster() == g[len(g)-1].object.Cluster() {
		return c.cell(g[0], short)
	}
	return strings.ReplaceAll(c.like(g.shown(), short), ClusterMark, "$(cluster.name)")
}

// shown returns the first row, with a count where rows differ in the place that the fleet has.
func (g rowGroup) shown() fieldRow {
	row := g[0]
	for i, s := range row.settings() {
		places := each.Once(g, func(r fieldRow) tree.Position { return r.settings()[i].At })
		if s.Layer == ofFleet && len(places) > 1 {
			s.At = tree.Position{File: names.Number(len(places)) + " places"}
			if i > 0 {
				s.Layer = s.At.File + " of the fleet"
			}
		}
	}
	return row
}

func of(text func(fieldRow) string) func(fieldRow, func(string) string) string {
	return func(r fieldRow, _ func(string) string) string { return text(r) }
}

func whole(value string) string { return value }

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
const none, noValue = "-", "(none)"

func (r fieldRow) cluster() string { return cmp.Or(ClusterOf(r.object), none) }

func (r fieldRow) place() string {
	if r.Setting.At.Line == 0 {
		return cmp.Or(r.Setting.At.File, none)
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
func (r fieldRow) details(form func(value string) string) string {
	words := []string{r.written("as ", form)}
	if r.Value == "" && r.IsSet() {
		words[0] = "removed"
	}
	return strings.TrimPrefix(strings.Join(append(words, r.others(form)...), ", "), ", ")
}

func short(value string) string {
	const most = 60 // characters
	if utf8.RuneCountInString(value) <= most {
		return value
	}
	return string([]rune(value)[:most-1]) + "…"
}
