package adopt

import (
	"encoding/json"
	"iter"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// belonging finds what belongs to one application alone.
type belonging struct {
	*adoption
	onHub    map[*group]bool     // the groups some of whose objects have no API server of their own
	owners   groupsBy[string]    // by what fluxapp has written into all that is rendered for them
	users    groupsBy[groupKey]  // of ImagePolicies: the groups whose setter comments name them
	below    groupsBy[string]    // the groups with objects below a folder; true of those with setter comments there
	holders  groupsBy[spot]      // the groups that have an object
	needs    groupsBy[spot]      // the groups that may need an ImageRepository or a Provider
	policies map[spot][]*object  // of ImageRepositories
	alerts   map[spot][]*object  // of Providers
	claims   map[claim][]*object // what may be a group's, in the order of the parts
	section  sectionBuilder
}

// takeSections gives groups what belongs to them, which find adds.
func (a *adoption) takeSections(groups []*group, find func(b *belonging, g *group, servers []string) bool) {
	b := &belonging{adoption: a, onHub: map[*group]bool{}, owners: groupsBy[string]{}, users: groupsBy[groupKey]{},
		below: groupsBy[string]{}, holders: groupsBy[spot]{}, needs: groupsBy[spot]{}, policies: map[spot][]*object{},
		alerts: map[spot][]*object{}, claims: map[claim][]*object{},
		section: sectionBuilder{a.build, func(o *object) tree.Node { return o.given.Get("spec") }}}
	b.findGroups(groups)
	b.findParts()
	before := map[*group]group{}
	var drafts []*draft
	for _, g := range groups {
		if before[g] = *g; find(b, g, g.servers()) {
			drafts = append(drafts, a.trial(g))
		}
	}
	proved := a.proved(drafts)
	for _, d := range drafts {
		if g := d.group; !proved[g.owner()] {
			g.parts, g.sections = before[g].parts, before[g].sections
		}
	}
}

// markers yields the ImagePolicies that setter comments below a value name: # {"$imagepolicy": "namespace:name:tag"}.
func markers(n tree.Node) iter.Seq[groupKey] {
	return func(yield func(groupKey) bool) {
		var fields map[string]string
		comment := strings.TrimLeft(n.Setter(), "#")
		if comment != "" && json.Unmarshal([]byte(comment), &fields) == nil {
			parts := strings.Split(fields["$imagepolicy"], ":")
			if len(parts) > 1 && !yield(groupKey{kind: kinds.ImagePolicy.Name, namespace: parts[0], name: parts[1]}) {
				return
			}
		}
		for child := range n.Children() {
			for key := range markers(child) {
				if !yield(key) {
					return
				}
			}
		}
	}
}

// images adds the image automation of a group: in a document one cluster runs it.
func (b *belonging) images(g *group, servers []string) bool {
	var all []*object
	cluster := ""
	for _, server := range servers {
		found := b.imagesOn(g, server)
		if len(all) > 0 && len(found) > 0 {
			return false
		}
		if len(found) > 0 {
			all, cluster = found, server
		}
	}
	if len(all) == 0 || !b.areWhole(all) {
		return false
	}
	g.parts = append(slices.Clip(g.parts), all...)
	g.imageAutomation = b.section.images(all, cluster, g.tells)
	return true
}

// tells returns what the document tells of an update: the name of the application, and its only source.
func (g *group) tells(update *object) (fields []string) {
	if update.name == g.name {
		fields = append(fields, "name")
	}
	repositories := ofKind(g.parts, kinds.GitRepository)
	at := referenceOf(kinds.ImageUpdateAutomation, kinds.Updated).At
	if len(repositories) == 1 && !g.namesSources && repositories[0].key() == update.target(kinds.Updated) &&
		!at.In(update.given.At).Get("namespace").Exists() {
		fields = append(fields, at.Key())
	}
	return fields
}

// target returns the object to which an object has a relation.
func (o *object) target(relation kinds.Relation) groupKey {
	r, read := referenceOf(o.workload, relation), o.root.At
	if o.given.Exists() {
		read = o.given.At
	}
	to := r.Target(r.At.In(read), o.namespace, read)
	return groupKey{kind: to.Kind, namespace: to.Namespace, name: to.Name}
}

// referenceOf returns the reference by which the objects of a kind have a relation to others.
func referenceOf(k *kinds.Kind, relation kinds.Relation) *kinds.Reference {
	return &k.References[slices.IndexFunc(k.References, func(r kinds.Reference) bool { return r.Relation == relation })]
}

func (b *belonging) imagesOn(g *group, server string) (all []*object) {
	for _, repository := range b.claims[claim{g, kinds.ImageRepository, server}] {
		if !b.isSound(repository, g, server) {
			continue
		}
		if policies, ok := b.policiesOf(repository, g, server); ok {
			all = append(append(all, repository), policies...)
		}
	}
	var updates []*object
	for _, o := range b.claims[claim{g, kinds.ImageUpdateAutomation, server}] {
		if b.isSound(o, g, server) {
			updates = append(updates, o)
		}
	}
	if len(updates) == 1 {
		all = append(all, updates[0])
	}
	return all
}

// isSound reports whether a part could be in the document of a group, on an API server.
func (b *belonging) isSound(o *object, g *group, server string) bool {
	return !o.refused && o.namespace == g.namespace && b.only(o.key(), server) == o &&
		proof.Equal(o.metadata, g.common)
}

// isRenderedFor reports whether fluxapp has rendered a part for a group.
func (o *object) isRenderedFor(g *group) bool {
	k := knownOf(o)
	return k.rendered && k.owner() == g.owner()
}

// policiesOf returns the policies of a repository if all are sound, the group uses one of them, and no other group
// does.
func (b *belonging) policiesOf(repository *object, g *group, server string) (all []*object, ok bool) {
	used := repository.isRenderedFor(g)
	for _, policy := range b.policies[spot{repository.key(), server}] {
		users := b.users[policy.key()]
		if !b.isSound(policy, g, server) || len(users) > 1 || len(users) == 1 && !users[g] {
			return nil, false
		}
		used = used || users[g]
		all = append(all, policy)
	}
	return all, used
}
