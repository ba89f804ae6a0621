package promote

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/yamledit"
)

// What to write is shown on one line, which fits into a block and into braces. A document that is JSON gets JSON.

// noLayer is the problem of a stage without a layer. The remedy is an override with the field.
func (p *promotion) noLayer(s Selector, f Field, value string) finding.Problem {
	config := p.document.Spec().Get("config")
	overrides := config.Get("overrides")
	item := p.style.braces(p.style.field("clusterSelector", p.style.selector(s)), p.style.fieldAt(f, value))
	detail := fmt.Sprintf("no override and no entry has the clusterSelector %s (%s); ", s, p.stages())
	for _, stage := range Stages(p.document) {
		if strings.HasSuffix(stage, "="+s.String()) { // its value alone
			detail += "did you mean " + stage + "? If not, "
			break
		}
	}
	switch {
	case overrides.Kind() != tree.List:
		problem := p.problem(wording.CodeNoStage, config, detail+"add "+p.style.field("overrides", "["+item+"]"))
		problem.Child = "overrides"
		return problem
	case firstByte(overrides) == '[':
		detail += "add the item " + item
	default:
		detail += "add the item - " + item
	}
	problem := p.problem(wording.CodeNoStage, overrides, detail)
	problem.OnKey = true
	return problem
}

// noField is the problem of a stage whose layers do not have the field. The remedy is for the uppermost of them.
func (p *promotion) noField(l layer, s Selector, f Field, value string) finding.Problem {
	_, last, rest := f.in(l.node)
	at := len(f) - len(rest)
	switch last.Kind() {
	case tree.Map:
		if merging := mergingKey(last, f[at]); merging != "" {
			problem := p.problem(wording.CodeNotPromoted, last.Find(merging),
				"is merged with the list below, and its items are not promoted; edit it by hand")
			problem.OnKey = true
			return problem
		}
		detail := fmt.Sprintf("the layer of %s has no %s; add %s", s, f, p.style.fieldAt(f[at:], value))
		problem := p.problem(wording.CodeNoStageField, last, detail)
		problem.Child = f[at]
		return problem
	case tree.Null:
		return p.problem(wording.CodeNoStageField, last,
			fmt.Sprintf("is null, so the layer of %s has no %s; write %s", s, f, p.style.fieldAt(f[at-1:], value)))
	case tree.List:
		return p.problem(wording.CodeNotPromoted, last,
			"is a list, and its items are not promoted; edit it by hand")
	}
	return p.problem(wording.CodeNotPromoted, last,
		fmt.Sprintf("is %s, so the layer of %s has no %s; write %s", last.Kind(), s, f, p.style.fieldAt(f[at-1:], value)))
}

// mergingKey returns the key of a map that merges a list; empty where there is none.
func mergingKey(m tree.Node, name string) string {
	for child := range m.Children() {
		if k := names.ReadLayerKey(child.Key()); k.Merges() && k.Name == name {
			return child.Key()
		}
	}
	return ""
}

// severalEntries is the problem of a stage of which two entries have a value. The remedy is an override over both.
func (p *promotion) severalEntries(a, b place, s Selector, f Field, value string) finding.Problem {
	item := p.style.braces(p.style.field("clusterSelector", p.style.selector(s)), p.style.fieldAt(f, value))
	return p.problem(wording.CodeSeveralValues, a.value, fmt.Sprintf("another entry of %s has a %s too, at ", s, f)).
		Beside(b.value, "; leave it out of the entries, and add to overrides "+item)
}

func firstByte(n tree.Node) byte {
	start, _ := n.Span()
	if text := n.Source().FileText(); start < len(text) {
		return text[start]
	}
	return 0
}

type style struct{ json bool }

// scalar spells the value of a scalar so that it fits into braces.
func (s style) scalar(n tree.Node) string {
	if s.json {
		return string(tree.AppendJSON(nil, n))
	}
	return yamledit.Inline(n)
}

func (s style) text(text string) string { return s.scalar(tree.NewBuilder().String(text, tree.Node{})) }

func (s style) field(key, value string) string { return s.text(key) + ": " + value }

// fieldAt spells a field below others, for example chart: {version: 1.2.3}; empty for the empty path.
func (s style) fieldAt(path Field, value string) string {
	for i := len(path) - 1; i >= 0; i-- {
		if value = s.field(path[i], value); i > 0 {
			value = s.braces(value)
		}
	}
	if len(path) == 0 {
		return ""
	}
	return value
}

func (s style) braces(fields ...string) string {
	fields = slices.DeleteFunc(fields, func(f string) bool { return f == "" })
	return "{" + strings.Join(fields, ", ") + "}"
}

func (s style) selector(selector Selector) string {
	var labels, expressions []string
	for _, r := range selector.requirements {
		values := strings.Split(r.values, ",")
		if r.operator == "In" && len(values) == 1 {
			labels = append(labels, s.field(r.key, s.text(r.values)))
			continue
		}
		fields := []string{s.field("key", s.text(r.key)), s.field("operator", s.text(r.operator))}
		if r.operator == "In" || r.operator == "NotIn" {
			fields = append(fields, s.field("values", "["+strings.Join(each.Of(values, s.text), ", ")+"]"))
		}
		expressions = append(expressions, s.braces(fields...))
	}
	var fields []string
	if len(labels) > 0 {
		fields = append(fields, s.field("matchLabels", s.braces(labels...)))
	}
	if len(expressions) > 0 {
		fields = append(fields, s.field("matchExpressions", "["+strings.Join(expressions, ", ")+"]"))
	}
	return s.braces(fields...)
}
