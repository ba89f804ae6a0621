package adopt

import (
	"cmp"
	"path"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// maxTries is how many applications may try to hold a source.
const maxTries = 4

// placeSources finds out which cluster has each source, where each cluster has its own API server.
func (a *adoption) placeSources(from ClusterFrom) {
	a.sourcesAt = map[groupKey][]*object{}
	for _, s := range a.sources {
		if from.place != fromKubeConfig {
			name, _, _ := from.read(s) // a source of no cluster is nobody's
			s.cluster = notHub(name)
		}
		a.sourcesAt[s.key()] = append(a.sourcesAt[s.key()], s)
	}
}

// takeSources puts each source into one application: into the one of its name, or else into the first that can hold
// it. A document with sources is proved alone, before it is one of many: what cannot be proved keeps its sourceRef.
func (a *adoption) takeSources(groups []*group) {
	t := taking{adoption: a, tries: map[*object]int{}, tried: map[*group]int{}, taken: map[*object]bool{}}
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
	tries map[*object]int
	tried map[*group]int // with one source, and then with a list of sources
	taken map[*object]bool
}

// next returns documents of groups with sources, which are no others' then.
func (t *taking) next(groups []*group) (drafts []*draft) {
	for _, own := range []bool{true, false} {
		for _, g := range groups {
			if !g.refused() && len(g.around) == 0 && t.holds(g, own) {
				drafts = append(drafts, &draft{g, t.document(g), g.namespace + "/" + g.name + ".yaml"})
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
		if own && (len(all) == 0 || all[0].name != g.name) {
			return false
		}
		t.tried[g]++
		if len(all) > 0 && t.take(all) {
			g.sources, g.around = sources, all
			return true
		}
	}
	return false
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
	trial := &adoption{kinds: t.kinds, build: t.build, fleet: t.fleet, members: t.members}
	var copies []*draft
	for _, d := range drafts {
		copies = append(copies, d.copied())
	}
	proved := owners(trial.prove(copies))
	for _, d := range drafts {
		if proved[d.group.owner()] {
			continue
		}
		for _, s := range d.around {
			t.taken[s] = false
			s.stays = referredTo + ", none of which can hold it as it is"
		}
		d.group.sources, d.group.around, d.group.namesSources = nil, nil, false
	}
}

func owners(applications []Application) map[string]bool {
	all := map[string]bool{}
	for _, app := range applications {
		all[app.Owner()] = true
	}
	return all
}

// copied returns a draft whose objects can be refused without harm to those of the adoption.
func (d *draft) copied() *draft {
	g := *d.group
	g.objects, g.around = copied(g.objects), copied(g.around)
	return &draft{&g, d.Application, d.file}
}

func copied(objects []*object) (all []*object) {
	for _, o := range objects {
		other := *o
		all = append(all, &other)
	}
	return all
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
		if s == nil {
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
			s.stays = cmp.Or(s.stays, "is a source that is there twice")
		}
		return nil
	}
	s := found[0]
	switch {
	case s.refused:
		return nil
	case s.namespace == "" && path.Dir(s.file) != path.Dir(o.file): // kustomize may add another one
		return nil
	case ref.Get("apiVersion").Exists() || ref.Get("namespace").Exists() && s.namespace == o.namespace:
		s.stays = referredTo + ", with more than its kind and name"
		return nil
	}
	return s
}

// sourcesNamed returns the sources that an object names, of which there should be one, and the reference.
func (a *adoption) sourcesNamed(o *object) (found []*object, ref tree.Node) {
	_, ref = o.workload.Source(o.current.At)
	key := groupKey{kind: ref.Get("kind").Text(), namespace: cmp.Or(ref.Get("namespace").Text(), o.namespace),
		name: ref.Get("name").Text()}
	for _, s := range a.sourcesAt[key] {
		if o.server == "" || o.server == s.cluster {
			found = append(found, s)
		}
	}
	return found, ref
}

// leaveSources leaves the sources that no document has.
func (a *adoption) leaveSources(groups []*group, applications []Application) {
	proved := owners(applications)
	taken, referred := map[*object]bool{}, map[*object]bool{}
	for _, g := range groups {
		for i := 0; i < len(g.objects) && proved[g.owner()]; i++ {
			found, _ := a.sourcesNamed(g.objects[i])
			for _, s := range found {
				referred[s] = true
			}
			for _, s := range g.around {
				taken[s] = true
			}
		}
	}
	for _, s := range a.sources {
		switch {
		case taken[s]:
			a.found = append(a.found, s.converted...)
		case s.refused:
			a.leave(s.subject, s.stays)
		case referred[s]:
			a.leave(s.subject, cmp.Or(s.stays, referredTo))
		default:
			a.leave(s.subject, unreferred)
		}
	}
}
