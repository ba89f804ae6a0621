package graph

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

type item struct {
	object render.Object // the zero Object where it is only named
	id     render.ID     // without a server where it is only named: the same name on several servers is drawn once
	// the namespace/name of the application; empty where it is only named, and for a repository of KubeSphere
	app       string
	shape     Shape
	cluster   string // empty for none
	wave      int
	suspended bool
	links     []link // to what it refers to
}

type link struct {
	to       int
	relation kinds.Relation
}

type scene struct {
	options Options
	secrets finding.Secrets
	items   []item
	waves   map[wave][]int  // the items that the items of a wave wait for
	waved   map[string]bool // the applications that have waves
}

type wave struct {
	app    string
	number int
}

func sceneOf(result render.Result) *scene {
	s := &scene{secrets: result.Secrets(), waves: map[wave][]int{}, waved: map[string]bool{}}
	known := make(map[render.ID]int, len(result.Objects))
	for i, object := range result.Objects {
		known[object.ID()] = i
		s.items = append(s.items, itemOf(object))
	}
	s.link(result, known)
	s.gate(known)
	return s
}

func itemOf(o render.Object) item {
	i := item{object: o, id: o.ID(), shape: Source, cluster: o.Cluster()}
	if o.Document().Class() == schema.ClassApplication {
		i.app = o.Application()
	}
	if i.cluster == "" && !o.Shared() {
		i.cluster = kinds.Hub
	}
	switch {
	case o.Row().Is(kinds.Workload):
		i.shape, i.wave, i.suspended = Workload, o.Wave(), kinds.IsSuspended(o.Value)
	case o.Row().Is(kinds.Around):
		i.shape = Around
	}
	return i
}

// link adds the references, and what is only named by them.
func (s *scene) link(result render.Result, known map[render.ID]int) {
	named := map[render.ID]int{}
	for l := range result.Links() {
		from := known[l.From.ID()]
		to, rendered := known[l.To.ID()]
		if !rendered {
			to = s.named(named, l)
		}
		s.items[from].links = append(s.items[from].links, link{to, l.Relation})
	}
	s.linkPolicies()
}

func (s *scene) named(known map[render.ID]int, l render.Link) int {
	it := item{id: l.ID, shape: Source}
	it.id.Server = ""
	switch l.Relation {
	case kinds.Precedes:
		it.shape = Workload
	case kinds.Scanned, kinds.Told:
		it.shape = Around
	}
	if _, found := known[it.id]; !found {
		known[it.id] = len(s.items)
		s.items = append(s.items, it)
	}
	return known[it.id]
}

// linkPolicies makes the ImageUpdateAutomation of an application refer to its ImagePolicies, whose tags it commits.
func (s *scene) linkPolicies() {
	policies := map[string][]link{}
	for i := range s.items {
		if it := &s.items[i]; it.id.Kind == kinds.ImagePolicy.Name && it.app != "" {
			policies[it.app] = append(policies[it.app], link{i, kinds.Feeds})
		}
	}
	for i := range s.items {
		if it := &s.items[i]; it.id.Kind == kinds.ImageUpdateAutomation.Name {
			it.links = append(it.links, policies[it.app]...)
		}
	}
}

// gate adds what waves wait for: once for each wave, because its objects wait for the same ones.
func (s *scene) gate(known map[render.ID]int) {
	for i := range s.items {
		it := &s.items[i]
		key := wave{it.app, it.wave}
		if it.wave != 0 {
			s.waved[it.app] = true
		}
		if _, found := s.waves[key]; found || it.shape != Workload {
			continue
		}
		s.waves[key] = nil
		for _, before := range it.object.Gates() {
			s.waves[key] = append(s.waves[key], known[before.ID()])
		}
	}
}

// choose returns the items that the options ask for, what these refer to, and what their waves wait for.
func (s *scene) choose(o Options) *scene {
	picture := &scene{options: o, secrets: s.secrets, waves: map[wave][]int{}, waved: s.waved}
	shown, at := []int(nil), map[int]int{}
	show := func(i int) {
		if _, known := at[i]; !known {
			at[i] = 0 // its index in the picture, which copyTo knows
			shown = append(shown, i)
		}
	}
	for i := range s.items {
		if it := &s.items[i]; (o.Application == "" || names.Means(o.Application, it.app)) && picture.asksFor(it) {
			show(i)
		}
	}
	for n := 0; n < len(shown); n++ {
		it := &s.items[shown[n]]
		if !picture.isElsewhere(it) {
			for _, l := range it.links {
				show(l.to)
			}
		}
		key := wave{it.app, it.wave}
		if _, known := picture.waves[key]; !known && it.shape == Workload {
			picture.waves[key] = s.waves[key]
			for _, i := range s.waves[key] {
				show(i)
			}
		}
	}
	s.copyTo(picture, shown, at)
	return picture
}

// copyTo copies items into a picture, with the links between them. The waves of the picture have its own indexes then.
func (s *scene) copyTo(picture *scene, shown []int, at map[int]int) {
	slices.Sort(shown)
	for to, i := range shown {
		at[i] = to
	}
	for _, i := range shown {
		it := s.items[i]
		it.links = nil
		for _, l := range s.items[i].links {
			if to, found := at[l.to]; found {
				it.links = append(it.links, link{to, l.relation})
			}
		}
		picture.items = append(picture.items, it)
	}
	for key, items := range picture.waves {
		picture.waves[key] = nil
		for _, i := range items {
			picture.waves[key] = append(picture.waves[key], at[i])
		}
	}
}

// isElsewhere reports whether an item is of another cluster than the one that the picture is about: it is there
// because somebody waits for it, and what it is made of and waits for itself is left out.
func (s *scene) isElsewhere(it *item) bool {
	return s.options.Cluster != "" && it.cluster != "" && it.cluster != s.options.Cluster
}

// asksFor reports whether the options ask for an item of the applications that they name. A picture of everything has
// workloads, what they are made of, and image automation, which changes that. Messages and permissions are in pictures
// of an application and of a cluster, permissions to which nothing refers only in the latter.
func (s *scene) asksFor(it *item) bool {
	o := s.options
	if it.app == "" {
		return false
	}
	field := it.object.Row().Field
	switch {
	case o.Cluster != "":
		return it.cluster == o.Cluster
	case o.Application != "":
		return field != "tenancy"
	}
	return it.shape != Around || field == "imageAutomation"
}

func nameOf(app string) string { return app[strings.LastIndexByte(app, '/')+1:] }

func namespaceOf(app string) string { return app[:max(0, strings.LastIndexByte(app, '/'))] }
