package promote

import (
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// replacement is the text of a file with another spelling of one scalar, and what it says then.
type replacement struct {
	spelling string
	changed  []tree.Difference
}

// replace spells a value in the place of another one. The spelling of its author is used where the file then has the
// value in that place and the same values in all others; it is not always: in braces, a plain text ends at a comma.
func (p *promotion) replace(target, source tree.Node) (spelling string, problems []finding.Problem) {
	spellings := []string{source.Spelling()}
	if source.Kind() == tree.String {
		spellings = append(spellings, string(tree.AppendJSON(nil, source)))
	}
	at := tree.Paths([]tree.Node{target})[0]
	for _, spelling := range spellings {
		r := swap(target, spelling)
		if r.isOnly(at, target, source) {
			return spelling, nil
		}
		if other := r.elsewhere(at); other != "" && spelling == spellings[len(spellings)-1] {
			return "", []finding.Problem{p.problem(finding.CodeSharedValue, target, fmt.Sprintf(
				"%s has this value too, because of an alias or a merge key; write the layer of %s without them", other, p.To))}
		}
	}
	return "", []finding.Problem{p.problem(finding.CodeNotPromoted, target, fmt.Sprintf(
		"%s cannot be written in the place of this value; edit it by hand", p.style.scalar(source)))}
}

// isOnly reports whether the value of a path, with its setter comment kept, is all that has changed.
func (r replacement) isOnly(path string, target, source tree.Node) bool {
	if len(r.changed) != 1 || r.changed[0].Path.Written() != path {
		return false
	}
	n := r.changed[0].After
	return n.Kind() == source.Kind() && n.Text() == source.Text() && n.Setter() == target.Setter() &&
		n.Spelling() == r.spelling
}

// elsewhere returns the path of a value that has changed beside the one at a path; empty when there is none.
func (r replacement) elsewhere(path string) string {
	for _, c := range r.changed {
		if other := c.Path.Written(); other != path {
			return other
		}
	}
	return ""
}

// swap replaces the spelling of a scalar. A text that cannot be read then has no changed values.
func swap(target tree.Node, spelling string) replacement {
	before := target.Source()
	start, end := target.Span()
	text := before.FileText()[:start] + spelling + before.FileText()[end:]
	docs := schema.Parse(target.Position().File, []byte(text))
	i := slices.IndexFunc(docs, func(d *schema.Document) bool {
		return d.Root().Exists() && d.Root().Source().Root().Position() == before.Root().Position()
	})
	if i < 0 {
		return replacement{}
	}
	all := tree.Comparison{Before: tree.AllNulls, After: tree.AllNulls, Setters: true}
	return replacement{spelling, slices.Collect(all.Differences(before.Root(), docs[i].Root().Source().Root()))}
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
	return []finding.Problem{p.problem(finding.CodeNotPromoted, n, detail)}
}

// scalarBelow returns the path of the first scalar in a map; nil when it has none.
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

// pieces tells how a scalar is written that has no spelling of its own.
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
