package plan

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

type planner struct {
	inv        inventory.Inventory
	placements []*Placement
	problems   []finding.Problem
	commons    map[commonKey]*Common
	charts     map[chartKey]releaseChart
	sources    map[sourceKey]*Placement
	pending    map[*inventory.Application][]*Placement // objects that the first entry of each API server brings
	copied     map[copyKey]*Placement                  // those that are there
	awaited    map[inventory.ObjectKey]bool            // applications that entries depend on
}

func newPlanner(inv inventory.Inventory) planner {
	return planner{inv: inv, charts: map[chartKey]releaseChart{}, sources: map[sourceKey]*Placement{},
		pending: map[*inventory.Application][]*Placement{}, commons: map[commonKey]*Common{},
		copied: map[copyKey]*Placement{}, awaited: map[inventory.ObjectKey]bool{}}
}

type commonKey struct {
	template  *entries.Template
	namespace string
}

func (p *planner) report(app *inventory.Application, found finding.Problem) {
	found.Subject = app.Document.Subject()
	p.problems = append(p.problems, found)
}

func (p *planner) append(placed *Placement) {
	if placed.Common.Copies == 0 || placed.Common.OwnMetadata {
		addMetadata(p.inv.Build, placed)
	}
	placed.Common.Copies++
	p.placements = append(p.placements, placed)
}

// share plans an object that belongs to all entries of an application. Where clusters have API servers of their own,
// the entries bring it: each cluster that one goes to gets a copy, and no other.
func (p *planner) share(shared *Placement) {
	if app := shared.Common.App; app.Standalone {
		p.pending[app] = append(p.pending[app], shared)
		return
	}
	p.copyTo(shared, "", entries.Instance{})
}

func sharedPlacement(name string, made Common) *Placement {
	made.Shared = !made.App.Standalone
	return New(&made, name, "")
}

type copyKey struct {
	shared *Placement
	server string
}

// copyTo plans an object that entries share, once for each API server. An instance brings it to its cluster; on the hub
// it is of no cluster, and no instance brings it.
func (p *planner) copyTo(shared *Placement, cluster string, i entries.Instance) {
	file := shared.Common.fileFor(i)
	if !shared.Common.App.Standalone {
		cluster, i = "", entries.Instance{}
	}
	key := copyKey{shared, cluster}
	if first := p.copied[key]; first != nil {
		p.shareFile(first, file)
		return
	}
	placed := *shared
	p.copied[key] = &placed
	placed.ClusterName = cluster
	if file != "" || i != (entries.Instance{}) {
		own := placed.Own()
		own.File, own.broughtBy = file, i
	}
	p.append(&placed)
}

type chartKey struct {
	chart     entries.ChartKey
	namespace string // of the release, which decides how the reference is written
}

type releaseChart struct {
	value  tree.Node
	shared *Placement // nil when each release has its own
}

// sourceKey identifies an inline source, which entries with equal specs share, or a HelmChart that releases share, by
// its metadata. Others of its name clash with it.
type sourceKey struct {
	app                      *inventory.Application
	kind                     *kinds.Kind
	namespace, name, content string
	file                     string // as it is written
}

// ownSources returns the inline source of an entry behind those it is made of; none where it is the application's.
func (p *planner) ownSources(t *entries.Template) (sources []*Placement) {
	s := t.Source()
	if s.Inline == nil || !t.App.LayersSource && !t.ChartIsSource || t.App.NamesTemplate() || t.App.Unwanted ||
		t.MakesArtifact() {
		return nil
	}
	for _, item := range s.Needs {
		sources = append(sources, p.inlineSource(t.App, t.App.Named[item], nil))
	}
	return append(sources, p.inlineSource(t.App, s, t))
}

func (p *planner) inlineSource(app *inventory.Application, s inventory.Source, first *entries.Template) *Placement {
	key := sourceKey{app, s.Inline, s.Namespace, s.Name, s.Content, s.File.Text()}
	if p.sources[key] == nil {
		p.sources[key] = sharedPlacement(s.Name, Common{App: app, Kind: s.Inline, Namespace: s.Namespace, Origin: s.Spec,
			Other: &Other{Spec: s.Spec, Template: first, Digested: s.Digested, Labels: s.Metadata.Get("labels").Fields(),
				Annotations: s.Metadata.Get("annotations").Fields(), namespace: s.Given,
				file: s.File, ofCluster: app.Standalone || s.OfCluster}})
	}
	return p.sources[key]
}

// addMetadata fixes what commonMetadata adds to an object. Where it has references, an entry has the values in its own
// metadata. An object that no entry makes has the values of its cluster, or the values that need no cluster.
func addMetadata(b *tree.Builder, placed *Placement) {
	c := placed.Common
	metadata := c.App.Document.Facts().CommonMetadata()
	switch {
	case c.App.Document.Class() != schema.ClassApplication:
	case !c.App.Document.Facts().MayMentionReferences() || !names.HasReferences(metadata):
		c.Metadata = metadata
	case placed.IsEntry():
	case c.Shared:
		c.OwnMetadata = true
		c.Metadata, c.NoValue = entries.CommonMetadata(b, c.App, entries.Instance{})
	default: // a copy for one of several clusters
		own, other := *c, *c.Other
		own.Copies, own.Other, other.OwnMetadata = 0, &other, true
		own.Metadata, own.NoValue = entries.CommonMetadata(b, c.App, placed.broughtBy)
		placed.Common = &own
	}
}

// fileFor returns where the document says that an object lies which an instance brings; empty where it does not. An
// inline source of one cluster without a file of its own is in the file of its entry.
func (c *Common) fileFor(i entries.Instance) string {
	switch {
	case c.file.Exists():
		return i.TextOf(tree.NewBuilder(), c.App, c.file)
	case c.ofCluster && i.Template != nil:
		return i.Text(i.Template.Field.File)
	}
	return ""
}

// shareFile puts a source where it lies without a file, if several entries bring it and do not agree. It refuses them
// where the source has a file of its own.
func (p *planner) shareFile(source *Placement, file string) {
	switch own := source.Common.file; {
	case source.File == file:
	case !own.Exists():
		source.Own().File = ""
	case !source.SharesReference():
		p.report(source.Common.App, finding.Problem{Code: wording.CodeFile, Node: own, Detail: fmt.Sprintf(
			"entries or clusters share this source, and its file is %s for one and %s for another; write one path",
			source.File, file)})
	}
}

// FileNode returns what says where the object lies; absent where nothing does.
func (p *Placement) FileNode() tree.Node {
	switch c := p.Common; {
	case p.IsEntry():
		return p.Field().File
	case c.file.Exists():
		return c.file
	case p.broughtBy.Template != nil:
		return p.broughtBy.Template.Field.File
	case c.Template != nil:
		return c.Template.Field.File
	}
	return tree.Node{}
}

// SaysFile reports whether the object is a source whose own fields say where it lies.
func (p *Placement) SaysFile() bool { return p.Common.file.Exists() }

// SharesReference reports whether clusters share the object, and what says its file has a reference to one of them.
func (p *Placement) SharesReference() bool {
	return p.Common.Shared && !p.Common.ofCluster && entries.RefersToCluster(p.Common.file)
}
