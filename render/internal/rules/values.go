package rules

import (
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

type variableKey struct {
	app  *inventory.Application
	name string
}

// holes checks the values of an instance's holes. Where they are valid by the rules of the holes, or an earlier
// instance had the same, the entry needs no other check, unless findings are about values of clusters.
func (c *checker) holes(i *entries.Instance, known *state) bool {
	t := i.Template
	c.scratch.Reset()
	if !c.fill(i) {
		return false
	}
	key := c.keyOf(*i)
	if sound, done := known.checked[key]; done {
		return sound
	}
	problems := c.entry(t, c.scratch.Fill(t.Fields, t.Indexes, c.values))
	ofCluster := areApart(t, problems)
	sound := len(problems) == 0 || c.anew(*i)
	if !ofCluster {
		known.checked[key] = sound
	}
	return sound
}

// anew checks an instance by itself, so that its findings have the places of its cluster's values.
func (c *checker) anew(i entries.Instance) (sound bool) {
	fields := i.ExpandAnew(c.inv.Build)
	return c.add(fields, c.entry(i.Template, fields))
}

// areApart reports whether findings are about values of a cluster, so that others have their own.
func areApart(t *entries.Template, problems []finding.Problem) bool {
	return slices.ContainsFunc(problems, func(p finding.Problem) bool { return !t.HasPlace(p.Node.Position()) })
}

// fill takes an instance's hole values and adds their sizes. It reports missing values; false where some are too large.
func (c *checker) fill(i *entries.Instance) bool {
	r, app := i.Resolver(), i.Template.App
	if c.app != app {
		c.app = app
		c.references = fleet.NewReferences(func(p finding.Problem) { c.report(app, p) })
	}
	r.References = c.references
	c.values = c.values[:0]
	for _, h := range i.Template.Holes {
		if c.references.Ended() {
			return false
		}
		text := r.Text(c.scratch, h.Node, h.Parts)
		if c.references.Exceeds(h.Node, text, h.Places, fleet.MaxObject-i.Size) {
			return false
		}
		i.Size += h.Places * text.Size(fleet.MaxObject)
		if h.Rule == entries.RuleVariable {
			c.variable(app, h.Node, text)
		}
		c.values = append(c.values, h.Kind.Fit(c.scratch, text))
	}
	return true
}

// keyOf returns a text that is the same for instances of a template of which the checks find the same.
func (c *checker) keyOf(i entries.Instance) string {
	c.key = c.key[:0]
	for at, h := range i.Template.Holes {
		value := c.values[at]
		text := value.Kind() == tree.String && !names.IsReference(value)
		shape := ""
		if h.Rule == entries.RulePatch && text {
			shape = validate.PatchShape(i.Template.App.Document, value)
		}
		switch {
		case h.Rule == entries.RuleNone && value.Kind() != tree.Null:
		case (h.Rule == entries.RuleText || h.Rule == entries.RuleVariable) && text:
		case h.Rule == entries.RuleName && text && validate.SurelyName(value):
		case h.Rule == entries.RuleSized && text:
			c.key = fmt.Appendf(c.key, "%d,", len(value.Text()))
		case shape != "":
			c.key = append(c.key, shape...)
		default:
			c.key = append(tree.AppendJSON(fmt.Appendf(c.key, "%d:", at), value), 0)
		}
	}
	return string(c.key)
}

// variable reports a variable whose text Flux may read as something else than a string, once for all clusters. What
// is a number or a boolean already is meant to be one.
func (c *checker) variable(app *inventory.Application, written, value tree.Node) {
	key := variableKey{app, written.Key()}
	if c.variables[key] || value.Kind() != tree.String {
		return
	}
	p, ok := validate.Variable(written, value.Text())
	if !ok {
		return
	}
	c.variables[key] = true
	if !app.Document.Facts().QuotesVariables() {
		c.report(app, p)
	}
}

// Compiler returns what keeps a Flux from using the text of a field as an expression of CEL; nil if nothing does.
type Compiler = func(*kinds.Kind, kinds.Expression, kinds.FluxVersion, string) *kinds.ExpressionError

// expressions returns what is wrong with the expressions of a spec. Flux takes an empty one for none.
func (c *checker) expressions(app *inventory.Application, k *kinds.Kind, spec tree.Node) (problems []finding.Problem) {
	if c.compile == nil {
		return nil
	}
	for _, e := range k.Expressions {
		for n := range e.At.Each(kinds.Of(spec)) {
			text, isPlain := names.PlainText(n)
			if !isPlain || text == "" || names.IsReference(n) {
				continue
			}
			key := k.Name + " " + e.At.String() + " " + text
			wrong, known := c.compiled[key]
			if !known {
				wrong = c.compile(k, e, c.inv.Flux, text)
				c.compiled[key] = wrong
			}
			if wrong == nil {
				continue
			}
			p := finding.Problem{Code: CodeExpression, Subject: app.Document.Subject(), Node: n,
				Position: n.PositionIn(wrong.Line, wrong.Column), Detail: wrong.Detail}
			if wrong.TooNew {
				p.Code = codes.FluxField
			}
			problems = append(problems, p)
		}
	}
	return problems
}
