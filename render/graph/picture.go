package graph

import (
	"cmp"
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
	shape     shape
	cluster   string // empty for none
	wave      int
	suspended bool
	links     []link // to what it refers to
	at        int    // its index in the picture
	isShown   bool   // in the picture

	key key  // what it has in common with those in its box
	box *box // in the drawing
}

type link struct {
	to       *item
	relation kinds.Relation
}

type picture struct {
	options Options
	secrets finding.Secrets
	items   []*item
	waves   map[wave][]*item // the items that the items of a wave wait for
	waved   map[string]bool  // the applications that have waves
}

type wave struct {
	app    string
	number int
}

func (s *picture) add(it *item) *item {
	it.at = len(s.items)
	s.items = append(s.items, it)
	return it
}

func itemOf(o render.Object) *item {
	i := &item{object: o, id: o.ID(), shape: sourceShape, cluster: o.Cluster()}
	if o.Document().Class() == schema.ClassApplication {
		i.app = o.Application()
	}
	if i.cluster == "" && !o.Shared() {
		i.cluster = kinds.Hub
	}
	switch {
	case o.Row().Is(kinds.Workload):
		i.shape, i.wave, i.suspended = workloadShape, o.Wave(), kinds.IsSuspended(o.Value)
	case o.Row().Is(kinds.Around):
		i.shape = aroundShape
	}
	return i
}

func (s *picture) link(result render.Result, known map[render.ID]*item) {
	others := map[render.ID]*item{}
	for l := range result.Links() {
		to := known[l.To.ID()]
		if to == nil { // it is only named
			it := &item{id: l.ID, shape: sourceShape}
			it.id.Server = ""
			switch l.Relation {
			case kinds.Precedes:
				it.shape = workloadShape
			case kinds.Scanned, kinds.Told:
				it.shape = aroundShape
			}
			if others[it.id] == nil {
				others[it.id] = s.add(it)
			}
			to = others[it.id]
		}
		from := known[l.From.ID()]
		from.links = append(from.links, link{to, l.Relation})
	}
	s.linkPolicies()
}

// linkPolicies makes the ImageUpdateAutomation of an application refer to its ImagePolicies, whose tags it commits.
func (s *picture) linkPolicies() {
	policies := map[string][]link{}
	for _, it := range s.items {
		if it.id.Kind == kinds.ImagePolicy.Name && it.app != "" {
			policies[it.app] = append(policies[it.app], link{it, kinds.Feeds})
		}
	}
	for _, it := range s.items {
		if it.id.Kind == kinds.ImageUpdateAutomation.Name {
			it.links = append(it.links, policies[it.app]...)
		}
	}
}

// gate adds what waves wait for: once for each wave, because its objects wait for the same ones.
func (s *picture) gate(known map[render.ID]*item) {
	for _, it := range s.items {
		key := wave{it.app, it.wave}
		if it.wave != 0 {
			s.waved[it.app] = true
		}
		if _, found := s.waves[key]; found || it.shape != workloadShape {
			continue
		}
		s.waves[key] = nil
		for _, before := range it.object.Facts().Gates() {
			s.waves[key] = append(s.waves[key], known[before.ID()])
		}
	}
}

// choose leaves the items that the options ask for, what these refer to, and what their waves wait for.
func (s *picture) choose(o Options) {
	s.options = o
	var shown []*item
	show := func(it *item) {
		if !it.isShown {
			it.isShown = true
			shown = append(shown, it)
		}
	}
	for _, it := range s.items {
		if (o.Application == "" || names.Means(o.Application, it.app)) && s.asksFor(it) {
			show(it)
		}
	}
	for n := 0; n < len(shown); n++ {
		it := shown[n]
		if !s.isElsewhere(it) {
			for _, l := range it.links {
				show(l.to)
			}
		}
		if it.shape == workloadShape {
			for _, before := range s.waves[wave{it.app, it.wave}] {
				show(before)
			}
		}
	}
	s.items = slices.DeleteFunc(s.items, func(it *item) bool { return !it.isShown })
	for _, it := range s.items {
		it.links = slices.DeleteFunc(slices.Clone(it.links), func(l link) bool { return !l.to.isShown })
	}
}

// isElsewhere reports whether an item is of another cluster than the one that the picture is about: it is there
// because somebody waits for it, and what it is made of and waits for itself is left out.
func (s *picture) isElsewhere(it *item) bool {
	return s.options.Cluster != "" && it.cluster != "" && it.cluster != s.options.Cluster
}

// asksFor reports whether the options ask for an item of the applications that they name. A picture of everything has
// workloads, what they are made of, and image automation, which changes that. Messages and permissions are in pictures
// of an application and of a cluster, permissions to which nothing refers only in the latter.
func (s *picture) asksFor(it *item) bool {
	o := s.options
	if it.app == "" {
		return false
	}
	field := it.object.Row().Field
	switch {
	case o.Cluster != "":
		return cmp.Or(it.cluster, kinds.Hub) == o.Cluster
	case o.Application != "":
		return field != "tenancy"
	}
	return it.shape != aroundShape || field == "imageAutomation"
}

func namespaceOf(app string) string { return app[:max(0, strings.LastIndexByte(app, '/'))] }
