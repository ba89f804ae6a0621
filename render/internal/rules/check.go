package rules

import (
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// Check validates each document and each merged entry by itself. It returns the sound instances, for which objects can be planned:
// nothing is wrong with what these are called. When there are more errors than anybody reads, the entries that are left are not
// checked: a short document can have millions, by aliases.
func Check(inv inventory.Inventory, all entries.Merged) (sound []entries.Instance, problems []finding.Problem) {
	c := checker{
		inv: inv, scratch: tree.NewBuilder(), charts: map[sharedChart]bool{}, variables: map[variableKey]bool{},
		reached: map[reachKey]bool{}, states: map[*entries.Template]*state{},
	}
	for _, app := range inv.Applications {
		c.problems = append(c.problems, validate.Application(app.Document, inv.Flux)...)
		c.savedTemplate(app)
	}
	for _, repository := range inv.Repositories {
		c.problems = append(c.problems, validate.Repository(repository.Document, inv.Flux)...)
	}
	for _, t := range all.Idle {
		if c.errors <= finding.MaxErrors {
			c.idle(t)
		}
	}
	for _, i := range all.Disabled { // Flux must reach them still, to remove what an earlier run rendered
		c.reach(i)
	}
	sound = make([]entries.Instance, 0, len(all.Instances))
	for _, i := range all.Instances {
		if c.errors <= finding.MaxErrors && c.instance(i) {
			sound = append(sound, i)
		} else {
			i.Template.App.Unsound = true
		}
	}
	return sound, c.problems
}

type checker struct {
	inv        inventory.Inventory
	problems   []finding.Problem
	errors     int
	scratch    *tree.Builder // of what is needed for a moment
	values     []tree.Node   // of the holes of the last instance
	key        []byte
	app        *inventory.Application // of the last instance
	references *fleet.References      // of this application
	reached    map[reachKey]bool
	charts     map[sharedChart]bool
	variables  map[variableKey]bool
	states     map[*entries.Template]*state // of those that clusters of the fleet share
}

// state is what is known of a template.
type state struct {
	sound   bool
	apart   bool            // there are findings about values of clusters, which each have their own places
	checked map[string]bool // by the values of the holes, whether the entry is sound; nil without holes
}

// variableKey identifies a variable of postBuild.substitute.
type variableKey struct {
	app  *inventory.Application
	name string
}

// add adds findings about an entry with these fields. The entry is sound when no error is about what its objects are called.
func (c *checker) add(fields tree.Node, problems []finding.Problem) (sound bool) {
	sound = true
	for _, p := range problems {
		if p.Severity == finding.SeverityError || p.Severity == "" {
			c.errors++
			sound = sound && !isIdentity(fields, p.Node)
		}
	}
	c.problems = append(c.problems, problems...)
	return sound
}

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
func (c *checker) idle(t *entries.Template) {
	c.add(t.Fields, slices.DeleteFunc(c.entry(t, t.Fields), func(p finding.Problem) bool {
		return p.Code == finding.CodeRequired || reference.Is(p.Node)
	}))
}

// entry returns the findings about a merged entry.
func (c *checker) entry(t *entries.Template, fields tree.Node) (problems []finding.Problem) {
	if t.Replaced || len(t.Holes) > 0 {
		problems = validate.Types(t.App.Document, t.App.Workload, fields)
	}
	return append(problems, validate.Entry(t.App.Document, t.App.Workload, fields, c.inv.Flux)...)
}

// instance checks an instance, and reports whether it is sound: its template once, and what fills its holes by the rules of their
// places.
func (c *checker) instance(i entries.Instance) bool {
	t := i.Template
	if c.app != t.App {
		c.app = t.App
		c.references = fleet.NewReferences(t.App.ReferenceNames(), func(p finding.Problem) {
			p.Subject = t.App.Document.Subject()
			c.problems = append(c.problems, p)
		})
	}
	c.reach(i)
	known := c.states[t]
	switch {
	case known == nil:
		known = c.template(t)
		if i.Member != nil {
			c.states[t] = known
		}
	case known.apart:
		c.anew(i)
	}
	if len(t.Holes) > 0 && !c.holes(i, known) {
		return false
	}
	return known.sound
}

// template checks what all instances of a template have in common.
func (c *checker) template(t *entries.Template) *state {
	known := &state{sound: c.sourceOf(t) && !t.HasUnresolvedName()}
	if len(t.Holes) > 0 {
		known.checked = map[string]bool{}
		return known
	}
	problems := c.entry(t, t.Fields)
	known.apart = t.Replaced && areApart(t, problems)
	known.sound = c.add(t.Fields, problems) && known.sound
	return known
}

// areApart reports whether findings about a template are about values of a cluster, so that other clusters have findings of their own.
func areApart(t *entries.Template, problems []finding.Problem) bool {
	return slices.ContainsFunc(problems, func(p finding.Problem) bool { return !t.HasPlace(p.Node.Position()) })
}

// anew checks an instance by itself, so that its findings have the places of its cluster's values.
func (c *checker) anew(i entries.Instance) (sound bool) {
	fields := i.ExpandAnew(c.inv.Build)
	return c.add(fields, c.entry(i.Template, fields))
}

// holes checks the values of an instance's holes. An instance whose values are valid by the rules of their holes, or are the same as
// those of an instance before, needs no other check of the entry, unless findings are about values of clusters.
func (c *checker) holes(i entries.Instance, known *state) bool {
	t := i.Template
	c.scratch.Reset()
	c.values = c.valuesOf(i, c.scratch)
	key := c.keyOf(i)
	if sound, done := known.checked[key]; done {
		return sound
	}
	problems := c.entry(t, c.scratch.Fill(t.Fields, t.Indexes, c.values))
	apart := areApart(t, problems)
	sound := len(problems) == 0 || c.anew(i)
	if !apart {
		known.checked[key] = sound
	}
	return sound
}

// valuesOf returns the values of an instance's holes, and reports references without a value.
func (c *checker) valuesOf(i entries.Instance, b *tree.Builder) []tree.Node {
	r := i.Resolver()
	r.References = c.references
	values := c.values[:0]
	for _, h := range i.Template.Holes {
		text := r.Text(b, h.Node, h.Parts)
		if h.Rule == entries.RuleVariable {
			c.variable(i.Template.App, h.Node, text)
		}
		values = append(values, h.Kind.Fit(b, text))
	}
	return values
}

// keyOf returns a text that is the same for instances of a template of which the checks find the same.
func (c *checker) keyOf(i entries.Instance) string {
	c.key = c.key[:0]
	for at, h := range i.Template.Holes {
		value := c.values[at]
		text := value.Kind() == tree.String && !reference.Is(value)
		switch {
		case h.Rule == entries.RuleNone && value.Kind() != tree.Null:
		case (h.Rule == entries.RuleText || h.Rule == entries.RuleVariable) && text:
		case h.Rule == entries.RuleName && text && validate.SurelyName(value):
		case h.Rule == entries.RuleSized && text:
			c.key = fmt.Appendf(c.key, "%d,", len(value.Text()))
		default:
			c.key = append(tree.AppendJSON(fmt.Appendf(c.key, "%d:", at), value), 0)
		}
	}
	return string(c.key)
}

// variable reports a variable whose text Flux may read as something else than a string, once for all clusters. What is a number or a
// boolean already is meant to be one.
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
	if !app.Document.QuotesVariables() {
		p.Subject = app.Document.Subject()
		c.problems = append(c.problems, p)
	}
}

// reachKey is a cluster that an application reaches.
type reachKey struct {
	app    *inventory.Application
	member *schema.Member
}

// reach refuses a cluster of the fleet that Flux could not reach. What an application writes itself is checked where it is written,
// but for a KCLRun, which cannot use all of it.
func (c *checker) reach(i entries.Instance) {
	m, app := i.Member, i.Template.App
	if m == nil || len(c.inv.Members) == 0 && app.Workload != v1alpha1.KCLRuns || c.reached[reachKey{app, m}] || m.Hub() {
		return
	}
	c.reached[reachKey{app, m}] = true
	if m.HasDocument() && !m.KubeConfig().Exists() && !app.Standalone {
		c.problems = append(c.problems, finding.Problem{
			Code: finding.CodeKubeConfig, Subject: m.Document().Subject(), Node: m.Origin(), Current: m.Name,
			Detail: fmt.Sprintf("cluster %s has no kubeconfig, and an application targets it; add the annotation %s: NAME or NAME/KEY", m.Name, v1alpha1.AnnotationKubeConfig),
		})
	}
	if m.HasDocument() || app.Workload == v1alpha1.KCLRuns {
		c.problems = append(c.problems, validate.Reach(app.Document, app.Workload, m.Origin(), m.KubeConfig(), c.inv.Flux)...)
	}
}
