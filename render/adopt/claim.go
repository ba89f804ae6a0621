package adopt

import (
	"cmp"
	"maps"
	"path"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// claim is what a group may have: parts of a kind on an API server. The empty server is any of them.
type claim struct {
	group  *group
	kind   *kinds.Kind
	server string
}

// groupsBy are groups by what they have in common.
type groupsBy[K comparable] map[K]map[*group]bool

func (by groupsBy[K]) add(key K, g *group, is bool) {
	if by[key] == nil {
		by[key] = map[*group]bool{}
	}
	by[key][g] = by[key][g] || is
}

// spots are where something is looked for that an object tells of: its API server, and any of them.
func (o *object) spots(key groupKey) []spot {
	if o.cluster == "" {
		return []spot{{key: key}}
	}
	return []spot{{key, o.cluster}, {key: key}}
}

// spot is where a group looks for something that an object tells of: only one whose objects all have an API server of
// their own tells these apart.
func (b *belonging) spot(g *group, o *object, key groupKey) spot {
	if b.onHub[g] {
		return spot{key: key}
	}
	return spot{key, o.cluster}
}

// findGroups notes what the groups have, and what they name, so that nobody compares each part with each group.
func (b *belonging) findGroups(groups []*group) {
	for _, g := range groups {
		b.onHub[g] = !g.standalone()
		b.owners.add(g.owner(), g, true)
		for _, o := range g.parts {
			b.findObject(g, o)
		}
		for _, o := range g.objects {
			marked := b.findObject(g, o)
			for i, c := range o.file {
				if c == '/' && i > 0 {
					b.below.add(o.file[:i], g, marked)
				}
			}
		}
	}
}

// findObject notes an object of a group, and reports whether it has setter comments.
func (b *belonging) findObject(g *group, o *object) (marked bool) {
	b.holders.add(b.spot(g, o, o.key()), g, true)
	for policy := range markers(o.root) {
		b.users.add(policy, g, true)
		marked = true
	}
	return marked
}

// findParts finds the groups that each part may be for.
func (b *belonging) findParts() {
	for _, o := range ofKind(b.parts, kinds.ImagePolicy) {
		b.findPolicy(o)
	}
	for _, o := range ofKind(b.parts, kinds.ImageRepository) {
		b.offer(o, b.claimants(b.needs, o, o.key()))
	}
	for _, o := range ofKind(b.parts, kinds.ImageUpdateAutomation) {
		b.findUpdate(o)
	}
	for _, o := range ofKind(b.parts, kinds.Alert) {
		b.findAlert(o)
	}
	for _, o := range ofKind(b.parts, kinds.Provider) {
		b.offer(o, b.claimants(b.needs, o, o.key()))
	}
}

// findPolicy notes an ImagePolicy of a repository. Only a group that alone uses the policy can need the repository.
func (b *belonging) findPolicy(policy *object) {
	repository := policy.target(kinds.Scanned)
	for _, at := range policy.spots(repository) {
		b.policies[at] = append(b.policies[at], policy)
	}
	if users := b.users[policy.key()]; len(users) == 1 {
		for g := range users {
			b.needs.add(b.spot(g, policy, repository), g, true)
		}
	}
}

// findUpdate finds the groups that an ImageUpdateAutomation is for: it commits to the source that the document holds,
// or it changes a folder in which no object of another group is.
func (b *belonging) findUpdate(update *object) {
	groups := b.claimants(b.holders, update, update.target(kinds.Updated))
	folder := strings.TrimPrefix(path.Clean("/"+update.given.At("spec", "update", "path").Text()), "/")
	if on := b.below[folder]; len(on) == 1 {
		for g, marked := range on {
			if marked {
				groups[g] = true
			}
		}
	}
	b.offer(update, groups)
}

// findAlert finds the groups that have the first object that an Alert is about, which need its Provider too.
func (b *belonging) findAlert(alert *object) {
	groups := b.claimants(b.holders, alert, alert.about(alert.given.At("spec", "eventSources").First()))
	b.offer(alert, groups)
	provider := alert.target(kinds.Told)
	for _, at := range alert.spots(provider) {
		b.alerts[at] = append(b.alerts[at], alert)
	}
	for g := range groups {
		b.needs.add(b.spot(g, alert, provider), g, true)
	}
}

// about returns the object that a source of events of an Alert names.
func (o *object) about(source tree.Node) groupKey {
	return groupKey{kind: source.Get("kind").Text(), name: source.Get("name").Text(),
		namespace: cmp.Or(source.Get("namespace").Text(), o.namespace)}
}

// claimants returns the groups that have or need what a part tells of, and those that it is rendered for.
func (b *belonging) claimants(by groupsBy[spot], part *object, key groupKey) map[*group]bool {
	groups := map[*group]bool{}
	for _, at := range part.spots(key) {
		maps.Copy(groups, by[at])
	}
	if k := knownOf(part); k.rendered {
		maps.Copy(groups, b.owners[k.owner()])
	}
	return groups
}

// offer notes that a part may be for groups.
func (b *belonging) offer(part *object, groups map[*group]bool) {
	for g := range groups {
		for _, at := range part.spots(groupKey{}) {
			mine := claim{g, part.workload, at.server}
			b.claims[mine] = append(b.claims[mine], part)
		}
	}
}
