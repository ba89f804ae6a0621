package rules

import (
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// Check validates each document and each merged entry by itself. It returns the sound instances, for which objects
// can be planned: nothing is wrong with what these are called. When there are more errors than anybody reads, the
// entries that are left are not checked: a short document can have millions, by aliases. Without compile, expressions
// are not checked.
func Check(inv inventory.Inventory, all entries.Merged, compile Compiler) (sound []entries.Instance,
	problems []finding.Problem) {
	c := checker{inv: inv, compile: compile, scratch: tree.NewBuilder(), charts: map[entries.ChartKey]bool{},
		variables: map[variableKey]bool{}, validSources: map[tree.Node]bool{}, reached: map[reachKey]bool{},
		states: map[*entries.Template]*state{}, refused: map[*kinds.Kind]bool{}}
	for _, app := range inv.Applications {
		c.problems = finding.Append(c.problems, validate.Application(app.Document, inv.Flux)...)
		c.savedTemplate(app)
		c.apiVersions(app)
		if app.Around != (inventory.Around{}) {
			c.around(app, all.Instances)
		}
		if app.Document.Spec().Get("limits").Exists() {
			c.protected(app)
		}
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
			sound = sound && !isIdentity(fields, p.Node)
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

func isIdentity(fields, value tree.Node) bool {
	decides := func(key string) bool { return entries.Holds(fields.Find(key), value.Same) }
	return slices.ContainsFunc(identityFields, decides)
}

// idle checks an entry that reaches no cluster. What it lacks, or refers to, may come with a cluster.
func (c *checker) idle(t *entries.Template) {
	c.add(t.Fields, slices.DeleteFunc(c.entry(t, t.Fields), func(p finding.Problem) bool {
		return p.Code == finding.CodeRequired || reference.Is(p.Node)
	}))
}

func (c *checker) entry(t *entries.Template, fields tree.Node) (problems []finding.Problem) {
	if t.Replaced {
		problems = validate.Types(t.App.Document, t.App.Workload, fields)
	}
	problems = append(problems, validate.Entry(t.App.Document, t.App.Workload, fields, c.inv.Flux)...)
	problems = append(problems, c.expressions(t.App, t.App.WorkloadKind(), fields)...)
	if t.App.Workload == terms.HelmReleases && fields.Get("chart").Exists() {
		problems = append(problems, validate.ChartValues(t.App.Document, fields.Get("chart"), t.Source().Kind())...)
	}
	return append(problems, c.layeredSource(t, fields.Get("source"))...)
}

// layeredSource returns the findings about the source of a merged entry, once for a valid one that many share.
func (c *checker) layeredSource(t *entries.Template, source tree.Node) []finding.Problem {
	if !source.Exists() || c.validSources[source.Value()] {
		return nil
	}
	problems := validate.Source(t.App.Document, t.App.Workload, source, c.inv.Flux)
	if len(problems) == 0 {
		c.validSources[source.Value()] = true
	}
	return problems
}

// instance reports whether an instance is sound: its template, checked once, and what fills its holes. It
// notes its size.
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
	if i.Size = known.size; i.Size > terms.MaxObject {
		return false
	}
	if len(t.Holes) > 0 && !c.holes(i, known) {
		return false
	}
	return known.sound
}

// template checks what all instances of a template have in common.
func (c *checker) template(t *entries.Template) *state {
	known := &state{size: t.Fields.Size(terms.MaxObject)}
	if known.size > terms.MaxObject { // a rule would look at all of it
		c.source(t, fleet.TooLarge(t.Fields.Heaviest(terms.MaxObject)))
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

// reach refuses a cluster of the fleet that Flux could not reach. What an application writes itself is checked where
// it is written, but for a KCLRun, which cannot use all of it.
func (c *checker) reach(i entries.Instance) {
	m, app := i.Member, i.Template.App
	if m == nil || len(c.inv.Members) == 0 && app.Workload != terms.KCLRuns || c.reached[reachKey{app, m}] || m.Hub() {
		return
	}
	c.reached[reachKey{app, m}] = true
	c.scratch.Reset()
	kubeConfig := m.KubeConfigIn(c.scratch)
	if m.HasDocument() && !kubeConfig.Exists() && !app.Standalone {
		c.problems = append(c.problems, finding.Problem{Code: finding.CodeKubeConfig, Subject: m.Document().Subject(),
			Node: m.Origin(), Current: m.Name,
			Detail: fmt.Sprintf("cluster %s has no kubeconfig, and an application targets it; add the annotation %s: NAME or "+
				"NAME/KEY, or %s: NAME", m.Name, terms.AnnotationKubeConfig, terms.AnnotationKubeConfigMap)})
	}
	if m.HasDocument() || app.Workload == terms.KCLRuns {
		// problems keep what they are about
		if len(validate.Reach(app.Document, app.Workload, m.Origin(), kubeConfig, c.inv.Flux)) > 0 {
			c.problems = finding.Append(c.problems,
				validate.Reach(app.Document, app.Workload, m.Origin(), m.KubeConfig(), c.inv.Flux)...)
		}
	}
}

// sourceOf checks the source of an entry and the chart of a release, and reports whether there are both.
func (c *checker) sourceOf(t *entries.Template) bool {
	from := t.Source()
	if t.App.Workload != terms.HelmReleases {
		if !from.Ref.Exists() {
			c.noSource(t)
		}
		return true
	}
	if own := t.OwnSource(); t.ChartTemplate != nil && own.Exists() {
		p := finding.Problem{Code: finding.CodeTwoSources, Node: own, OnKey: true,
			Detail: "the source comes from the template at "}
		c.source(t, p.Beside(t.App.Document.TemplateName(), "; leave this one out"))
	}
	switch {
	case !from.Ref.Exists():
		if t.ChartTemplate == nil {
			c.noSource(t)
		}
		return false
	case t.ChartIsSource:
		c.noSourceBeside(t)
	case validate.IsChart(from.Kind()):
		c.noChartFields(t, from)
		return true
	}
	return c.chart(t, from)
}

// noSourceBeside refuses a source beside a chart of kind OCIRepository, which is made of the chart itself.
func (c *checker) noSourceBeside(t *entries.Template) {
	source := t.OwnSource()
	if !source.Exists() && validate.IsArtifact(t.App.Document.Chart()) {
		source = t.App.Document.Spec().Get("source")
	}
	if t.MakesArtifact() {
		c.since(t.App, kinds.HelmRelease, t.Chart(c.inv.Build).Get("kind"), validate.ChartKindSince(),
			"a chart of this kind, which fluxapp makes for an older Flux, is")
	}
	if t.ChartTemplate != nil {
		c.source(t, finding.Problem{Code: finding.CodeChartAndTemplate, Node: t.App.Document.TemplateName(), OnKey: true,
			Detail: "a chart of kind OCIRepository is made of no template; leave one of them out"})
	}
	if source.Exists() {
		c.source(t, finding.Problem{Code: finding.CodeTwoSources, Node: source, OnKey: true,
			Detail: "the chart is of kind OCIRepository and has its own url; leave this source out, or the chart's kind and " +
				"url"})
	}
}

func (c *checker) source(t *entries.Template, p finding.Problem) {
	p.Subject = t.App.Document.Subject()
	c.add(t.Fields, []finding.Problem{p})
}

// chart checks the chart of a release, once for all releases that share it, and reports whether there is one.
func (c *checker) chart(t *entries.Template, from inventory.Source) bool {
	key := t.ChartKey()
	exists, done := c.charts[key]
	if !done {
		chart := t.Chart(c.inv.Build)
		exists = chart.Exists()
		c.charts[key] = exists
		problems := validate.Chart(t.App.Document, chart, t.Fields, from.Kind(), from.Spec, c.inv.Flux)
		if !exists {
			blameNull(t, problems)
		}
		c.add(t.Fields, problems)
		if t.App.Document.SharesChart() && !t.ChartIsSource {
			c.filledInterval(t.App, chart)
		}
	}
	return exists
}

// blameNull explains an entry without a chart by the null that has removed it.
func blameNull(t *entries.Template, problems []finding.Problem) {
	for i := range problems {
		if t.ClearsChart.Exists() {
			problems[i].Node = t.ClearsChart
			problems[i].Detail = "null removes the whole chart, that of helmRelease.chart or of the template too, and the " +
				"entry has no other; write a chart here, or leave the null out"
		}
	}
}

// filledInterval warns of a chart that becomes an object of its own and has no interval, which that must have.
func (c *checker) filledInterval(app *inventory.Application, chart tree.Node) {
	if chart.Exists() && !chart.Get("interval").Exists() {
		c.report(app, finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeFilled, Node: chart,
			Child: "interval", Proposed: "interval: 10m", Detail: "a HelmChart requires it; fluxapp sets interval: " +
				inventory.ChartInterval})
	}
}

// noSource reports that an entry has no source: at the spec, so that it is reported once when no entry has one.
func (c *checker) noSource(t *entries.Template) {
	switch url, kind := t.Chart(c.inv.Build).Get("url"), t.Chart(c.inv.Build).Get("kind"); {
	case url.Exists() && kind.Exists() && !reference.Placeholder(kind.Text()):
		c.chart(t, t.Source())
		return
	case url.Exists():
		c.source(t, finding.Problem{Code: finding.CodeNoSource, Node: url, OnKey: true,
			Detail: "only a chart of kind OCIRepository has a url; write kind: OCIRepository beside it"})
		return
	}
	if written := t.App.Document.Spec().Get("source"); written.Exists() {
		c.source(t, finding.Problem{Code: finding.CodeNoSource, Node: written,
			Detail: "has no source; write sourceRef, or one of gitRepository, helmRepository, ociRepository and bucket"})
		return
	}
	c.source(t, finding.Problem{Code: finding.CodeNoSource, Node: t.App.Document.Spec(), Child: "source",
		Detail: "is required; write source.sourceRef, or a sourceRef in each entry"})
}

// noChartFields refuses chart fields beside a source that is the chart itself.
func (c *checker) noChartFields(t *entries.Template, from inventory.Source) {
	what, why := fmt.Sprintf("the source is of kind %s", from.Kind()), " and is the chart itself"
	if t.ChartTemplate != nil {
		what, why = "the template is only in the cluster", " and its chart cannot be changed here"
	}
	refuse := func(n tree.Node, why string) {
		if n.Exists() {
			c.source(t, finding.Problem{Code: finding.CodeChartOfSource, Node: n, OnKey: true,
				Detail: what + why + insteadOfChart(n, from)})
		}
	}
	refuse(t.OwnChart(), why)
	shared, own := t.App.Document.Chart(), t.OwnSource()
	if t.ClearsChart.Exists() {
		shared = tree.Node{}
	}
	switch {
	case t.ChartTemplate != nil && shared.Get("chart").Exists(): // an error elsewhere
	case own.Exists() && t.ChartTemplate == nil:
		c.noSharedChart(t, own, from.Kind(), shared)
		return
	default:
		refuse(shared, why)
	}
	if t.App.Document.SharesChart() {
		refuse(t.App.Document.Spec().At("config", "helmRelease", "shareChart"), ", and all releases share it already")
	}
}

func insteadOfChart(chart tree.Node, from inventory.Source) string {
	if from.Inline == kinds.OCIRepository && chart.Get("version").Exists() {
		return "; leave it out, and write its version as source.ociRepository.ref.tag, or a range as ref.semver"
	}
	return "; leave it out"
}

// noSharedChart refuses a source that is a chart in one entry of an application that has a chart for all of them.
func (c *checker) noSharedChart(t *entries.Template, own tree.Node, kind string, shared tree.Node) {
	if !shared.Exists() {
		return
	}
	p := finding.Problem{Code: finding.CodeChartOfSource, Node: own, OnKey: true,
		Detail: fmt.Sprintf("a source of kind %s is the chart itself, and the chart at ", kind)}
	c.source(t, p.Beside(shared, " is for all entries; move that chart into the entries that need it"))
}

// savedTemplate checks the HelmChart that an Application saves for others.
func (c *checker) savedTemplate(app *inventory.Application) {
	if !app.Document.SaveTemplateLabel().Exists() || app.Workload == "" {
		return
	}
	label := app.Document.SaveTemplateLabel()
	if app.Workload != terms.HelmReleases {
		c.report(app, finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeNoEffect, Node: label, OnKey: true,
			Detail: "the label saves a chart as a template, and this application has no chart of a source; leave it out"})
		return
	}
	if !app.SavesChart() {
		c.report(app, finding.Problem{Code: finding.CodeNoChart, Node: label, OnKey: true,
			Detail: "the label saves the chart as a template, and this application has no chart of a source; leave it out"})
		return
	}
	if namespace := app.Source.At(app.Namespace); namespace != app.Namespace {
		c.report(app, finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeTemplateNamespace,
			Node: app.Source.Ref,
			Detail: fmt.Sprintf("the saved HelmChart is in namespace %s and cannot refer to the %s of namespace %s; "+
				"applications of this run that use the template are not affected", app.Namespace, app.Source.Kind(), namespace)})
	}
	c.filledInterval(app, app.Document.Chart())
}
