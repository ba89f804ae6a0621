package change

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// hold adds a problem that holds the change and tells the digest that lets it through, or informs that this one is
// acknowledged. The argument what begins both messages, and why comes behind it where the change is held. A cluster of
// another problem is not named again.
func (c *checker) hold(p finding.Problem, what string, why func() string) finding.Problem {
	if c.digest == "" {
		flux := c.changes
		flux.Final = nil
		c.flux, c.digest = flux.digest(), c.changes.digest()
	}
	digest := c.flux
	if p.Code == wording.CodeMaxFinalDeleted {
		digest = c.digest
	}
	if given := c.Acknowledge; given == digest || given == c.digest {
		p.Severity, p.Code = finding.SeverityInfo, codes.Acknowledged
		p.Detail = what + "; this is acknowledged with " + given
	} else {
		p.Severity = finding.SeverityError
		remedy := fmt.Sprintf("; if intended, write --acknowledge %s, or acknowledge in a RenderConfig", digest)
		if len(c.told) > 0 {
			remedy = "; " + digest + " acknowledges it"
		}
		p.Detail = what
		if reason := why(); !slices.Contains(c.told, reason) {
			p.Detail, c.told = what+reason, append(c.told, reason)
		}
		p.Detail += remedy
	}
	return p
}

func (c *checker) reportUnneeded() {
	if given := c.Acknowledge; given != "" && c.digest == "" {
		p := finding.Problem{Severity: finding.SeverityInfo, Code: codes.Acknowledged, Current: given}
		if config := c.Config; config != nil && config.Spec().Get("acknowledge").Text() == given {
			p.Subject, p.Node = config.Subject(), config.Spec().Get("acknowledge")
		}
		p.Detail = "the limits allow this change, so that " + given + " acknowledges nothing; leave it out"
		c.problems = append(c.problems, p)
	}
}

type exceeded struct {
	scope
	code      finding.Code
	limit     tree.Node // absent for the default
	measure   measure
	byCluster map[string][]*Change // by the names of clusters
	allowed   string               // what the limit allows, with a comma before it; empty of protected clusters
	unknown   []string             // protected clusters whose labels nobody knows
}

func (c *checker) report(e exceeded) {
	problems := []finding.Problem{c.hold(finding.Problem{Code: e.code, Subject: e.subject, Node: e.limit,
		OnKey: e.limit.Kind() == tree.Map, Current: e.limit.Text()}, e.what(), func() string { return c.why(e) })}
	if e.attribute != nil {
		e.attribute(problems)
	}
	c.problems = append(c.problems, problems...)
}

func (c *checker) why(e exceeded) (text string) {
	if len(e.unknown) > 0 {
		text = "; nobody knows the labels of " + listed(e.unknown) + " any more"
	}
	for _, effect := range c.effects(e) {
		text += "; " + effect
	}
	leads := func(c *Change) bool { return c.Redirected && c.EarlierCluster != kinds.Hub && c.Cluster != "" }
	if slices.ContainsFunc(e.all(), leads) {
		text += "; nothing moves if both kubeconfigs have one server"
	}
	if other := c.Acknowledge; other != "" {
		text += "; " + other + " acknowledges another change"
	}
	return text
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
	if e.code == wording.CodeProtected {
		where = names.Counted(len(e.byCluster), "protected cluster")
	}
	things := "workloads"
	if e.code == wording.CodeMaxFinalDeleted {
		things = "final objects"
	}
	return fmt.Sprintf("this change %s %s%s on %s (%s)%s", e.verb(), things, application, where, listed(e.sorted()),
		e.allowed)
}

func (e exceeded) sorted() []string { return slices.Sorted(maps.Keys(e.byCluster)) }

func (e exceeded) all() []*Change { return slices.Concat(slices.Collect(maps.Values(e.byCluster))...) }

func (e exceeded) verb() string {
	found := each.Once(e.all(), func(c *Change) Action { return c.Action })
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
	const most = 5
	slices.Sort(clusters)
	return names.List(each.Of(clusters, called), most)
}

// effects returns what Flux does: what is the same on all clusters, except their names, or each of two things with
// the number of clusters. Advice, which is behind a semicolon, is left out.
func (c *checker) effects(e exceeded) []string {
	clusters := map[string][]string{}
	for _, cluster := range e.sorted() {
		for _, found := range e.byCluster[cluster] {
			effect, _, _ := strings.Cut(found.Effect, "; ")
			effect = sentence(c.changes.Secrets, wording.OwnSentence(effect, cluster))
			if on := clusters[effect]; effect != "" && (len(on) == 0 || on[len(on)-1] != cluster) {
				clusters[effect] = append(on, cluster)
			}
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
