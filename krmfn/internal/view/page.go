// Package view makes what the pages of fluxapp show: the report, and the playground. The JSON of its types is the
// contract with the pages; krmfn/internal/page/app/src/contract.ts has the same types.
//
//	page := view.New(result, result.Findings)
//	data, err := json.Marshal(page.Fleet)    // the tables
//	details := page.Details(0, false)        // of the first object
//
// A [Page] is made of one run. Its [Fleet] holds little for each of tens of thousands of objects. Details that people
// look at one by one are made when asked for: an object's [Details], and a cluster's [Difference]s from the others.
//
// The package is linked by the command and by the renderer in a browser. It imports only what both need.
package view

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/explained"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Page is a run as the pages show it. It is not safe for concurrent use.
type Page struct {
	// Fleet is the overview.
	Fleet Fleet

	objects   []render.Object   // those of Fleet.Objects that are not gone
	byCluster [][]int           // the indexes of Fleet.Objects: for no cluster, then for each cluster
	before    *Page             // of a page from [Page.Compare]: it has the objects that are gone
	gone      []int             // and there, these are their indexes
	hubs      map[string]string // what the fleet of an application calls the hub
	groups    []*group          // made when differences are first asked for
	groupOf   []int             // of the objects; -1 for none
	own       *render.OwnReader
	rows      explained.Rows
}

// ObjectsOf returns the indexes of the objects of a cluster, by its index; for -1 of those of no cluster.
func (p *Page) ObjectsOf(cluster int) []int {
	if cluster+1 >= len(p.byCluster) {
		return nil
	}
	return p.byCluster[cluster+1]
}

// Refused returns the page of documents that have errors. They are listed with their findings, and nothing is rendered.
func Refused(docs schema.Documents, findings finding.Findings) *Page {
	p := &Page{Fleet: empty(findings)}
	p.Fleet.Refused = true
	for _, d := range docs {
		if d != nil && d.Class() == schema.ClassApplication {
			p.Fleet.Applications = append(p.Fleet.Applications, newApplication(d.Owner(), d))
		}
	}
	return p
}

func empty(findings finding.Findings) Fleet {
	return Fleet{Applications: []Application{}, Clusters: []Cluster{}, Objects: []Object{},
		Findings: append(finding.Findings{}, findings...)}
}

func newApplication(name string, d *schema.Document) Application {
	return Application{Name: name, Kind: d.Kind(), Sources: []string{}, Versions: []Version{},
		Place: placeOf(d.Root().Position())}
}

// New returns the page of a result.
func New(result render.Result, findings finding.Findings) *Page {
	p := &Page{Fleet: empty(findings), objects: slices.Concat(result.Objects, result.Bootstrap), hubs: map[string]string{},
		rows: explained.Rows{Redactor: change.Redactor{Secrets: result.Secrets()}}}
	b := builder{fleet: &p.Fleet, links: linksOf(result), clusters: map[string]int{}, hubs: p.hubs}
	b.addApplications(result)
	b.addClusters(result, p.objects)
	for _, o := range p.objects {
		b.addObject(o)
	}
	b.finish(p.objects)
	p.index()
	return p
}

func (p *Page) index() {
	p.byCluster = make([][]int, len(p.Fleet.Clusters)+1)
	for i, o := range p.Fleet.Objects {
		p.byCluster[o.Cluster+1] = append(p.byCluster[o.Cluster+1], i)
	}
}

type builder struct {
	fleet        *Fleet
	links        links
	applications map[string]int // by name
	clusters     map[string]int // by name
	hubs         map[string]string
	tallies      []tally // of the applications
}

type tally struct {
	charts, versions, sources counter
	waves                     map[int]bool
}

// counter counts on how many clusters texts are.
type counter map[string]*clusters

// clusters are counted one after the other.
type clusters struct{ count, last int }

// add counts a text for a cluster, once for all objects of the cluster, which follow each other.
func (c counter) add(text string, cluster int) {
	switch counted := c[text]; {
	case counted == nil:
		c[text] = &clusters{1, cluster}
	case counted.last != cluster:
		counted.count, counted.last = counted.count+1, cluster
	}
}

func (b *builder) addApplications(result render.Result) {
	b.applications = map[string]int{}
	for i, a := range result.Applications() {
		d := a.Document()
		app := newApplication(a.Name(), d)
		workload, _ := d.Facts().Entries()
		app.Workload = kinds.ByField(kinds.Workload, string(workload)).Name
		b.applications[app.Name] = i
		b.fleet.Applications = append(b.fleet.Applications, app)
		b.tallies = append(b.tallies, tally{counter{}, counter{}, counter{}, map[int]bool{}})
	}
}

// addClusters adds the clusters of all objects, documents and applications, each as the first of them describes it.
func (b *builder) addClusters(result render.Result, objects []render.Object) {
	known := map[string]Cluster{}
	for _, o := range objects {
		if name := explained.ClusterOf(o); name != "" {
			known[name] = newCluster(name)
		}
	}
	described := map[string]bool{}
	describe := func(application string, members []schema.Member) {
		for i := range members {
			switch m := &members[i]; {
			case m.Hub():
				b.hubs[application] = m.Name
			case !described[m.Name]:
				described[m.Name] = true
				known[m.Name] = clusterOf(m, result.Secrets())
			}
		}
	}
	describe("", result.Clusters())
	for _, a := range result.Applications() {
		describe(a.Name(), a.Clusters())
	}
	b.fleet.Clusters = slices.AppendSeq(b.fleet.Clusters, maps.Values(known))
	slices.SortFunc(b.fleet.Clusters, func(x, y Cluster) int {
		hubFirst := map[string]int{kinds.Hub: -1}
		return cmp.Or(cmp.Compare(hubFirst[x.Name], hubFirst[y.Name]), cmp.Compare(x.Name, y.Name))
	})
	for i, c := range b.fleet.Clusters {
		b.clusters[c.Name] = i
	}
}

func newCluster(name string) Cluster {
	return Cluster{Name: name, Labels: map[string]string{}, Applications: []int{}}
}

// clusterOf returns a cluster as a document describes it. Its labels have no secrets.
func clusterOf(m *schema.Member, secrets finding.Secrets) Cluster {
	c := newCluster(m.Name)
	for label := range m.Labels().Children() {
		c.Labels[label.Key()], _ = secrets.Redact("metadata.labels"+tree.Step(label.Key()), label.Text())
	}
	c.Place = placeOf(m.Origin().Position())
	return c
}

func (b *builder) addObject(o render.Object) {
	id := o.ID()
	by := o.DeliveredBy()
	row := Object{Application: -1, Cluster: -1, Kind: id.Kind, Namespace: id.Namespace, Name: id.Name, Server: id.Server,
		Path: o.Path(), DeliveredBy: strings.TrimPrefix(by.Namespace+"/"+by.Name, "/"), WaitsFor: b.links.waiting[by],
		Place: placeOf(o.Origin())}
	if i, found := b.clusters[explained.ClusterOf(o)]; found {
		row.Cluster = i
		b.fleet.Clusters[i].Objects++
	}
	if i, found := b.applications[o.Application()]; found && o.Document().Class() == schema.ClassApplication {
		row.Application = i
		b.fleet.Applications[i].Objects++
		b.count(&row, o)
	}
	b.fleet.Objects = append(b.fleet.Objects, row)
}

func (b *builder) count(row *Object, o render.Object) {
	application, cluster := row.Application, row.Cluster
	if cluster >= 0 {
		if applications := &b.fleet.Clusters[cluster].Applications; !slices.Contains(*applications, application) {
			*applications = append(*applications, application)
			b.fleet.Applications[application].Clusters++
		}
	}
	if !o.Row().Is(kinds.Workload) {
		return
	}
	made, t := b.links.made(o), &b.tallies[application]
	t.charts.add(made.Chart, cluster)
	t.versions.add(made.Version, cluster)
	t.sources.add(made.Source, cluster)
	t.waves[o.Wave()], row.Version = true, made.Version
}

func (b *builder) finish(objects []render.Object) {
	for i := range b.fleet.Clusters {
		slices.Sort(b.fleet.Clusters[i].Applications)
	}
	for i := range b.fleet.Applications {
		app, t := &b.fleet.Applications[i], b.tallies[i]
		app.Sources = append(app.Sources, t.sources.mostFirst()...)
		if charts := t.charts.mostFirst(); len(charts) > 0 {
			app.Chart = charts[0]
		}
		for _, version := range t.versions.mostFirst() {
			app.Versions = append(app.Versions, Version{version, t.versions[version].count})
		}
		app.WaitsFor = slices.Sorted(maps.Keys(b.links.before[app.Name]))
	}
	for i, o := range objects {
		row := &b.fleet.Objects[i]
		if row.Application >= 0 && len(b.tallies[row.Application].waves) > 1 && o.Row().Is(kinds.Workload) {
			wave := o.Wave()
			row.Wave = &wave
		}
	}
}

// mostFirst returns the texts that were counted, but not the empty one: those of most clusters first, then by name.
func (c counter) mostFirst() (texts []string) {
	texts = each.Only(slices.Collect(maps.Keys(c)), func(text string) bool { return text != "" })
	slices.SortFunc(texts, func(x, y string) int { return cmp.Or(cmp.Compare(c[y].count, c[x].count), cmp.Compare(x, y)) })
	return texts
}
