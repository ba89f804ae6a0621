package view

import (
	"maps"
	"slices"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/explained"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Fleet is the overview of a run: all that its tables show.
type Fleet struct {
	Applications []Application `json:"applications"` // in the order of their documents
	Clusters     []Cluster     `json:"clusters"`     // the hub, if it has objects, and all other clusters by name
	// Objects are in rendered order; behind them is what clusters need first, see [render.Result.Bootstrap].
	Objects  []Object         `json:"objects"`
	Findings finding.Findings `json:"findings"`          // those that [New] or [Refused] was given, in their order
	Refused  bool             `json:"refused,omitempty"` // true where the documents have errors: nothing is rendered
}

// Place is a place in a file. The zero Place is nowhere.
type Place struct {
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

func placeOf(p tree.Position) Place { return Place{p.File, p.Line, p.Column} }

// Application is an application. Where nothing is rendered, it has its name, kind and place only.
type Application struct {
	// Name is its namespace/name; without a namespace, the name.
	Name string `json:"name"`
	Kind string `json:"kind"`
	// Workload is the kind of object that its entries become.
	Workload string `json:"workload,omitempty"`
	Topology string `json:"topology,omitempty"`
	// Chart is the name of the chart that most clusters have.
	Chart string `json:"chart,omitempty"`
	// Sources are what its objects are made of, for people, for example "HelmRepository https://charts.example.com".
	Sources []string `json:"sources"`
	// Versions are the versions of the chart, or the revisions of the source; what most clusters have comes first.
	Versions []Version `json:"versions"`
	// Clusters is the number of clusters on which it has objects, with the hub.
	Clusters int `json:"clusters"`
	Objects  int `json:"objects"`
	// Waves is the number of waves of its entries; 0 and 1 mean that no cluster waits for another one.
	Waves int `json:"waves"`
	// WaitsFor are the names of the applications whose objects its own wait for, in their order.
	WaitsFor []string `json:"waitsFor,omitempty"`
	// Gone: only the result before has it, see [Page.Compare].
	Gone bool `json:"gone,omitempty"`
	Place
}

// Version is a version of an application, and on how many clusters it is.
type Version struct {
	Version  string `json:"version"`
	Clusters int    `json:"clusters"`
}

// Cluster is a cluster that the documents know.
type Cluster struct {
	// Name is hub for the hub.
	Name   string            `json:"name"`
	Labels map[string]string `json:"labels"`
	// Was are its labels in the result before; nil where they are the same, or nothing is compared.
	Was map[string]string `json:"was,omitzero"`
	// Applications are the indexes of those with objects on the cluster, in their order.
	Applications []int `json:"applications"`
	Objects      int   `json:"objects"`
	// Gone: only the result before has it.
	Gone bool `json:"gone,omitempty"`
	Place
}

// Object is a rendered object.
type Object struct {
	// Application is an index; -1 for an object of none, as the source of a GitRepository of KubeSphere.
	Application int `json:"application"`
	// Cluster is an index; -1 for an object of no cluster.
	Cluster   int    `json:"cluster"`
	Kind      string `json:"kind"`
	Namespace string `json:"namespace,omitempty"`
	Name      string `json:"name"`
	// Server is the cluster whose own API server has the object; empty for the hub.
	Server string `json:"server,omitempty"`
	// Path is the file that fluxapp render -o dir= writes.
	Path string `json:"path"`
	// DeliveredBy is the namespace/name of the Kustomization that applies the object because of delivery.
	DeliveredBy string `json:"deliveredBy,omitempty"`
	// WaitsFor are applications of other kinds: what they have on the cluster must be ready before that one applies it.
	WaitsFor []string `json:"waitsFor,omitempty"`
	// Wave is the wave of a workload, from 1; 0 where its application does not have several.
	Wave int `json:"wave,omitempty"`
	// Version is the version of a workload's chart, or the revision of its source.
	Version string `json:"version,omitempty"`
	// Gone: only the result before has it. It has no [Details].
	Gone bool `json:"gone,omitempty"`
	Place
}

// Details are what people see of one object.
type Details struct {
	Object int    `json:"object"` // its index
	YAML   string `json:"yaml"`   // the object as it is rendered
	Leaves []Leaf `json:"leaves"` // its fields, with what set them: what fluxapp explain -o json prints
}

// Leaf is a field of an object.
type Leaf struct {
	Path string `json:"path"`
	explained.Value
}

// Details returns an object by its index. Its fields have no secrets, as in fluxapp explain. Where hide is true its
// YAML has none either: a report is for more people than its author.
func (p *Page) Details(object int, hide bool) Details {
	o := p.objects[object]
	shown := o.Tree()
	if hide {
		shown, _ = p.rows.Redactor.Redact("", shown)
	}
	d := Details{Object: object, YAML: string(tree.AppendYAML(nil, shown)), Leaves: []Leaf{}}
	for _, row := range p.rows.OfAll(o.Explain()) {
		d.Leaves = append(d.Leaves, Leaf{row.Path, row.JSON()})
	}
	return d
}

// Compare returns the overview with what only the page of an earlier result has: applications, clusters and objects
// that are gone, behind all others and as they were then, and the labels that clusters had. An object is gone where
// none has its ID now; the change may only have renamed it. The page itself stays as it is.
func (p *Page) Compare(before *Page) Fleet {
	all := p.Fleet
	var applications, clusters []int // where those of before are in all
	all.Applications, applications = joined(all.Applications, before.Fleet.Applications,
		func(a *Application) (name string, gone *bool) { return a.Name, &a.Gone })
	all.Clusters, clusters = joined(all.Clusters, before.Fleet.Clusters,
		func(c *Cluster) (name string, gone *bool) { return c.Name, &c.Gone })
	for i, was := range before.Fleet.Clusters {
		switch c := &all.Clusters[clusters[i]]; {
		case c.Gone:
			c.Applications = moved(applications, was.Applications...)
		case !maps.Equal(c.Labels, was.Labels):
			c.Was = was.Labels
		}
	}
	known := make(map[key]bool, len(p.objects))
	for _, o := range p.objects {
		known[keyOf(o)] = true
	}
	all.Objects = slices.Clip(all.Objects)
	for i, o := range before.objects {
		if row := before.Fleet.Objects[i]; !known[keyOf(o)] {
			row.Application, row.Cluster = moved(applications, row.Application)[0], moved(clusters, row.Cluster)[0]
			row.Gone = true
			all.Objects = append(all.Objects, row)
		}
	}
	return all
}

// joined returns a copy of a list, behind it the items that only an earlier list has, and where the earlier items are.
func joined[Item any](now, earlier []Item, of func(*Item) (name string, gone *bool)) (all []Item, places []int) {
	known := map[string]int{}
	for i := range now {
		name, _ := of(&now[i])
		known[name] = i
	}
	all = slices.Clone(now)
	for _, item := range earlier {
		name, gone := of(&item)
		place, found := known[name]
		if !found {
			*gone = true
			place, all = len(all), append(all, item)
		}
		places = append(places, place)
	}
	return all, places
}

// moved returns where indexes are now; an index below 0 stays.
func moved(places []int, indexes ...int) []int {
	all := slices.Clone(indexes)
	for i, index := range indexes {
		if index >= 0 {
			all[i] = places[index]
		}
	}
	return all
}

// key tells an object apart. What administrators apply to a cluster may be the same for several applications.
type key struct {
	render.ID
	bootstrap string
}

func keyOf(o render.Object) key {
	if o.Bootstrap() {
		return key{o.ID(), o.Application()}
	}
	return key{ID: o.ID()}
}
