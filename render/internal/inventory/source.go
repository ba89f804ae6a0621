package inventory

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// Source is where a chart or manifests come from. It is absent when ref does not exist.
type Source struct {
	Ref       tree.Node   // apiVersion, kind, name and namespace as written, or as we write them
	Written   bool        // the author wrote the reference: it is never completed
	Namespace string      // of a reference that we write, or of one that a template wrote for its own namespace
	Inline    *kinds.Kind // nil for a source that is not rendered
	Spec      tree.Node   // of an inline source
	Name      string      // of an inline source
	Given     tree.Node   // the namespace that is written for an inline source; absent where it is the application's
	Pinned    bool        // that is the application's all the same
	File      tree.Node   // of an inline source: where it lies in the rendered folder; absent where nothing says it
	OfCluster bool        // the name or the namespace of the inline source has a reference to the cluster
	Content   string      // the spec as it is printed, where clusters may have different ones
	Needs     []string    // of an artifact: the items of spec.sources that it is made of
	Metadata  tree.Node   // of a source that is made of a chart
	Digested  bool        // the name of the inline source ends in a digest of its spec
}

func (s Source) Kind() string { return s.Ref.Get("kind").Text() }

// ReadSource reads a source that an application, or a merged entry of it, writes. Varies means that clusters may have
// different specs under one name, so that the name of an inline source gets a digest of its spec.
func (inv Inventory) ReadSource(app *Application, written tree.Node, varies bool) Source {
	if ref := written.Get("sourceRef"); ref.Exists() {
		return Source{Ref: ref, Written: true}
	}
	for inline := range kinds.With(kinds.Source) {
		if spec := written.Get(inline.Field); spec.Exists() {
			return inv.inlineSource(app, inline, spec, tree.Node{}, written, varies)
		}
	}
	return Source{}
}

// inlineSource names an inline source. Releases point at an OCIRepository or an artifact: where they have waves, a
// new version must be a new name to be part of their specs, also one of what the artifact is made of.
func (inv Inventory) inlineSource(app *Application, inline *kinds.Kind, spec, metadata, written tree.Node,
	varies bool) Source {
	s := Source{Given: written.Get("namespace"), File: written.Get("file"), Inline: inline, Name: app.Document.Name(),
		Metadata: metadata}
	s.Namespace = cmp.Or(s.Given.Text(), app.Namespace)
	s.Pinned = s.Given.Text() == app.Namespace && !names.IsReference(app.Document.Spec().At("source", "namespace"))
	if s.Spec = spec; inline == kinds.ArtifactGenerator {
		s.Spec, s.Needs = inv.withItems(app, spec, s.Namespace)
	}
	if given := written.Get("name"); given.Exists() {
		if s.Name = given.Text(); app.ofBases[s.Name] { // several applications can have it: each renders its own
			s.Name = wording.ObjectName(app.Document.Name(), s.Name)
		}
	}
	s.Digested = varies || app.Waves && app.Workload == kinds.HelmReleases &&
		(validate.IsChart(inline.Referred()) || app.makesArtifacts())
	if s.Digested || app.LayersSource {
		s.Content = string(tree.AppendContent(tree.AppendContent(nil, s.Spec), metadata))
	}
	if s.Digested {
		s.Name = wording.ObjectName(s.Name, wording.Digest([]byte(s.Content)))
	}
	called := s.Name
	if inline == kinds.ArtifactGenerator {
		s.Spec, called = withArtifactName(inv.Build, s.Spec, s.Name)
	}
	s.Ref = NewRef(inv.Build, spec, inline, inv.Build.String(called, spec))
	return s
}

// ChartSource returns the source that is made of a merged chart of kind OCIRepository. Its interval is, as in Flux, the
// interval of the entry, where the chart has none. Varies means that entries may have different ones.
func (inv Inventory) ChartSource(app *Application, chart, interval tree.Node, varies bool) Source {
	b := inv.Build
	fields := b.Without(chart, "kind", "metadata", "version", "reconcileStrategy").Fields()
	if !chart.Get("interval").Exists() {
		varies = true
		if interval.Kind() != tree.String {
			interval = b.String(ChartInterval, chart)
		}
		fields = append(fields, tree.Field{Key: "interval", Value: interval})
	}
	return inv.inlineSource(app, kinds.OCIRepository, b.Map(chart, fields...), chart.Get("metadata"), tree.Node{}, varies)
}

// ChartInterval is the interval of what is made of a chart that has none: KubeSphere's.
const ChartInterval = "10m"

// Equal reports whether two inline sources of an application have the same name and spec, in whichever namespaces.
func (s Source) Equal(other Source) bool {
	return s.Inline == other.Inline && s.Name == other.Name && s.Content == other.Content
}

// NewRef returns a reference to an object in the place of an origin.
func NewRef(b *tree.Builder, origin tree.Node, kind *kinds.Kind, name tree.Node) tree.Node {
	return b.Map(origin, tree.Field{Key: "kind", Value: b.String(kind.Referred(), origin)},
		tree.Field{Key: "name", Value: name})
}

// At returns the namespace of the source, for an object of the namespace given.
func (s Source) At(namespace string) string {
	if !s.Written {
		return s.Namespace
	}
	return cmp.Or(s.Ref.Get("namespace").Text(), namespace)
}

// RefFrom returns the reference as an object of a namespace writes it. One that the author wrote stays as it is; one
// that we write names a namespace when the source is in another one, or when the author wrote the application's own.
func (s Source) RefFrom(b *tree.Builder, namespace string) tree.Node {
	if s.Namespace == namespace && !s.Pinned || s.Namespace == "" {
		return s.Ref
	}
	at := cmp.Or(s.Given, s.Ref)
	return b.Map(s.Ref, append(s.Ref.Fields(), tree.Field{Key: "namespace", Value: b.String(s.Namespace, at)})...)
}

// Local returns the reference without a namespace, for objects that can refer to their own namespace only.
func (s Source) Local(b *tree.Builder) tree.Node { return b.Without(s.Ref, "namespace") }

// ChartTemplate is a chart that applications name.
type ChartTemplate struct {
	Document *schema.Document // nil when the template is only in the cluster
	Chart    tree.Node        // the fields of the chart, without its source
	Source   Source
	Named    tree.Node // what names it, where that has references
	Saved    bool      // by an Application of the input
	Unwanted bool      // that Application is not rendered itself
}

func (inv Inventory) addTemplates() (problems []finding.Problem) {
	for _, app := range inv.savers {
		if !app.Document.Facts().Chart().Exists() || !app.Source.Ref.Exists() {
			continue
		}
		saved := app.Source
		saved.Written, saved.Namespace = false, app.Source.At(app.Namespace)
		saved.Ref = saved.Local(inv.Build)
		inv.templates[app.Key()] = ChartTemplate{Document: app.Document, Chart: app.Document.Facts().Chart(), Source: saved,
			Saved: true, Unwanted: app.Unwanted}
	}
	for _, d := range inv.docs {
		if d.Class() == schema.ClassHelmChart {
			problems = append(problems, inv.addHelmChart(d)...)
		}
	}
	return problems
}

func (inv Inventory) addHelmChart(d *schema.Document) []finding.Problem {
	key := ObjectKey{inv.namespaceOf(d), d.Name()}
	switch first, ok := inv.templates[key]; {
	case ok && first.Saved: // the Application that saves it wins
		return nil
	case ok:
		p := finding.Problem{Code: wording.CodeDuplicateDocument, Subject: d.Subject(), Node: nameIn(d), Current: d.Name(),
			Detail: fmt.Sprintf("the HelmChart %s is already at ", d.Owner())}
		return []finding.Problem{p.Beside(nameIn(first.Document), "; keep one of them")}
	}
	inv.templates[key] = ChartTemplate{Document: d, Chart: inv.Build.Without(d.Spec(), "sourceRef", "suspend"),
		Source: Source{Ref: d.Spec().Get("sourceRef"), Namespace: key.Namespace}}
	return nil
}

// NamesTemplate reports whether the application names a chart template.
func (a *Application) NamesTemplate() bool {
	named := a.Document.Facts().TemplateName()
	return a.Workload == kinds.HelmReleases && (named.Kind() == tree.Map || named.Text() != "")
}

// ChartTemplate looks up the template of a name, or of a name and a namespace. One of the application's own namespace
// that is not in the input is in the cluster. One without a source is refused.
func (inv Inventory) ChartTemplate(app *Application, named tree.Node) (*ChartTemplate, []finding.Problem) {
	name, key := app.templateKey(named)
	found, ok := inv.templates[key]
	var problems []finding.Problem
	switch {
	case names.HasReferences(named): // which is reported
		return &ChartTemplate{}, nil
	case !ok && key.Namespace != app.Namespace:
		if key.isName() && !app.Refused {
			problems = append(problems, inv.noTemplate(app, named, key))
		}
		return &ChartTemplate{}, problems
	case !ok:
		// only in the cluster
		found = ChartTemplate{Source: Source{Namespace: app.Namespace, Ref: NewRef(inv.Build, name, kinds.HelmChart, name)}}
		// of others an error tells more
		if key.isName() {
			problems = append(problems, inv.onlyInCluster(app, name))
		}
	}
	if own, from := app.Source, found.Source; own.Ref.Exists() && (own.Kind() != from.Kind() ||
		own.Ref.Get("name").Text() != from.Ref.Get("name").Text() || own.At(app.Namespace) != from.At(app.Namespace)) {
		problems = append(problems, finding.Problem{Severity: finding.SeverityWarning, Code: wording.CodeUnusedSource,
			Subject: app.Document.Subject(), Node: app.Document.Spec().Get("source"), OnKey: true,
			Detail: "the template has its own source, and this one is not used; leave it out"})
	}
	return &found, problems
}

func (a *Application) templateKey(named tree.Node) (name tree.Node, key ObjectKey) {
	if named.Kind() != tree.Map {
		return named, ObjectKey{a.Namespace, named.Text()}
	}
	name = named.Get("name")
	return name, ObjectKey{cmp.Or(named.Get("namespace").Text(), a.Namespace), name.Text()}
}

// CanName reports whether a template can have a name, or a name and a namespace, that the application has for it.
func (a *Application) CanName(named tree.Node) bool {
	_, key := a.templateKey(named)
	return key.isName()
}

// isName reports whether a name, and a namespace that is given, are valid, or become so.
func (k ObjectKey) isName() bool {
	return (names.Valid(k.Name) || names.Placeholder(k.Name)) &&
		(k.Namespace == "" || names.ValidLabel(k.Namespace) || names.Placeholder(k.Namespace))
}

func (inv Inventory) noTemplate(app *Application, named tree.Node, key ObjectKey) finding.Problem {
	return finding.Problem{Code: codes.NoChart, Subject: app.Document.Subject(), Node: named, Current: key.Name,
		Detail: fmt.Sprintf("no document is the template %s of namespace %s%s; add it, or leave template out and write "+
			"source.sourceRef: {kind: HelmChart, namespace: %[2]s, name: %[1]s} for the one of %[4]s", key.Name, key.Namespace,
			inv.OneDocument(", and "), app.where())}
}

// OneDocument explains in a message, behind some words, why documents may be missing where there is one document.
func (inv Inventory) OneDocument(behind string) string {
	if inv.IsOneDocument() {
		return behind + "a generator of kustomize sees this document only"
	}
	return ""
}

// IsOneDocument reports whether the run has one document only, as a generator of kustomize has.
func (inv Inventory) IsOneDocument() bool { return len(inv.docs) == 1 }

func (inv Inventory) onlyInCluster(app *Application, name tree.Node) finding.Problem {
	who := "no document is this template"
	if app.Namespace != "" {
		who = fmt.Sprintf("no document of namespace %s is this template", app.Namespace)
	}
	detail := fmt.Sprintf("%s; the releases refer to the HelmChart %s of %s", who, name.Text(), app.where())
	var notice []string
	for key := range inv.templates {
		if key.Name == name.Text() {
			notice = append(notice, key.Namespace)
		}
	}
	if len(notice) > 0 {
		detail = fmt.Sprintf("%s, and the releases refer to the HelmChart %s of %s; for the one of namespace %s write "+
			"template: {name: %[2]s, namespace: %[4]s} instead", who, name.Text(), app.where(), slices.Min(notice))
	}
	return finding.Problem{Severity: finding.SeverityInfo, Code: CodeTemplateInCluster,
		Subject: app.Document.Subject(), Node: name, Current: name.Text(), Detail: detail}
}

func (a *Application) where() string {
	if a.Standalone {
		return "each cluster"
	}
	return "the cluster"
}

// SavesChart reports whether the application saves a chart as a template.
func (a *Application) SavesChart() bool {
	return a.Document.Facts().SaveTemplateLabel().Exists() && a.Workload == kinds.HelmReleases &&
		a.Document.Facts().Chart().Exists() && a.Source.Ref.Exists() && !validate.IsChart(a.Source.Kind())
}
