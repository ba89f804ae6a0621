package check

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/checks/internal/merge"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/valuesschema"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// report makes a problem of a fault, unless a value that nobody knows here decides.
func (r *run) report(found valuesschema.Fault) {
	s := originOf(r.Top, r.values.Inline, found.At)
	if !r.isCertain(found, s) {
		return
	}
	p := finding.Problem{Code: wording.CodeValues, Node: s.node, Detail: found.Text}
	key := child(s.node, found.Key)
	misread := key
	if found.Missing != "" {
		misread = written(s.node, found.Missing)
	}
	switch {
	case s.isAt && isMisread(misread):
		p.Node, p.OnKey = misread, true
		p.Detail = "is read as " + misread.Key() + ", which the chart does not take here; quote it"
	case s.isAt && found.Missing != "":
		p.Child = found.Missing
	case s.isAt && found.Key != "" && key.Exists():
		p.Node, p.OnKey = key, true
	case s.isAt && found.Key == "":
	case found.Missing != "" && !s.node.Exists():
		p.Detail = "there are no values, and " + dotted(append(s.rest, found.Missing)) + " " + found.Text
	case found.Missing != "":
		p.Child, p.Detail = s.rest[0], "has no "+dotted(append(s.rest[1:], found.Missing))+": it "+found.Text
	default:
		key := strings.Fields(found.Key)
		p.Detail = "the chart's own default of " + dotted(append(s.rest, key...)) + " is wrong: " + found.Text
		whole := slices.Concat(found.At, key)
		if p.Current = r.fileWith(whole); p.Current != "" {
			p.Detail = p.Current + " has a wrong " + dotted(whole) + ": " + found.Text
		}
	}
	r.addOfSchema(found.At, p)
}

func (r *run) fileWith(path []string) string {
	for _, file := range slices.Backward(r.files) {
		if valuesschema.At(file.Values, path) != nil {
			if file.IsOwn {
				return ""
			}
			return file.Name
		}
	}
	return ""
}

// written returns the field of a map that is written so, however it is read; absent if there is none.
func written(n tree.Node, key string) tree.Node {
	for child := range n.Children() {
		if child.WrittenKey() == key {
			return child
		}
	}
	return tree.Node{}
}

func dotted(path []string) string { return strings.Join(path, ".") }

// isCertain reports whether a fault is one whatever valuesFrom brings and whatever replaces ${…}. The values of
// valuesFrom lie below the inline ones, which are merged over them as maps (ChartValuesFromReferences of
// fluxcd/pkg/chartutil). Only one with a targetPath may lie above: Flux sets it in a map of the inline values itself
// unless a reference before it has the same map. So inline values at a targetPath do not belong into render.Values.
func (r *run) isCertain(found valuesschema.Fault, s inlinePlace) bool {
	if s.isAt && (isOpen(s.node) || found.OfAll && hasOpen(s.node)) || strings.Contains(found.Key, "${") {
		return false
	}
	for _, place := range found.Chosen {
		at := originOf(r.Top, r.values.Inline, place)
		if at.isAt && hasOpen(at.node) || r.values.From && !at.isFinal() {
			return false
		}
	}
	switch {
	case !r.values.From:
		return true
	case found.Missing != "" || !found.OfMap:
		return s.isFinal()
	case found.Key != "":
		return s.isAt && child(s.node, found.Key).Exists()
	}
	return s.isAt
}

// isFinal reports whether nothing below can change the inline value: scalars and lists replace what is there.
func (s inlinePlace) isFinal() bool { return s.isAt && (s.inList || s.node.Kind() != tree.Map) }

func (r *run) isDecided(p, dep *merge.Part, at []string) bool {
	for _, want := range p.Wants {
		if want.Called() != dep.Name {
			continue
		}
		for _, condition := range want.Conditions() {
			s := inlineAt(r.values.Inline, append(at[:len(at):len(at)], strings.Split(condition, ".")...))
			if !s.isAt || s.node.Kind() == tree.Map {
				return false
			}
			if s.node.Kind() == tree.Bool {
				return true
			}
		}
		return len(want.Tags) == 0
	}
	return true
}
