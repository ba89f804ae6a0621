package krmfn

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

const listGroup, listKind = "config.kubernetes.io/", "ResourceList"

// listText is a ResourceList that came in, and where its text has what the answer keeps. Offsets are of the text.
type listText struct {
	list
	text   string
	root   tree.Node
	twice  []tree.Node // the fields of which their map has another one
	wrong  []int       // where the YAML of items is wrong
	broken error       // the first of it; nil where the whole list can be printed

	isBlock bool // the list is in block style, so that its text can be edited; the rest is empty where it is not
	section span // the field items, from its key to the end of the last item
	results span // of earlier functions
	colon   int  // behind the key items
	indent  int  // the column of the dashes
	column  int  // the column of the fields
}

type span struct{ start, end int }

// readResourceList reads one ResourceList. Anything else, or a part of one, is an error. An item of which the YAML is
// wrong is none: of an item that is nobody's only the text counts, and of a document the problem is found again.
func readResourceList(data []byte) (*listText, error) {
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, errors.New("the input is empty; send a ResourceList")
	}
	t := &listText{}
	trees, problems := tree.Read("", ended(data))
	for p := range problems {
		if p.Remark {
			continue
		}
		err := fmt.Errorf("line %d: %s", p.Position.Line, p.Detail)
		switch {
		case p.Other.Exists():
			err = fmt.Errorf("line %d: a map has the key %s twice", p.Position.Line, p.Node.Key())
			t.twice = append(t.twice, p.Other)
		case p.Ends: // nobody knows what is behind it
			return nil, fmt.Errorf("the input cannot be read: %w", err)
		case !p.Node.Exists():
			return nil, fmt.Errorf("the input is no %s: %w", listKind, err)
		}
		t.wrong, t.broken = append(t.wrong, start(p.Node)), cmp.Or(t.broken, err)
	}
	if len(trees) != 1 {
		return nil, fmt.Errorf("the input is no %s: it holds %d documents; send one", listKind, len(trees))
	}
	t.text, t.root = trees[0].FileText(), trees[0].Root()
	for _, first := range t.twice {
		if isFieldOf(t.root, first) {
			return nil, fmt.Errorf("the %s has %s twice", listKind, first.Key())
		}
	}
	if err := t.readFields(); err != nil {
		return nil, err
	}
	t.isBlock = t.findFields() && t.findItems()
	return t, nil
}

// ended returns a text that ends in a line break, unless this would change a value: a block of lines at the end.
func ended(text []byte) []byte {
	longer := append(slices.Clip(text), '\n')
	if lineStart(string(text[len(text)-1:]), 1) == 1 {
		return text
	}
	before, _ := tree.Parse("", text)
	after, _ := tree.Parse("", longer)
	if len(before) == 1 && len(after) == 1 && (tree.Comparison{}).Equal(before[0].Root(), after[0].Root()) {
		return longer
	}
	return text
}

func isFieldOf(n, field tree.Node) bool { return n.Find(field.Key()) == field }

func (t *listText) readFields() error {
	apiVersion, kind := resource.Text(t.root, "apiVersion"), resource.Text(t.root, "kind")
	if kind != listKind || !strings.HasPrefix(apiVersion, listGroup) {
		return fmt.Errorf("the input is no %s: it says kind %q of apiVersion %q; send kind %[1]s of %[4]sv1, or "+
			"write fluxapp - to render documents", listKind, kind, apiVersion, listGroup)
	}
	items, config := t.root.Find("items"), t.root.Get("functionConfig")
	switch {
	case !items.Exists() && !t.root.Find("functionConfig").Exists():
		return fmt.Errorf("the %s has neither items nor functionConfig; is it cut off?", listKind)
	case items.Exists() && items.Kind() != tree.List && items.Kind() != tree.Null:
		return fmt.Errorf("the items of the %s are no list", listKind)
	case config.Exists() && config.Kind() != tree.Map:
		return fmt.Errorf("functionConfig of the %s is no map", listKind)
	case config.Exists():
		t.config = &item{root: config, list: t}
	}
	for root := range items.Children() {
		if root.Kind() != tree.Map {
			return fmt.Errorf("items[%d] of the %s is no map", len(t.items), listKind)
		}
		t.items = append(t.items, &item{index: len(t.items), root: root, list: t})
	}
	return nil
}

// findFields finds the fields in lines of their own: false for flow style, or where a marker or no line ends the text.
func (t *listText) findFields() bool {
	var starts []int
	at := map[string]span{}
	for field := range t.root.Children() {
		key, _ := field.KeySpan()
		line := lineStart(t.text, key)
		before := strings.TrimPrefix(t.text[line:key], "\ufeff")
		if strings.Trim(before, " ") != "" || strings.HasPrefix(t.text[key:], "{") {
			return false
		}
		starts, at[field.Key()], t.column = append(starts, line), span{start: line}, len(before)
	}
	slices.Sort(starts)
	last := t.text[starts[len(starts)-1]:]
	if lineStart(last, len(last)) < len(last) || strings.Contains(last, "\n---") || strings.Contains(last, "\n...") {
		return false
	}
	starts = append(starts, len(t.text))
	for key, s := range at {
		s.end = starts[slices.Index(starts, s.start)+1]
		at[key] = span{s.start, t.beforeComments(s, t.column)}
	}
	t.results, t.section = at["results"], at["items"]
	if i := t.config; i != nil {
		i.at = at["functionConfig"]
	}
	if t.section == (span{}) {
		t.section = span{len(t.text), len(t.text)}
	}
	return true
}

// findItems finds the items by the column of their dashes. It is false for flow style, and behind an anchor.
func (t *listText) findItems() bool {
	t.colon = t.section.start + strings.IndexByte(t.text[t.section.start:t.section.end], ':') + 1
	for n, i := range t.items {
		line, column, found := t.dash(start(i.root), t.colon)
		if !found || n > 0 && column != t.indent {
			return false
		}
		i.at, t.indent = span{line, t.section.end}, column
		if n > 0 {
			before := t.items[n-1]
			before.at.end = t.beforeComments(span{before.at.start, line}, column)
			i.at.start = before.at.end
		}
	}
	if len(t.items) == 0 {
		return isIdle(t.behindNoItems())
	}
	last := t.items[len(t.items)-1]
	last.at.end = t.beforeComments(last.at, t.indent)
	t.section.end = last.at.end
	return isIdle(t.text[t.colon:t.items[0].at.start])
}

// dash returns the line and the column of the dash of an item whose value begins at an offset.
func (t *listText) dash(value, behind int) (line, column int, found bool) {
	for line = lineStart(t.text, value); line >= behind; line = lineStart(t.text, line-1) {
		content := strings.TrimLeft(t.text[line:], " ")
		if rest, isDash := strings.CutPrefix(content, "-"); isDash && strings.IndexAny(rest, " \t"+breaks) == 0 {
			return line, len(t.text) - line - len(content), true
		}
	}
	return 0, 0, false
}

// beforeComments returns where the comments begin that end a part and are of what follows: at most as deep as a column.
func (t *listText) beforeComments(part span, column int) int {
	end := part.end
	for at := end; at > part.start; {
		line := lineStart(t.text, at-1)
		content := strings.TrimLeft(t.text[line:at], " ")
		isBlank := strings.Trim(content, " \t"+breaks) == ""
		if !isBlank && content[0] != '#' {
			break
		}
		if !isBlank && at-line-len(content) <= column {
			end = line
		}
		at = line
	}
	return end
}

func isIdle(text string) bool {
	lines := each.In(strings.Lines(text), strings.TrimSpace)
	return !slices.ContainsFunc(lines, func(line string) bool { return line != "" && line[0] != '#' })
}

func start(n tree.Node) int {
	at, _ := n.Span()
	return at
}

// breaks end a line in YAML 1.1.
const breaks = "\n\r\u0085\u2028\u2029"

func lineStart(text string, at int) int {
	before := text[:max(at, 0)]
	last := strings.LastIndexAny(before, breaks)
	if last < 0 {
		return 0
	}
	for last++; last < len(before) && before[last]&0xc0 == 0x80; last++ { // the rest of a character
	}
	return last
}
