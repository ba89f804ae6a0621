package promote

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/yamledit"
)

// replace returns the spelling of a value in another one's place. Places that share it by alias or merge are a problem.
func (p *promotion) replace(target, source tree.Node) (spelling string, problems []finding.Problem) {
	root, holes := target.Source().Root(), map[tree.Node]int{}
	for n := range root.All() {
		if n.Position() == target.Position() {
			holes[n.Value()] = 0
		}
	}
	want := tree.NewBuilder().Fill(root, holes, []tree.Node{source})
	at := tree.Paths([]tree.Node{target})[0]
	for d := range (tree.Comparison{Before: tree.AllNulls, After: tree.AllNulls}).Differences(root, want) {
		if other := d.Path.Written(); other != at {
			return "", []finding.Problem{p.problem(wording.CodeSharedValue, target, fmt.Sprintf(
				"%s has this value too, because of an alias or a merge key; write the layer of %s without them", other, p.To))}
		}
	}
	text, start, end := textOf(target)
	if updated, ok := yamledit.Update(text, want); ok {
		return string(updated[start : len(updated)-len(text)+end]), nil
	}
	return "", []finding.Problem{p.problem(wording.CodeNotPromoted, target, fmt.Sprintf(
		"%s cannot be written in the place of this value; edit it by hand", p.style.scalar(source)))}
}

func textOf(n tree.Node) (text []byte, start, end int) {
	start, end = n.Span()
	for _, d := range yamledit.Split([]byte(n.Source().FileText())) {
		if start, end = start-len(d.Separator), end-len(d.Separator); start < len(d.Text) {
			return d.Text, start, end
		}
		start, end = start-len(d.Text), end-len(d.Text)
	}
	return nil, 0, 0
}

// in returns the documents of a run, of which it may have left some out, with the documents of the changed file.
func (e Edit) in(docs schema.Documents) schema.Documents {
	changed, all := schema.Parse(e.File, e.Text()), slices.Clone(docs)
	for i, d := range docs {
		if d == nil || d.File() != e.File || d.Root().Source().FileText() != e.text {
			continue
		}
		isSame := func(other *schema.Document) bool { return other.Root().Position() == d.Root().Position() }
		if n := slices.IndexFunc(changed, isSame); n >= 0 {
			all[i] = changed[n]
		}
	}
	return all
}

// checkScalar refuses a value that is not the scalar of one place in one line. Value is what to write there instead.
func (p *promotion) checkScalar(n tree.Node, f Field, value string) []finding.Problem {
	detail := ""
	switch below := scalarBelow(n, f); {
	case n.Kind() == tree.List:
		detail = "is a list, and only scalars are promoted; edit it by hand"
	case n.Kind() == tree.Map && below != nil:
		detail = fmt.Sprintf("is a map, and only scalars are promoted; name one below it, for example --field %s", below)
	case n.Kind() == tree.Map:
		detail = "is a map, and only scalars are promoted; edit it by hand"
	case n.Spelling() == "":
		detail = fmt.Sprintf("%s, and only a value in one piece of one line is promoted; write %s", pieces(n), value)
	default:
		return nil
	}
	return []finding.Problem{p.problem(wording.CodeNotPromoted, n, detail)}
}

func scalarBelow(n tree.Node, f Field) Field {
	for child := range n.Children() {
		below := append(f[:len(f):len(f)], child.Key())
		switch {
		case child.Kind() == tree.Map:
			if found := scalarBelow(child, below); found != nil {
				return found
			}
		case child.Kind() != tree.List && child.Kind() != tree.Null:
			return below
		}
	}
	return nil
}

func pieces(n tree.Node) string {
	switch firstByte(n) {
	case '*':
		return "is an alias, which has the value of its anchor"
	case '&':
		return "has an anchor, so other places may have its value too"
	case '!':
		return "has a tag"
	case '|', '>':
		return "is a block of lines"
	}
	return "is written over several lines"
}

// reachStage finds the clusters that have the value of their stage. It warns of layers above that give others of the
// stage another value, and of a stage of which no cluster has the value.
func (p *promotion) reachStage(result render.Result, f Field, s *Stage) (problems []finding.Problem) {
	covers := p.clusters(result, f, s)
	for _, c := range covers {
		problems = append(problems, p.warning(c.setting.At,
			fmt.Sprintf("%s covers the %s of %s on %s; leave it out there, or change it by hand", c.setting.Layer, f,
				s.Selector, names.SpansOf(c.clusters).Short(mostClusters))))
	}
	if len(s.Clusters)+len(covers) == 0 {
		problems = append(problems, p.warning(s.At,
			fmt.Sprintf("no cluster of %s gets this value; fix the labels of the clusters, or the entries", s.Selector)))
	}
	return problems
}

type cover struct {
	setting  render.Setting
	clusters []string
}

// clusters finds the clusters of a stage that get the value from its layer, and the layers that cover it for others.
func (p *promotion) clusters(result render.Result, f Field, s *Stage) (covers []cover) {
	for _, o := range p.workloads(result, s.Selector) {
		settings := o.Facts().EntryField(f...)
		own := slices.IndexFunc(settings, func(set render.Setting) bool { return set.At == s.At })
		if own < 0 { // another entry made it
			continue
		}
		name := cmp.Or(o.Cluster(), kinds.Hub)
		if settings[0].Value == settings[own].Value {
			s.Clusters = append(s.Clusters, name)
			continue
		}
		i := slices.IndexFunc(covers, func(c cover) bool { return c.setting.At == settings[0].At })
		if i < 0 {
			i, covers = len(covers), append(covers, cover{setting: settings[0]})
		}
		covers[i].clusters = append(covers[i].clusters, name)
	}
	s.Clusters = distinct(s.Clusters)
	for i := range covers {
		covers[i].clusters = distinct(covers[i].clusters)
	}
	return covers
}

func distinct(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}

func (p *promotion) workloads(result render.Result, s Selector) []render.Object {
	return each.Only(result.Objects, func(o render.Object) bool {
		isOwn := o.Application() == p.application.Name() && o.Row().Is(kinds.Workload)
		return isOwn && s.Matches(p.application.Cluster(o.Cluster()))
	})
}

const mostClusters = 5

func (p *promotion) warning(at tree.Position, detail string) finding.Problem {
	problem := finding.Problem{Severity: finding.SeverityWarning, Code: wording.CodeCovered, Subject: p.document.Subject(),
		Position: at, Detail: detail}
	if p.Options.Strict {
		problem.Severity = finding.SeverityError
	}
	return problem
}
