package entries

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
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

// HoleRule is which values of a hole are valid without a look at the entry around it. All others are checked within
// their entry.
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

// ruleAt returns the rule for a hole at a path of the entry.
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

// Resolver returns what replaces the references of the instance.
func (i Instance) Resolver() *fleet.Resolver {
	r := i.SharedResolver(i.Template.App)
	r.Params = i.Template.params
	return r
}

// Values appends the values of the instance's holes, in their order.
func (i Instance) Values(b *tree.Builder, values []tree.Node) []tree.Node {
	if i.Template == nil || len(i.Template.Holes) == 0 {
		return values
	}
	r := i.Resolver()
	for _, h := range i.Template.Holes {
		values = append(values, h.value(b, r))
	}
	return values
}

// Expand returns the merged entry of the instance: the template with the values of its holes. Checking, planning and
// printing agree with it.
func (i Instance) Expand(b *tree.Builder) tree.Node {
	if len(i.Template.Holes) == 0 {
		return i.Template.Fields
	}
	return b.Fill(i.Template.Fields, i.Template.Indexes, i.Values(b, nil))
}

// HasPlace reports whether the template has a value at a place of a file. Findings at other places are about values of
// clusters.
func (t *Template) HasPlace(at tree.Position) bool {
	if t.before != nil {
		return HasPlace(t.before.fields, at) || HasPlace(t.before.shared, at)
	}
	return HasPlace(t.Fields, at)
}

// HasPlace reports whether a value, or one below it, is at a place of a file.
func HasPlace(n tree.Node, at tree.Position) bool {
	if !n.Exists() {
		return false
	}
	if n.Position() == at {
		return true
	}
	for child := range n.Children() {
		if HasPlace(child, at) {
			return true
		}
	}
	return false
}

// ExpandAnew returns what Expand does, with the values of the instance's own cluster also where the template has the
// values of another cluster: these are the same, but have another place, which findings are about.
func (i Instance) ExpandAnew(b *tree.Builder) tree.Node {
	t := i.Template
	if t.before == nil {
		return i.Expand(b)
	}
	r := i.Resolver()
	r.References = fleet.NewReferences(func(finding.Problem) {}) // merging has reported them
	own, shared := t.before.replace(b, r, t.App.Workload)
	fields := t.App.WithNamedSource(b, overShared(b, t.App, shared, own))
	fields = b.Map(t.Fields, append(fields.Fields(), missing(b, t.App, fields)...)...)
	return b.Fill(fields, t.Indexes, i.Values(b, nil))
}

// findReferences divides the strings of a variant with references into those that can be holes and those that are
// replaced before. One that is in several places, because of an alias or a layer, is a hole only where all of them
// agree about its value.
func (m *templates) findReferences(v *variant) {
	holes, expands := map[tree.Node]Hole{}, map[tree.Node]bool{}
	walk := func(found func(fleet.ReferenceSite)) {
		m.references.Walk(v.fields, validate.EntryType(m.app.Workload), found)
		m.references.Walk(v.shared, m.sharedType, found)
	}
	walk(func(s fleet.ReferenceSite) {
		h := Hole{Node: s.Node, Parts: s.Parts, Kind: s.Kind, Rule: ruleAt(s.Path)}
		first, again := holes[h.Node]
		differs := again && (first.Rule != h.Rule || first.Kind != h.Kind)
		expands[h.Node] = expands[h.Node] || h.Rule == expand || len(h.Parts) == 0 || differs
		holes[h.Node] = h
	})
	v.marked = map[tree.Node]bool{}
	walk(func(s fleet.ReferenceSite) {
		h, first := holes[s.Node]
		delete(holes, s.Node)
		switch {
		case expands[s.Node]:
			v.marked[s.Node] = true
			for _, holder := range s.Holders {
				v.marked[holder] = true
			}
			if first {
				v.expanded = append(v.expanded, s.Node)
			}
		case first:
			v.Holes = append(v.Holes, h)
		}
	})
	if len(v.expanded) > 0 {
		v.made = map[string]*Template{}
	}
	if len(v.Holes) > 0 {
		v.Replaced, v.Indexes = true, make(map[tree.Node]int, len(v.Holes))
	}
	for i, h := range v.Holes {
		v.Indexes[h.Node] = i
	}
}
