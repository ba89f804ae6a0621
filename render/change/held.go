package change

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// excess is what a limit does not allow.
type excess struct {
	code    finding.Code
	node    tree.Node // of the limit; absent for the default
	measure measure
	on      map[string][]*Change // by the names of clusters
	allowed string               // what the limit allows, with a comma before it; empty of protected clusters
	unknown []string             // protected clusters whose labels nobody knows
}

// report reports what a limit does not allow, or that it is acknowledged.
func (b *brake) report(l limits, e excess) {
	if b.digest == "" {
		b.digest = b.rules.Digest
	}
	if b.digest == "" {
		b.digest = b.changes.Digest()
	}
	p := finding.Problem{Code: e.code, Subject: l.subject, Node: e.node, OnKey: e.node.Kind() == tree.Map,
		Current: e.node.Text()}
	what := b.what(l, e)
	if b.rules.Acknowledge == b.digest {
		p.Severity, p.Code = finding.SeverityInfo, finding.CodeAcknowledged
		p.Detail = what + "; this is acknowledged with " + b.digest
	} else {
		p.Detail = strings.Join(slices.Concat([]string{what + b.because(l, e)}, e.effects(), b.remedy()), "; ")
	}
	problems := []finding.Problem{p}
	if l.attribute != nil {
		l.attribute(problems)
	}
	b.problems = append(b.problems, problems...)
}

// what tells what the change does, where, and what is allowed.
func (b *brake) what(l limits, e excess) string {
	of := ""
	if l.application != "" && l.subject == nil {
		of = " of " + l.application
	}
	where := fmt.Sprintf("%s of %s", wording.Thousands(len(e.on)), wording.Counted(len(l.all), "cluster"))
	if l.application == "" {
		where += " of all applications"
	}
	if e.code == finding.CodeProtected {
		where = wording.Counted(len(e.on), "protected cluster")
	}
	return fmt.Sprintf("this change %s workloads%s on %s (%s)%s", e.verb(), of, where,
		clusterList(slices.Collect(maps.Keys(e.on))), e.allowed)
}

// verb is what the changes do to workloads.
func (e excess) verb() string {
	found := map[Action]bool{}
	for _, changes := range e.on {
		for _, c := range changes {
			found[c.Action] = true
		}
	}
	switch {
	case e.measure == anyChange:
		return "affects"
	case e.measure == deletion && (found[Orphaned] || e.leaves()):
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

// leaves reports whether a workload delivers to another cluster now.
func (e excess) leaves() bool {
	for _, changes := range e.on {
		if slices.ContainsFunc(changes, func(c *Change) bool { return c.WasCluster != "" }) {
			return true
		}
	}
	return false
}

// mostNames is how many clusters a message lists.
const mostNames = 5

// clusterList lists the first names of clusters, and counts the others.
func clusterList(clusters []string) string {
	slices.Sort(clusters)
	called := make([]string, len(clusters))
	for i, name := range clusters {
		if called[i] = name; name == "" {
			called[i] = "the " + hub
		}
	}
	return shortList(called, mostNames)
}

// effects tells what Flux does: what is the same on all clusters but for their names, or each of two things with the
// number of clusters. Advice, which is behind a semicolon, is left out.
func (e excess) effects() []string {
	clusters := map[string][]string{}
	for cluster, changes := range e.on {
		for effect := range effectsOn(cluster, changes) {
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
	case len(all) == 1 && len(clusters[all[0]]) == len(e.on):
		return []string{shownFor(all[0], clusters[all[0]])}
	}
	all = all[:min(len(all), mostEffects)]
	for i, effect := range all {
		all[i] = fmt.Sprintf("on %s of them %s", wording.Thousands(len(clusters[effect])), shownFor(effect, clusters[effect]))
	}
	return all
}

// effectsOn returns the effects on a cluster, without its name.
func effectsOn(cluster string, changes []*Change) map[string]bool {
	effects := map[string]bool{}
	for _, c := range changes {
		if effect, _, _ := strings.Cut(c.Effect, "; "); effect != "" {
			effects[ownEffect(effect, cluster)] = true
		}
	}
	return effects
}

// remedy tells how to acknowledge the change.
func (b *brake) remedy() (parts []string) {
	if other := b.rules.Acknowledge; other != "" {
		parts = []string{other + " acknowledges another change"}
	}
	return append(parts, fmt.Sprintf("if this is intended, acknowledge it with --acknowledge %[1]s, or acknowledge: "+
		"%[1]q in a RenderConfig", b.digest))
}

// reportUnneeded informs of an acknowledgement that lets nothing through.
func (b *brake) reportUnneeded() {
	if given := b.rules.Acknowledge; given != "" && b.digest == "" {
		p := finding.Problem{Severity: finding.SeverityInfo, Code: finding.CodeAcknowledged, Current: given}
		if config := b.rules.Config; config != nil && config.Spec().Get("acknowledge").Text() == given {
			p.Subject, p.Node = config.Subject(), config.Spec().Get("acknowledge")
		}
		p.Detail = "the limits allow this change, so that " + given + " acknowledges nothing; leave it out"
		b.problems = append(b.problems, p)
	}
}
