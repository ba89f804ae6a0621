package adopt

import (
	"cmp"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// notification adds the Alerts that are about objects of a group alone, and the Providers that only these use. Where
// each cluster has its own API server, each has a copy of them.
func (b *belonging) notification(g *group, servers []string) bool {
	var first, all []*object
	taken := map[*object]bool{}
	for _, alert := range b.near(kinds.Alert, g, servers[0]) {
		copies := b.copies(alert, g, servers)
		if copies == nil || slices.ContainsFunc(copies, func(o *object) bool {
			return !isAbout(o, g, servers) && !o.isRenderedFor(g)
		}) {
			continue
		}
		for _, o := range copies {
			taken[o] = true
		}
		first, all = append(first, alert), append(all, copies...)
	}
	for _, provider := range b.near(kinds.Provider, g, servers[0]) {
		copies := b.copies(provider, g, servers)
		isUser := func(o *object) bool { return sendsThrough(o, provider) }
		if copies == nil || !provider.isRenderedFor(g) && !slices.ContainsFunc(first, isUser) {
			continue
		}
		isOthers := func(o *object) bool { return !taken[o] && sendsThrough(o, provider) }
		hasOthers := func(server string) bool {
			return slices.ContainsFunc(b.near(kinds.Alert, g, server), isOthers)
		}
		if !slices.ContainsFunc(servers, hasOthers) {
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
func (b *belonging) copies(o *object, g *group, servers []string) (all []*object) {
	for _, server := range servers {
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

// isAbout reports whether an Alert lists objects of a group only, by their names.
func isAbout(alert *object, g *group, servers []string) bool {
	sources := alert.current.At("spec", "eventSources")
	for source := range sources.Children() {
		key := alert.eventSource(source)
		isSource := func(o *object) bool { return o.key() == key && (servers[0] == "" || o.cluster == alert.cluster) }
		if !slices.ContainsFunc(slices.Concat(g.objects, g.parts), isSource) {
			return false
		}
	}
	return sources.First().Exists()
}

// eventSource is the object that an item of eventSources names.
func (o *object) eventSource(source tree.Node) groupKey {
	return groupKey{kind: source.Get("kind").Text(), name: source.Get("name").Text(),
		namespace: cmp.Or(source.Get("namespace").Text(), o.namespace)}
}

// sendsThrough reports whether an Alert uses a Provider, which is in the same namespace.
func sendsThrough(alert, provider *object) bool {
	return alert.workload == kinds.Alert && alert.target(kinds.Told) == provider.key()
}
