package view

import (
	"cmp"
	"slices"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/explained"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// hub is the name of the hub for people.
const hub = "hub"

// Page is a run as the pages show it. It is not safe for concurrent use.
type Page struct {
	// Fleet is the overview.
	Fleet Fleet

	objects []render.Object // those of Fleet.Objects
	groups  groups          // made when differences are first asked for
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
	return Fleet{
		Applications: []Application{}, Clusters: []Cluster{}, Objects: []Object{}, Findings: append(finding.Findings{}, findings...),
	}
}

func newApplication(name string, d *schema.Document) Application {
	return Application{
		Name: name, Kind: d.Kind(), Sources: []string{}, Versions: []Version{}, Place: placeOf(d.Root().Position()),
	}
}

// New returns the page of a result.
func New(result render.Result, findings finding.Findings) *Page {
	p := &Page{Fleet: empty(findings), objects: slices.Concat(result.Objects, result.Bootstrap)}
	b := builder{fleet: &p.Fleet, origins: newOrigins(result), clusters: map[string]int{}}
	b.addApplications(result)
	b.addClusters(result, p.objects)
	for _, o := range p.objects {
		b.addObject(o)
	}
	b.finish()
	return p
}

// builder collects a Fleet.
type builder struct {
	fleet        *Fleet
	origins      origins
	applications map[string]int // by name
	clusters     map[string]int // by name
	tallies      []tally        // of the applications
}

// tally counts what an application has.
type tally struct {
	charts, versions, sources map[string]int
	waves                     map[int]bool
}

func (b *builder) addApplications(result render.Result) {
	b.applications = map[string]int{}
	for i, a := range result.Applications() {
		d := a.Document()
		app := newApplication(a.Name(), d)
		workload, _ := d.Entries()
		app.Workload, app.Topology = kinds.ByField(kinds.Workload, string(workload)).Name, "HubAndSpoke"
		if d.Standalone() {
			app.Topology = "Standalone"
		}
		b.applications[app.Name] = i
		b.fleet.Applications = append(b.fleet.Applications, app)
		b.tallies = append(b.tallies, tally{map[string]int{}, map[string]int{}, map[string]int{}, map[int]bool{}})
	}
}

// addClusters adds the clusters of all objects, documents and applications, each once: as the first that knows it describes it.
func (b *builder) addClusters(result render.Result, objects []render.Object) {
	known := map[string]Cluster{}
	for _, o := range objects {
		if name := explained.ClusterOf(o); name != "" {
			known[name] = newCluster(name)
		}
	}
	described := map[string]bool{}
	describe := func(members []schema.Member) {
		for i := range members {
			if m := &members[i]; !m.Hub() && !described[m.Name] {
				described[m.Name] = true
				known[m.Name] = clusterOf(m)
			}
		}
	}
	describe(result.Clusters())
	for _, a := range result.Applications() {
		describe(a.Clusters())
	}
	for _, c := range known {
		b.fleet.Clusters = append(b.fleet.Clusters, c)
	}
	slices.SortFunc(b.fleet.Clusters, func(x, y Cluster) int {
		switch hub {
		case x.Name:
			return -1
		case y.Name:
			return 1
		}
		return cmp.Compare(x.Name, y.Name)
	})
	for i, c := range b.fleet.Clusters {
		b.clusters[c.Name] = i
	}
}

func newCluster(name string) Cluster {
	return Cluster{Name: name, Labels: map[string]string{}, Applications: []int{}}
}

func clusterOf(m *schema.Member) Cluster {
	c := newCluster(m.Name)
	for label := range m.Labels().Children() {
		c.Labels[label.Key()] = label.Text()
	}
	c.Place = placeOf(m.Origin().Position())
	return c
}

func (b *builder) addObject(o render.Object) {
	id := o.ID()
	row := Object{
		Application: -1, Cluster: -1, Kind: id.Kind, Namespace: id.Namespace, Name: id.Name, Server: id.Server, Path: o.Path(),
		Place: placeOf(o.Origin()),
	}
	if i, found := b.clusters[explained.ClusterOf(o)]; found {
		row.Cluster = i
		b.fleet.Clusters[i].Objects++
	}
	if i, found := b.applications[o.Application()]; found && o.Document().Class() == schema.ClassApplication {
		row.Application = i
		b.fleet.Applications[i].Objects++
		b.count(i, o, row.Cluster)
	}
	b.fleet.Objects = append(b.fleet.Objects, row)
}

// count counts what an object tells of its application. Objects of a cluster follow each other.
func (b *builder) count(application int, o render.Object, cluster int) {
	if cluster >= 0 {
		if on := &b.fleet.Clusters[cluster].Applications; !slices.Contains(*on, application) {
			*on = append(*on, application)
			b.fleet.Applications[application].Clusters++
		}
	}
	if !kinds.IsWorkload(o.Kind()) {
		return
	}
	made, t := b.origins.of(o), &b.tallies[application]
	t.charts[made.chart]++
	t.versions[made.version]++
	t.sources[made.source]++
	t.waves[o.Wave()] = true
}

// finish puts what was counted into the applications.
func (b *builder) finish() {
	for i := range b.fleet.Clusters {
		slices.Sort(b.fleet.Clusters[i].Applications)
	}
	for i := range b.fleet.Applications {
		app, t := &b.fleet.Applications[i], b.tallies[i]
		app.Waves = len(t.waves)
		app.Sources = append(app.Sources, mostFirst(t.sources)...)
		if charts := mostFirst(t.charts); len(charts) > 0 {
			app.Chart = charts[0]
		}
		for _, version := range mostFirst(t.versions) {
			app.Versions = append(app.Versions, Version{version, t.versions[version]})
		}
	}
}

// mostFirst returns the texts that were counted, without the empty one: the most frequent first, and of those that are as frequent the
// first by name.
func mostFirst(counts map[string]int) (texts []string) {
	for text := range counts {
		if text != "" {
			texts = append(texts, text)
		}
	}
	slices.SortFunc(texts, func(x, y string) int { return cmp.Or(cmp.Compare(counts[y], counts[x]), cmp.Compare(x, y)) })
	return texts
}
