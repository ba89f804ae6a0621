package inventory

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// checkMarkers warns of setter comments that name an ImagePolicy which is neither among the documents nor made by an
// application. Where there is no policy at all they are elsewhere, and nothing is known of them.
func (inv *Inventory) checkMarkers() (problems []finding.Problem) {
	marked := each.Of(inv.Applications, func(app *Application) *schema.Document { return app.Written })
	for _, base := range inv.Bases {
		if inv.Matters(base) {
			marked = append(marked, base.Document)
		}
	}
	marked = slices.DeleteFunc(marked, func(d *schema.Document) bool { return len(d.Facts().Markers()) == 0 })
	if len(marked) == 0 || inv.RefusedBases {
		return nil
	}
	known := inv.policies()
	policies := slices.SortedStableFunc(maps.Keys(known), // which links 6 kB less than SortedFunc
		func(a, b ObjectKey) int { return cmp.Compare(a.String(), b.String()) })
	isLater := func(policy ObjectKey) bool { return strings.Contains(policy.String(), "${") } // so that it may be any
	if len(policies) == 0 || slices.ContainsFunc(policies, isLater) {
		return nil
	}
	for _, d := range marked {
		for _, m := range d.Facts().Markers() {
			if known[ObjectKey{m.Namespace, m.Name}] || known[ObjectKey{Name: m.Name}] {
				continue
			}
			detail := unknownPolicy(m, policies)
			for _, n := range m.Nodes {
				problems = finding.Append(problems, finding.Problem{Severity: finding.SeverityWarning, Code: codes.Marker,
					Subject: d.Subject(), Node: n, Detail: detail})
			}
		}
	}
	return problems
}

// policies returns the ImagePolicies of the documents and of all applications. One without a namespace may get any.
func (inv *Inventory) policies() map[ObjectKey]bool {
	known := map[ObjectKey]bool{}
	for _, d := range inv.docs {
		if d.Facts().IsImagePolicy() {
			known[ObjectKey{inv.namespaceOf(d), d.Name()}] = true
		}
	}
	for _, app := range slices.Concat(inv.Applications, inv.Unwanted) {
		for repository := range app.ImageAutomation.Get("repositories").Children() {
			for policy := range repository.Get("policies").Children() {
				known[ObjectKey{app.Namespace, policy.Get("name").Text()}] = true
			}
		}
	}
	return known
}

// unknownPolicy tells which policies there are, as setter comments write them, and which of them is most likely meant.
func unknownPolicy(m schema.Marker, policies []ObjectKey) string {
	wrong := fmt.Sprintf("the setter comment names the ImagePolicy %s, which is not in the input; ",
		ObjectKey{m.Namespace, m.Name})
	all := each.Of(policies, func(p ObjectKey) string { return cmp.Or(p.Namespace, m.Namespace) + ":" + p.Name })
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
		return wrong + "add it, or write another: " + names.More(shown, len(all))
	}
}

const maxPolicies = 10

// reportOthers tells of RenderConfigs, which are not read here, and of clusters that other programs have.
func (inv *Inventory) reportOthers() (problems []finding.Problem) {
	for _, d := range inv.docs {
		if d.Class() == schema.ClassRenderConfig {
			problems = append(problems, finding.Problem{Severity: finding.SeverityWarning, Code: codes.RunConfig,
				Subject: d.Subject(), Node: d.Root().Get("kind"), Detail: "a RenderConfig among the documents is " +
					"ignored, with its limits; pass it as functionConfig, or with --config"})
		}
	}
	if len(inv.others) > 0 && len(inv.Applications) > 0 {
		d := inv.others[0]
		problems = append(problems, finding.Problem{Severity: finding.SeverityInfo, Code: CodeOtherFleet,
			Subject: d.Subject(), Node: d.Root().Get("kind"), Detail: fmt.Sprintf("nothing says how Flux reaches %s, and "+
				"selectors leave them out; %s", inv.counted(), inv.Unreached(pointers(d.Members())[0]))})
	}
	return problems
}

func (inv *Inventory) counted() string {
	others := map[string]int{}
	for _, d := range inv.others {
		others[d.Facts().OtherFleet()]++
	}
	count := func(other string) string { return names.Number(others[other]) + " " + other }
	return strings.Join(each.Of(slices.Sorted(maps.Keys(others)), count), ", ")
}

// NoFleet explains in a message, behind some words, why documents may be missing: clusters are there that fluxapp does
// not read, or there is one document.
func (inv *Inventory) NoFleet(behind string) string {
	if len(inv.others) > 0 {
		return behind + "nothing says how Flux reaches " + inv.counted()
	}
	return inv.OneDocument(behind)
}
