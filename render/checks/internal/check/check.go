// Package check merges the values of a release as Helm does, checks them by one chart, and places problems.
package check

import (
	"cmp"
	"errors"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/loader"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/valuesschema"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Checker checks values for one chart with one set of defaults. It is not safe for concurrent use.
type Checker struct {
	chart    *loader.Chart
	defaults valuesschema.Map
	files    []ValuesFile
	known    map[string]*release       // by the dependencies that are enabled
	all      *release                  // nil where values depend on more than their own place
	takes    map[string]func(any) bool // what a scalar at a place must fulfil; nil where others decide, or are decided
}

// ValuesFile is one of valuesFiles.
type ValuesFile struct {
	Name   string
	IsOwn  bool // it is the values.yaml of the chart
	Values valuesschema.Map
}

// New returns the checker of a chart. The defaults stand in for its values.yaml, and come from files if there are any.
func New(c *loader.Chart, defaults valuesschema.Map, files ...ValuesFile) *Checker {
	return &Checker{chart: c, defaults: defaults, files: files, known: map[string]*release{}}
}

// Problems is render.ChartCheck.Problems.
func (c *Checker) Problems(v render.Values) []finding.Problem {
	given, isMap := valueOf(v.Inline).(valuesschema.Map)
	if !isMap { // null, or none
		given = valuesschema.Map{}
	}
	merged, err := c.release(given)
	if err == nil {
		err = merged.top.merge(given)
	}
	run := &run{release: merged, values: v, files: c.files, steps: valuesschema.MaxSteps}
	var wrong *mismatchError
	switch {
	case errors.As(err, &wrong):
		run.mismatched(c.chart, wrong)
	case err == nil:
		run.validate(merged.top, given, nil)
		if isMap {
			run.warnBelow(regionOf(v.Inline, merged.top, nil, merged.known, nil))
		}
	}
	slices.SortStableFunc(run.found, func(a, b placed) int {
		return cmp.Or(slices.Compare(a.at, b.at), cmp.Compare(a.problem.Code, b.problem.Code),
			cmp.Compare(a.problem.Child, b.problem.Child), cmp.Compare(a.problem.Detail, b.problem.Detail))
	})
	problems := each.Of(run.found, func(p placed) finding.Problem { return p.problem })
	return slices.CompactFunc(problems, func(a, b finding.Problem) bool {
		return a.Node == b.Node && a.OnKey == b.OnKey && a.Child == b.Child && a.Code == b.Code && a.Detail == b.Detail
	})
}

// NotChecked says why values are not checked.
func NotChecked(reason string) *finding.Problem {
	detail := "values are not checked: " + reason
	return &finding.Problem{Severity: finding.SeverityInfo, Code: wording.CodeChartNotFound, Detail: detail,
		Hiding: detail}
}

type run struct {
	*release
	values render.Values
	files  []ValuesFile
	steps  int // that are left for all schemas
	found  []placed
}

type placed struct {
	at      []string
	problem finding.Problem
}

func (r *run) add(at []string, p finding.Problem) {
	p.Hiding = p.Detail // which has no value of the author
	r.found = append(r.found, placed{at, p})
}

// mismatched says that the values of a dependency are no map, with which Helm fails before it validates.
func (r *run) mismatched(c *loader.Chart, wrong *mismatchError) {
	s := inlineAt(r.values.Inline, wrong.path)
	of := wrong.part.Chart.Meta.Name
	detail := "is " + s.node.Kind().String() + ", and Helm takes only a map: the values of chart " + of
	if s.node.Kind() == tree.Null {
		detail += "; leave it out"
	} else {
		detail += "; write key: value below it"
	}
	if !s.isAt { // the charts contradict each other
		detail = "chart " + c.Meta.Name + " cannot be installed: " + wrong.Error()
	}
	r.add(wrong.path, finding.Problem{Code: wording.CodeValues, Node: s.node, Detail: detail})
}

// validate validates the merged values of a chart and of its dependencies with values (ValidateAgainstSchema of Helm).
func (r *run) validate(p *part, merged valuesschema.Map, at []string) {
	if p.Chart.Schema != nil {
		r.validateOne(p, merged, at)
	}
	for _, dep := range p.Deps {
		below, isMap := merged[dep.Name].(valuesschema.Map)
		if isMap && (!r.values.From || r.isDecided(p, dep, at)) {
			r.validate(dep, below, append(at[:len(at):len(at)], dep.Name))
		}
	}
}

func (r *run) validateOne(p *part, merged valuesschema.Map, at []string) {
	who := "chart " + p.Chart.Meta.Name
	faults, err := p.Chart.Schema.Faults(who, merged, &r.steps)
	for _, found := range faults {
		r.report(found, at)
	}
	var external *valuesschema.ExternalError
	switch {
	case errors.As(err, &external):
		p := NotChecked(who + ": " + err.Error())
		if !external.All {
			p.Detail = "some " + p.Detail
		}
		r.add(at, *p)
	case err != nil:
		r.addOfSchema(codes.Chart, at, finding.Problem{Detail: who + ": " + err.Error()})
	}
}

// addOfSchema adds a problem of a schema, which is an error unless Helm does not validate by it.
func (r *run) addOfSchema(code finding.Code, at []string, p finding.Problem) {
	p.Code, p.Severity = code, finding.SeverityError
	if r.values.SchemaDisabled {
		p.Severity = finding.SeverityInfo
		p.Detail += " (Helm does not validate it: disableSchemaValidation)"
	}
	r.add(at, p)
}
