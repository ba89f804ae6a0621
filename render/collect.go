package render

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// inventory are the documents of a run, by what they are for each other.
type inventory struct {
	applications []*application
	repositories []*application // devops GitRepositories; they have no entries
	unwanted     []*application // applications that are not rendered, and that others may wait for
	savers       []*application // applications that save a chart template, whether or not they are rendered
	templates    map[objectKey]chartTemplate
	members      []schema.Member // the clusters among the documents
	refusedFleet bool            // Parse refused a document that is a cluster, or may be one, so that a cluster may be missing
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
	template   *chartTemplate // nil when the application names none
	sharding   tree.Node
	waves      bool // an entry or a layer has a wave, whether or not there is more than one
	standalone bool // Flux runs in each of its clusters, which have API servers of their own
	unwanted   bool // the options ask for others
	refused    bool // Parse found an error in the document
	duplicate  bool // another document is the same application
	unsound    bool // the checks have found an error in an entry
}

// owner is the value of the annotation rendered-from.
func (a *application) owner() string {
	if a.namespace == "" {
		return a.document.Name
	}
	return a.namespace + "/" + a.document.Name
}

// objectKey identifies an object of a known kind.
type objectKey struct{ namespace, name string }

// collect sorts the documents by what they are, and takes over what Parse found.
func collect(docs schema.Documents, opts Options) (inventory, []schema.Problem) {
	inv := inventory{templates: map[objectKey]chartTemplate{}, common: &commonFleet{}, build: tree.NewBuilder()}
	flux, problems := schema.CheckFluxVersion(opts.FluxVersion)
	inv.flux = flux
	problems = append(problems, schema.CheckNamespace(opts.Namespace)...)
	problems = append(problems, opts.Shard.check()...)
	seen, found := map[objectKey]*schema.Document{}, map[string]bool{}
	docs = inFileOrder(docs)
	inv.members, inv.count = documentsOfFleet(docs), len(docs)
	for _, d := range docs {
		app := &application{document: d, namespace: cmp.Or(d.Namespace, opts.Namespace), refused: d.Refused(), unwanted: !opts.Selects(d)}
		for _, name := range opts.names(d) {
			found[name] = true
		}
		inv.refusedFleet = inv.refusedFleet || app.refused && (d.Class == schema.Fleet || d.Class == schema.Foreign)
		if d.Class != schema.Template && d.Class != schema.RunConfig && !app.unwanted {
			problems = append(problems, d.Problems()...)
		}
		problems = append(problems, inv.add(app, seen)...)
	}
	problems = append(problems, missingApplications(opts, found)...)
	problems = append(problems, inv.addTemplates(docs, opts)...)
	for _, app := range inv.applications {
		problems = append(problems, inv.useTemplate(app)...)
	}
	return inv, problems
}

func (inv *inventory) add(app *application, seen map[objectKey]*schema.Document) []schema.Problem {
	switch d := app.document; d.Class {
	case schema.App:
		return inv.addApplication(app, seen)
	case schema.RunConfig:
		return []schema.Problem{{
			Severity: schema.SeverityInfo, Code: schema.CodeRunConfig, Document: d, Node: d.Root.Get("kind"),
			Detail: "a RenderConfig among the documents is ignored; pass it as functionConfig, or with --config",
		}}
	case schema.Repository:
		if !app.unwanted {
			inv.repositories = append(inv.repositories, app)
		}
	}
	return nil
}

func (inv *inventory) addApplication(app *application, seen map[objectKey]*schema.Document) []schema.Problem {
	app.workload, _ = app.document.Entries()
	app.waves, app.sharding = app.document.HasWaves(), app.document.Spec.Get("sharding")
	app.standalone = app.document.Standalone()
	app.source = inv.applicationSource(app)
	if app.document.SavesTemplate() {
		inv.savers = append(inv.savers, app)
	}
	if app.unwanted {
		inv.unwanted = append(inv.unwanted, app)
		return nil
	}
	inv.applications = append(inv.applications, app)
	return append(duplicateApplication(seen, app), withoutNamespace(app)...)
}

// missingApplications refuses the applications of the options that are not among the documents.
func missingApplications(opts Options, found map[string]bool) (problems []schema.Problem) {
	for _, name := range opts.Applications {
		if !found[name] {
			problems = append(problems, schema.Problem{
				Code: schema.CodeNoSuchApplication, Current: name,
				Detail: fmt.Sprintf("there is no application %q among the documents; write the name, or namespace/name, of one that is there", name),
			})
		}
	}
	return problems
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
