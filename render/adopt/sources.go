package adopt

import (
	"cmp"
	"path"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// maxTries is how many applications may try to hold a source.
const maxTries = 4

// takeSources puts each source into one application: into the one of its name, or else into the first that can hold
// it. The objects of others keep their sourceRef.
func (a *adoption) takeSources(groups []*group) {
	t := taking{adoption: a, needed: a.neededByOthers(), tries: map[*object]int{}, tried: map[*group]int{},
		taken: map[*object]bool{}}
	for {
		drafts := t.next(groups)
		if len(drafts) == 0 {
			return
		}
		t.settle(drafts)
	}
}

// taking is the way of sources into applications.
type taking struct {
	*adoption
	needed map[groupKey]bool
	tries  map[*object]int
	tried  map[*group]int // with one source, and then with a list of sources
	taken  map[*object]bool
}

// next returns documents of groups with sources, which are no others' then.
func (t *taking) next(groups []*group) (drafts []*draft) {
	for _, own := range []bool{true, false} {
		for _, g := range groups {
			if len(g.parts) == 0 && t.holds(g, own) {
				drafts = append(drafts, t.trial(g))
			}
		}
	}
	return drafts
}

// holds gives a group its sources, if the first one has its name or that does not matter: one source for all objects,
// or a list of sources where it has tried that.
func (t *taking) holds(g *group, own bool) bool {
	for t.tried[g] < 2 {
		g.namesSources = t.tried[g] == 1
		sources, all := t.sourcesOf(g)
		if own && (len(all) == 0 || !g.isCalled(all[0].name)) {
			return false
		}
		t.tried[g]++
		switch {
		case len(all) == 0 || !t.areWhole(all):
		case !g.shareMetadata(all):
			for _, s := range all {
				s.reason = cmp.Or(s.reason, labelled)
			}
		case t.take(all):
			g.sources, g.parts = sources, all
			return true
		}
	}
	return false
}

// isCalled reports whether a group has a name, or had it before there were several of that name.
func (g *group) isCalled(name string) bool {
	return g.name == name || g.objects[0].application().name == name
}

// take takes sources that nobody has.
func (t *taking) take(all []*object) bool {
	if slices.ContainsFunc(all, func(s *object) bool { return t.taken[s] || t.tries[s] == maxTries }) {
		return false
	}
	for _, s := range all {
		t.taken[s] = true
		t.tries[s]++
	}
	return true
}

// settle gives back the sources that a document cannot hold.
func (t *taking) settle(drafts []*draft) {
	proved := t.proved(drafts)
	for _, d := range drafts {
		if proved[d.group.owner()] {
			continue
		}
		for _, s := range d.parts {
			t.taken[s] = false
			s.reason = referredTo + ", none of which can hold it as it is"
		}
		d.group.sources, d.group.parts, d.group.namesSources, d.group.common = nil, nil, false, tree.Node{}
	}
}

// sourcesOf returns the source of each object of a group, and each source once. Without a list of sources there are
// none where an object has no source that a document can hold, or where the sources are of different kinds.
func (t *taking) sourcesOf(g *group) (sources map[*object]*object, all []*object) {
	sources = map[*object]*object{}
	for _, o := range g.objects {
		s := t.sourceOf(o)
		if g.namesSources && s != nil && t.taken[s] {
			continue
		}
		if !g.namesSources && (s == nil || len(all) > 0 && s.workload != all[0].workload) {
			return nil, nil
		}
		isOther := func(other *object) bool { return other.name == s.name && !proof.Equal(other.given, s.given) }
		if s == nil || g.namesSources && slices.ContainsFunc(all, isOther) {
			continue
		}
		if sources[o] = s; !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	return sources, all
}

// sourceOf returns the source of an object; nil where its document cannot hold it.
func (t *taking) sourceOf(o *object) *object {
	found, ref := t.sourcesNamed(o)
	if len(found) != 1 {
		for _, s := range found {
			s.reason = cmp.Or(s.reason, "is a source that is there twice")
		}
		return nil
	}
	s := found[0]
	switch {
	case s.refused:
		return nil
	case s.namespace == "" && path.Dir(s.file) != path.Dir(o.file): // kustomize may add another one
		return nil
	case t.needed[s.key()]:
		s.reason = "is a source that objects which stay refer to"
		return nil
	case ref.Get("apiVersion").Exists():
		s.reason = referredTo + ", with an apiVersion"
		return nil
	}
	return s
}

// neededByOthers returns the sources that objects refer to which stay where they are.
func (a *adoption) neededByOthers() map[groupKey]bool {
	needed := map[groupKey]bool{}
	for _, o := range a.objects {
		if o.refused || o.stays || o.isLost() {
			_, ref := o.workload.Source(o.root.At)
			needed[groupKey{kind: ref.Get("kind").Text(), name: ref.Get("name").Text(),
				namespace: cmp.Or(ref.Get("namespace").Text(), o.namespace)}] = true
		}
	}
	return needed
}

// sourcesNamed returns the sources that an object names, of which there should be one, and the reference.
func (a *adoption) sourcesNamed(o *object) (found []*object, ref tree.Node) {
	reference, ref := o.workload.Source(o.given.At)
	if reference == nil {
		return nil, ref
	}
	to := reference.Target(ref, o.namespace, o.given.At)
	return a.partsAt[spot{groupKey{kind: to.Kind, namespace: to.Namespace, name: to.Name}, o.server}], ref
}
