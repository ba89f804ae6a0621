package layout

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/comment"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// param is a param of the clusters, which stands for what differs in a text or list that they share.
type param struct {
	name   string
	values []tree.Node // of each member
}

func (p param) reference() string { return "$(cluster.params." + p.name + ")" }

const (
	maxParams = 4  // that a reader can follow
	longText  = 60 // characters of a text that may have params; a shorter one is written as it is for each cluster
)

// withParams returns a value with params where the values differ. It is false where too much differs.
func (d *divider) withParams(nodes []tree.Node) (tree.Node, bool) {
	isAbove := len(d.keys) > 0 && slices.Contains(aboveEntries, d.keys[0])
	if !d.usesParams || isAbove || slices.ContainsFunc(nodes, isFixed) || d.areManaged(nodes) {
		return tree.Node{}, false
	}
	isTexts := !slices.ContainsFunc(nodes, func(n tree.Node) bool { return n.Kind() != tree.String })
	if isTexts {
		texts := each(nodes, tree.Node.Text)
		if len(texts[0]) < longText && d.inList == 0 {
			return tree.Node{}, false
		}
		if found, ok := d.textWithParams(texts, nodes); ok {
			return d.b.String(found, nodes[0]), true
		}
	}
	if d.inList == 0 {
		return tree.Node{}, false
	}
	if isTexts {
		if found, ok := d.ofSources(each(nodes, tree.Node.Text)); ok {
			return d.b.String(found, nodes[0]), true
		}
	}
	p, ok := d.param(nodes, "")
	return d.b.String(p.reference(), nodes[0]), ok
}

// areManaged reports whether a program is told to change one of the values: it does not find the value of a param. The
// instruction is in the line of the value, or up to two lines above it.
func (d *divider) areManaged(nodes []tree.Node) bool {
	for member, n := range nodes {
		line := n.Position().Line
		for _, c := range d.authors.all[d.authors.members[member]] {
			if line >= c.Line && line <= c.Line+2 && comment.IsInstruction(c.Text) {
				return true
			}
		}
	}
	return false
}

// isFixed reports whether no param can stand for a value.
func isFixed(n tree.Node) bool {
	text := n.Text()
	return n.Kind() == tree.Null || n.Kind() >= tree.List || n.Setter() != "" || strings.Contains(text, "$(") ||
		strings.HasPrefix(text, "$") || n.Kind() == tree.String && text == ""
}

// textWithParams returns a text with references in its lines. It is false of texts that have little in common.
func (d *divider) textWithParams(texts []string, nodes []tree.Node) (string, bool) {
	lines := each(texts, func(text string) []string { return strings.SplitAfter(text, "\n") })
	var found strings.Builder
	same := 0
	if slices.ContainsFunc(lines, func(l []string) bool { return len(l) != len(lines[0]) }) {
		return "", false
	}
	for i, line := range lines[0] {
		if !slices.ContainsFunc(lines, func(l []string) bool { return l[i] != line }) {
			found.WriteString(line)
			same += len(line)
			continue
		}
		line, kept, ok := d.lineWithParams(each(lines, func(l []string) string { return l[i] }), found.String(), nodes)
		if !ok {
			return "", false
		}
		found.WriteString(line)
		same += kept
	}
	text := found.String()
	return text, 2*same >= len(texts[0]) && reference.Unescaped(text) == text
}

// lineWithParams returns a line with references, and how many bytes it has besides them.
func (d *divider) lineWithParams(texts []string, above string, nodes []tree.Node) (line string, kept int, ok bool) {
	all := each(texts, func(text string) []string { return wordsIn().FindAllString(text, -1) })
	start, end := commonEnds(all)
	isAligned := !slices.ContainsFunc(all, func(w []string) bool { return len(w) != len(all[0]) })
	var made strings.Builder
	write := func(parts []string) bool {
		if !slices.ContainsFunc(parts, func(s string) bool { return s != parts[0] }) {
			made.WriteString(parts[0])
			kept += len(parts[0])
			return true
		}
		found, ok := d.ofSources(parts)
		if !ok {
			values := make([]tree.Node, len(parts))
			for i, part := range parts {
				values[i] = d.paramValue(part, nodes[i])
				ok = ok || part == ""
			}
			p, possible := d.param(values, above+made.String())
			found, ok = p.reference(), possible && !ok
		}
		made.WriteString(found)
		return ok
	}
	for i := 0; i < start; i++ {
		write(each(all, func(w []string) string { return w[i] }))
	}
	middle := each(all, func(w []string) []string { return w[start : len(w)-end] })
	if isAligned && onlyWordsDiffer(middle) {
		for i := range middle[0] {
			if !write(each(middle, func(w []string) string { return w[i] })) {
				return "", 0, false
			}
		}
	} else if !write(each(middle, func(w []string) string { return strings.Join(w, "") })) {
		return "", 0, false
	}
	for i := end; i > 0; i-- {
		write(each(all, func(w []string) string { return w[len(w)-i] }))
	}
	return made.String(), kept, true
}

// paramValue returns a part of a text: a number if it has the text of one.
func (d *divider) paramValue(part string, origin tree.Node) tree.Node {
	if integer().MatchString(part) {
		return d.b.Number(part, origin)
	}
	return d.b.String(part, origin)
}

var integer = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(0|[1-9][0-9]{0,8})$`) })

// ofSources returns a text of the names and labels of the clusters.
func (d *divider) ofSources(texts []string) (string, bool) {
	for _, s := range d.sources {
		if found, ok := s.pattern(texts); ok {
			return found, true
		}
	}
	for _, p := range d.params { // shop.example.com is part of www.shop.example.com
		s := source{reference: p.reference(), values: each(p.values, tree.Node.Text), asWord: true}
		isLong := !slices.ContainsFunc(s.values, func(value string) bool { return len(value) < longValue })
		if found, ok := s.pattern(texts); ok && isLong {
			return found, true
		}
	}
	return "", false
}

// longValue is the length of a value that is not in a longer text by chance.
const longValue = 6

// wordsIn matches the parts of a text that differ as a whole.
var wordsIn = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[\pL\pN._-]+|(?s:.)`) })

// commonEnds returns how many words all lists begin and end with.
func commonEnds(all [][]string) (start, end int) {
	shortest := slices.MinFunc(all, func(x, y []string) int { return len(x) - len(y) })
	differ := func(at func(w []string) string) bool {
		return slices.ContainsFunc(all, func(w []string) bool { return at(w) != at(all[0]) })
	}
	for start < len(shortest) && !differ(func(w []string) string { return w[start] }) {
		start++
	}
	for end < len(shortest)-start && !differ(func(w []string) string { return w[len(w)-1-end] }) {
		end++
	}
	return start, end
}

// onlyWordsDiffer reports whether lists of one length have the same signs between their words.
func onlyWordsDiffer(all [][]string) bool {
	for i, word := range all[0] {
		isWord := hasLetterOrDigit().MatchString(word)
		for _, w := range all {
			if w[i] != word && (!isWord || !hasLetterOrDigit().MatchString(w[i])) {
				return false
			}
		}
	}
	return true
}

var hasLetterOrDigit = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[\pL\pN]`) })

// param returns the param with the values, a new one where there is none. It is false where there would be too many.
func (d *divider) param(values []tree.Node, before string) (param, bool) {
	for _, p := range d.params {
		if equalAll(p.values, values) {
			return p, true
		}
	}
	if len(d.params) == maxParams {
		return param{}, false
	}
	name := paramName(before, d.keys)
	isTaken := func(name string) bool {
		return slices.ContainsFunc(d.params, func(p param) bool { return p.name == name })
	}
	made := param{name: name, values: values}
	for i := 2; isTaken(made.name); i++ {
		made.name = name + string(rune('0'+i))
	}
	d.params = append(d.params, made)
	return made, true
}

func equalAll(a, b []tree.Node) bool {
	for i := range a {
		if !equal(a[i], b[i]) {
			return false
		}
	}
	return true
}
