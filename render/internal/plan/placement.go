package plan

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"

	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Placement is one object with every name fixed and every reference resolved: plain data.
type Placement struct {
	Common      *Common
	Instance    entries.Instance // of the entry; without a template for all other objects
	Name        string
	ClusterName string   // empty for the hub, and for an object of no cluster
	Target      string   // the namespace that the object delivers to; empty when Flux chooses
	Digest      Digest   // of the spec and the gates, where waves need it
	shard       int32    // of Flux's controllers; 0 for the main ones
	Literal     bool     // it holds what Flux's substitution would replace, and the options ask to keep that
	Protected   bool     // limits protect its cluster
	Moves       bool     // the next commit moves it to another Kustomization of delivery
	Labelled    bool     // Alerts find the object by the label of its application
	Portion     *Portion // what delivery applies it with; nil without delivery

	// Rare is never nil. Most placements share an empty one: there is a placement for each object of each cluster.
	*Rare
}

// New returns the placement of an object; without a cluster for the hub.
func New(common *Common, name, cluster string) *Placement {
	return &Placement{Common: common, Name: name, ClusterName: cluster, Rare: noRare}
}

// Rare is what few placements have.
type Rare struct {
	File     string    // where the document says that the object lies in the rendered folder; empty otherwise
	WaitsFor tree.Node // dependsOn with applications replaced by their objects; absent where the entry names none
	Alert    *Alert    // what an Alert is for; nil for all other objects
	Closes   *Gates    // the others of its wave, where it closes this; nil for all other objects
	Order    *Order    // of a workload that Flux applies before or after one of another kind; nil for all others
	// broughtBy is the first entry of the cluster of an object for a cluster that no entry makes; zero for all others.
	broughtBy entries.Instance
}

// noRare is what most placements have of it. It is never written.
var noRare = &Rare{}

// Own returns what few placements have, to be written for this one.
func (p *Placement) Own() *Rare {
	own := *p.Rare
	p.Rare = &own
	return p.Rare
}

// Digest is the beginning of a SHA-256; the zero Digest is none.
type Digest [8]byte

// String returns the digest as objects carry it.
func (d Digest) String() string { return hex.EncodeToString(d[:]) }

// Shard names the shard of Flux's controllers that has the object; empty for the main ones.
func (p *Placement) Shard() string {
	if p.shard == 0 {
		return ""
	}
	return cmp.Or(p.Common.App.Sharding.Get("key").Text(), "shard") + strconv.Itoa(int(p.shard))
}

// Common is what the objects of one template in one namespace have in common, or what one other object is.
type Common struct {
	App       *inventory.Application
	Kind      *kinds.Kind
	Namespace string    // of the objects
	Shared    bool      // the object belongs to no cluster
	Bootstrap bool      // the administrator of a cluster that a hub reaches applies the object
	Origin    tree.Node // the entry, chart or source that makes them
	Copies    int       // how many objects there are

	ChartField     string       // of a HelmRelease: chart or chartRef
	Chart          tree.Node    // its value
	chartNamespace string       // where helm-controller makes the HelmChart of a release: beside its source
	SourceRef      tree.Node    // of a Kustomization or KCLRun
	Metadata       tree.Node    // what commonMetadata adds; absent where the entry has it
	brings         []*Placement // of an entry: the source and the HelmChart that it shares with others
	Gates          *Gates       // what the objects wait for because of their wave; nil in the first one

	// Other is never nil. Entries share an empty one: there may be a common for each cluster.
	*Other
}

// APIVersion returns the version with its group that the objects have.
func (c *Common) APIVersion() string { return c.Kind.In(int(c.App.Flux)) }

// Other is what only objects have that no entry makes.
type Other struct {
	Spec                tree.Node    // the whole spec
	Body                []tree.Field // of objects without a spec: what is beside apiVersion, kind and metadata
	Labels, Annotations []tree.Field
	// of an inline source: the first one that has it; nil where it is the application's
	Template    *entries.Template
	namespace   tree.Node   // of an inline source: what sets its namespace; absent where it is the application's
	file        tree.Node   // of an inline source: what says where it lies; absent where nothing does
	ofCluster   bool        // of an inline source: each cluster has its own
	Digested    bool        // the name of the object ends in a digest of its spec
	OwnMetadata bool        // commonMetadata has references, which are replaced for this object
	NoValue     []tree.Node // labels and annotations of it whose references have no value here
}

// ofEntries is what entries have of it. It is never written.
var ofEntries = &Other{}

// Gates are what objects of a wave wait for, besides what authors wrote. Objects of one wave and namespace share them.
type Gates struct {
	Awaited []*Placement
	Closing *Placement        // closes the wave, and the list names it alone, or all others of the wave; nil for none
	List    tree.Node         // of the items, as dependsOn has them
	Size    int               // of the list in bytes, as an API server stores it
	Sum     [sha256.Size]byte // of the list
}

// NamespaceNode returns what sets the object's namespace; absent when options or a rule do. Of the objects that no
// entry makes, inline sources have it.
func (p *Placement) NamespaceNode() tree.Node {
	if p.IsEntry() {
		return p.Instance.NamespaceNode()
	}
	return p.Common.namespace
}

// noEntry is the template of objects that no entry makes. It is never written.
var noEntry = &entries.Template{}

// IsEntry reports whether an entry makes the object.
func (p *Placement) IsEntry() bool { return p.Instance.Template != nil }

// Field returns the fields of the entry; all absent for other objects.
func (p *Placement) Field() *entries.EntryFields { return &cmp.Or(p.Instance.Template, noEntry).Field }

// KubeConfig is how Flux reaches the cluster; absent where it runs there. b makes it for a cluster with a document.
func (p *Placement) KubeConfig(b *tree.Builder) tree.Node {
	if p.Common.App.Standalone || !p.IsEntry() {
		return tree.Node{}
	}
	return p.Instance.KubeConfig(b)
}

// Server names the API server that has the object: empty for the hub's.
func (p *Placement) Server() string {
	if p.Common.App.Standalone || p.Common.Bootstrap {
		return p.ClusterName
	}
	return ""
}

// Location returns where the object goes.
func (p *Placement) Location() entries.Location {
	if !p.IsEntry() {
		return entries.Location{Name: p.ClusterName, Server: p.Server()}
	}
	return p.Instance.Location()
}

// Dependencies returns the list of what the object waits for, without its gates.
func (p *Placement) Dependencies() tree.Node { return cmp.Or(p.WaitsFor, p.Field().DependsOn) }

// DependencyKey is the key of the object that an item of Dependencies names.
func (p *Placement) DependencyKey(item tree.Node) ClashKey {
	return ClashKey{p.Server(), p.Common.Kind.Name, cmp.Or(item.Get("namespace").Text(), p.Common.Namespace),
		item.Get("name").Text()}
}

// Storage is the namespace where Helm keeps the release.
func (p *Placement) Storage() string {
	return cmp.Or(p.Instance.Text(p.Field().StorageNamespace), p.Common.Namespace)
}

// HelmName returns the name of the Helm release.
func (p *Placement) HelmName() string {
	return wording.ReleaseName(p.Field().ReleaseName.Text(), p.Target, p.Name)
}

// ClashKey is what must be unique: on an API server a kind, a namespace and a name.
type ClashKey struct{ Server, Kind, Namespace, Name string }

// Key is the key of the placement's object on its API server.
func (p *Placement) Key() ClashKey {
	return ClashKey{p.Server(), p.Common.Kind.Name, p.Common.Namespace, p.Name}
}

// ChartKey is the key of a HelmChart: of the object itself, or of the one that helm-controller makes for a release.
func (p *Placement) ChartKey() ClashKey {
	if p.Common.Kind == kinds.HelmChart {
		return ClashKey{p.Server(), "chart", p.Common.Namespace, p.Name}
	}
	return ClashKey{p.Server(), "chart", p.Common.chartNamespace, p.Common.Namespace + "-" + p.Name}
}

// ArtifactKey is the key of the ExternalArtifact that an ArtifactGenerator makes.
func (p *Placement) ArtifactKey() ClashKey {
	kind := p.Common.Kind
	name := each.First(kind.MadeName.Each(p.Written), tree.Node.Exists)
	return ClashKey{p.Server(), kind.Makes, p.Common.Namespace, name.Text()}
}

// OwnsChart reports whether a controller makes a HelmChart for the object alone.
func (p *Placement) OwnsChart() bool { return p.Common.ChartField == "chart" }

// Written returns a value of the object at some keys, as the template of its entry has it: with holes in it.
func (p *Placement) Written(keys ...string) tree.Node {
	c := p.Common
	switch {
	case keys[0] != "spec":
		at := slices.IndexFunc(c.Body, func(f tree.Field) bool { return f.Key == keys[0] })
		if at < 0 {
			return tree.Node{}
		}
		return c.Body[at].Value.At(keys[1:]...)
	case !p.IsEntry():
		return c.Spec.At(keys[1:]...)
	}
	switch keys[1] {
	case c.ChartField:
		return c.Chart.At(keys[2:]...)
	case "chart", "chartRef":
		return tree.Node{}
	case "sourceRef":
		return c.SourceRef.At(keys[2:]...)
	case "kubeConfig":
		return p.KubeConfig(tree.NewBuilder()).At(keys[2:]...)
	case "targetNamespace":
		return p.Field().Target
	case "dependsOn":
		return p.Dependencies()
	}
	return p.MergedEntry().At(keys[1:]...)
}

// Place is a place in the document of an application: two documents can have one file name.
type Place struct {
	app *inventory.Application
	at  tree.Position
}

// PlaceOf returns the place of a value of the placement's document.
func (p *Placement) PlaceOf(n tree.Node) Place { return Place{p.Common.App, n.Position()} }

// CompareShared puts objects of no cluster before all others.
func CompareShared(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// CompareNames orders placements by the namespaces and names of their objects.
func CompareNames(a, b *Placement) int {
	return cmp.Or(cmp.Compare(a.Common.Namespace, b.Common.Namespace), cmp.Compare(a.Name, b.Name))
}

// ObjectKey returns the namespace and the name of the object.
func (p *Placement) ObjectKey() inventory.ObjectKey {
	return inventory.ObjectKey{Namespace: p.Common.Namespace, Name: p.Name}
}

// MergedEntry returns the merged entry of the object; absent for other objects.
func (p *Placement) MergedEntry() tree.Node { return cmp.Or(p.Instance.Template, noEntry).Fields }

// Alert is what an Alert has besides the spec of its common, which all Alerts of one item share.
type Alert struct {
	Sources  []EventSource    // nil where the author has written eventSources
	Cluster  string           // for eventMetadata; empty when the Alert is not for one cluster
	Refers   bool             // the spec has references
	Instance entries.Instance // whose cluster they are about; the zero one for objects of no cluster
}

// EventSource is what an Alert is about: an object, or without a name all of the kind with the application's label.
type EventSource struct {
	Kind            *kinds.Kind
	Namespace, Name string
}
