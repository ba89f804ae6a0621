package emit

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// UnsetVariables tells once for an application, where the first is, of the variables without a default in its objects.
func UnsetVariables(placements []plan.Placement) (problems []finding.Problem) {
	// what envsubst of fluxcd/pkg reads: $$, variables with a default, what FA905 tells of, and in a group all others
	syntax := regexp.MustCompile(`\$\$|\$\{\w+(?:=|:[=?+-])|\$\{(?:cluster|app)\.|(\$\{[^}\s]{0,63}\}?)`)
	known, b := map[*plan.Common]bool{}, tree.NewBuilder() // not reset, because problems keep its nodes
	found := map[*finding.Subject]map[string]bool{}
	for i := range placements {
		subject := placements[i].Common.App.Document.Subject()
		search := func(n tree.Node) {
			if strings.Contains(n.Text(), "${") || strings.Contains(n.Key(), "${") {
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
		}
		for _, value := range written(&placements[i], known, b) {
			for n := range value.All() {
				search(n)
			}
		}
	}
	for i := range problems {
		problems[i].Detail = fmt.Sprintf("a Kustomization with variables in postBuild that delivers this application fails "+
			"at what it does not define, and before Flux 2.9 writes nothing there: %s; define it in that Kustomization, write "+
			"a default, for example ${NAME:=none}, or keep the text with literal: true in the RenderConfig, or --literal",
			names.List(slices.Sorted(maps.Keys(found[problems[i].Subject])), 8))
	}
	return problems
}

// written returns what an object is made of, but for what a known common has. It is empty where the author keeps
// Flux's substitution from the object, by an annotation or a label.
func written(p *plan.Placement, known map[*plan.Common]bool, b *tree.Builder) []tree.Node {
	c, app := p.Common, p.Common.App
	isOff := func(n tree.Node) bool { return n.Key() == kinds.AnnotationSubstitute && n.Text() == "disabled" }
	if p.Field().Metadata.Has(isOff) || c.Metadata.Has(isOff) {
		return nil
	}
	values := append(p.Instance.Values(b, nil), p.KubeConfig(b))
	if known[c] {
		return values
	}
	known[c] = true
	return append(values, app.Document.Root().Get("metadata"), app.Around.Tenancy, c.Metadata, c.Chart, c.SourceRef,
		c.Spec, p.MergedEntry())
}
