package graph

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// choose returns the items that the options ask for, what these refer to, and what their waves wait for.
func (s *Scene) choose(o Options) *scene {
	picture := &scene{options: o, waves: map[wave][]int{}, waved: s.waved}
	shown, known, waves := []int(nil), map[int]bool{}, map[wave]bool{}
	show := func(i int) {
		if !known[i] {
			known[i] = true
			shown = append(shown, i)
		}
	}
	for _, app := range s.asked(o.Application) {
		for _, i := range s.byApplication[app] {
			if picture.asksFor(&s.items[i]) {
				show(i)
			}
		}
	}
	for at := 0; at < len(shown); at++ {
		it := &s.items[shown[at]]
		if !picture.isElsewhere(it) {
			for _, l := range it.links {
				show(l.to)
			}
		}
		if key := (wave{it.app, it.wave}); it.shape == Workload && !waves[key] {
			waves[key] = true
			for _, i := range s.waves[key] {
				show(i)
			}
		}
	}
	slices.Sort(shown)
	s.copyTo(picture, shown)
	return picture
}

// asked returns the applications that a name means; all for no name.
func (s *Scene) asked(name string) (apps []string) {
	for app := range s.byApplication {
		if name == "" || names.Means(name, app) {
			apps = append(apps, app)
		}
	}
	return apps
}

// copyTo copies items into a picture, with the links between them and the waves that they have.
func (s *Scene) copyTo(picture *scene, shown []int) {
	at := make(map[int]int, len(shown))
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
		key := wave{it.app, it.wave}
		if _, known := picture.waves[key]; known || it.shape != Workload {
			continue
		}
		picture.waves[key] = nil
		for _, before := range s.waves[key] {
			picture.waves[key] = append(picture.waves[key], at[before])
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
	case o.Cluster != "" && it.cluster != o.Cluster:
		return false
	case o.Cluster != "":
		return true
	case o.Application != "":
		return field != "tenancy"
	}
	return it.shape != Around || field == "imageAutomation"
}

func nameOf(app string) string { return app[strings.LastIndexByte(app, '/')+1:] }

func namespaceOf(app string) string {
	return strings.TrimSuffix(strings.TrimSuffix(app, nameOf(app)), "/")
}
