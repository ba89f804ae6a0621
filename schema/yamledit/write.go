package yamledit

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// replaced returns the text of a place with a value that is printed anew. The comment in its line stays.
func (e *editor) replaced(p place, want tree.Node, keep bool) string {
	at := e.bare(p.from)
	isBlock := p.node.Kind() >= tree.List && !e.opens(p, brackets)
	if p.flow || p.column < 0 {
		e.failed = e.failed || isBlock
		return e.part(p.head, at) + e.inline(want, e.byteAt(at), keep) + e.part(p.end, p.tail)
	}
	beside, below := e.written(p, want, keep)
	before, behind := " ", e.part(p.head, e.lineEnd(p.head)) // a comment behind the key or dash
	switch {
	case isBlock && at == p.from && e.lineStart(at) < p.head: // its first line is behind the dash
		behind = ""
	case isBlock, p.from == p.end:
	case e.opens(p, blocks):
		_, behind, _ = strings.Cut(e.part(at, e.lineEnd(at))+" ", " ")
		behind = strings.TrimRight(" "+behind, " ")
	default:
		before, behind = e.part(p.head, at), e.part(p.end, e.lineEnd(p.end))
	}
	if beside == "" {
		before = ""
	}
	return before + beside + behind + e.eol + below + e.part(e.nextLine(p.end), p.tail)
}

// written returns a value as what is beside its key or dash, and the lines below.
func (e *editor) written(p place, want tree.Node, keep bool) (beside, below string) {
	column, isString := p.column, want.Kind() == tree.String
	isLines := isString && !e.opens(p, quotes) && scalar.PresentationOf(want.Text()).Style == scalar.Literal
	if !isLines && !hasChildren(want, keep) {
		return e.spell(want, e.byteAt(e.bare(p.from)), false), ""
	}
	beside, below, _ = strings.Cut(printed(p, "", want, keep), "\n")
	beside = strings.TrimLeft(strings.TrimPrefix(strings.TrimPrefix(beside, `"":`), "-"), " ")
	if isLines {
		beside, _, _ = strings.Cut(beside, " #") // the comment that is there stays
		if e.opens(p, blocks) && !strings.Contains(beside, "2") {
			column = max(0, e.indent(e.skip(e.nextLine(p.from), "\r\n"))-2)
		}
	}
	return beside, e.lines(below, column)
}

func printed(p place, key string, n tree.Node, keep bool) string {
	b := tree.NewBuilder()
	around := b.List(n, n)
	if p.field {
		around = b.Map(n, tree.Field{Key: key, Value: n})
	}
	if keep {
		around = b.Verbatim(around)
	}
	return string(tree.AppendYAML(nil, around))
}

func (e *editor) lines(text string, column int) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		if line != "\n" {
			out.WriteString(strings.Repeat(" ", column))
		}
		out.WriteString(strings.TrimSuffix(line, "\n") + e.eol)
	}
	return out.String()
}

// Inline returns a value in one line, as it fits into braces and brackets.
func Inline(n tree.Node) string { return new(editor).inline(n, 0, n.KeepsNulls()) }

func (e *editor) inline(n tree.Node, quote byte, keep bool) string {
	if n.Kind() < tree.List {
		return e.spell(n, quote, true)
	}
	var parts []string
	for child := range n.Children() {
		switch below := e.inline(child, 0, keep || child.KeepsNulls()); {
		case n.Kind() == tree.List:
			parts = append(parts, below)
		case isField(child, keep):
			parts = append(parts, e.inlineKey(child)+below)
		}
	}
	if n.Kind() == tree.List {
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func (e *editor) inlineKey(n tree.Node) string {
	return e.spell(tree.NewBuilder().String(n.Key(), n), 0, true) + ": "
}

// spell returns a scalar, or an empty list or map, in one line; a string in the quotes that it replaces or needs.
func (e *editor) spell(n tree.Node, quote byte, flow bool) string {
	text, inJSON := n.Text(), string(tree.AppendJSON(nil, n))
	switch {
	case n.Kind() == tree.Number:
		return scalar.YAMLNumber(text)
	case n.Kind() != tree.String, e.json, quote == '"':
		return inJSON
	}
	style := scalar.PresentationOf(text).Style
	if style == scalar.Plain && quote != '\'' && readsAs(text, n, flow) {
		return text
	}
	single := "'" + strings.ReplaceAll(text, "'", "''") + "'"
	if (style < scalar.DoubleQuoted || quote == '\'') && readsAs(single, n, flow) {
		return single
	}
	return inJSON
}

// readsAs reports whether all readers take a spelling for a string.
func readsAs(spelling string, n tree.Node, flow bool) bool {
	line := "k: " + spelling + "\n"
	if flow {
		line = "{k: " + spelling + ", l: 0}\n"
	}
	trees, problems := tree.Parse("", []byte(line))
	if len(trees) != 1 || len(problems) > 0 {
		return false
	}
	k := trees[0].Root().First()
	return k.Kind() == n.Kind() && k.Text() == n.Text()
}
