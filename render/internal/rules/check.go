// Package rules validates each document and each merged entry by itself, before anything is planned. A template is
// checked once; the values of its holes are checked by the rules of their places.
package rules

import (
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// Check validates each document and each merged entry by itself. It returns the sound instances, for which objects can
// be planned: nothing is wrong with what these are called. When there are more errors than anybody reads, the entries
// that are left are not checked: aliases make millions. Without compile, expressions are not checked.
func Check(inv inventory.Inventory, all entries.Merged, compile Compiler) (sound []entries.Instance,
	problems []finding.Problem) {
	c := checker{inv: inv, compile: compile, scratch: tree.NewBuilder(), charts: map[entries.ChartKey]bool{},
		variables: map[variableKey]bool{}, templates: map[*schema.Document]bool{}, refused: map[*kinds.Kind]bool{},
		validSources: map[tree.Node]bool{}, reached: map[reachKey]bool{},
		states: map[*entries.Template]*state{}, compiled: map[string]*kinds.ExpressionError{}}
	c.problems = validate.Run(inv.Run.Namespace, inv.Run.FluxVersion)
	for _, m := range inv.Members {
		c.problems = finding.Append(c.problems, validate.ClusterDocument(m.Document())...)
	}
	for _, repository := range inv.Repositories {
		c.problems = append(c.problems, validate.Repository(repository.Document, inv.Flux)...)
	}
	c.bases()
	for _, app := range inv.Applications {
		c.problems = finding.Append(c.problems, validate.Application(app.Document, inv.Flux)...)
		c.chartTemplate(app, app.ChartTemplate)
		c.savedTemplate(app)
		c.apiVersions(app)
		c.around(app, all.Instances)
		if app.Document.Spec().Get("limits").Exists() {
			c.protected(app)
		}
	}
	for _, t := range all.Idle {
		if c.errors <= finding.MaxErrors {
			mayCome := func(p finding.Problem) bool { return p.Code == codes.Required || names.IsReference(p.Node) }
			c.add(t.Fields, slices.DeleteFunc(c.entry(t, t.Fields), mayCome)) // with a cluster, of which it has none
		}
	}
	for _, i := range all.Disabled { // Flux must reach them still, to remove what an earlier run rendered
		c.reach(i)
	}
	sound = make([]entries.Instance, 0, len(all.Instances))
	for _, i := range all.Instances {
		if c.errors <= finding.MaxErrors && c.instance(&i) {
			sound = append(sound, i)
		} else {
			i.Template.App.Unsound = true
		}
	}
	return sound, c.problems
}

type checker struct {
	inv        inventory.Inventory
	compile    Compiler
	compiled   map[string]*kinds.ExpressionError // by expression
	problems   []finding.Problem
	errors     int
	scratch    *tree.Builder          // of what is needed for a moment
	app        *inventory.Application // of the last instance with references
	references *fleet.References      // of this application
	values     []tree.Node            // of the holes of this instance
	key        []byte
	reached    map[reachKey]bool
	charts     map[entries.ChartKey]bool
	refused    map[*kinds.Kind]bool // told
	variables  map[variableKey]bool
	templates  map[*schema.Document]bool // of charts

	validSources map[tree.Node]bool           // of merged entries
	states       map[*entries.Template]*state // of those that clusters of the fleet share
}

type state struct {
	sound      bool
	size       int             // of the fields of the template
	perCluster bool            // there are findings about values of clusters, which each have their own places
	checked    map[string]bool // by the values of the holes, whether the entry is sound; nil without holes
}

// add adds findings about an entry, which is sound when no error is about what its objects are called.
func (c *checker) add(fields tree.Node, problems []finding.Problem) (sound bool) {
	sound = true
	for _, p := range problems {
		if p.IsError() {
			c.errors++
			decides := func(key string) bool { return fields.Find(key).Has(p.Node.Same) }
			sound = sound && !slices.ContainsFunc(identityFields, decides)
		}
	}
	c.problems = finding.Append(c.problems, problems...)
	return sound
}

func (c *checker) report(app *inventory.Application, p finding.Problem) {
	p.Subject = app.Document.Subject()
	c.problems = finding.Append(c.problems, p)
}

// identityFields are the fields of an entry from which the names and clusters of its objects follow.
var identityFields = []string{"name", "namespace", "destination", "releaseName", "storageNamespace"}

func (c *checker) entry(t *entries.Template, fields tree.Node) []finding.Problem {
	kind := ""
	if fields.Get("chart").Exists() {
		kind = t.Source().Kind()
	}
	problems := validate.Entry(t.App.Document, t.App.Workload, fields, kind, t.Replaced, c.inv.Flux)
	return slices.Concat(problems, c.expressions(t.App, t.App.WorkloadKind(), fields),
		c.layeredSource(t, fields.Get("source")))
}

// layeredSource returns the findings about the source of a merged entry, once for a valid one that many share.
func (c *checker) layeredSource(t *entries.Template, source tree.Node) []finding.Problem {
	if !source.Exists() || c.validSources[source.Value()] {
		return nil
	}
	problems := validate.Source(t.App.Document, t.App.Workload, source, c.inv.Flux)
	if !slices.ContainsFunc(problems, func(p finding.Problem) bool { return p.Code != codes.LeftOpen }) {
		c.validSources[source.Value()] = true
	}
	return problems
}

// instance reports whether an instance is sound: its template, checked once, and its hole values. It notes its size.
func (c *checker) instance(i *entries.Instance) bool {
	t := i.Template
	c.reach(*i)
	known := c.states[t]
	switch {
	case known == nil:
		known = c.template(t)
		if i.Member != nil {
			c.states[t] = known
		}
	case known.perCluster:
		c.anew(*i)
	}
	if i.Size = known.size; i.Size > fleet.MaxObject {
		return false
	}
	if len(t.Holes) > 0 && !c.holes(i, known) {
		return false
	}
	return known.sound
}

func (c *checker) template(t *entries.Template) *state {
	known := &state{size: t.Fields.Size(fleet.MaxObject)}
	if known.size > fleet.MaxObject { // a rule would look at all of it
		c.source(t, fleet.TooLarge(t.Fields.Heaviest(fleet.MaxObject)))
		return known
	}
	known.sound = c.sourceOf(t) && !t.HasUnresolvedName()
	if len(t.Holes) > 0 {
		known.checked = map[string]bool{}
		return known
	}
	problems := c.entry(t, t.Fields)
	known.perCluster = t.Replaced && areApart(t, problems)
	known.sound = c.add(t.Fields, problems) && known.sound
	return known
}

type reachKey struct {
	app    *inventory.Application
	member *schema.Member
}

// reach refuses a cluster of the fleet that Flux could not reach. A kubeConfig that an application writes itself is
// checked where it is written, except a KCLRun, which cannot use all of it.
func (c *checker) reach(i entries.Instance) {
	m, app := i.Member, i.Template.App
	if m == nil || len(c.inv.Members) == 0 && app.Workload != kinds.KCLRuns || c.reached[reachKey{app, m}] || m.Hub() {
		return
	}
	c.reached[reachKey{app, m}] = true
	c.scratch.Reset()
	kubeConfig := m.Facts().KubeConfigIn(c.scratch)
	if m.Facts().HasDocument() && !kubeConfig.Exists() && !app.Standalone {
		c.problems = append(c.problems, finding.Problem{Code: codes.KubeConfig, Subject: m.Document().Subject(),
			Node: m.Origin(), Current: m.Name,
			Detail: fmt.Sprintf("cluster %s has no kubeconfig, and an application targets it; %s", m.Name,
				c.inv.Unreached(m))})
	}
	if m.Facts().HasDocument() || app.Workload == kinds.KCLRuns {
		// problems keep what they are about
		if len(validate.Reach(app.Document, app.Workload, m.Origin(), kubeConfig, c.inv.Flux)) > 0 {
			c.problems = finding.Append(c.problems,
				validate.Reach(app.Document, app.Workload, m.Origin(), m.KubeConfig(), c.inv.Flux)...)
		}
	}
}
