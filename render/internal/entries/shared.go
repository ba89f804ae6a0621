package entries

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/overlay"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// sharedFields is what all entries share that has references.
type sharedFields struct {
	*scope
	fields tree.Node // absent without references
	kind   validate.Type
	charts map[string]*inventory.ChartTemplate // by what names them
}

// find finds what all entries share, by the fields of entries that it is below.
func (s *sharedFields) find() {
	d := s.app.Document
	shared := []tree.Field{{Key: "metadata", Value: d.CommonMetadata()}}
	if s.app.Workload == terms.HelmReleases {
		shared = append(shared,
			tree.Field{Key: "chart", Value: d.Chart()}, tree.Field{Key: "template", Value: d.TemplateName()})
	}
	shared = slices.DeleteFunc(shared, func(f tree.Field) bool { return !reference.Contains(f.Value) })
	if len(shared) > 0 && s.app.Workload != "" { // without a workload there are no entries
		s.fields, s.kind = s.inv.Build.Map(d.Spec(), shared...), validate.SharedType(s.app.Workload)
	}
}

// below returns what an entry with its layers has from what all entries share: a field of its own needs no value.
func (s *sharedFields) below(fields tree.Node, clearsChart bool) tree.Node {
	b, shared := s.inv.Build, s.fields
	if clearsChart {
		shared = b.Without(shared, "chart")
	}
	return overlay.New(b, overlay.OfShared(validate.EntryType(s.app.Workload))).Uncovered(shared, fields)
}

// take takes what all entries share into a template, whose chart is its own until then. References have their values.
func (s *sharedFields) take(t *Template, shared, chart tree.Node) {
	if s.fields.Get("chart").Exists() {
		t.sharesChart, t.ownChart = true, chart
	}
	if named := shared.Find("template"); named.Exists() {
		t.ChartTemplate = s.chartTemplate(named)
	}
}

// chartTemplate returns the chart template that a value of references names.
func (s *sharedFields) chartTemplate(named tree.Node) *inventory.ChartTemplate {
	key := string(tree.AppendJSON(nil, named))
	found, ok := s.charts[key]
	if !ok {
		problems := validate.Template(s.app.Document, named)
		if found = (&inventory.ChartTemplate{}); len(problems) == 0 {
			found, problems = s.inv.ChartTemplate(s.app, named)
		}
		s.problems = finding.Append(s.problems, problems...)
		if s.charts == nil {
			s.charts = map[string]*inventory.ChartTemplate{}
		}
		s.charts[key] = found
	}
	return found
}
