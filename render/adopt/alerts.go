package adopt

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// notification adds the Alerts that are about objects of a group alone, and the Providers that only these use. Where
// each cluster has its own API server, each has a copy of them.
func (b *belonging) notification(g *group, servers []string) bool {
	var first, all []*object
	taken, told := map[*object]bool{}, map[groupKey]bool{}
	for _, alert := range b.claims[claim{g, kinds.Alert, servers[0]}] {
		copies := b.copies(alert, g, servers)
		if copies == nil || slices.ContainsFunc(copies, func(o *object) bool {
			return !b.isAbout(o, g) && !o.isRenderedFor(g)
		}) {
			continue
		}
		for _, o := range copies {
			taken[o] = true
		}
		told[alert.target(kinds.Told)] = true
		first, all = append(first, alert), append(all, copies...)
	}
	for _, provider := range b.claims[claim{g, kinds.Provider, servers[0]}] {
		copies := b.copies(provider, g, servers)
		if copies == nil || !told[provider.key()] && !provider.isRenderedFor(g) {
			continue
		}
		isOthers := func(o *object) bool { return !taken[o] }
		hasOthers := func(server string) bool {
			return slices.ContainsFunc(b.alerts[spot{provider.key(), server}], isOthers)
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
			!proof.Equal(o.given, other.given) {
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
func (b *belonging) isAbout(alert *object, g *group) bool {
	sources := alert.given.At("spec", "eventSources")
	for source := range sources.Children() {
		if !b.holders[b.spot(g, alert, alert.about(source))][g] {
			return false
		}
	}
	return sources.First().Exists()
}
