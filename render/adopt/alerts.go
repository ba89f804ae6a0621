package adopt

import (
	"cmp"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// notification adds the Alerts that are about objects of a group alone, and the Providers that only these use. Where
// each cluster has its own API server, each has a copy of them.
func (b *belonging) notification(g *group) bool {
	var first, all []*object
	alerts := ofKind(b.parts, kinds.Alert)
	taken := map[*object]bool{}
	for _, alert := range alerts {
		copies := b.copies(alert, g)
		if copies == nil || slices.ContainsFunc(copies, func(o *object) bool {
			return !isAbout(o, g) && !o.isRenderedFor(g)
		}) {
			continue
		}
		for _, o := range copies {
			taken[o] = true
		}
		first, all = append(first, alert), append(all, copies...)
	}
	for _, provider := range ofKind(b.parts, kinds.Provider) {
		copies := b.copies(provider, g)
		isUser := func(o *object) bool { return sendsThrough(o, provider) }
		if copies == nil || !provider.isRenderedFor(g) && !slices.ContainsFunc(first, isUser) {
			continue
		}
		isOthers := func(o *object) bool { return !taken[o] && sendsThrough(o, provider) && b.shares(o, g) }
		if !slices.ContainsFunc(alerts, isOthers) {
			first, all = append(first, provider), append(all, copies...)
		}
	}
	if len(all) == 0 {
		return false
	}
	g.parts = append(slices.Clip(g.parts), all...)
	g.sections.notification = b.section.notification(first)
	return true
}

// copies returns a part and its copies on all API servers of a group; none unless they are equal, and for a part that
// is not the first of them.
func (b *belonging) copies(o *object, g *group) (all []*object) {
	for _, server := range g.servers() {
		other := b.only(o.key(), server)
		if other == nil || !b.isSound(other, g, server) || len(all) == 0 && other != o ||
			!proof.Equal(o.current, other.current) {
			return nil
		}
		all = append(all, other)
	}
	if !b.areWhole(all) {
		return nil
	}
	return all
}

// shares reports whether a part is on an API server of a group.
func (b *belonging) shares(o *object, g *group) bool {
	servers := g.servers()
	return servers[0] == "" || slices.Contains(servers, o.cluster)
}

// isAbout reports whether an Alert lists objects of a group only, by their names.
func isAbout(alert *object, g *group) bool {
	sources := alert.current.At("spec", "eventSources")
	for source := range sources.Children() {
		key := groupKey{kind: source.Get("kind").Text(), name: source.Get("name").Text(),
			namespace: cmp.Or(source.Get("namespace").Text(), alert.namespace)}
		isSource := func(o *object) bool { return o.key() == key && (g.servers()[0] == "" || o.cluster == alert.cluster) }
		if !slices.ContainsFunc(slices.Concat(g.objects, g.parts), isSource) {
			return false
		}
	}
	return sources.First().Exists()
}

// sendsThrough reports whether an Alert uses a Provider, which is in the same namespace.
func sendsThrough(alert, provider *object) bool {
	return alert.workload == kinds.Alert && alert.target(kinds.Told) == provider.key()
}
