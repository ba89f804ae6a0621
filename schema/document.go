package schema

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

// Class is what a document is to fluxapp.
type Class int

// The classes of documents.
const (
	// Foreign documents are not ours, and nothing is said of them.
	Foreign Class = iota
	// Rendered documents are of a kind that fluxapp writes, and carry the annotation of an earlier run. They are never input.
	Rendered
	// App is an application that is rendered.
	App
	// Argo is an Application of Argo CD, which is left alone.
	Argo
	// Template is a HelmChart that an application's template may name.
	Template
	// RunConfig holds the options of a run; see [Document.RenderConfig].
	RunConfig
	// Fleet is a document of a cluster, of which only the metadata is read.
	Fleet
	// Repository is a devops.kubesphere.io GitRepository that becomes a Flux GitRepository.
	Repository
)

// saveTemplateLabels are the two spellings of the label that saves an Application's chart as a template: KubeSphere's code
// and its documentation differ.
var saveTemplateLabels = []string{"gitops.kubesphere.io/save-helm-template", "gitops.kubesphere.io/save-helmtemplate"}

// Document is one document of the input.
type Document struct {
	// File is the name that Parse was given.
	File string
	// APIVersion, Kind, Namespace and Name are what the document says of itself.
	APIVersion, Kind, Namespace, Name string
	// Class is what the document is to fluxapp.
	Class Class
	// Root is the document as it was written.
	Root tree.Node
	// Spec is the FluxApplicationSpec of an application, or the spec of a Template, Repository or RunConfig, with older vocabulary
	// converted. It is absent in other classes.
	Spec tree.Node

	subject  *finding.Subject
	problems []finding.Problem

	means *kinds.Kind // what APIVersion and Kind name, or nearly name; nil when fluxapp reads no such document

	index *index // nil where nothing is asked for

	// What the file, or something in it that is spelt otherwise, may hold. Most hold neither, and are not searched for it.
	mentionsReference, mentionsWave bool

	mentionsSlip bool // the file may hold what is nearly a reference
}

// Documents are the documents of a run, of any number of files.
type Documents []*Document

// Problems returns what Parse found wrong or worth saying.
func (d *Document) Problems() []finding.Problem {
	return d.problems
}

// Console reports whether KubeSphere's console and controllers look for the document's objects: it is an Application
// rather than a FluxApplication.
func (d *Document) Console() bool { return d.Kind == v1alpha1.KindApplication }

// Subject returns what findings call the document.
func (d *Document) Subject() *finding.Subject { return d.subject }

// SavesTemplate reports whether the application's chart is rendered as a HelmChart that others may name.
func (d *Document) SavesTemplate() bool { return d.SaveTemplateLabel().Exists() }

// SaveTemplateLabel returns the label that saves the application's chart; absent when there is none.
func (d *Document) SaveTemplateLabel() tree.Node {
	for _, name := range saveTemplateLabels {
		if label := d.Root.At("metadata", "labels").Get(name); label.Text() == "true" {
			return label
		}
	}
	return tree.Node{}
}

// Owner returns the document's name as rendered objects carry it: namespace/name, or the name alone.
func (d *Document) Owner() string {
	return strings.TrimPrefix(d.Namespace+"/"+d.Name, "/")
}

// FluxApplication returns the typed view of an application of either kind, with older vocabulary converted. Scalars are
// Flux's types there: use Spec for what the author wrote. It is an error when the document is no application, or one that
// Parse refused, or one with a ${…} or a reference where the type has something else than a string.
func (d *Document) FluxApplication() (*v1alpha1.FluxApplication, error) {
	if d.Class != App {
		return nil, fmt.Errorf("%s is no application", d)
	}
	var app v1alpha1.FluxApplication
	if err := typed(d.Root.Get("metadata"), &app.ObjectMeta); err != nil {
		return nil, fmt.Errorf("metadata of %s: %w", d.Owner(), err)
	}
	if err := typed(d.Spec, &app.Spec); err != nil {
		return nil, fmt.Errorf("spec of %s: %w", d.Owner(), err)
	}
	app.APIVersion, app.Kind = d.APIVersion, v1alpha1.KindFluxApplication
	return &app, nil
}

// typed decodes a value; what is absent stays as it is.
func typed(n tree.Node, into any) error {
	if !n.Exists() {
		return nil
	}
	return json.Unmarshal(tree.AppendJSON(nil, n), into)
}

// String names the document for messages.
func (d *Document) String() string {
	return d.Kind + " " + d.Owner()
}

// classify reads what a document says of itself.
func classify(file string, root tree.Node) *Document {
	metadata := root.Get("metadata")
	d := &Document{
		File: file, Root: root, subject: finding.NewSubject(file, root),
		APIVersion: root.Get("apiVersion").Text(), Kind: root.Get("kind").Text(),
		Namespace: metadata.Get("namespace").Text(), Name: metadata.Get("name").Text(),
	}
	group := kinds.GroupOf(d.APIVersion)
	renderedFrom := metadata.At("annotations", v1alpha1.AnnotationRenderedFrom)
	output := renderedFrom.Exists() && kinds.Find(kinds.Written, group, d.Kind) != nil
	if renderedFrom.Exists() && !output {
		d.noteRenderedFrom(renderedFrom)
	}
	if output { // of a large folder: they are many, and nothing else is asked about them
		d.Class = Rendered
		return d
	}
	d.means = kinds.Meant(d.APIVersion, d.Kind)
	switch {
	case d.misspelt():
	case group == kinds.Group:
		d.classifyOurs()
	case kinds.Find(kinds.Template, group, d.Kind) != nil:
		d.Class = Template
	case d.means.Is(kinds.Cluster):
		d.Class = Fleet
	case d.means.Is(kinds.Repository) && d.APIVersion == d.means.APIVersion && d.isArtifactRepository():
		d.Class = Repository
	case d.means.Is(kinds.Repository) && group == d.means.Group && d.Kind == d.means.Name:
		for _, p := range check.MisspeltKeys(metadata.Get("labels"), v1alpha1.LabelArtifactRepository) {
			d.report(p)
		}
	case d.Kind == v1alpha1.KindFluxApplication:
		d.report(finding.Problem{
			Severity: finding.SeverityWarning, Code: finding.CodeKind, Node: root.Get("kind"), Current: d.APIVersion, Proposed: kinds.Group + "/" + kinds.Version,
			Detail: fmt.Sprintf("this is read only with apiVersion: %s/%s; it is left alone", kinds.Group, kinds.Version),
		})
	default:
		d.hiddenList()
	}
	return d
}

func (d *Document) classifyOurs() {
	switch {
	case kinds.Find(kinds.Foreign, kinds.Group, d.Kind) != nil:
	case d.Kind == "":
		d.report(finding.Problem{Code: finding.CodeKind, Node: d.Root, Child: "kind", Detail: "is required; write kind: FluxApplication"})
	case kinds.Find(kinds.Read, kinds.Group, d.Kind) == nil:
		d.report(finding.Problem{Code: finding.CodeKind, Node: d.Root.Get("kind"), Current: d.Kind,
			Detail: fmt.Sprintf("there is no kind %s in %s; write %s", d.Kind, kinds.Group, names.Or(kinds.Own()))})
	case d.APIVersion != kinds.Group+"/"+kinds.Version:
		d.report(finding.Problem{
			Code: finding.CodeKind, Node: d.Root.Get("apiVersion"), Current: d.APIVersion, Proposed: kinds.Group + "/" + kinds.Version,
			Detail: fmt.Sprintf("there is no version %s of %s; write %s/%s", d.APIVersion, d.Kind, kinds.Group, kinds.Version),
		})
	case d.Kind == v1alpha1.KindRenderConfig:
		d.Class = RunConfig
	case d.Kind == v1alpha1.KindApplication && d.Root.At("spec", "kind").Text() == "argocd":
		d.Class = Argo
		d.report(finding.Problem{
			Severity: finding.SeverityInfo, Code: finding.CodeArgo, Node: d.Root.At("spec", "kind"),
			Detail: "an Application of Argo CD; it is left alone",
		})
	default:
		d.Class = App
	}
}

func (d *Document) report(p finding.Problem) {
	p.Document = d
	d.problems = append(d.problems, p)
}

// RenderConfig returns the options that a document of class RunConfig holds. The problems are those that Parse found, and of
// values that no run can use.
func (d *Document) RenderConfig() (spec v1alpha1.RenderConfigSpec, problems []finding.Problem) {
	c := check.Checker{Subject: d, Problems: d.Problems()}
	if d.Refused() {
		return spec, c.Problems
	}
	if err := typed(d.Spec, &spec); err != nil { // Parse has checked the types
		c.Report(finding.Problem{Code: finding.CodeType, Node: d.Spec, Detail: err.Error()})
	}
	checkRenderConfig(&c, d.Spec)
	return spec, c.Problems
}
