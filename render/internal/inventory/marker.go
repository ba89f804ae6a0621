package inventory

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// checkMarkers warns of setter comments that name an ImagePolicy which is neither among the documents nor made by an
// application. Where there is no policy at all they are elsewhere, and nothing is known of them.
func (inv *Inventory) checkMarkers(docs schema.Documents, run Selection) (problems []finding.Problem) {
	marked := inv.markedDocuments(run)
	if len(marked) == 0 || inv.refusedBases {
		return nil
	}
	known := inv.policies(docs, run)
	policies := slices.SortedStableFunc(maps.Keys(known), // which links 6 kB less than SortedFunc
		func(a, b ObjectKey) int { return cmp.Compare(a.String(), b.String()) })
	if len(policies) == 0 || slices.ContainsFunc(policies, hasPlaceholder) {
		return nil
	}
	for _, d := range marked {
		for _, m := range d.Markers() {
			if known[ObjectKey{m.Namespace, m.Name}] || known[ObjectKey{Name: m.Name}] {
				continue
			}
			detail := unknownPolicy(m, policies)
			for _, n := range m.Nodes {
				problems = finding.Append(problems, finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeMarker,
					Subject: d.Subject(), Node: n, Detail: detail})
			}
		}
	}
	return problems
}

func (inv *Inventory) markedDocuments(run Selection) (marked schema.Documents) {
	for _, app := range inv.Applications {
		marked = append(marked, app.Written)
	}
	for _, base := range inv.Bases {
		if base.matters(run) {
			marked = append(marked, base.Document)
		}
	}
	return slices.DeleteFunc(marked, func(d *schema.Document) bool { return len(d.Markers()) == 0 })
}

// policies returns the ImagePolicies of the documents and of all applications. One without a namespace may get any.
func (inv *Inventory) policies(docs schema.Documents, run Selection) map[ObjectKey]bool {
	known := map[ObjectKey]bool{}
	for _, d := range docs {
		if d.IsImagePolicy() {
			known[ObjectKey{cmp.Or(d.Namespace(), run.Namespace), d.Name()}] = true
		}
	}
	for _, app := range slices.Concat(inv.Applications, inv.Unwanted) {
		for repository := range app.Around.ImageAutomation.Get("repositories").Children() {
			for policy := range repository.Get("policies").Children() {
				known[ObjectKey{app.Namespace, policy.Get("name").Text()}] = true
			}
		}
	}
	return known
}

// hasPlaceholder reports whether a policy gets its name later, so that it may be any.
func hasPlaceholder(policy ObjectKey) bool { return strings.Contains(policy.String(), "${") }

// unknownPolicy tells which policies there are, as setter comments write them, and which of them is most likely meant.
func unknownPolicy(m schema.Marker, policies []ObjectKey) string {
	wrong := fmt.Sprintf("the setter comment names the ImagePolicy %s, which is not in the input; ",
		ObjectKey{m.Namespace, m.Name})
	var all []string
	for _, p := range policies {
		all = append(all, cmp.Or(p.Namespace, m.Namespace)+":"+p.Name)
	}
	elsewhere := slices.IndexFunc(policies, func(p ObjectKey) bool { return p.Name == m.Name })
	near := names.Nearest(m.Namespace+":"+m.Name, all)
	if elsewhere >= 0 {
		near = all[elsewhere]
	}
	switch shown := all[:min(len(all), maxPolicies)]; {
	case near != "" && len(all) == 1:
		return wrong + fmt.Sprintf("did you mean %q?", near)
	case near != "":
		return wrong + fmt.Sprintf("did you mean %q? there are %s", near, names.More(shown, len(all)))
	default:
		return wrong + "write one of those that there are, or add it: " + names.More(shown, len(all))
	}
}

const maxPolicies = 10
