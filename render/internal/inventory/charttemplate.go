package inventory

import (
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// ChartTemplate is a chart that applications name.
type ChartTemplate struct {
	name     string
	Document *schema.Document // nil when the template is only in the cluster
	Chart    tree.Node        // the fields of the chart, without its source
	Source   Source
	saved    bool // by an Application of the input
	unwanted bool // that Application is not rendered itself
}

// addTemplates finds the templates of the input: charts that Applications save, and HelmCharts.
func (inv Inventory) addTemplates(docs schema.Documents, run Selection) (problems []finding.Problem) {
	for _, app := range inv.savers {
		if !app.Document.Chart().Exists() || !app.Source.Ref.Exists() {
			continue
		}
		saved := app.Source
		saved.Written, saved.Namespace = false, app.Source.At(app.Namespace)
		saved.Ref = saved.Local(inv.Build)
		inv.templates[ObjectKey{app.Namespace, app.Document.Name()}] = ChartTemplate{
			name: app.Document.Name(), Document: app.Document, Chart: app.Document.Chart(), Source: saved, saved: true, unwanted: app.Unwanted,
		}
	}
	for _, d := range docs {
		if d.Class() == schema.ClassHelmChart {
			problems = append(problems, inv.addHelmChart(d, run)...)
		}
	}
	return problems
}

func (inv Inventory) addHelmChart(d *schema.Document, run Selection) []finding.Problem {
	key := ObjectKey{d.Namespace(), d.Name()}
	if key.Namespace == "" {
		key.Namespace = run.Namespace
	}
	switch first, ok := inv.templates[key]; {
	case ok && first.saved: // the Application that saves it wins
		return nil
	case ok:
		return []finding.Problem{finding.Problem{
			Code: finding.CodeDuplicateDocument, Subject: d.Subject(), Node: d.Root().At("metadata", "name"), Current: d.Name(),
			Detail: fmt.Sprintf("the HelmChart %s is already at ", d.Owner()),
		}.Beside(first.Document.Root().At("metadata", "name"), "; keep one of them")}
	}
	inv.templates[key] = ChartTemplate{
		name: d.Name(), Document: d, Chart: Without(inv.Build, d.Spec(), "sourceRef", "suspend"),
		Source: Source{Ref: d.Spec().Get("sourceRef"), Namespace: key.Namespace},
	}
	return nil
}

// useTemplate looks up the template that an application names. One that is not in the input is in the cluster.
func (inv Inventory) useTemplate(app *Application) (problems []finding.Problem) {
	name := app.Document.TemplateName()
	if name.Text() == "" || app.Workload != v1alpha1.HelmReleases {
		return nil
	}
	found, ok := inv.templates[ObjectKey{app.Namespace, name.Text()}]
	if !ok {
		found = ChartTemplate{name: name.Text(), Source: inv.inCluster(name, app.Namespace)}
		if names.Valid(name.Text()) || reference.Placeholder(name.Text()) { // of others an error tells more
			problems = append(problems, inv.onlyInCluster(app, name))
		}
	} else if !found.saved {
		problems = append(problems, found.Document.Problems()...)
		problems = append(problems, validate.HelmChart(found.Document, inv.Flux)...)
	}
	if found.unwanted {
		problems = append(problems, found.Document.Problems()...)
		problems = append(problems, validate.Application(found.Document, inv.Flux)...)
	}
	app.ChartTemplate = &found
	if app.Source.Ref.Exists() && !sameSource(app.Source, found.Source, app.Namespace) {
		problems = append(problems, finding.Problem{
			Severity: finding.SeverityWarning, Code: finding.CodeUnusedSource, Subject: app.Document.Subject(),
			Node: app.Document.Spec().Get("source"), OnKey: true,
			Detail: "the template has its own source, and this one is not used; leave it out",
		})
	}
	return problems
}

// onlyInCluster tells of a template that is not among the documents, and of one in another namespace that may be meant.
func (inv Inventory) onlyInCluster(app *Application, name tree.Node) finding.Problem {
	who := "no document is this template"
	if app.Namespace != "" {
		who = fmt.Sprintf("no document of namespace %s is this template", app.Namespace)
	}
	detail := fmt.Sprintf("%s; the releases refer to the HelmChart %s of %s", who, name.Text(), app.where())
	var others []string
	for key := range inv.templates {
		if key.Name == name.Text() {
			others = append(others, key.Namespace)
		}
	}
	if len(others) > 0 {
		detail = fmt.Sprintf("%s, and the releases refer to the HelmChart %s of %s; for the one of namespace %s write source.sourceRef: {kind: HelmChart, namespace: %[4]s, name: %[2]s} instead",
			who, name.Text(), app.where(), slices.Min(others))
	}
	return finding.Problem{
		Severity: finding.SeverityInfo, Code: finding.CodeTemplateInCluster, Subject: app.Document.Subject(), Node: name, Current: name.Text(), Detail: detail,
	}
}

// where names, for messages, the cluster in which things that an application refers to must exist.
func (a *Application) where() string {
	if a.Standalone {
		return "each cluster"
	}
	return "the cluster"
}

// inCluster is a reference to a HelmChart that only the cluster has.
func (inv Inventory) inCluster(name tree.Node, namespace string) Source {
	b := inv.Build
	return Source{Namespace: namespace, Ref: b.Map(name,
		tree.Field{Key: "kind", Value: b.String(kinds.HelmChart.Name, name)},
		tree.Field{Key: "name", Value: name})}
}

func sameSource(a, b Source, namespace string) bool {
	return a.Kind() == b.Kind() && a.Ref.Get("name").Text() == b.Ref.Get("name").Text() && a.At(namespace) == b.At(namespace)
}

// SavesChart reports whether the application saves a chart as a template.
func (a *Application) SavesChart() bool {
	return a.Document.SavesTemplate() && a.Workload == v1alpha1.HelmReleases &&
		a.Document.Chart().Exists() && a.Source.Ref.Exists() && !validate.IsChart(a.Source.Kind())
}
