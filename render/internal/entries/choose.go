package entries

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/deleting"
	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// choose adds an instance for each cluster that an entry selects or names. It is false when there is no such cluster.
func (m *merger) choose(e *entry) bool {
	destination := e.fields.Get("destination")
	name := destination.Get("cluster")
	var chosen []*schema.Member
	switch {
	case selects(destination):
		chosen = m.selectedBy(destination)
	case namesNone(destination) && m.clusters().Hub != nil:
		chosen = []*schema.Member{m.clusters().Hub}
	case name.Kind() != tree.String || destination.Get("kubeConfig").Exists():
		m.addInstance(e, nil)
		return true
	default:
		member := m.clusters().Find(name.Text())
		if member == nil {
			m.reportUnknown(name)
			return false
		}
		chosen = []*schema.Member{member}
	}
	if len(m.inv.Members) > 0 {
		chosen = slices.DeleteFunc(chosen, func(member *schema.Member) bool { return !m.canBeNamed(member) })
	}
	if len(chosen) == 0 {
		return false
	}
	if selects(destination) {
		m.reportPinned(e.fields.Get("name"), chosen)
	}
	e.fields, e.chosen = m.withoutSelection(e.fields), true
	m.putEntry(m.lowest, e).fields = e.fields
	m.Instances = slices.Grow(m.Instances, len(chosen))
	for _, member := range chosen {
		m.addInstance(e, member)
	}
	return true
}

// namesNone reports whether nothing in a destination names or selects a cluster, so that it is the hub.
func namesNone(destination tree.Node) bool {
	return destination.Kind() == tree.Map && !destination.Get("cluster").Exists() &&
		!destination.Get("clusterSelector").Exists() && !destination.Get("placement").Exists() &&
		!destination.Get("kubeConfig").Exists()
}

func (m *merger) identify(fields tree.Node, member *schema.Member) fleet.NamedCluster {
	if member != nil {
		return fleet.NamedCluster{Member: member, Name: member.Name}
	}
	f := ReadFields(fields)
	hub := !f.kubeConfig.Exists()
	switch name := f.clusterName(); {
	case strings.Contains(name, "$("): // an error reports it
		return fleet.NamedCluster{Hub: hub}
	case name != "":
		m.named = append(m.named, name)
		known := m.clusters().Find(name)
		return fleet.NamedCluster{Member: known, Name: name, Hub: hub && known == nil}
	}
	if known := m.clusters().Hub; known != nil {
		return fleet.NamedCluster{Member: known, Name: known.Name}
	}
	return fleet.NamedCluster{Hub: hub}
}

// reportPinned informs of a name that stays when another cluster is selected. Flux then changes the object in
// place: it applies to the new cluster and forgets the old one. Two clusters of one name are an error elsewhere.
func (m *merger) reportPinned(name tree.Node, chosen []*schema.Member) {
	if !name.Exists() || names.IsReference(name) || len(chosen) != 1 || m.app.Standalone ||
		m.app.Workload == kinds.KCLRuns {
		return
	}
	if slices.ContainsFunc(m.layers.overrides, func(o *override) bool { return o.Fields.Get("name").Exists() }) {
		return
	}
	m.report(finding.Problem{Severity: finding.SeverityInfo, Code: CodePinnedSelected, Node: name,
		Current: name.Text(),
		Detail: fmt.Sprintf("stays the same when another cluster than %s is selected, and Flux then leaves behind "+
			"what it applied there; write name: %s-$(cluster.name), or leave the name out", chosen[0].Name, name.Text())})
}

func (m *merger) reportUnknown(name tree.Node) {
	if m.inv.RefusedFleet {
		return
	}
	p := finding.Problem{Code: wording.CodeUnknownCluster, Node: name, Current: name.Text()}
	known, kubeConfig, instead := m.clusters().Names(), "destination.kubeConfig, ", "destination.kubeConfig beside it"
	if m.app.Standalone { // where no kubeConfig is needed
		kubeConfig, instead = "", "add it to the fleet"
	}
	p.Proposed = m.nearest(name.Text(), nil)
	switch {
	case p.Proposed != "":
		p.Detail = fmt.Sprintf("the fleet has no cluster %q; did you mean %q?", name.Text(), p.Proposed)
	case known == "":
		p.Detail = fmt.Sprintf("cluster %q is not known, because there is no fleet; "+
			"add %sspec.clusters, or documents of clusters%s", name.Text(), kubeConfig, m.inv.NoFleet("; "))
	default:
		p.Detail = fmt.Sprintf("the fleet has no cluster %q; write one of %s, or %s", name.Text(), known, instead)
	}
	m.report(p)
}

func (m *merger) selectedBy(destination tree.Node) (found []*schema.Member) {
	selected, selector := destination.Get("clusterSelector"), m.selector(destination)
	if selector == nil {
		return nil
	}
	known := m.clusters().Members
	found = each.Only(known, selector.Matches)
	if len(found) == 0 && destination.Get("allowEmpty").Text() != "true" && !m.inv.RefusedFleet {
		detail := fmt.Sprintf("matches none of the %d clusters of the fleet%s; fix the selector, or add allowEmpty: true",
			len(known), m.clusters().Labels(selected))
		if selector.Chosen != nil {
			selected = destination.Get("placement")
			detail = fmt.Sprintf("selects no cluster (the decisions have %s); if this can be, add allowEmpty: true",
				names.Counted(len(selector.Chosen), "cluster"))
		} else if len(known) == 0 {
			detail = "there is no fleet to select from; add spec.clusters, or documents of clusters" + m.inv.NoFleet("; ")
		}
		m.report(finding.Problem{Code: codes.NoCluster, Node: selected, OnKey: true, Detail: detail})
	}
	if len(found) > 0 {
		m.report(m.clusters().Doubts(selected)...)
	}
	return found
}

// canBeNamed reports whether objects can be named after the cluster of a document. Clusters of the application itself
// are checked where they are written. It is false for a document that Parse refused, too.
func (m *merger) canBeNamed(member *schema.Member) bool {
	switch {
	case !member.Facts().HasDocument():
		return true
	case member.Document().Refused():
		return false
	case member.Hub():
		return true
	}
	p := finding.Problem{Subject: member.Document().Subject(), Node: member.Origin(), Current: member.Name}
	switch {
	case member.Name == "hub":
		p.Code, p.Detail = codes.HubName, "hub is the name of the folder for the cluster that Flux runs on, "+
			"and an application targets this cluster; write another name"
	case len(member.Name) > kinds.MaxName:
		p.Code = codes.TooLong
		p.Detail = fmt.Sprintf("is %d characters long, and an application targets this cluster; write a name of at most %d",
			len(member.Name), kinds.MaxName)
	default:
		return true
	}
	m.problems = finding.Append(m.problems, p)
	return false
}

// leftOut are clusters that an override of an application disables, with what follows for the object of each.
type leftOut struct {
	disable   tree.Node // of the override
	effect    string    // of leaving the object out
	suspended bool      // the object is
	clusters  []string  // by their names, in order; the hub's name is empty where the fleet does not have it
}

func (m *merger) leaveOut(fields tree.Node) *leftOut {
	b := m.inv.Build
	fields = b.Map(fields, append(fields.Fields(), missing(b, m.app, fields)...)...)
	effect, suspended := effectOfLeavingOut(m.app.WorkloadKind(), fields)
	for _, l := range m.leftOut {
		if l.disable == m.disable && l.effect == effect {
			return l
		}
	}
	m.leftOut = append(m.leftOut, &leftOut{disable: m.disable, effect: effect, suspended: suspended})
	return m.leftOut[len(m.leftOut)-1]
}

// effectOfLeavingOut returns what Flux does with an object that is no longer rendered, with what to write instead, and
// whether the object is suspended. References are not replaced: a cluster that is left out may lack their targets.
func effectOfLeavingOut(kind *kinds.Kind, fields tree.Node) (effect string, suspended bool) {
	read := kinds.Of(fields)
	for _, at := range deleting.Fields {
		if names.IsReference(at.In(read)) {
			return "what Flux deletes depends on its " + at.Key() + ", which is a reference here", false
		}
	}
	effect, _ = deleting.Of(kind, read)
	if !kinds.IsSuspended(read) {
		return effect + "; to keep what runs there, write suspend: true instead", false
	}
	resumed, stays := deleting.Of(kind, func(keys ...string) tree.Node {
		if keys[len(keys)-1] == kinds.Suspend.Key() {
			return tree.Node{}
		}
		return read(keys...)
	})
	if stays {
		return resumed, false
	}
	kept, _, _ := strings.Cut(effect, ", because ")
	return kept + " only if an earlier commit suspended it; otherwise " + resumed + "; to keep what runs, write disable " +
		"when Flux has suspended it; to remove it, when Flux has resumed it", true
}

// reportLeftOut informs of the clusters that overrides disable, and of the effect if an earlier run rendered for them.
// It warns where objects are suspended too: if Flux knows that, it removes nothing, and nobody manages what runs there.
func (m *merger) reportLeftOut() {
	for _, l := range m.leftOut {
		slices.Sort(l.clusters)
		l.clusters = slices.Compact(l.clusters)
		server := "the hub"
		if m.app.Standalone {
			server = "the cluster"
		}
		severity, code := finding.SeverityInfo, CodeLeftOut
		if l.suspended {
			severity, code = finding.SeverityWarning, CodeLeftSuspended
		}
		if m.app.Waves && !l.suspended {
			l.effect += "; to stop a roll-out, suspend all later waves"
		}
		m.report(finding.Problem{Severity: severity, Code: code, Node: l.disable, OnKey: true, Detail: fmt.Sprintf(
			"leaves out %s; when the %s of an earlier run leaves %s, %s",
			fleet.Summarize(l.clusters), m.app.WorkloadKind().Name, server, l.effect)})
	}
}
