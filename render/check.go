package render

import (
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// check validates each document and each merged entry by itself, and marks the templates that have errors. When there are more errors
// than anybody reads, the entries that are left are not checked: a short document can have millions, by aliases.
func check(inv inventory, all merged) []schema.Problem {
	c := checker{inv: inv, scratch: tree.NewBuilder(), charts: map[chartKey]bool{}, variables: map[variableKey]bool{}, reached: map[*schema.Member]bool{}}
	for _, app := range inv.applications {
		c.problems = append(c.problems, schema.CheckApplication(app.document, inv.flux)...)
		c.savedTemplate(app)
	}
	for _, repository := range inv.repositories {
		c.problems = append(c.problems, schema.CheckRepository(repository.document, inv.flux)...)
	}
	for _, t := range all.idle {
		if c.errors <= schema.MaxErrors {
			c.idle(t)
		}
	}
	for _, i := range all.instances {
		if c.errors <= schema.MaxErrors {
			c.instance(i)
		}
	}
	return c.problems
}

type checker struct {
	inv        inventory
	problems   []schema.Problem
	errors     int
	scratch    *tree.Builder // of what is needed for a moment
	values     []tree.Node   // of the holes of the last instance
	key        []byte
	references *references             // of the application of the last instance
	reached    map[*schema.Member]bool // by instances of this application
	charts     map[chartKey]bool
	variables  map[variableKey]bool
}

// variableKey identifies a variable of postBuild.substitute.
type variableKey struct {
	app  *application
	name string
}

// add adds findings about a template that has these fields. The template is unsound when they are about what its objects are called.
func (c *checker) add(t *template, fields tree.Node, problems []schema.Problem) {
	for _, p := range problems {
		if p.Severity == schema.SeverityError || p.Severity == "" {
			c.errors++
			if !t.idle && isIdentity(fields, p.Node) {
				c.unsound(t)
			}
		}
	}
	c.problems = append(c.problems, problems...)
}

// unsound keeps the instances of a template from being planned.
func (c *checker) unsound(t *template) { t.unsound, t.app.unsound = true, true }

// identityFields are the fields of an entry from which the names and clusters of its objects follow.
var identityFields = []string{"name", "namespace", "destination", "releaseName", "storageNamespace"}

// isIdentity reports whether a value is in one of the identityFields.
func isIdentity(fields, value tree.Node) bool {
	return slices.ContainsFunc(identityFields, func(key string) bool { return holds(fields.Find(key), value) })
}

// holds reports whether a value is another one, or holds it.
func holds(n, value tree.Node) bool {
	if n.Same(value) {
		return true
	}
	for child := range n.Children() {
		if holds(child, value) {
			return true
		}
	}
	return false
}

// idle checks an entry that reaches no cluster. What it lacks, or refers to, may come with a cluster.
func (c *checker) idle(t *template) {
	c.add(t, t.fields, slices.DeleteFunc(c.entry(t, t.fields), func(p schema.Problem) bool {
		return p.Code == schema.CodeRequired || schema.HasReference(p.Node)
	}))
}

// entry returns the findings about a merged entry.
func (c *checker) entry(t *template, fields tree.Node) (problems []schema.Problem) {
	if t.replaced || len(t.holes) > 0 {
		problems = schema.CheckTypes(t.app.document, t.app.workload, fields)
	}
	return append(problems, schema.CheckEntry(t.app.document, t.app.workload, fields, c.inv.flux)...)
}

// instance checks an instance: its template once, and what fills its holes by the rules of their places.
func (c *checker) instance(i instance) {
	t := i.template
	if c.references == nil || c.references.app != t.app {
		c.references = newReferences(t.app, func(p schema.Problem) {
			p.Document = t.app.document
			c.problems = append(c.problems, p)
		})
		clear(c.reached)
	}
	c.reach(i)
	if !t.checked {
		t.checked = true
		c.sourceOf(t)
		if t.hasUnresolvedName() {
			c.unsound(t)
		}
		if len(t.holes) == 0 {
			c.add(t, t.fields, c.entry(t, t.fields))
		}
	}
	if len(t.holes) > 0 {
		c.holes(i)
	}
}

// holes checks the values of an instance's holes. An instance whose values are valid by the rules of their holes, or are the same as
// those of an instance before, needs no other check of the entry.
func (c *checker) holes(i instance) {
	t := i.template
	c.scratch.Reset()
	c.values = c.valuesOf(i, c.scratch)
	key := c.keyOf(i)
	if t.checkedValues[key] {
		return
	}
	if t.checkedValues == nil {
		t.checkedValues = map[string]bool{}
	}
	t.checkedValues[key] = true
	if len(c.entry(t, c.scratch.Fill(t.fields, t.indexes, c.values))) == 0 {
		return
	}
	fields := c.inv.build.Fill(t.fields, t.indexes, c.valuesOf(i, c.inv.build)) // which findings can keep
	c.add(t, fields, c.entry(t, fields))
}

// valuesOf returns the values of an instance's holes, and reports references without a value.
func (c *checker) valuesOf(i instance, b *tree.Builder) []tree.Node {
	r := i.resolver()
	r.references = c.references
	values := c.values[:0]
	for _, h := range i.template.holes {
		text := r.text(b, h.node, h.parts)
		if h.rule == ruleVariable {
			c.variable(i.template.app, h.node, text)
		}
		values = append(values, h.kind.Fit(b, text))
	}
	return values
}

// keyOf returns a text that is the same for instances of a template of which the checks find the same.
func (c *checker) keyOf(i instance) string {
	c.key = c.key[:0]
	for at, h := range i.template.holes {
		value := c.values[at]
		text := value.Kind() == tree.String && !schema.HasReference(value)
		switch {
		case h.rule == ruleNone && value.Kind() != tree.Null:
		case (h.rule == ruleText || h.rule == ruleVariable) && text:
		case h.rule == ruleName && text && schema.SurelyName(value):
		case h.rule == ruleSized && text:
			c.key = fmt.Appendf(c.key, "%d,", len(value.Text()))
		default:
			c.key = append(tree.AppendJSON(fmt.Appendf(c.key, "%d:", at), value), 0)
		}
	}
	return string(c.key)
}

// variable reports a variable whose text Flux may read as something else than a string, once for all clusters. What is a number or a
// boolean already may become one again.
func (c *checker) variable(app *application, written, value tree.Node) {
	key := variableKey{app, written.Key()}
	if c.variables[key] || value.Kind() != tree.String {
		return
	}
	p, ok := schema.CheckVariable(written, value.Text())
	if !ok {
		return
	}
	c.variables[key] = true
	if !app.document.QuotesVariables() {
		p.Document = app.document
		c.problems = append(c.problems, p)
	}
}

// reach refuses a cluster of the fleet that Flux could not reach. What an application writes itself is checked where it is written,
// but for a KCLRun, which cannot use all of it.
func (c *checker) reach(i instance) {
	m, app := i.member, i.template.app
	if m == nil || len(c.inv.members) == 0 && app.workload != schema.KCLRuns || c.reached[m] || m.Hub() {
		return
	}
	c.reached[m] = true
	if m.HasDocument() && !m.KubeConfig().Exists() && !app.standalone {
		c.problems = append(c.problems, schema.Problem{
			Code: schema.CodeKubeConfig, Document: m.Document(), Node: m.Origin(), Current: m.Name,
			Detail: fmt.Sprintf("cluster %s has no kubeconfig, and an application targets it; add the annotation %s: NAME or NAME/KEY", m.Name, schema.AnnotationKubeConfig),
		})
	}
	if m.HasDocument() || app.workload == schema.KCLRuns {
		c.problems = append(c.problems, schema.CheckReach(app.document, app.workload, m.Origin(), m.KubeConfig(), c.inv.flux)...)
	}
}
