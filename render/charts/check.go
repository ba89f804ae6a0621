package charts

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// checker checks values for one chart with one set of defaults.
type checker struct {
	chart    *chart
	defaults values
	releases map[string]*release // by the dependencies that are enabled
	accepted accepted
}

// release is a chart with the dependencies that are enabled.
type release struct {
	top *part
	// known are the defaults of all parts, with nulls: a key with null is known.
	known values
}

func newChecker(c *chart, defaults values) *checker {
	return &checker{chart: c, defaults: defaults, releases: map[string]*release{}}
}

// problems is render.ChartCheck.Problems.
func (c *checker) problems(v render.Values) []finding.Problem {
	given, isMap := valueOf(v.Inline).(values)
	if !isMap {
		if v.Inline.Exists() && v.Inline.Kind() != tree.Null {
			return nil // rules of the release say so
		}
		given = values{}
	}
	run := &run{checker: c, values: v}
	var err error
	if run.release, err = c.release(given); err == nil {
		err = run.release.top.coalesce(given, false, nil)
	}
	var wrong *mismatch
	switch {
	case errors.As(err, &wrong):
		run.mismatched(wrong)
	case err == nil:
		run.validate(run.release.top, given, nil)
		run.warn()
	}
	return run.sorted()
}

// release returns the chart with the dependencies that given values enable.
func (c *checker) release(given values) (*release, error) {
	top := newPart(c.chart, c.defaults)
	if err := top.enable(given, ""); err != nil {
		return nil, err
	}
	key := top.signature()
	if known := c.releases[key]; known != nil {
		return known, nil
	}
	if err := top.importValues(); err != nil {
		return nil, err
	}
	r := &release{top: top, known: values{}}
	if err := top.coalesce(r.known, true, nil); err != nil {
		return nil, err
	}
	c.releases[key] = r
	return r, nil
}

func (p *part) signature() string {
	var b strings.Builder
	for _, dep := range p.deps {
		b.WriteString(dep.name + "(" + dep.signature() + ")")
	}
	return b.String()
}

// run checks values once.
type run struct {
	*checker
	*release
	values render.Values
	found  []placed
}

// placed is a problem with its place in the values, for the order.
type placed struct {
	at      []string
	problem finding.Problem
}

func (r *run) add(at []string, p finding.Problem) {
	p.Hiding = p.Detail // which has no value of the author
	r.found = append(r.found, placed{at, p})
}

func (r *run) sorted() []finding.Problem {
	slices.SortStableFunc(r.found, func(a, b placed) int {
		return cmp.Or(slices.Compare(a.at, b.at), cmp.Compare(a.problem.Code, b.problem.Code),
			cmp.Compare(a.problem.Child, b.problem.Child), cmp.Compare(a.problem.Detail, b.problem.Detail))
	})
	var problems []finding.Problem
	for i, p := range r.found {
		if i == 0 || !samePlace(p.problem, r.found[i-1].problem) {
			problems = append(problems, p.problem)
		}
	}
	return problems
}

func samePlace(a, b finding.Problem) bool {
	return a.Node == b.Node && a.OnKey == b.OnKey && a.Child == b.Child && a.Code == b.Code && a.Detail == b.Detail
}

// mismatched says that the values of a dependency are no map, with which Helm fails before it validates.
func (r *run) mismatched(wrong *mismatch) {
	s := spotOf(r.values.Inline, wrong.path)
	of := wrong.part.chart.meta.Name
	detail := "is " + s.node.Kind().String() + ", and Helm takes only a map: the values of chart " + of
	if s.node.Kind() == tree.Null {
		detail += "; leave it out"
	} else {
		detail += "; write key: value below it"
	}
	if !s.isAt { // the charts contradict each other
		detail = "chart " + r.chart.meta.Name + " cannot be installed: " + wrong.Error()
	}
	r.add(wrong.path, finding.Problem{Code: finding.CodeValues, Node: s.node, Detail: detail})
}

// validate validates the merged values of a chart, and of each dependency that has some (ValidateAgainstSchema of
// Helm).
func (r *run) validate(p *part, merged values, at []string) {
	if p.chart.schema != nil {
		r.validateOne(p, merged, at)
	}
	for _, dep := range p.deps {
		below, isMap := merged[dep.name].(values)
		if isMap && (!r.values.From || r.isDecided(p, dep, at)) {
			r.validate(dep, below, append(at[:len(at):len(at)], dep.name))
		}
	}
}

func (r *run) validateOne(p *part, merged values, at []string) {
	_, err := p.chart.schema.compile()
	if err == nil {
		failure, applyErr := p.chart.schema.validate(merged)
		if failure != nil {
			finder := &faultFinder{who: "chart " + p.chart.meta.Name, prefix: at, value: merged, schema: p.chart.schema}
			for _, found := range finder.faults(failure) {
				r.report(found)
			}
		}
		err = applyErr
	}
	var external *externalError
	switch {
	case errors.As(err, &external):
		r.add(at, *notChecked("chart " + p.chart.meta.Name + ": " + err.Error()))
	case err != nil:
		r.add(at, finding.Problem{Code: finding.CodeChart, Severity: r.severity(),
			Detail: "chart " + p.chart.meta.Name + ": " + err.Error() + r.unlessDisabled()})
	}
}

func (r *run) severity() finding.Severity {
	if r.values.SchemaDisabled {
		return finding.SeverityInfo
	}
	return finding.SeverityError
}

func (r *run) unlessDisabled() string {
	if r.values.SchemaDisabled {
		return " (Helm does not validate it: disableSchemaValidation)"
	}
	return ""
}
