package change

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// exceeded is a limit that does not allow the changes.
type exceeded struct {
	scope
	code      finding.Code
	limit     tree.Node // absent for the default
	measure   measure
	byCluster map[string][]*Change // by the names of clusters
	allowed   string               // what the limit allows, with a comma before it; empty of protected clusters
	unknown   []string             // protected clusters whose labels nobody knows
}

// report reports a limit that is exceeded, or that this is acknowledged.
func (c *checker) report(e exceeded) {
	c.digestOf(true)
	p := finding.Problem{Code: e.code, Subject: e.subject, Node: e.limit, OnKey: e.limit.Kind() == tree.Map,
		Current: e.limit.Text()}
	if c.Acknowledge == c.digest {
		p.Severity, p.Code = finding.SeverityInfo, finding.CodeAcknowledged
		p.Detail = e.what() + "; this is acknowledged with " + c.digest
	} else {
		p.Detail = strings.Join(slices.Concat([]string{e.what() + c.because(e)}, c.effects(e), c.remedy(e)), "; ")
	}
	problems := []finding.Problem{p}
	if e.attribute != nil {
		e.attribute(problems)
	}
	c.problems = append(c.problems, problems...)
}

// digestOf returns the digest of the changes, where a message needs it.
func (c *checker) digestOf(needed bool) string {
	if c.digest = cmp.Or(c.digest, c.Digest); c.digest == "" && needed {
		c.digest = c.changes.Digest()
	}
	return c.digest
}

func (e exceeded) what() string {
	application := ""
	if e.application != "" && e.subject == nil {
		application = " of " + e.application
	}
	where := fmt.Sprintf("%s of %s", names.Number(len(e.byCluster)), names.Counted(len(e.clusters), "cluster"))
	if e.application == "" {
		where += " of all applications"
	}
	if e.code == finding.CodeProtected {
		where = names.Counted(len(e.byCluster), "protected cluster")
	}
	return fmt.Sprintf("this change %s workloads%s on %s (%s)%s", e.verb(), application, where,
		listed(slices.Collect(maps.Keys(e.byCluster))), e.allowed)
}

func (e exceeded) verb() string {
	found := map[Action]bool{}
	for _, changes := range e.byCluster {
		for _, c := range changes {
			found[c.Action] = true
		}
	}
	switch {
	case e.measure == anyChange:
		return "affects"
	case e.measure == deletion && found[Orphaned]:
		return "deletes or orphans"
	case e.measure == deletion:
		return "deletes"
	case len(found) == 1 && found[Renamed]:
		return "renames"
	case len(found) == 1:
		return "reinstalls"
	}
	return "reinstalls or renames"
}

func listed(clusters []string) string {
	slices.Sort(clusters)
	called := make([]string, len(clusters))
	for i, name := range clusters {
		called[i] = cmp.Or(name, "the "+kinds.Hub)
	}
	const most = 5
	return names.List(called, most)
}

// effects returns what Flux does: what is the same on all clusters but for their names, or each of two things with
// the number of clusters. Advice, which is behind a semicolon, is left out.
func (c *checker) effects(e exceeded) []string {
	clusters := map[string][]string{}
	for cluster, changes := range e.byCluster {
		for effect := range effectsOn(cluster, changes) {
			effect = sentence(c.changes.Secrets, effect)
			clusters[effect] = append(clusters[effect], cluster)
		}
	}
	all := slices.SortedFunc(maps.Keys(clusters), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(clusters[b]), len(clusters[a])), strings.Compare(a, b))
	})
	const mostEffects = 2
	switch {
	case e.measure == anyChange || len(all) == 0:
		return nil
	case len(all) == 1 && len(clusters[all[0]]) == len(e.byCluster):
		return []string{wording.ShownFor(all[0], clusters[all[0]])}
	}
	all = all[:min(len(all), mostEffects)]
	for i, effect := range all {
		all[i] = fmt.Sprintf("on %s of them %s", names.Number(len(clusters[effect])),
			wording.ShownFor(effect, clusters[effect]))
	}
	return all
}

// effectsOn returns the effects on a cluster, without its name.
func effectsOn(cluster string, changes []*Change) map[string]bool {
	effects := map[string]bool{}
	for _, c := range changes {
		if effect, _, _ := strings.Cut(c.Effect, "; "); effect != "" {
			effects[wording.OwnSentence(effect, cluster)] = true
		}
	}
	return effects
}

func (c *checker) remedy(e exceeded) (parts []string) {
	if e.redirects() {
		parts = []string{"nothing moves if only the Secret or ConfigMap was renamed: then both kubeconfigs have " +
			"the same server, so compare them first"}
	}
	if name := e.oldName(); name != "" {
		parts = append(parts, "to keep what runs, write the name that the object has into "+
			sentence(c.changes.Secrets, name))
	}
	if other := c.Acknowledge; other != "" {
		parts = append(parts, other+" acknowledges another change")
	}
	return append(parts, acknowledging(c.digest))
}

func acknowledging(digest string) string {
	return fmt.Sprintf("if this is intended, acknowledge it with --acknowledge %[1]s, or acknowledge: %[1]q in a "+
		"RenderConfig", digest)
}

// oldName returns the field that keeps an object which only has another name now, of the first one; empty where other
// changes are among them, or where the name is not enough.
func (e exceeded) oldName() (field string) {
	for _, cluster := range slices.Sorted(maps.Keys(e.byCluster)) {
		for _, c := range e.byCluster[cluster] {
			before, after := c.Earlier, c.Object
			isSame := before.Server == after.Server && before.Namespace == after.Namespace &&
				c.Application == c.Before.Application
			switch {
			case c.Action != Renamed || !isSame:
				return ""
			case field == "":
				field = "the entry: name: " + c.Before.Known().Pattern(c.Before.Cluster)
				if c.Cluster != c.Before.Cluster {
					field = "an entry for the cluster alone: name: " + before.Name
				}
			}
		}
	}
	return field
}

// redirects reports whether some of the changes deliver to another cluster, if their two kubeConfigs lead to two.
func (e exceeded) redirects() bool {
	for _, changes := range e.byCluster {
		if slices.ContainsFunc(changes, func(c *Change) bool {
			return c.Redirected && c.EarlierCluster != kinds.Hub && c.Cluster != ""
		}) {
			return true
		}
	}
	return false
}

// reportUnneeded informs of an acknowledgement that lets nothing through.
func (c *checker) reportUnneeded() {
	if given := c.Acknowledge; given != "" && c.digest == "" {
		p := finding.Problem{Severity: finding.SeverityInfo, Code: finding.CodeAcknowledged, Current: given}
		if config := c.Config; config != nil && config.Spec().Get("acknowledge").Text() == given {
			p.Subject, p.Node = config.Subject(), config.Spec().Get("acknowledge")
		}
		p.Detail = "the limits allow this change, so that " + given + " acknowledges nothing; leave it out"
		c.problems = append(c.problems, p)
	}
}
