package krmfn

import (
	"iter"
	"slices"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/kio"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// listText is a ResourceList whose answer is an edit of its text: the items that stay keep their bytes.
type listText struct {
	text     string
	list     list
	items    []span // each from its line on, with the blank lines behind it
	indent   int    // the column of their dashes
	sections map[string]span
}

type span struct{ start, end int }

func (s span) in(text string) string { return text[s.start:s.end] }

// readText reads a list that is written as clients write it. It is false for every other one: in flow style, with
// anchors used across items, with a comment between two items, with an unknown field, with escapes and comments that
// kyaml changes, or with anything wrong. These are left to kyaml.
func readText(data []byte) (*listText, bool) {
	trees, problems := tree.Read("", data)
	for p := range problems {
		if p.Rule < tree.YAML11 || p.Rule >= tree.Escape {
			return nil, false
		}
	}
	if len(trees) != 1 {
		return nil, false
	}
	root := trees[0].Root()
	t := &listText{text: trees[0].FileText()}
	ok := isResourceList(root) && !hasOddLines(t.text) && t.findSections(root) &&
		t.readItems(root.Find("items")) && t.readConfig(root.Get("functionConfig")) && !t.sharesAnchors() && !t.hasMarkers()
	return t, ok
}

func isResourceList(root tree.Node) bool {
	items := root.Get("items")
	return root.Get("kind").Text() == kio.ResourceListKind &&
		strings.HasPrefix(root.Get("apiVersion").Text(), listGroup) && (!items.Exists() || items.Kind() == tree.List)
}

// findSections finds the fields of the list, each from its line up to the line of the next one.
func (t *listText) findSections(root tree.Node) bool {
	t.sections = map[string]span{}
	var starts []int
	for field := range root.Children() {
		start, _ := field.KeySpan()
		key := field.Key()
		known := slices.Contains([]string{"apiVersion", "kind", "items", "functionConfig", "results"}, key)
		if !known || start > 0 && t.text[start-1] != '\n' || !strings.HasPrefix(t.text[start:], key+":") {
			return false
		}
		t.sections[key] = span{start: start}
		starts = append(starts, start)
	}
	slices.Sort(starts)
	for key, s := range t.sections {
		s.end = len(t.text)
		if next := slices.Index(starts, s.start) + 1; next < len(starts) {
			s.end = starts[next]
		}
		t.sections[key] = s
	}
	_, found := t.sections["items"]
	return found
}

// readItems finds the items. The text before the first one, and between two, must be nothing but theirs.
func (t *listText) readItems(items tree.Node) bool {
	section := t.sections["items"]
	all := make([]item, items.Len())
	behind := section.start + len("items:")
	for root := range items.Children() {
		n := len(t.items)
		i, value := &all[n], start(root)
		line, dash, ok := t.findDash(value, behind)
		if !ok || !hasMaps(root) || !startsMap(t.text[value]) || n > 0 && dash-line != t.indent {
			return false
		}
		i.index, i.root, i.indent = n, root, value-lineStart(t.text, value)
		t.items, t.indent = append(t.items, span{start: line}), dash-line
		t.list.items = append(t.list.items, i)
		i.raw = t.text[dash+1 : section.end] // cut ends it where the next item begins
		behind = dash + 1
	}
	if len(all) == 0 {
		return slices.Contains([]string{"items:", "items: []", "items: null"}, strings.TrimSpace(section.in(t.text)))
	}
	return strings.TrimSpace(t.text[section.start:t.items[0].start]) == "items:" && t.cut(section.end)
}

// cut ends each item where the next one begins.
func (t *listText) cut(end int) bool {
	for n, i := range slices.Backward(t.list.items) {
		t.items[n].end = end
		i.raw = i.raw[:len(i.raw)-(t.sections["items"].end-end)]
		if comment := lastComment(i.raw); comment >= 0 && comment < i.indent {
			return false // whose it is, is unknown
		}
		end = t.items[n].start
	}
	return true
}

// lastComment returns the lowest column of the comments that end a text; -1 when it ends in another line.
func lastComment(text string) int {
	column := -1
	for text != "" {
		text = strings.TrimSuffix(text, "\n")
		from := lineStart(text, len(text))
		line := strings.TrimSuffix(text[from:], "\r")
		content := strings.TrimLeft(line, " ")
		if content != "" && content[0] != '#' || from == 0 {
			break
		}
		if at := len(line) - len(content); content != "" && (column < 0 || at < column) {
			column = at
		}
		text = text[:from]
	}
	return column
}

// findDash finds an item's dash, and the beginning of its line. Before the value may be blanks, empty lines, comments.
func (t *listText) findDash(value, behind int) (line, dash int, ok bool) {
	line = lineStart(t.text, value)
	content := strings.TrimRight(t.text[line:value], " ")
	for strings.TrimLeft(content, " ") == "" || strings.TrimLeft(content, " ")[0] == '#' {
		if line <= behind {
			return 0, 0, false
		}
		end := line - 1
		line = lineStart(t.text, end)
		content = strings.TrimRight(t.text[line:end], " \r")
	}
	marker := strings.TrimLeft(content, " ")
	dash = line + len(content) - len(marker)
	rest, ok := strings.CutPrefix(marker, "-")
	return line, dash, ok && dash >= behind && (rest == "" || strings.HasPrefix(strings.TrimLeft(rest, " "), "#"))
}

// startsMap reports whether a map whose text begins with a character has neither an anchor nor a tag.
func startsMap(c byte) bool { return strings.IndexByte("&!*?|>%@`[", c) < 0 }

func lineStart(text string, at int) int { return strings.LastIndexByte(text[:at], '\n') + 1 }

func hasMaps(root tree.Node) bool {
	metadata := root.Get("metadata")
	for _, n := range []tree.Node{metadata, metadata.Get("annotations"), metadata.Get("labels")} {
		if n.Exists() && n.Kind() != tree.Map {
			return false
		}
	}
	return root.Kind() == tree.Map
}

func (t *listText) readConfig(config tree.Node) bool {
	if !config.Exists() {
		return true
	}
	section, value := t.sections["functionConfig"], start(config)
	t.list.config = &item{root: config, indent: value - lineStart(t.text, value),
		raw: t.text[section.start+len("functionConfig:") : section.end]}
	return hasMaps(config) && startsMap(t.text[value])
}

// hasOddLines reports whether a line ends in anything but LF or CRLF, and whether there is a byte order mark.
func hasOddLines(text string) bool {
	for _, odd := range []string{"\u0085", "\u2028", "\u2029", "\ufeff"} {
		if strings.Contains(text, odd) {
			return true
		}
	}
	return strings.Count(text, "\r") > strings.Count(text, "\r\n")
}

func (t *listText) sharesAnchors() bool {
	anchors := map[string]int{} // by name, the first part that has it
	for name, at := range marks(t.text, '&') {
		if _, known := anchors[name]; !known {
			anchors[name] = t.part(at)
		}
	}
	if len(anchors) == 0 {
		return false
	}
	for name, at := range marks(t.text, '*') {
		if part, known := anchors[name]; known && part != t.part(at) {
			return true
		}
	}
	return false
}

// hasMarkers reports whether a line may be the marker of a document, or would be one in an item that is a document.
func (t *listText) hasMarkers() bool {
	deepest := 0
	for _, i := range append(slices.Clone(t.list.items), t.list.config) {
		if i != nil {
			deepest = max(deepest, i.indent)
		}
	}
	return hasMarker(t.text, "---", deepest) || hasMarker(t.text, "...", deepest)
}

// hasMarker reports whether a line begins with a marker, behind some spaces. As the text's first line it does no harm.
func hasMarker(text, marker string, spaces int) bool {
	for at := 1; at < len(text); at++ {
		next := strings.Index(text[at:], marker)
		if next < 0 {
			return false
		}
		at += next
		before := at
		for before > 0 && text[before-1] == ' ' && at-before < spaces {
			before--
		}
		if before == 0 || text[before-1] == '\n' {
			return true
		}
	}
	return false
}

// part returns a number of the item or the field at an offset.
func (t *listText) part(at int) int {
	items := t.sections["items"]
	if at < items.start || at >= items.end || len(t.items) == 0 {
		return -2 - slices.IndexFunc([]string{"apiVersion", "kind", "functionConfig", "results"}, func(key string) bool {
			s := t.sections[key]
			return s.start <= at && at < s.end
		})
	}
	n, _ := slices.BinarySearchFunc(t.items, at, func(s span, at int) int { return s.end - at - 1 })
	return n
}

func marks(text string, mark byte) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for at := strings.IndexByte(text, mark); at >= 0; {
			if at > 0 && strings.IndexByte(" \t\n[{,", text[at-1]) >= 0 {
				if name := nameAt(text[at+1:]); name != "" && !yield(name, at) {
					return
				}
			}
			next := strings.IndexByte(text[at+1:], mark)
			if next < 0 {
				return
			}
			at += 1 + next
		}
	}
}

const maxName = 128

func nameAt(text string) string {
	text = text[:min(len(text), maxName)]
	if end := strings.IndexAny(text, " \t\r\n[]{},"); end >= 0 {
		text = text[:end]
	}
	return text
}
