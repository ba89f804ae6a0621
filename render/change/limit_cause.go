package change

import (
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// because returns why workloads are deleted: each cause with its clusters, unless it is the cause of all.
func (c *checker) because(e exceeded) string {
	if e.measure != deletion {
		return ""
	}
	clusters := map[string][]string{} // by cause
	for _, cluster := range e.sorted() {
		for _, deleted := range e.byCluster[cluster] {
			cause := c.cause(cluster, deleted)
			if on := clusters[cause]; len(on) == 0 || on[len(on)-1] != cluster {
				clusters[cause] = append(on, cluster)
			}
		}
	}
	var parts []string
	for _, cause := range slices.Sorted(maps.Keys(clusters)) {
		parts = append(parts, causeOf(cause, clusters[cause], len(e.byCluster)))
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

// them stands for the clusters in a cause.
const them = wording.OwnName

// causeOf names the clusters in a cause, or behind one that has no place for them, unless these are all clusters of
// the message.
func causeOf(cause string, clusters []string, all int) string {
	named := listed(clusters)
	switch isOfAll := len(clusters) == all; {
	case strings.Contains(cause, them) && isOfAll && all == 1:
		named = "it"
	case strings.Contains(cause, them) && isOfAll:
		named = "them"
	case !strings.Contains(cause, them) && !isOfAll:
		cause += " (" + named + ")"
	}
	return strings.Replace(cause, them, named, 1)
}

func (c *checker) cause(cluster string, deleted *Change) string {
	owner := deleted.Before.Application
	app, found := c.after.applications[owner]
	switch {
	case deleted.Application != owner:
		return "the application " + deleted.Application + " makes the objects for " + them + " now"
	case !found:
		return c.whyGone(owner)
	}
	disables, member := app.Disables(cluster), app.Cluster(cluster)
	switch {
	case deleted.Redirected:
		return "another kubeconfig leads to " + them + " now"
	case deleted.removes:
		return "patches take objects out of what is applied"
	case deleted.After != nil && deleted.Earlier == render.ID{}:
		return "the objects for " + them + " apply to another place now"
	case disables.Exists():
		return "the override at " + finding.PlaceOf(disables) + " disables " + them + ", so that it renders nothing there"
	case c.served[place{owner, cluster}]:
		return "the application makes other objects for " + them + " now"
	case member != nil:
		return "no entry chooses " + them + " any more"
	case len(app.Clusters()) == 0:
		return "no entry names " + them + " any more, and there are no clusters among the documents"
	}
	return "neither a document nor an entry has " + them + " any more"
}

// whyGone returns why the run does not have an application, found once for each.
func (c *checker) whyGone(owner string) string {
	reason, known := c.reasons[owner]
	if !known {
		reason = c.findReason(owner)
		c.reasons[owner] = reason
	}
	return reason
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
