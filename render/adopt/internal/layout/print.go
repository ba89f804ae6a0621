package layout

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// maxLine is how long a line with a list or map can be.
const maxLine = 100

// encode returns a map as YAML in block style, with what is small in flow style.
func encode(v *value) []byte {
	p := printer{b: tree.NewBuilder()}
	p.below(v, 0)
	return p.out
}

type printer struct {
	b   *tree.Builder
	out []byte
}

// lines writes lines at an indentation.
func (p *printer) lines(indent int, lines ...string) {
	for _, line := range lines {
		if line != "" {
			p.out = append(p.out, strings.Repeat(" ", indent)...)
		}
		p.out = append(append(p.out, line...), '\n')
	}
}

// below writes the fields of a map or the items of a list. Items look alike: if one is too long for a line, all are.
func (p *printer) below(v *value, indent int) {
	isLong := slices.ContainsFunc(v.below, func(item *value) bool {
		_, short := p.short(item, indent+2)
		return v.kind == tree.List && !short && len(item.below) > 0
	})
	for _, child := range v.below {
		p.child(child, v.kind == tree.List, indent, isLong)
	}
}

// child writes a field or an item, in flow style if that is easy to read.
func (p *printer) child(v *value, isItem bool, indent int, isLong bool) {
	begin, column := "-", indent+2
	if !isItem {
		begin = p.key(v.key) + ":"
		column = indent + utf8.RuneCountInString(begin) + 1
	}
	flow, short := p.short(v, column)
	c := v.note
	switch {
	case short && !isLong:
		p.lines(indent, c.above...)
		p.lines(indent, begin+" "+flow+behind(c))
	case v.kind < tree.List || len(v.below) == 0:
		p.leaf(v, isItem, begin, indent)
	case !isItem:
		p.lines(indent, c.above...)
		p.lines(indent, begin+behind(c))
		p.below(v, indent+2*isMap[v.kind])
	default:
		p.lines(indent, c.and(c.behind).above...)
		from := len(p.out)
		p.below(v, indent+2)
		p.dash(from, indent)
	}
	p.lines(indent, c.below...)
}

// isMap is how many steps what is in a field is further in: lists begin right below their key.
var isMap = map[tree.Kind]int{tree.Map: 1}

func behind(c note) string { return strings.TrimRight(" "+c.behind, " ") }

// dash puts a dash in front of the first line of an item that is no comment.
func (p *printer) dash(from, indent int) {
	for bytes.HasPrefix(bytes.TrimLeft(p.out[from:], " "), []byte("#")) {
		end := bytes.IndexByte(p.out[from:], '\n')
		p.out = slices.Delete(p.out, from, from+2) // it is about the item
		from += end + 1 - 2
	}
	p.out[from+indent] = '-'
}

// leaf writes a scalar, or an empty list or map, as AppendYAML prints it, with what is behind its first line.
func (p *printer) leaf(v *value, isItem bool, begin string, indent int) {
	lines := p.leafLines(v, isItem, begin)
	c := v.note
	if v.scalar.Setter() != "" || len(lines) > 1 && !isBlock().MatchString(lines[0]) {
		c = c.and(c.behind)
		c.behind = ""
	}
	lines[0] += behind(c)
	p.lines(indent, c.above...)
	p.lines(indent, lines...)
}

func (p *printer) leafLines(v *value, isItem bool, begin string) []string {
	n := v.scalar
	switch v.kind {
	case tree.Map:
		n = p.b.Map(tree.Node{})
	case tree.List:
		n = p.b.List(tree.Node{})
	}
	field := p.b.Verbatim(p.b.Map(tree.Node{}, tree.Field{Key: v.key, Value: n}))
	if isItem {
		field = p.b.Verbatim(p.b.List(tree.Node{}, n))
	}
	text := strings.TrimSuffix(string(tree.AppendYAML(nil, field)), "\n")
	lines := strings.Split(text, "\n")
	switch hasLines := strings.Contains(n.Text(), "\n"); {
	case strings.HasPrefix(text, "? "):
	case !hasLines:
		return []string{folds().ReplaceAllString(text, " ")}
	case !isBlock().MatchString(lines[0]) && n.Setter() == "":
		if readsBack(n.Text()) {
			return strings.Split(begin+" "+blockOf(n.Text()), "\n")
		}
	}
	return lines
}

// blockOf returns a text of several lines as a block.
func blockOf(text string) string {
	header := "|"
	if strings.ContainsRune(" \n\t", rune(text[0])) {
		header += "2"
	}
	switch {
	case !strings.HasSuffix(text, "\n"):
		header += "-"
	case strings.HasSuffix(text, "\n\n"):
		header += "+"
	}
	for line := range strings.Lines(text) {
		if header += "\n"; line != "\n" {
			header += "  " + strings.TrimSuffix(line, "\n")
		}
	}
	return header
}

// readsBack reports whether a reader gets a text back from its block: some cannot be blocks.
func readsBack(text string) bool {
	docs, problems := tree.Parse("", []byte("a: "+blockOf(text)+"\nb: 1\n"))
	return len(docs) == 1 && len(problems) == 0 && docs[0].Root().Get("a").Text() == text
}

// folds matches where AppendYAML breaks lines at a blank, and isBlock the first line of a block.
var (
	folds   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\n +`) })
	isBlock = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[:-] \|[-+0-9]*$`) })
)

// key returns a key as it is printed.
func (p *printer) key(key string) string {
	if plainInFlow().MatchString(key) && len(key) < maxLine {
		field := tree.Field{Key: key, Value: p.b.Bool(true, tree.Node{})}
		return strings.TrimSuffix(string(tree.AppendYAML(nil, p.b.Map(tree.Node{}, field))), ": true\n")
	}
	return string(tree.AppendJSON(nil, p.b.String(key, tree.Node{})))
}

// short returns a list or map in flow style, where it is easy to read on a line from a column on.
func (p *printer) short(v *value, column int) (string, bool) {
	if len(v.below) == 0 || !v.isSimple() || slices.ContainsFunc(v.below, (*value).hasNote) {
		return "", false
	}
	flow, ok := p.flow(v)
	return flow, ok && column+utf8.RuneCountInString(flow) <= maxLine
}

// isSimple reports whether a reader takes in a list or map on one line.
func (v *value) isSimple() bool {
	scalars, depth := v.size()
	isSmall := depth <= 2 && scalars <= 6 || depth == 3 && scalars <= 2 || depth == 4 && scalars == 1
	return v.style == oneLine || v.style == small && isSmall
}

// hasNote reports whether there are comments about a value, or in it.
func (v *value) hasNote() bool {
	return !v.note.isEmpty() || slices.ContainsFunc(v.below, (*value).hasNote)
}

// flow returns a value in flow style. It is false where that is not possible.
func (p *printer) flow(v *value) (string, bool) {
	if v.kind < tree.List {
		return p.flowScalar(v.scalar)
	}
	var parts []string
	for _, child := range v.below {
		text, ok := p.flow(child)
		if !ok {
			return "", false
		}
		if v.kind == tree.Map {
			text = p.key(child.key) + ": " + text
		}
		parts = append(parts, text)
	}
	if v.kind == tree.Map {
		return "{" + strings.Join(parts, ", ") + "}", true
	}
	return "[" + strings.Join(parts, ", ") + "]", true
}

// flowScalar returns a scalar in flow style; none for one with a setter comment or several lines.
func (p *printer) flowScalar(n tree.Node) (string, bool) {
	if n.Setter() != "" || strings.Contains(n.Text(), "\n") {
		return "", false
	}
	text := strings.TrimSuffix(string(tree.AppendYAML(nil, p.b.Verbatim(n))), "\n")
	if strings.Contains(text, "\n") {
		return "", false
	}
	if n.Kind() == tree.String && text[0] != '\'' && text[0] != '"' && !plainInFlow().MatchString(text) {
		text = "'" + strings.ReplaceAll(text, "'", "''") + "'"
	}
	return text, true
}

// plainInFlow matches strings that are one plain scalar in flow style too, if they are one in block style.
var plainInFlow = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[\pL\pN./_$(~][\pL\pN./_$()~:@%+=<>*&!^;"' -]*$`)
})
