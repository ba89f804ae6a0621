// Package needs lists what must exist before the objects of a run work, and that nobody in the run renders:
// namespaces, ServiceAccounts, Secrets, ConfigMaps, sources and other objects that are only named.
//
//	for _, n := range needs.Of(placements, nil) {
//		… // n.Kind n.Namespace/n.Name must exist on the hub, or on n.Clusters
//	}
//
// What an object refers to is looked up once for all objects of a [plan.Common], see [Known]; the list has each
// thing once, with all its clusters. The package only reads placements.
package needs

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// Need is a thing that must exist, on the hub or on clusters. The clusters of one need share all of its reasons.
type Need struct {
	Thing
	Clusters []string // by name, without repetition; none for the hub
	Because  []Because
}

// Because is a reason for a need, with the first place that has it.
type Because struct {
	Reason kinds.Reason
	At     Site
}

// Of returns what the placements need and none of them makes, nor one of the others, which belong to other runs. The
// needs are sorted by application, those on the hub first, then by kind, namespace, name and key.
func Of(placements, others []*plan.Placement) (found []*Need) {
	c := collector{rendered: Rendered(slices.Concat(placements, others)), refs: Known{}, things: map[Thing]*thing{},
		apps: map[*inventory.Application]*inventory.Application{}, owners: map[string]*inventory.Application{}}
	for _, p := range placements {
		c.place(p)
	}
	for _, t := range c.found {
		for _, n := range t.needs() {
			found = append(found, &n)
		}
	}
	slices.SortStableFunc(found, compare) // pointers: to sort large structs links 7 kB more
	return found
}

// Rendered returns the keys of what the run makes: its objects, and the objects that a controller makes of them.
func Rendered(placements []*plan.Placement) map[plan.ClashKey]bool {
	rendered := map[plan.ClashKey]bool{}
	awaited := slices.ContainsFunc(placements, func(p *plan.Placement) bool { return p.Dependencies().Exists() })
	for _, p := range placements {
		if p.IsEntry() && !awaited { // nothing refers to the objects of entries but dependsOn
			continue
		}
		rendered[p.Key()] = true
		if p.Common.Kind.Makes != "" {
			rendered[p.ArtifactKey()] = true
		}
	}
	return rendered
}

type collector struct {
	rendered map[plan.ClashKey]bool
	refs     Known
	scratch  []Ref // of one object
	things   map[Thing]*thing
	found    []*thing // the same, in the order of the placements
	apps     map[*inventory.Application]*inventory.Application
	owners   map[string]*inventory.Application
}

// place adds what an object needs. Needs of all objects of a common on the hub are added once.
func (c *collector) place(p *plan.Placement) {
	refs, known := c.refs.Of(p)
	for _, r := range refs {
		if !known || r.Varies || p.Server() != "" {
			c.add(r.For(p), p)
		}
	}
	if !p.IsEntry() {
		return
	}
	c.scratch = appendRefsOfOne(c.scratch[:0], p)
	for _, r := range c.scratch {
		c.add(r.For(p), p)
	}
}

// application returns the first one with the same owner: a devops GitRepository may have the owner of an application.
func (c *collector) application(app *inventory.Application) *inventory.Application {
	first, known := c.apps[app]
	if !known {
		owner := app.Owner()
		first = cmp.Or(c.owners[owner], app)
		c.owners[owner], c.apps[app] = first, first
	}
	return first
}

func (c *collector) add(r Ref, p *plan.Placement) {
	server := p.Server()
	if r.OnCluster {
		server = p.ClusterName
	}
	if r.Name == "" || c.rendered[plan.ClashKey{Server: server, Kind: r.Kind, Namespace: r.Namespace, Name: r.Name}] {
		return
	}
	r.App = c.application(r.App)
	t := c.things[r.Thing]
	if t == nil {
		t = &thing{Thing: r.Thing}
		c.things[r.Thing] = t
		c.found = append(c.found, t)
	}
	why := t.reason(r, p)
	if server == "" {
		t.hub |= why
		return
	}
	if t.members == nil { // few things are for clusters
		t.members = map[string]reasons{}
	}
	t.members[server] |= why
}

type thing struct {
	Thing
	because []Because
	hub     reasons
	members map[string]reasons // by the names of the clusters
}

// reasons is a set of the reasons of a thing, by their places in its list.
type reasons uint32

func (t *thing) reason(r Ref, p *plan.Placement) reasons {
	at := slices.IndexFunc(t.because, func(b Because) bool { return b.Reason == r.Reason })
	if at < 0 {
		at = len(t.because)
		r.At.Node = p.Instance.Value(r.At.Node)
		t.because = append(t.because, Because{r.Reason, r.At})
	}
	return 1 << at
}

// needs returns the needs of the thing: one for the hub, and one for all clusters that need it for the same reasons.
func (t *thing) needs() (all []Need) {
	if t.hub != 0 {
		all = append(all, Need{Thing: t.Thing, Because: t.becauseOf(t.hub)})
	}
	at := map[reasons]int{}
	for _, name := range slices.Sorted(maps.Keys(t.members)) {
		why := t.members[name]
		i, known := at[why]
		if !known {
			i = len(all)
			at[why] = i
			all = append(all, Need{Thing: t.Thing, Because: t.becauseOf(why)})
		}
		all[i].Clusters = append(all[i].Clusters, name)
	}
	return all
}

func (t *thing) becauseOf(set reasons) (list []Because) {
	for i, b := range t.because {
		if set&(1<<i) != 0 {
			list = append(list, b)
		}
	}
	return list
}

func compare(a, b *Need) int {
	if a.App != b.App {
		return strings.Compare(a.App.Owner(), b.App.Owner())
	}
	return cmp.Or(
		cmp.Compare(min(len(a.Clusters), 1), min(len(b.Clusters), 1)), // those on the hub have none
		cmp.Compare(rank(a.Kind), rank(b.Kind)),
		strings.Compare(a.Kind, b.Kind),
		strings.Compare(a.Namespace, b.Namespace),
		strings.Compare(a.Name, b.Name),
		strings.Compare(a.Key, b.Key),
		slices.Compare(a.Clusters, b.Clusters),
	)
}

// rank orders the kinds as they are needed: what others are in, or refer to, comes first.
func rank(kind string) int {
	first := []string{kinds.Namespace.Name, kinds.ServiceAccount.Name, kinds.Secret, kinds.ConfigMap}
	return slices.Index(append(first, kind), kind)
}
