// Package inventory sorts the documents of a run: applications, their sources and chart templates, and clusters.
package inventory

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Inventory are the documents of a run, by what they are for each other.
type Inventory struct {
	Run          Selection
	docs         schema.Documents // in file order
	Applications []*Application
	Repositories []*Application // devops GitRepositories; they have no entries
	Unwanted     []*Application // applications that are not rendered, and that others may wait for
	Bases        []*Base        // in file order
	bases        map[ObjectKey]*Base
	// RefusedBases: an application names a base in a way that cannot be used, and may mean any
	RefusedBases bool
	// applications that save a chart template, whether or not they are rendered
	savers    []*Application
	templates map[ObjectKey]ChartTemplate
	Members   []*schema.Member   // the clusters among the documents
	others    []*schema.Document // clusters of other programs that nothing says how to reach
	// Logins are the ConfigMaps of clusters that Flux logs in to because of an access provider
	Logins    map[*schema.Member]*Login
	unreached map[*schema.Member]string   // what is missing for one, of those that have access providers
	secrets   map[string]schema.Documents // with kubeconfigs of ClusterProfiles, by their names
	Decisions map[string]schema.Documents // what schedulers have chosen, by the keys that placements name
	Waves     bool                        // an application that is rendered has waves
	// Delivers: a RenderConfig delivers the objects, so that one application can be applied after another of another kind
	Delivers bool
	// Parse refused a document that is a cluster, or may be one, so that a cluster may be missing
	RefusedFleet bool
	common       func() (*fleet.Fleet, []finding.Problem) // the fleet of applications that write no clusters themselves
	Build        *tree.Builder
	Flux         kinds.FluxVersion
}

// Application is a document that objects are rendered from.
type Application struct {
	Written       *schema.Document // as it was read
	Document      *schema.Document // merged over its bases
	Namespace     string           // the document's, or the namespace of the options
	Flux          kinds.FluxVersion
	Workload      kinds.WorkloadField
	Source        Source            // as the application writes it
	Named         map[string]Source // the items of spec.sources, as they are written
	items         map[string]tree.Node
	ofBases       map[string]bool // the ones that only bases have
	LayersSource  bool            // it is the lowest layer of entries; see LayersSource of package schema
	ChartTemplate *ChartTemplate  // nil when the application names none, or with references
	Sharding      tree.Node
	// The sections around the workload; absent where it has none. References to the application are replaced in them;
	// references to clusters are left, for Alerts of each cluster.
	ImageAutomation, Notification, Tenancy tree.Node

	Waves      bool // an entry or a layer has a wave, whether or not there is more than one
	Standalone bool // Flux runs in each of its clusters, which have API servers of their own
	Unwanted   bool // the options ask for others
	Refused    bool // Parse found an error in the document
	Duplicate  bool // another document is the same application
	Unsound    bool // the checks have found an error in an entry
}

// Account returns the name of the ServiceAccount of tenancy; absent or empty when there is none.
func (a *Application) Account() tree.Node { return a.Tenancy.Get("serviceAccount") }

// ReferenceNames returns the targets of references to the application.
func (a *Application) ReferenceNames() fleet.AppNames {
	return fleet.AppNames{Name: a.Document.Name(), Namespace: a.Namespace}
}

// WorkloadKind is the kind of the objects that the entries become.
func (a *Application) WorkloadKind() *kinds.Kind {
	return kinds.ByField(kinds.Workload, string(a.Workload))
}

// Label is the value of the label by which Alerts find the objects of the application.
func (a *Application) Label() string { return wording.LabelValue(a.Namespace, a.Document.Name()) }

// Owner is the value of the annotation rendered-from.
func (a *Application) Owner() string { return a.Key().String() }

// IsCalled reports whether a name of a RenderConfig means the application.
func (a *Application) IsCalled(name string) bool { return names.Means(name, a.Owner()) }

// ObjectKey identifies an object of a known kind.
type ObjectKey struct{ Namespace, Name string }

// String is the key as it is written in messages and annotations.
func (k ObjectKey) String() string {
	if k.Namespace == "" {
		return k.Name
	}
	return k.Namespace + "/" + k.Name
}

// Selection is the part of the options of a run that is about its documents; see the options of package render.
type Selection struct {
	Namespace    string
	Applications []string
	FluxVersion  string
	// AccessProviders is a list of a RenderConfig
	AccessProviders tree.Node
}

// Selects is Options.Selects of package render.
func (s Selection) Selects(d *schema.Document) bool {
	selectable := d.Class() == schema.ClassApplication || d.Class() == schema.ClassArgoCD ||
		d.Class() == schema.ClassRepository
	return len(s.Applications) == 0 || !selectable || len(s.names(d)) > 0
}

func (s Selection) names(d *schema.Document) []string {
	if d.Class() != schema.ClassApplication && d.Class() != schema.ClassArgoCD {
		return nil
	}
	named := Application{Document: d, Namespace: cmp.Or(d.Namespace(), s.Namespace)}
	return each.Only(s.Applications, func(name string) bool { return names.Means(name, named.Owner()) })
}

// Collect sorts the documents by what they are, and takes over what Parse found. [Inventory.Layer] is the next step.
func Collect(docs schema.Documents, run Selection) (inv Inventory, problems []finding.Problem) {
	inv = Inventory{Run: run, docs: inFileOrder(docs), templates: map[ObjectKey]ChartTemplate{},
		bases: map[ObjectKey]*Base{}, Build: tree.NewBuilder(), Logins: map[*schema.Member]*Login{},
		unreached: map[*schema.Member]string{}, Decisions: map[string]schema.Documents{}}
	inv.Flux, _ = kinds.ParseFluxVersion(run.FluxVersion) // a rule refuses others
	found := map[string]bool{}
	for _, d := range inv.docs {
		for _, name := range run.names(d) {
			found[name] = true
		}
		selected := run.Selects(d)
		inv.RefusedFleet = inv.RefusedFleet || d.Refused() &&
			slices.Contains([]schema.Class{schema.ClassCluster, schema.ClassDecision, schema.ClassForeign}, d.Class())
		if !slices.Contains([]schema.Class{schema.ClassHelmChart, schema.ClassRenderConfig, schema.ClassBase}, d.Class()) &&
			selected {
			problems = finding.Append(problems, d.Problems()...)
		}
		inv.add(d, selected)
	}
	inv.gather()
	inv.common = sync.OnceValues(func() (*fleet.Fleet, []finding.Problem) { return fleet.New(inv.Members) })
	for _, name := range run.Applications {
		if !found[name] {
			problems = append(problems, NoSuchApplication(name))
		}
	}
	return inv, problems
}

func (inv *Inventory) namespaceOf(d *schema.Document) string {
	return cmp.Or(d.Namespace(), inv.Run.Namespace)
}

func (inv *Inventory) add(d *schema.Document, selected bool) {
	switch d.Class() {
	case schema.ClassApplication:
		inv.Applications = append(inv.Applications, inv.application(d, selected))
	case schema.ClassBase:
		key := ObjectKey{inv.namespaceOf(d), d.Name()}
		base := &Base{Document: d, byWorkload: map[kinds.WorkloadField]usedBase{}, First: inv.bases[key]}
		inv.bases[key] = cmp.Or(base.First, base)
		inv.Bases = append(inv.Bases, base)
	case schema.ClassDecision:
		for text := range each.Once(d.Facts().DecisionKeys(), tree.Node.Text) {
			inv.Decisions[text] = append(inv.Decisions[text], d)
		}
	case schema.ClassRepository:
		if selected {
			inv.Repositories = append(inv.Repositories, inv.application(d, selected))
		}
	}
}

func (inv *Inventory) application(d *schema.Document, selected bool) *Application {
	return &Application{Written: d, Document: d, Namespace: inv.namespaceOf(d), Flux: inv.Flux, Refused: d.Refused(),
		Unwanted: !selected}
}

// NoSuchApplication is the problem of a name that no application of the documents has.
func NoSuchApplication(name string) finding.Problem {
	return finding.Problem{Code: codes.NoSuchApplication, Current: name, Detail: fmt.Sprintf("there is no "+
		"application %q among the documents; write the name, or namespace/name, of one that is there", name)}
}

// inFileOrder sorts documents, so that, of two that clash, always the same one is the second.
func inFileOrder(docs schema.Documents) schema.Documents {
	sorted := slices.DeleteFunc(slices.Clone(docs), func(d *schema.Document) bool { return d == nil })
	slices.SortStableFunc(sorted, func(a, b *schema.Document) int {
		line := b.Root().Position().Line
		if line == 0 { // of a document without a file
			return cmp.Or(cmp.Compare(a.File(), b.File()), cmp.Compare(a.String(), b.String()))
		}
		return cmp.Or(cmp.Compare(a.File(), b.File()), cmp.Compare(a.Root().Position().Line, line))
	})
	return sorted
}

func duplicateApplication(seen map[ObjectKey]*schema.Document, app *Application) []finding.Problem {
	first, ok := seen[app.Key()]
	if !ok || app.Document.Name() == "" {
		seen[app.Key()] = app.Document
		return nil
	}
	app.Duplicate = true
	p := finding.Problem{Code: wording.CodeDuplicateDocument, Subject: app.Document.Subject(), Node: nameIn(app.Document),
		Current: app.Document.Name(), Detail: "the application " + app.Owner() + " is already at "}
	return []finding.Problem{p.Beside(nameIn(first), "; write another name for one of them")}
}

func nameIn(d *schema.Document) tree.Node { return d.Root().At("metadata", "name") }

// FleetOf returns the fleet that an application sees: the clusters among the documents, and its own.
func (inv Inventory) FleetOf(app *Application) (*fleet.Fleet, []finding.Problem) {
	own := app.Document.Members()
	if len(own) == 0 {
		return inv.common()
	}
	return fleet.New(slices.Concat(inv.Members, pointers(own)))
}

func pointers(members []schema.Member) []*schema.Member {
	all := make([]*schema.Member, len(members))
	for i := range members {
		all[i] = &members[i]
	}
	return all
}

// Key identifies the application.
func (a *Application) Key() ObjectKey { return ObjectKey{a.Namespace, a.Document.Name()} }

// Awaits returns the application that an item of dependsOn names.
func (a *Application) Awaits(item, named tree.Node) ObjectKey {
	return ObjectKey{cmp.Or(item.Get("namespace").Text(), a.Namespace), named.Text()}
}
