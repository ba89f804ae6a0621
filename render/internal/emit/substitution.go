package emit

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// MarkLiteral notes which objects hold what Flux's postBuild would replace. Shared values are searched once.
func MarkLiteral(placements []*plan.Placement) {
	m := literals{b: tree.NewBuilder(), commons: map[*plan.Common]bool{}, gates: map[*plan.Gates]bool{}}
	for _, p := range placements {
		p.Literal = m.ofCommon(p) || m.ofWaiting(p.Common.Gates) || m.ofWaiting(p.Closes) || m.ofObject(p)
	}
}

type literals struct {
	b       *tree.Builder
	values  []tree.Node // of one object
	commons map[*plan.Common]bool
	gates   map[*plan.Gates]bool
}

// ofCommon searches what all objects of a common have, which is everything but the values of holes and variables.
func (m *literals) ofCommon(p *plan.Placement) bool {
	found, known := m.commons[p.Common]
	if !known {
		m.b.Reset()
		var holes map[tree.Node]int
		if p.IsEntry() {
			holes = p.Instance.Template.Indexes
		}
		found = isReplaced(objectOf(p, m.b, templateOf(p), &variables{}), holes)
		m.commons[p.Common] = found
	}
	return found
}

func (m *literals) ofWaiting(gates *plan.Gates) bool {
	found, known := m.gates[gates]
	if !known && gates != nil {
		found = isReplaced(gates.List, nil)
		m.gates[gates] = found
	}
	return found
}

func (m *literals) ofObject(p *plan.Placement) bool {
	m.b.Reset()
	v := variablesOf(p, m.b)
	v[variableDependsOn] = tree.Node{}
	m.values = append(append(p.Instance.Values(m.b, m.values[:0]), v[:]...), p.WaitsFor)
	return slices.ContainsFunc(m.values, func(value tree.Node) bool { return isReplaced(value, nil) })
}

// isReplaced reports whether Flux's substitution replaces a part of a value: ${…} or $$. It does not look into holes.
func isReplaced(n tree.Node, holes map[tree.Node]int) bool {
	if _, isHole := holes[n.Value()]; isHole {
		return false
	}
	if n.Kind() == tree.String {
		return isReplacedText(n.Text())
	}
	return each.Any(n.Children(), func(child tree.Node) bool {
		return isReplacedText(child.Key()) || isReplaced(child, holes)
	})
}

func isReplacedText(text string) bool {
	return strings.Contains(text, "${") || strings.Contains(text, "$$")
}

// UnsetVariables tells once for an application, where the first is, of the variables without a default in its objects.
func UnsetVariables(placements []*plan.Placement) (problems []finding.Problem) {
	// what envsubst of fluxcd/pkg reads: $$, variables with a default, what FA905 tells of, and in a group all others
	syntax := regexp.MustCompile(`\$\$|\$\{\w+(?:=|:[=?+-])|\$\{(?:cluster|app)\.|(\$\{[^}\s]{0,63}\}?)`)
	known, b := map[*plan.Common]bool{}, tree.NewBuilder() // not reset, because problems keep its nodes
	found := map[*finding.Subject]map[string]bool{}
	for _, p := range placements {
		subject := p.Common.App.Document.Subject()
		search := func(n tree.Node) {
			for _, m := range syntax.FindAllStringSubmatch(n.Key()+" "+n.Text(), -1) {
				if m[1] != "" && found[subject] == nil {
					found[subject] = map[string]bool{}
					problems = append(problems, finding.Problem{Severity: finding.SeverityInfo, Subject: subject,
						Code: CodeUnsetVariable, Node: n})
				}
				if m[1] != "" {
					found[subject][m[1]] = true
				}
			}
		}
		for _, value := range written(p, known, b) {
			for n := range value.All() {
				if strings.Contains(n.Text(), "${") || strings.Contains(n.Key(), "${") {
					search(n)
				}
			}
		}
	}
	for i := range problems {
		problems[i].Detail = fmt.Sprintf("a Kustomization with variables in postBuild that delivers this fails unless it "+
			"defines %s; define them there, write a default, for example ${NAME:=none}, or keep the text with literal: true "+
			"in the RenderConfig", names.List(slices.Sorted(maps.Keys(found[problems[i].Subject])), 6))
	}
	return problems
}

// written returns what an object is made of, except what a known common has. It is empty where the author keeps
// Flux's substitution from the object, by an annotation or a label.
func written(p *plan.Placement, known map[*plan.Common]bool, b *tree.Builder) []tree.Node {
	c, app := p.Common, p.Common.App
	isOff := func(n tree.Node) bool { return n.Key() == AnnotationSubstitute && n.Text() == "disabled" }
	if p.Field().Metadata.Has(isOff) || c.Metadata.Has(isOff) {
		return nil
	}
	values := append(p.Instance.Values(b, nil), p.KubeConfig(b))
	if !each.Add(known, c) {
		return values
	}
	return append(values, app.Document.Root().Get("metadata"), app.Tenancy, c.Metadata, c.Chart, c.SourceRef,
		c.Spec, p.MergedEntry())
}

// AnnotationSubstitute with the value disabled keeps Flux's substitution of variables from an object.
const AnnotationSubstitute = "kustomize.toolkit.fluxcd.io/substitute"
