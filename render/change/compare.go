package change

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Compare returns what differs between two renderings. Objects are the same when their IDs are.
func Compare(before, after render.Result) Changes {
	return CompareObjects(objectsOf(before), objectsOf(after))
}

func objectsOf(r render.Result) (all []Object) {
	for _, o := range slices.Concat(r.Objects, r.Bootstrap) {
		all = append(all, Rendered(o))
	}
	return all
}

// CompareObjects returns what differs between the objects of two sides.
func CompareObjects(before, after []Object) Changes {
	var c Changes
	earlier := make(map[ID]Object, len(before))
	for _, o := range before {
		earlier[o.ID] = o
	}
	for _, o := range after {
		was, found := earlier[o.ID]
		delete(earlier, o.ID)
		switch {
		case !found:
			c.List = append(c.List, o.change(Created))
		case was.Unchanged || bytes.Equal(tree.AppendJSON(nil, was.Content()), tree.AppendJSON(nil, o.Content())):
			c.Unchanged++
		default:
			c.List = append(c.List, o.change(Changed))
		}
	}
	for _, o := range before {
		if _, gone := earlier[o.ID]; gone {
			c.List = append(c.List, o.change(Deleted))
		}
	}
	slices.SortStableFunc(c.List, func(a, b Change) int {
		return cmp.Or(cmp.Compare(a.Application, b.Application), cmp.Compare(a.Cluster, b.Cluster))
	})
	return c
}

func (o Object) change(action Action) Change {
	return Change{
		Action: action, Application: o.Application, Cluster: o.Cluster, Object: o.ID,
		At: o.rendered.Origin(), Workload: o.isWorkload(), Bootstrap: o.Bootstrap,
	}
}
