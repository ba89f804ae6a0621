package verify

import (
	"cmp"
	"fmt"

	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Delivery refuses a name of delivery that an object of an application has, or that two applications get from it.
func Delivery(delivering, placements []plan.Placement) (problems []finding.Problem) {
	if len(delivering) == 0 {
		return nil
	}
	named := make(map[plan.ClashKey]*plan.Placement, len(delivering))
	for i := range delivering {
		p := &delivering[i]
		for _, key := range namesOf(p) {
			if first := named[key]; first != nil {
				problems = append(problems, orderedAlike(p, first))
			} else {
				named[key] = p
			}
		}
	}
	for i := range placements {
		p := &placements[i]
		for _, key := range namesOf(p) {
			if named[key] != nil {
				problems = append(problems, calledAsDelivery(p, named[key], key))
			}
		}
	}
	return problems
}

// namesOf returns what an object of a kind that delivers is called, and the artifacts that it makes; none for others.
func namesOf(p *plan.Placement) (keys []plan.ClashKey) {
	switch p.Common.Kind {
	case kinds.ArtifactGenerator:
		made := p.ArtifactKey()
		for name := range p.Common.Kind.MadeName.Each(p.Written) {
			made.Name = name.Text()
			keys = append(keys, made)
		}
		fallthrough
	case kinds.Kustomization:
		keys = append(keys, p.Key())
	}
	return keys
}

// calledAsDelivery refuses an object that is called like one that delivers, or makes its artifact. A RenderConfig that
// delivers already keeps its name: Flux would delete what it applied by the old one.
func calledAsDelivery(p, other *plan.Placement, key plan.ClashKey) finding.Problem {
	if key.Kind != p.Common.Kind.Name {
		return clashing(map[plan.ClashKey]*plan.Placement{key: other}, key, p, clashOfArtifacts)[0]
	}
	name, where := cmp.Or(p.ClusterName, kinds.Hub), ""
	if p.Common.Copies > 1 {
		name = "$(cluster.name)"
	}
	if !p.IsEntry() {
		where = " beside " + p.Common.Kind.Field
	}
	return clashProblem(finding.CodeDuplicateObject, p, other, fmt.Sprintf("would be called %s %s, as is one of the "+
		"delivery at ", key.Kind, p.ObjectKey()), fmt.Sprintf("; write another name%s, for example name: %s-%s, or, if "+
		"nothing is delivered yet, give the RenderConfig another name", where, name, p.Common.App.Document.Name()))
}

// orderedAlike refuses two applications that delivery applies by Kustomizations of one name. It has their namespaces,
// their names and the cluster, with hyphens between them.
func orderedAlike(p, first *plan.Placement) finding.Problem {
	name := func(p *plan.Placement) tree.Node { return p.Common.App.Document.Root().At("metadata", "name") }
	return about(p, finding.SeverityError, finding.CodeDuplicateObject, name(p), fmt.Sprintf("delivery would apply it by the "+
		"Kustomization %s, as it would ", p.ObjectKey())).Beside(name(first), "; give one of these applications another name")
}
