package entries

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// Hole is a string of a template with references.
type Hole struct {
	Node  tree.Node
	Parts []reference.Part
	Kind  validate.Type // what belongs at its place
	Rule  HoleRule
}

func (h Hole) value(b *tree.Builder, r *fleet.Resolver) tree.Node {
	return h.Kind.Fit(b, r.Text(b, h.Node, h.Parts))
}

// HoleRule is which values of a hole are valid whatever the entry around it has. Others are checked in their entry.
type HoleRule uint8

const (
	// expand is the rule of all places that are not in holeRules: planning may depend on the value, so the reference is
	// replaced before, and clusters with other values have other templates.
	expand       HoleRule = iota
	RuleNone              // any value is valid
	RuleText              // any text is valid
	RuleVariable          // any text is valid, and Flux may read it as something else than a string
	RuleSized             // a text is valid unless the whole gets too long
	RuleName              // a plain name is valid
)

// holeRules are the places that may be holes, by their paths in the entry: [] is an item of a list, and * a field with
// a key of the author's choice. Whoever reads a field of a template that is listed here reads it with [Instance.Value].
var holeRules = map[string]HoleRule{
	"name":                                        RuleName,
	"path":                                        RuleText,
	"serviceAccountName":                          RuleName,
	"decryption.secretRef.name":                   RuleName,
	"storageNamespace":                            RuleName,
	"destination.targetNamespace":                 RuleName,
	"metadata.labels.*":                           RuleName,
	"metadata.annotations.*":                      RuleSized,
	"commonMetadata.labels.*":                     RuleName,
	"commonMetadata.annotations.*":                RuleText,
	"valuesFrom.[].name":                          RuleName,
	"patches.[].patch":                            RuleText,
	"postRenderers.[].kustomize.patches.[].patch": RuleText,
	"postBuild.substitute.*":                      RuleVariable,
	"postBuild.substituteFrom.[].name":            RuleName,
}

func ruleAt(path []string) HoleRule {
	if path[0] == "values" && len(path) > 1 {
		return RuleNone
	}
	last := len(path) - 1
	if rule := holeRules[strings.Join(path, ".")]; rule != expand {
		return rule
	}
	return holeRules[strings.Join(append(path[:last:last], "*"), ".")]
}
