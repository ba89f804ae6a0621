package graph

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// choose marks the items that the picture shows: those that the options ask for, what these refer to, and what their waves wait for.
func (s *scene) choose() {
	var behind []int
	show := func(i int) {
		if !s.items[i].shown {
			s.items[i].shown = true
			behind = append(behind, i)
		}
	}
	for i := range s.items {
		if s.asksFor(&s.items[i]) {
			show(i)
		}
	}
	for len(behind) > 0 {
		it := &s.items[behind[len(behind)-1]]
		behind = behind[:len(behind)-1]
		if !s.isElsewhere(it) {
			for _, l := range it.links {
				show(l.to)
			}
		}
		if wave := s.waves[wave{it.app, it.wave}]; it.shape == Workload && wave != nil && !wave.shown {
			wave.shown = true
			for _, i := range wave.before {
				show(i)
			}
		}
	}
}

// isElsewhere reports whether an item is of another cluster than the one that the picture is about: it is there because somebody waits for
// it, and what it is made of and waits for itself is left out.
func (s *scene) isElsewhere(it *item) bool {
	return s.options.Cluster != "" && it.cluster != "" && it.cluster != s.options.Cluster
}

// asksFor reports whether the options ask for an item. A picture of everything has the workloads, what they are made of, and image
// automation, because that changes what they are made of. Messages and permissions are in the pictures of an application and of a
// cluster; permissions, which nothing refers to, in that of a cluster only.
func (s *scene) asksFor(it *item) bool {
	o := s.options
	if it.app == "" {
		return false
	}
	field := fieldOf(it)
	switch {
	case o.Cluster != "" && it.cluster != o.Cluster:
		return false
	case o.Application != "" && it.app != o.Application && nameOf(it.app) != o.Application:
		return false
	case o.Cluster != "":
		return true
	case o.Application != "":
		return field != "tenancy"
	}
	return it.shape != Around || field == "imageAutomation"
}

// fieldOf returns the field of an application that becomes an object around the workload; empty for all others.
func fieldOf(it *item) string {
	if it.shape != Around {
		return ""
	}
	return kinds.Find(kinds.Around, kinds.GroupOf(it.object.APIVersion()), it.id.Kind).Field
}

// nameOf returns the name of an application, of its namespace/name.
func nameOf(app string) string { return app[strings.LastIndexByte(app, '/')+1:] }

// namespaceOf returns the namespace of an application, of its namespace/name.
func namespaceOf(app string) string {
	return strings.TrimSuffix(strings.TrimSuffix(app, nameOf(app)), "/")
}
