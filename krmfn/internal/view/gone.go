package view

import (
	"maps"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render"
)

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
