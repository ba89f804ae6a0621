package page

import (
	"fmt"
	"html"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/view"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/status"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// html writes markup with values, which it escaped for texts and attributes in double quotes. html/template would make
// the command 8 MB larger: with templates, the linker keeps methods that nobody calls.
func (w *writer) html(markup string, values ...any) {
	for i, value := range values {
		values[i] = html.EscapeString(view.Visible(strings.ToValidUTF8(w.secrets.Hide(fmt.Sprint(value)), "\uFFFD")))
	}
	fmt.Fprintf(w, markup, values...)
}

// table writes columns and rows with headings, and nothing without rows. A wide one can be moved, also by keyboard.
func (w *writer) table(title string, columns []string, rows [][]any) {
	if len(rows) == 0 {
		return
	}
	w.html("<h2>%s</h2>\n<div role=\"region\" aria-label=\"%s\" tabindex=\"0\">\n<table>\n<thead><tr>", title, title)
	for _, column := range columns {
		w.html(`<th scope="col">%s</th>`, column)
	}
	w.html("</tr></thead>\n<tbody>\n")
	for _, row := range rows {
		w.html(`<tr><th scope="row">%v</th>`, row[0])
		for _, value := range row[1:] {
			w.html("<td>%v</td>", value)
		}
		w.html("</tr>\n")
	}
	w.html("</tbody>\n</table>\n</div>\n")
}

func (r Report) writeTables(w *writer) {
	f := r.Page.Fleet
	w.html("<h1>%s</h1>\n<p>%s, %s, %s, %s.</p>\n", r.About.Title, names.Counted(len(f.Applications), "application"),
		names.Counted(len(f.Clusters), "cluster"), names.Counted(len(f.Objects), "object"),
		names.Counted(len(f.Findings), "finding"))
	if f.Refused {
		w.html("<p><strong>The documents have errors, so nothing is rendered.</strong></p>\n")
	}
	if r.Changes != nil {
		var text strings.Builder
		w.check(change.WriteText(&text, *r.Changes, change.PrintOptions{Limits: r.Limits, Final: r.Final}))
		w.html("<h2>Changes since %s</h2>\n<pre tabindex=\"0\">%s</pre>\n", r.About.Base, text.String())
	}
	w.table("Findings", []string{"Severity", "Place", "Path", "Finding", "Code"}, r.findingRows())
	columns := []string{"Application", "Type", "Source", "Chart", "Version", "Clusters", "Objects", "Place"}
	if r.Status != nil {
		columns = append(columns, "Ready")
	}
	w.table("Applications", columns, r.applicationRows())
	w.table("Clusters", []string{"Cluster", "Labels", "Applications", "Objects"}, r.clusterRows())
}

func (r Report) findingRows() (rows [][]any) {
	for _, f := range r.Page.Fleet.Findings {
		rows = append(rows, []any{f.Severity, placeText(view.Place{File: f.File, Line: f.Line, Column: f.Column}), f.Path,
			f.Detail, f.Code})
	}
	return rows
}

func (r Report) applicationRows() (rows [][]any) {
	ready := map[string]status.Application{}
	if r.Status != nil {
		for _, s := range r.Status.Applications {
			ready[s.Name] = s
		}
	}
	for _, a := range r.Page.Fleet.Applications {
		versions := each.Of(a.Versions, func(v view.Version) string { return v.Version })
		row := []any{a.Name, a.Workload, few(a.Sources), a.Chart, few(versions), names.Number(a.Clusters),
			names.Number(a.Objects), placeText(a.Place)}
		if s, found := ready[a.Name]; found {
			row = append(row, names.Number(s.Ready)+"/"+names.Number(s.Total))
		}
		rows = append(rows, row)
	}
	return rows
}

func (r Report) clusterRows() (rows [][]any) {
	for _, c := range r.Page.Fleet.Clusters {
		keys := slices.Sorted(maps.Keys(c.Labels))
		labels := each.Of(keys, func(key string) string { return key + "=" + c.Labels[key] })
		applications := each.Of(c.Applications, func(i int) string { return r.Page.Fleet.Applications[i].Name })
		rows = append(rows, []any{c.Name, strings.Join(labels, ", "), few(applications), names.Number(c.Objects)})
	}
	return rows
}

func placeText(p view.Place) string {
	if p.Line == 0 {
		return p.File
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

func few(texts []string) string {
	if len(texts) > 3 {
		texts = append(texts[:3:3], fmt.Sprintf("and %d more", len(texts)-3))
	}
	return strings.Join(texts, ", ")
}
