package render

import (
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// chartTemplate is a chart that applications name.
type chartTemplate struct {
	name     string
	document *schema.Document // nil when the template is only in the cluster
	chart    tree.Node        // the fields of the chart, without its source
	source   source
	saved    bool // by an Application of the input
	unwanted bool // that Application is not rendered itself
}

// addTemplates finds the templates of the input: charts that Applications save, and HelmCharts.
func (inv inventory) addTemplates(docs schema.Documents, opts Options) (problems []schema.Problem) {
	for _, app := range inv.savers {
		if !app.document.Chart().Exists() || !app.source.ref.Exists() {
			continue
		}
		saved := app.source
		saved.written, saved.namespace = false, app.source.at(app.namespace)
		saved.ref = saved.local(inv.build)
		inv.templates[objectKey{app.namespace, app.document.Name}] = chartTemplate{
			name: app.document.Name, document: app.document, chart: app.document.Chart(), source: saved, saved: true, unwanted: app.unwanted,
		}
	}
	for _, d := range docs {
		if d.Class == schema.Template {
			problems = append(problems, inv.addHelmChart(d, opts)...)
		}
	}
	return problems
}

func (inv inventory) addHelmChart(d *schema.Document, opts Options) []schema.Problem {
	key := objectKey{d.Namespace, d.Name}
	if key.namespace == "" {
		key.namespace = opts.Namespace
	}
	switch first, ok := inv.templates[key]; {
	case ok && first.saved: // the Application that saves it wins
		return nil
	case ok:
		return []schema.Problem{{
			Code: schema.CodeDuplicateDocument, Document: d, Node: d.Root.At("metadata", "name"), Current: d.Name,
			Other:  first.document.Root.At("metadata", "name"),
			Detail: fmt.Sprintf("the HelmChart %s is already at %%s; keep one of them", d.Owner()),
		}}
	}
	inv.templates[key] = chartTemplate{
		name: d.Name, document: d, chart: without(inv.build, d.Spec, "sourceRef", "suspend"),
		source: source{ref: d.Spec.Get("sourceRef"), namespace: key.namespace},
	}
	return nil
}

// useTemplate looks up the template that an application names. One that is not in the input is in the cluster.
func (inv inventory) useTemplate(app *application) (problems []schema.Problem) {
	name := app.document.TemplateName()
	if name.Text() == "" || app.workload != schema.HelmReleases {
		return nil
	}
	found, ok := inv.templates[objectKey{app.namespace, name.Text()}]
	if !ok {
		found = chartTemplate{name: name.Text(), source: inv.inCluster(name, app.namespace)}
		if schema.ValidName(name.Text()) || schema.Placeholder(name.Text()) { // of others an error tells more
			problems = append(problems, inv.onlyInCluster(app, name))
		}
	} else if !found.saved {
		problems = append(problems, found.document.Problems()...)
		problems = append(problems, schema.CheckTemplate(found.document, inv.flux)...)
	}
	if found.unwanted {
		problems = append(problems, found.document.Problems()...)
		problems = append(problems, schema.CheckApplication(found.document, inv.flux)...)
	}
	app.template = &found
	if app.source.ref.Exists() && !sameSource(app.source, found.source, app.namespace) {
		problems = append(problems, schema.Problem{
			Severity: schema.SeverityWarning, Code: schema.CodeUnusedSource, Document: app.document,
			Node: app.document.Spec.Get("source"), OnKey: true,
			Detail: "the template has its own source, and this one is not used; leave it out",
		})
	}
	return problems
}

// onlyInCluster tells of a template that is not among the documents, and of one in another namespace that may be meant.
func (inv inventory) onlyInCluster(app *application, name tree.Node) schema.Problem {
	who := "no document is this template"
	if app.namespace != "" {
		who = fmt.Sprintf("no document of namespace %s is this template", app.namespace)
	}
	detail := fmt.Sprintf("%s; the releases refer to the HelmChart %s of %s", who, name.Text(), app.where())
	var others []string
	for key := range inv.templates {
		if key.name == name.Text() {
			others = append(others, key.namespace)
		}
	}
	if len(others) > 0 {
		detail = fmt.Sprintf("%s, and the releases refer to the HelmChart %s of %s; for the one of namespace %s write source.sourceRef: {kind: HelmChart, namespace: %[4]s, name: %[2]s} instead",
			who, name.Text(), app.where(), slices.Min(others))
	}
	return schema.Problem{
		Severity: schema.SeverityInfo, Code: schema.CodeTemplateInCluster, Document: app.document, Node: name, Current: name.Text(), Detail: detail,
	}
}

// where says in which cluster what an application names must exist.
func (a *application) where() string {
	if a.standalone {
		return "each cluster"
	}
	return "the cluster"
}

// inCluster is a reference to a HelmChart that only the cluster has.
func (inv inventory) inCluster(name tree.Node, namespace string) source {
	b := inv.build
	return source{namespace: namespace, ref: b.Map(name,
		tree.Field{Key: "kind", Value: b.String("HelmChart", name)},
		tree.Field{Key: "name", Value: name})}
}

func sameSource(a, b source, namespace string) bool {
	return a.kind() == b.kind() && a.ref.Get("name").Text() == b.ref.Get("name").Text() && a.at(namespace) == b.at(namespace)
}
