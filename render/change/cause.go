package change

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// cause is why workloads are deleted, before and behind the names of clusters; one part where it names none.
type cause struct{ before, behind string }

func (c cause) compare(other cause) int {
	return cmp.Or(strings.Compare(c.before, other.before), strings.Compare(c.behind, other.behind))
}

// words is the cause for some of all clusters of a message.
func (c cause) words(clusters []string, all int) string {
	switch named := listed(clusters); {
	case len(clusters) == all && c.behind == "":
		return c.before
	case c.behind == "":
		return c.before + " (" + named + ")"
	case all == 1:
		return c.before + "it" + c.behind
	case len(clusters) == all:
		return c.before + "them" + c.behind
	default:
		return c.before + named + c.behind
	}
}

// because returns why workloads are deleted: each cause with its clusters, unless it is the cause of all.
func (c *checker) because(e exceeded) string {
	if e.measure != deletion {
		return ""
	}
	clusters := map[cause][]string{}
	for _, cluster := range slices.Sorted(maps.Keys(e.byCluster)) {
		for _, found := range c.causes(cluster, e.byCluster[cluster]) {
			clusters[found] = append(clusters[found], cluster)
		}
	}
	var parts []string
	for _, cause := range slices.SortedFunc(maps.Keys(clusters), cause.compare) {
		parts = append(parts, cause.words(clusters[cause], len(e.byCluster)))
	}
	if len(e.unknown) > 0 {
		parts = append(parts, "nobody knows the labels of "+listed(e.unknown)+" any more")
	}
	const mostCauses = 4
	if more := len(parts) - mostCauses; more > 0 {
		parts = append(parts[:mostCauses], "and "+names.Counted(more, "other cause"))
	}
	return ": " + strings.Join(parts, "; ")
}

func (c *checker) causes(cluster string, changes []*Change) (all []cause) {
	for _, deleted := range changes {
		if found := c.cause(cluster, deleted); !slices.Contains(all, found) {
			all = append(all, found)
		}
	}
	return all
}

func (c *checker) cause(cluster string, deleted *Change) cause {
	owner := deleted.Before.Application
	app, found := c.after.applications[owner]
	switch {
	case deleted.Application != owner:
		return cause{"the application " + deleted.Application + " makes the objects for ", " now"}
	case !found:
		return cause{c.whyGone(owner), ""}
	}
	disables, member := app.Disables(cluster), app.Cluster(cluster)
	switch {
	case deleted.Redirected:
		return cause{"another kubeconfig leads to ", " now"}
	case deleted.removes:
		return cause{"patches take objects out of what is applied", ""}
	case deleted.After != nil && deleted.Earlier == render.ID{}:
		return cause{"the objects for ", " apply to another place now"}
	case disables.Exists():
		return cause{"the override at " + finding.PlaceOf(disables) + " disables ", ", so that it renders nothing there"}
	case c.served[place{owner, cluster}]:
		return cause{"the application makes other objects for ", " now"}
	case member != nil:
		return cause{"no entry chooses ", " any more"}
	case len(app.Clusters()) == 0:
		return cause{"no entry names ", " any more, and there are no clusters among the documents"}
	}
	return cause{"neither a document nor an entry has ", " any more"}
}

func (c *checker) whyGone(owner string) string {
	if _, found := c.reasons[owner]; !found {
		c.reasons[owner] = c.findReason(owner)
	}
	return c.reasons[owner]
}

func (c *checker) findReason(owner string) string {
	namespace, name, qualified := strings.Cut(owner, "/")
	if !qualified {
		namespace, name = "", owner
	}
	for _, d := range c.after.run.Documents(namespace, name) {
		switch {
		case d.Class() == schema.ClassApplication:
			return "the run does not select the application " + owner
		case d.Class() == schema.ClassArgoCD:
			return owner + " is an Application of Argo CD now"
		case kinds.IsOwn(kinds.GroupOf(d.APIVersion())):
			return owner + " is a " + d.Kind() + " now"
		}
	}
	return "no document is the application " + owner + " any more"
}
