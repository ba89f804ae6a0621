package view

import (
	"maps"
	"reflect"
	"slices"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/explained"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema/each"
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
	Name     string    `json:"name"` // its namespace/name; without a namespace, the name
	Kind     string    `json:"kind"`
	Workload string    `json:"workload,omitempty"` // the kind of object that its entries become
	Chart    string    `json:"chart,omitempty"`    // the name that most clusters have
	Sources  []string  `json:"sources"`            // for people, for example "HelmRepository https://charts.example.com"
	Versions []Version `json:"versions"`           // of the chart, or revisions of the source; of most clusters first
	Clusters int       `json:"clusters"`           // on which it has objects, with the hub
	Objects  int       `json:"objects"`
	WaitsFor []string  `json:"waitsFor,omitempty"` // applications whose objects its own wait for, in their order
	Gone     bool      `json:"gone,omitempty"`     // only the result before has it, see [Page.Compare]
	Place
}

// Version is a version of an application, and on how many clusters it is.
type Version struct {
	Version  string `json:"version"`
	Clusters int    `json:"clusters"`
}

// Cluster is a cluster that the documents know.
type Cluster struct {
	Name         string            `json:"name"` // hub for the hub
	Labels       map[string]string `json:"labels"`
	Was          map[string]string `json:"was,omitzero"` // its other labels in the result before; nil for the same
	Applications []int             `json:"applications"` // indexes of those with objects on the cluster, in their order
	Objects      int               `json:"objects"`
	Gone         bool              `json:"gone,omitempty"` // only the result before has it
	Place
}

// Object is a rendered object.
type Object struct {
	Application int    `json:"application"` // an index; -1 for none, as of the source of a GitRepository of KubeSphere
	Cluster     int    `json:"cluster"`     // an index; -1 for an object of no cluster
	Kind        string `json:"kind"`
	Namespace   string `json:"namespace,omitempty"`
	Name        string `json:"name"`
	Server      string `json:"server,omitempty"`      // the cluster whose own API server has it; empty for the hub
	Path        string `json:"path"`                  // the file that fluxapp render -o dir= writes
	DeliveredBy string `json:"deliveredBy,omitempty"` // the namespace/name of the Kustomization of delivery
	// WaitsFor are applications of other kinds: what they have on the cluster must be ready before that one applies it.
	WaitsFor []string `json:"waitsFor,omitempty"`
	Wave     *int     `json:"wave,omitempty"`    // of a workload; nil where all of its application are of one wave
	Version  string   `json:"version,omitempty"` // of a workload's chart, or the revision of its source
	Was      *Was     `json:"was,omitempty"`     // nil where the version and the wave are the same in the result before
	Gone     bool     `json:"gone,omitempty"`    // only the result before has it, and its fields are of then
	Renamed  bool     `json:"renamed,omitempty"` // it is gone because another object takes its place
	Place
}

// Was is what an object had in the result before; one of both is another one now.
type Was struct {
	Version string `json:"version,omitempty"`
	Wave    *int   `json:"wave,omitempty"`
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

// Details returns an object by its index. Its fields have no secrets; its YAML neither with hide, as in a report.
func (p *Page) Details(object int, hide bool) Details {
	if behind := object - len(p.objects); behind >= 0 {
		d := p.before.Details(p.gone[behind], hide)
		d.Object = object
		return d
	}
	o := p.objects[object]
	shown := o.Tree()
	if hide {
		shown, _ = p.rows.Redactor.Redact("", shown)
	}
	leafOf := func(row explained.Row) Leaf { return Leaf{row.Path, row.JSON()} }
	return Details{object, string(tree.AppendYAML(nil, shown)), each.Of(p.rows.OfAll(o.Explain()), leafOf)}
}

// Texts returns the YAML of all objects, which may have secrets.
func (p *Page) Texts() []string {
	all := each.Of(p.objects, func(o render.Object) string { return string(o.YAML()) })
	for _, i := range p.gone {
		all = append(all, string(p.before.objects[i].YAML()))
	}
	return all
}

// Compare returns the page with what only the page of an earlier result has: behind all others what is gone, as it was
// then, and the labels, versions and waves that others had. An object is gone where none has its ID now. The changes
// tell which of these are only renamed.
func (p *Page) Compare(before *Page, changes []change.Change) *Page {
	all := *p
	all.before, all.gone = before, nil
	var applications, clusters []int // where those of before are in all
	all.Fleet.Applications, applications = joined(p.Fleet.Applications, before.Fleet.Applications,
		func(a *Application) (name string, gone *bool) { return a.Name, &a.Gone })
	all.Fleet.Clusters, clusters = joined(p.Fleet.Clusters, before.Fleet.Clusters,
		func(c *Cluster) (name string, gone *bool) { return c.Name, &c.Gone })
	for i, was := range before.Fleet.Clusters {
		switch c := &all.Fleet.Clusters[clusters[i]]; {
		case c.Gone:
			c.Applications = moved(applications, was.Applications...)
		case !maps.Equal(c.Labels, was.Labels):
			c.Was = was.Labels
		}
	}
	all.Fleet.Objects = slices.Clone(p.Fleet.Objects)
	renamed := each.Once(changes, func(c change.Change) render.ID { return c.Earlier })
	places := make(map[key]int, len(p.objects))
	for i, o := range p.objects {
		places[keyOf(o)] = i
	}
	for i, o := range before.objects {
		row := before.Fleet.Objects[i]
		if place, found := places[keyOf(o)]; found {
			o := &all.Fleet.Objects[place]
			if was := (Was{row.Version, row.Wave}); !reflect.DeepEqual(was, Was{o.Version, o.Wave}) {
				o.Was = &was
			}
			continue
		}
		row.Application, row.Cluster = moved(applications, row.Application)[0], moved(clusters, row.Cluster)[0]
		row.Gone, row.Renamed = true, renamed[o.ID()]
		all.Fleet.Objects, all.gone = append(all.Fleet.Objects, row), append(all.gone, i)
	}
	all.index()
	return &all
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

// key tells an object apart. An object that administrators apply to a cluster may be the same for several applications.
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
