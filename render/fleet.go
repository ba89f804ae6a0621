package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema"
)

// fleet is the clusters that an application sees.
type fleet struct {
	members []schema.Member // in the order of their names, each of which is there once
	hub     *schema.Member  // the cluster that Flux runs on; nil when nothing says which one it is
}

// find returns the cluster of a name; nil when there is none.
func (f *fleet) find(name string) *schema.Member {
	if i, ok := slices.BinarySearchFunc(f.members, name, func(m schema.Member, name string) int { return cmp.Compare(m.Name, name) }); ok {
		return &f.members[i]
	}
	return nil
}

// documentsOfFleet returns the clusters among the documents. Two of one name are a problem of whoever looks into the fleet.
func documentsOfFleet(docs schema.Documents) (members []schema.Member) {
	for _, d := range docs {
		if d.Class == schema.Fleet {
			members = append(members, d.Members()...)
		}
	}
	return members
}

// commonFleet is the fleet of the applications that write no clusters themselves, once one of them has looked into it.
type commonFleet struct {
	fleet    *fleet
	problems []schema.Problem
}

// fleetOf returns the fleet that an application sees: the clusters among the documents, and its own.
func (inv inventory) fleetOf(app *application) (*fleet, []schema.Problem) {
	own := app.document.Members()
	switch {
	case len(own) == 0:
		if inv.common.fleet == nil {
			inv.common.fleet, inv.common.problems = newFleet(inv.members)
		}
		return inv.common.fleet, inv.common.problems
	case len(inv.members) == 0 && app.document.InOrder():
		return &fleet{members: own}, nil
	}
	return newFleet(slices.Concat(inv.members, own))
}

// newFleet returns the fleet of clusters.
func newFleet(all []schema.Member) (*fleet, []schema.Problem) {
	f := &fleet{members: all}
	var problems []schema.Problem
	if !ascending(all) {
		f.members = slices.Clone(all)
		slices.SortStableFunc(f.members, func(a, b schema.Member) int { return cmp.Compare(a.Name, b.Name) })
		f.members = slices.CompactFunc(f.members, func(again, first schema.Member) bool {
			if first.Name == again.Name {
				problems = append(problems, duplicates(&again, &first, "cluster %s is already at %%s; write another name for one of them"))
			}
			return first.Name == again.Name
		})
	}
	for i := range all {
		m := &all[i]
		if !m.Hub() {
			continue
		}
		switch kept := f.find(m.Name); {
		case kept.Origin() != m.Origin(), kept == f.hub: // it is there already, which is refused
		case f.hub == nil:
			f.hub = kept
		default:
			problems = append(problems, duplicates(m, f.hub, "cluster %s at %%s is already the hub; leave hub out of one of them"))
		}
	}
	return f, problems
}

// ascending reports whether clusters are in the order of their names, of which no two are alike.
func ascending(all []schema.Member) bool {
	for i := range all {
		if i > 0 && all[i-1].Name >= all[i].Name {
			return false
		}
	}
	return true
}

// duplicates says that a cluster cannot be beside another one, which the detail names.
func duplicates(m, first *schema.Member, detail string) schema.Problem {
	return schema.Problem{
		Code: schema.CodeDuplicateCluster, Document: m.Document(), Node: m.Origin(), Other: first.Origin(), Current: m.Name,
		Detail: fmt.Sprintf(detail, first.Name),
	}
}

// nearest returns the cluster that a misspelt name most likely means, of the fleet and of some other names; empty when none is near.
// A name with another number is that of another cluster, and a very short name is near too many.
func (f *fleet) nearest(name string, others []string) string {
	const shortest = 3
	if len(name) < shortest {
		return ""
	}
	bare := withoutDigits(name)
	for i := range f.members {
		others = append(others, f.members[i].Name)
	}
	return schema.Nearest(name, slices.DeleteFunc(others, func(other string) bool { return withoutDigits(other) == bare }))
}

func withoutDigits(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, name)
}

// names lists a few of the clusters, for messages.
func (f *fleet) names() string {
	var names []string
	for _, m := range f.members[:min(fewNames, len(f.members))] {
		names = append(names, m.Name)
	}
	return fewOf(names, len(f.members))
}

// fewNames is how many names a message lists.
const fewNames = 5

// fewOf lists the first of some names, of which there are more, and counts the others.
func fewOf(names []string, count int) string {
	first := strings.Join(names[:min(fewNames, len(names))], ", ")
	if more := count - fewNames; more > 0 {
		return fmt.Sprintf("%s and %d more", first, more)
	}
	return first
}
