package verify

import (
	"cmp"
	"path"

	"github.com/fluxapp-dev/fluxapp/render/identity"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// sameFolders warns of Kustomizations that apply one folder of one source to a cluster in one form. Each labels the
// objects as its own (SetOwnerLabels of fluxcd/pkg/ssa), and prune deletes by these labels. What is written is compared
// first, which many objects share.
func sameFolders(placements []*plan.Placement) (problems []finding.Problem) {
	type applied struct {
		to   identity.Destination
		form string
	}
	forms, entries, shared := map[*plan.Common]string{}, map[string]plan.Place{}, map[string]bool{}
	for _, p := range placements {
		if p.Common.Kind == kinds.Kustomization && p.IsEntry() && !p.Field().Suspended && forms[p.Common] == "" {
			form, at := formOf(p, p.MergedEntry()), p.PlaceOf(p.Common.Origin)
			forms[p.Common], shared[form] = form, shared[form] || entries[form] != plan.Place{} && entries[form] != at
			entries[form] = at
		}
	}
	seen, reported := map[applied]*plan.Placement{}, map[plan.Place]bool{}
	for _, p := range placements {
		if !shared[forms[p.Common]] {
			continue
		}
		form := formOf(p, p.Instance.Expand(tree.NewBuilder()))
		for to := range p.Location().Identities() {
			other := cmp.Or(seen[applied{to, form}], p)
			seen[applied{to, form}] = other
			at := p.PlaceOf(p.Common.Origin)
			if at != other.PlaceOf(other.Common.Origin) && p.Key() != other.Key() && first(reported, at) {
				problems = append(problems, about(p, finding.SeverityWarning, CodeDuplicateRelease, p.Common.Origin,
					"applies the folder to "+p.Location().Called()+" that another Kustomization applies there in the same form, "+
						"made at ").Beside(other.Common.Origin, ": each takes the objects from the other one at every interval, and "+
					"prune of one can delete them; leave one out, or write another targetNamespace or path"))
			}
		}
	}
	return problems
}

// formOf returns a text that is equal for entries with one source and folder, and equal changes of what is in it. Two
// documents can give one repository two names.
func formOf(p *plan.Placement, entry tree.Node) string {
	from, ref, folder := p.Instance.Template.Source(), p.Common.SourceRef, path.Clean("/"+entry.Get("path").Text())
	source := p.Server() + ref.Get("name").Text() + "/" + cmp.Or(ref.Get("namespace").Text(), p.Common.Namespace)
	if from.Inline != nil && !names.HasReferences(from.Spec) {
		source = string(tree.AppendJSON(nil, tree.NewBuilder().Without(from.Spec, "interval", "timeout", "secretRef")))
	}
	form := tree.AppendJSON([]byte(folder+" "+ref.Get("kind").Text()+source), entry.At("destination", "targetNamespace"))
	for _, key := range []string{"namePrefix", "nameSuffix", "postBuild", "patches", "images", "components",
		"commonMetadata"} {
		form = tree.AppendJSON(append(form, 0), entry.Get(key))
	}
	return string(form)
}
