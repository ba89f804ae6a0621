package render

import (
	"cmp"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// input is what the documents of a run hold for each other.
type input struct {
	applications []*application
	repositories []*application // devops GitRepositories; they have no entries
	unwanted     []*application // applications that are not rendered, and that others may wait for
	savers       []*application // applications that save a template, whether or not they are rendered
	templates    map[objectKey]template
	members      []schema.Member // the clusters among the documents
	refusedFleet bool            // Parse refused a document that is a cluster, or may be one: that a cluster is missing may follow from it
	common       *commonFleet
	count        int // of documents
	build        *tree.Builder
	flux         schema.FluxVersion
}

// application is a document that objects are rendered from.
type application struct {
	document   *schema.Document
	namespace  string // the document's, or that of the options
	workload   schema.Workload
	source     source
	template   *template // nil when the application names none
	sharding   tree.Node
	waves      bool // it says waves, whether or not there is more than one
	standalone bool // Flux runs in each of its clusters, which have API servers of their own
	unwanted   bool // the options ask for others
	refused    bool // Parse found the document wrong: what follows from that is not said again
	duplicate  bool // another document is the same application: what follows from that is not said again
}

// owner is what the annotation rendered-from says.
func (a *application) owner() string {
	if a.namespace == "" {
		return a.document.Name
	}
	return a.namespace + "/" + a.document.Name
}

// objectKey names an object of a kind that is known.
type objectKey struct{ namespace, name string }

// gather sorts the documents by what they are, and takes over what Parse found.
func gather(docs schema.Documents, opts Options) (input, []schema.Problem) {
	in := input{templates: map[objectKey]template{}, common: &commonFleet{}, build: tree.NewBuilder()}
	flux, problems := schema.CheckFluxVersion(opts.FluxVersion)
	in.flux = flux
	problems = append(problems, schema.CheckNamespace(opts.Namespace)...)
	seen, wanted := map[objectKey]*schema.Document{}, selection{opts, map[string]bool{}}
	docs = inFileOrder(docs)
	in.members, in.count = documentsOfFleet(docs), len(docs)
	for _, d := range docs {
		app := &application{document: d, namespace: d.Namespace, refused: d.Refused()}
		if app.namespace == "" {
			app.namespace = opts.Namespace
		}
		app.unwanted = !wanted.has(app)
		in.refusedFleet = in.refusedFleet || app.refused && (d.Class == schema.Fleet || d.Class == schema.Foreign)
		if d.Class != schema.Template && d.Class != schema.RunConfig && !app.unwanted {
			problems = append(problems, d.Problems()...)
		}
		switch d.Class {
		case schema.App:
			problems = append(problems, in.addApplication(app, seen)...)
		case schema.RunConfig:
			problems = append(problems, schema.Problem{
				Severity: schema.SeverityInfo, Code: schema.CodeRunConfig, Document: d, Node: d.Root.Get("kind"),
				Detail: "a RenderConfig among the documents is ignored; pass it as functionConfig, or with --config",
			})
		case schema.Repository:
			if !app.unwanted {
				in.repositories = append(in.repositories, app)
			}
		}
	}
	problems = append(problems, wanted.missing()...)
	problems = append(problems, in.addTemplates(docs, opts)...)
	for _, app := range in.applications {
		problems = append(problems, in.useTemplate(app)...)
	}
	return in, problems
}

func (in *input) addApplication(app *application, seen map[objectKey]*schema.Document) []schema.Problem {
	app.workload, _ = app.document.Entries()
	app.waves, app.sharding = app.document.HasWaves(), app.document.Spec.Get("sharding")
	app.standalone = app.document.Standalone()
	app.source = in.applicationSource(app)
	if app.document.SavesTemplate() {
		in.savers = append(in.savers, app)
	}
	if app.unwanted {
		in.unwanted = append(in.unwanted, app)
		return nil
	}
	in.applications = append(in.applications, app)
	return append(duplicateApplication(seen, app), withoutNamespace(app)...)
}

// inFileOrder sorts documents, so that of two that clash always the same one is the second.
func inFileOrder(docs schema.Documents) schema.Documents {
	sorted := slices.DeleteFunc(slices.Clone(docs), func(d *schema.Document) bool { return d == nil })
	slices.SortStableFunc(sorted, func(a, b *schema.Document) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Root.Position().Line, b.Root.Position().Line))
	})
	return sorted
}

func duplicateApplication(seen map[objectKey]*schema.Document, app *application) []schema.Problem {
	key := objectKey{app.namespace, app.document.Name}
	first, ok := seen[key]
	if !ok || app.document.Name == "" {
		seen[key] = app.document
		return nil
	}
	app.duplicate = true
	return []schema.Problem{{
		Code: schema.CodeDuplicateDocument, Document: app.document, Node: app.document.Root.At("metadata", "name"),
		Other: first.Root.At("metadata", "name"), Current: app.document.Name,
		Detail: "the application " + app.owner() + " is already at %s; write another name for one of them",
	}}
}

func withoutNamespace(app *application) []schema.Problem {
	if app.namespace != "" {
		return nil
	}
	return []schema.Problem{{
		Severity: schema.SeverityWarning, Code: schema.CodeNoNamespace, Document: app.document,
		Node: app.document.Root.Get("metadata"), Child: "namespace",
		Detail: "is missing, so the objects have no namespace; set it or pass --namespace",
	}}
}
