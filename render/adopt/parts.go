package adopt

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/kustomize"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// placeParts finds out which cluster has each source, where each cluster has its own API server. A part in a folder
// that several clusters read is there for each of them.
func (a *adoption) placeParts(p places) {
	readers := a.readers()
	for _, o := range slices.Clone(a.parts) {
		if p.hasServers() {
			if name, _, err := read(p.local, o); err == nil {
				o.cluster = notHub(name)
			} else if len(readers[o.file]) > 0 {
				a.spreadPart(o, readers[o.file])
			} else if name, _, err := read(p.later, o); err == nil { // a part of no cluster is nobody's
				o.cluster = notHub(name)
			}
		}
	}
	a.partsAt, a.times = map[spot][]*object{}, map[tree.Node]int{}
	for _, o := range a.parts {
		a.times[o.root]++
		for _, at := range o.spots(o.key()) {
			a.partsAt[at] = append(a.partsAt[at], o)
		}
	}
}

// spreadPart places a part on the clusters that read its file. Where something on the way changes it, it stays.
func (a *adoption) spreadPart(o *object, readers []reader) {
	clusters, at, what := a.clustersOf(readers, o)
	if len(a.unread) > 0 {
		o.refused, o.reason = true, "is in a folder that other clusters may read, because "+slices.Min(a.unread)+
			" cannot be read"
		return
	}
	if what != kustomize.None {
		o.refused, o.reason = true, fmt.Sprintf("is changed at %s:%d", at.Position().File, at.Position().Line)
		return
	}
	a.parts = append(a.parts, o.on(clusters, readers)...)
}

// spots are where something is looked for that an object tells of: its API server, and any of them.
func (o *object) spots(key groupKey) []spot {
	if o.cluster == "" {
		return []spot{{key: key}}
	}
	return []spot{{key, o.cluster}, {key: key}}
}

// proved returns which documents are proved alone, by their owners.
func (a *adoption) proved(drafts []*draft) map[string]bool {
	trial := &adoption{kinds: a.kinds, build: a.build, fleet: a.fleet, members: a.members}
	var copies []*draft
	for _, d := range drafts {
		copies = append(copies, d.copied())
	}
	return owners(trial.prove(copies))
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
	g.objects, g.parts = copied(g.objects), copied(g.parts)
	return &draft{&g, d.Application}
}

func copied(objects []*object) (all []*object) {
	for _, o := range objects {
		other := *o
		all = append(all, &other)
	}
	return all
}

// trial returns the document of a group to be proved alone.
func (a *adoption) trial(g *group) *draft {
	return &draft{g, a.document(g)}
}

// leaveParts leaves the parts that no document has.
func (a *adoption) leaveParts(groups []*group, applications []Application) {
	proved := owners(applications)
	taken, referred := map[*object]bool{}, map[*object]bool{}
	for _, g := range groups {
		if !proved[g.owner()] {
			continue
		}
		for _, o := range g.objects {
			a.refer(o, o.server, referred)
		}
		for _, o := range g.parts {
			a.refer(o, o.cluster, referred)
			taken[o] = true
		}
	}
	left := map[tree.Node]bool{} // of several clusters, once
	for _, o := range a.parts {
		if o.taken = taken[o]; o.taken {
			a.found = append(a.found, o.converted...)
			continue
		}
		if left[o.root] {
			continue
		}
		left[o.root] = true
		switch {
		case o.refused:
			a.leave(o.subject, o.reason)
		case referred[o]:
			a.leave(o.subject, cmp.Or(o.reason, referredTo))
		default:
			a.leave(o.subject, unreferred)
		}
	}
}

// refer notes the parts on an API server that an object refers to.
func (a *adoption) refer(o *object, server string, referred map[*object]bool) {
	for reference, value := range o.workload.Named(o.given.At) {
		to := reference.Target(value, o.namespace, o.given.At)
		key := groupKey{kind: to.Kind, namespace: to.Namespace, name: to.Name}
		for _, part := range a.partsAt[spot{key, server}] {
			referred[part] = true
		}
	}
}

// areWhole reports whether parts of several clusters are there for all clusters that read them: a part that only one
// cluster has from its document is delivered twice there.
func (a *adoption) areWhole(parts []*object) bool {
	count := map[tree.Node]int{}
	for _, o := range parts {
		count[o.root]++
	}
	return !slices.ContainsFunc(parts, func(o *object) bool { return count[o.root] < a.times[o.root] })
}

// shareMetadata gives a group the labels and annotations of parts, if these have the same ones, and all objects have
// them too: a document has them once, for everything that it renders.
func (g *group) shareMetadata(parts []*object) bool {
	common := parts[0].metadata
	for _, part := range parts {
		if !proof.Equal(part.metadata, common) {
			return false
		}
	}
	for list := range common.Children() {
		for entry := range list.Children() {
			lacks := func(o *object) bool {
				return !proof.Equal(entry, o.given.At("metadata", list.Key(), entry.Key()))
			}
			if slices.ContainsFunc(g.objects, lacks) {
				return false
			}
		}
	}
	g.common = common
	return true
}
