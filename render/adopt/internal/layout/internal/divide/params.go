package divide

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Param is a param of the clusters, which stands for what differs in a text or list that they share.
type Param struct {
	Name   string
	Values []tree.Node // of each member
}

func (p Param) Reference() string { return "$(cluster.params." + p.Name + ")" }

const (
	maxParams = 4  // that a reader can follow
	longText  = 60 // characters of a text that may have params; a shorter one is written as it is for each cluster
)

// AboveEntries are fields of entries that have another place in a document, where all entries share them.
var AboveEntries = []string{"chart", "source", "sourceRef"}

// withParams returns a value with params where the values differ. It is false where too much differs.
func (d *Divider) withParams(nodes []tree.Node) (tree.Node, bool) {
	for member, n := range nodes {
		if d.IsManaged(member, n) {
			return tree.Node{}, false
		}
	}
	isAbove := len(d.keys) > 0 && slices.Contains(AboveEntries, d.keys[0])
	if !d.UsesParams || isAbove || slices.ContainsFunc(nodes, isFixed) {
		return tree.Node{}, false
	}
	isTexts := !slices.ContainsFunc(nodes, func(n tree.Node) bool { return n.Kind() != tree.String })
	if isTexts {
		texts := Each(nodes, tree.Node.Text)
		if len(texts[0]) < longText && d.inList == 0 {
			return tree.Node{}, false
		}
		if found, ok := d.textWithParams(texts, nodes); ok {
			return d.B.String(found, nodes[0]), true
		}
	}
	if d.inList == 0 {
		return tree.Node{}, false
	}
	if isTexts {
		if found, ok := d.ofSources(Each(nodes, tree.Node.Text)); ok {
			return d.B.String(found, nodes[0]), true
		}
	}
	p, ok := d.param(nodes, "")
	return d.B.String(p.Reference(), nodes[0]), ok
}

// isFixed reports whether no param can stand for a value.
func isFixed(n tree.Node) bool {
	text := n.Text()
	return n.Kind() == tree.Null || n.Kind() >= tree.List || n.Setter() != "" || strings.Contains(text, "$(") ||
		strings.HasPrefix(text, "$") || n.Kind() == tree.String && text == ""
}

// textWithParams returns a text with references in its lines. It is false of texts that have little in common.
func (d *Divider) textWithParams(texts []string, nodes []tree.Node) (string, bool) {
	lines := Each(texts, func(text string) []string { return strings.SplitAfter(text, "\n") })
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
		line, kept, ok := d.lineWithParams(Each(lines, func(l []string) string { return l[i] }), found.String(), nodes)
		if !ok {
			return "", false
		}
		found.WriteString(line)
		same += kept
	}
	text := found.String()
	return text, 2*same >= len(texts[0]) && names.WithoutEscapes(text) == text
}

// lineWithParams returns a line with a reference where it differs, and how many bytes it has besides that.
func (d *Divider) lineWithParams(texts []string, above string, nodes []tree.Node) (line string, kept int, ok bool) {
	all := Each(texts, func(text string) []string { return wordsIn().FindAllString(text, -1) })
	start, end := commonEnds(all)
	before, behind := strings.Join(all[0][:start], ""), strings.Join(all[0][len(all[0])-end:], "")
	middle := Each(all, func(w []string) string { return strings.Join(w[start:len(w)-end], "") })
	found, ok := d.ofSources(middle)
	if !ok && !slices.Contains(middle, "") {
		values := make([]tree.Node, len(middle))
		for i, part := range middle {
			values[i] = d.paramValue(part, nodes[i])
		}
		var p Param
		p, ok = d.param(values, above+before)
		found = p.Reference()
	}
	return before + found + behind, len(before) + len(behind), ok
}

// paramValue returns a part of a text: a number if it has the text of one.
func (d *Divider) paramValue(part string, origin tree.Node) tree.Node {
	if integer().MatchString(part) {
		return d.B.Number(part, origin)
	}
	return d.B.String(part, origin)
}

var integer = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(0|[1-9][0-9]{0,8})$`) })

// ofSources returns a text of the names and labels of the clusters.
func (d *Divider) ofSources(texts []string) (string, bool) {
	for _, s := range d.Sources {
		if found, ok := s.pattern(texts); ok {
			return found, true
		}
	}
	for _, p := range d.Params { // shop.example.com is part of www.shop.example.com
		s := Source{Reference: p.Reference(), Values: Each(p.Values, tree.Node.Text), asWord: true}
		isLong := !slices.ContainsFunc(s.Values, func(value string) bool { return len(value) < longValue })
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

// param returns the param with the values, a new one where there is none. It is false where there would be too many.
func (d *Divider) param(values []tree.Node, before string) (Param, bool) {
	for _, p := range d.Params {
		if equalAll(p.Values, values) {
			return p, true
		}
	}
	if len(d.Params) == maxParams {
		return Param{}, false
	}
	name := paramName(before, d.keys)
	isTaken := func(name string) bool {
		return slices.ContainsFunc(d.Params, func(p Param) bool { return p.Name == name })
	}
	made := Param{Name: name, Values: values}
	for i := 2; isTaken(made.Name); i++ {
		made.Name = name + string(rune('0'+i))
	}
	d.Params = append(d.Params, made)
	return made, true
}

func equalAll(a, b []tree.Node) bool {
	for i := range a {
		if !Equal(a[i], b[i]) {
			return false
		}
	}
	return true
}
