package final

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/final/internal/effects"
	"github.com/fluxapp-dev/fluxapp/render/final/internal/engine"
	"github.com/fluxapp-dev/fluxapp/render/final/internal/printing"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/render/stream"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// findings are told once for all clusters that they are about.
type findings map[stream.Finding]map[string]bool

// tell adds a cluster to a finding. The detail may have wording.OwnName for the name of the cluster.
func (all findings) tell(at stream.Place, severity finding.Severity, code finding.Code, detail, cluster string) {
	f := stream.Finding{At: at, Severity: severity, Code: code, Detail: detail}
	if all[f] == nil {
		all[f] = map[string]bool{}
	}
	all[f][cluster] = true
}

// list returns the findings in file order, each with its clusters.
func (all findings) list() (list []stream.Finding) {
	for f, on := range all {
		clusters := slices.Sorted(maps.Keys(on))
		before, after, hasAdvice := strings.Cut(wording.ShownFor(f.Detail, clusters), "; ")
		f.Detail = before + " (on " + names.SpansOf(clusters).Short(maxNames) + ")"
		if hasAdvice {
			f.Detail += "; " + after
		}
		f.Detail = wording.Visible(wording.Capped(f.Detail, maxDetail))
		list = append(list, f)
	}
	slices.SortFunc(list, func(a, b stream.Finding) int {
		return cmp.Or(comparePlaces(a.At, b.At), cmp.Compare(a.Code, b.Code), strings.Compare(a.Detail, b.Detail))
	})
	return list
}

func comparePlaces(a, b stream.Place) int {
	return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}

const maxNames, maxDetail = 6, 380

// check tells what is not known of a pair, and what fails.
func (r *runner) check(p *pair) {
	before, after := p.before, p.after
	tell := func(at stream.Place, severity finding.Severity, code finding.Code, detail string) {
		owner := p.owner.Kind + " " + p.owner.Metadata.Name
		r.found.tell(at, severity, code, wording.OwnValue(owner+": "+detail, p.Cluster), p.Cluster)
	}
	sides := []*rendition{before, after}
	if p.Same {
		sides = sides[1:]
	}
	for _, made := range sides {
		switch {
		case made == nil:
			continue
		case made.unread != "":
			tell(p.At, finding.SeverityInfo, wording.CodeFinalUnknown, "its objects are not known: "+made.unread)
		case made.failure != "" && len(made.unknown) > 0:
			tell(p.At, finding.SeverityInfo, wording.CodeFinalUnknown, "its objects are not known, because without what is "+
				"told below it fails: "+made.failure)
		case made.failure != "" && made != after && after != nil && after.failure != made.failure:
			tell(p.At, finding.SeverityInfo, wording.CodeFinalUnknown, "what changes is not known, because before the change "+
				"it fails: "+made.failure)
		case made.failure != "" && (!before.isMade() || strings.HasPrefix(made.failure, endless)):
			tell(p.At, finding.SeverityError, wording.CodeFinalFails, "it fails: "+made.failure)
		case made.failure != "":
			from := r.blame(p, wording.OwnValue(made.failure, p.Cluster), func(*rendition) bool { return false })
			tell(from.at, finding.SeverityError, wording.CodeFinalFails, from.because("it fails: "+made.failure))
		}
		for _, unknown := range made.unknown {
			tell(p.At, finding.SeverityInfo, wording.CodeFinalUnknown, unknown)
		}
	}
	if after != nil && !p.Same && r.KubeVersion != "" {
		r.checkServed(p, after)
	}
}

// checkServed tells which objects have a version that the Kubernetes of the request does not serve: asked once a class.
func (r *runner) checkServed(p *pair, made *rendition) {
	served := func(class *engine.Class) (details []string) {
		for _, o := range class.Objects {
			version, _ := o.Value["apiVersion"].(string)
			kind, _ := o.Value["kind"].(string)
			if detail := effects.Served(version, kind, r.KubeVersion); detail != "" {
				details = append(details, detail)
			}
		}
		return details
	}
	details, known := r.served[made.class]
	if !known {
		details = served(made.class)
		r.served[made.class] = details
	}
	for _, detail := range details {
		from := r.blame(p, detail, func(other *rendition) bool { return slices.Contains(served(other.class), detail) })
		r.found.tell(from.at, finding.SeverityError, wording.CodeFinalAPI, from.because(detail), p.Cluster)
	}
}

// checkEffects tells what changes do to what runs.
func (r *runner) checkEffects(p *pair, changes []*printing.Change) {
	for _, c := range changes {
		if c.Hook || c.Before == nil {
			continue
		}
		after := c.After
		if p.reinstalls {
			after = nil
		}
		for _, e := range effects.Of(p.effectOf(c, after)) {
			from := blamed{at: p.At}
			if p.After != nil && !p.reinstalls {
				from = r.blame(p, fmt.Sprintf("%p %s %s", c, e.Code, e.Path), r.has(p, c, e))
			}
			r.found.tell(from.at, e.Severity, e.Code, from.because(c.String()+": "+e.Detail), p.Cluster)
		}
	}
}

// because adds the other places to a detail, before what is advised.
func (b blamed) because(detail string) string {
	if b.others == "" {
		return detail
	}
	what, advice, hasAdvice := strings.Cut(detail, "; ")
	if what += ", because of this line" + b.others; hasAdvice {
		what += "; " + advice
	}
	return what
}

// ownerKey tells apart what can have one owner: an object of a cluster.
type ownerKey struct {
	cluster string
	printing.Object
}

// checkTwice tells which of the objects of a pair another owner of its cluster has too.
func (r *runner) checkTwice(p *pair, objects map[printing.Object]*shown, owners map[ownerKey]*pair) {
	had := func(p *pair, key printing.Object) bool {
		_, before := r.comparer.objects(p.before, p.Cluster)
		return before[key] != nil
	}
	for key, o := range objects {
		at := ownerKey{p.Cluster, key}
		switch first := owners[at]; {
		case o.Hook || o.CRD: // made anew, and left to who was first
		case first == nil:
			owners[at] = p
		case !had(first, key) || !had(p, key):
			detail := fmt.Sprintf("%s is of %s and of %s, and each undoes what the other does; take it out of one of them", key,
				first.owner, p.owner)
			r.found.tell(p.At, finding.SeverityError, wording.CodeFinalTwice, wording.OwnValue(detail, p.Cluster), p.Cluster)
		}
	}
}
