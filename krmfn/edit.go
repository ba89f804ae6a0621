package krmfn

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// answered returns the text of the list after the run, in pieces. It is an edit of the text that came in: all that is
// not the run's keeps its bytes. A list is printed anew if it is in flow style, or if an item that goes has an anchor
// that others use; it is an error when no printer can keep what is in it.
func (t *listText) answered(items []*item, results string) ([]string, error) {
	if !t.isBlock || t.movesAnchors(items) {
		return t.printed(items, results)
	}
	pieces := t.withoutResults(nil, span{0, t.section.start})
	pieces = t.appendItems(pieces, items)
	pieces = t.withoutResults(pieces, span{t.section.end, len(t.text)})
	return append(pieces, indentedBy(results, t.column, "")), nil
}

func (t *listText) withoutResults(pieces []string, part span) []string {
	if t.results.end <= part.start || t.results.start >= part.end {
		return append(pieces, t.text[part.start:part.end])
	}
	return append(pieces, t.text[part.start:t.results.start], t.text[t.results.end:part.end])
}

func (t *listText) appendItems(pieces []string, items []*item) []string {
	first := t.section.end
	if len(t.items) > 0 {
		first = t.items[0].at.start
	}
	switch key := t.text[t.section.start:t.colon]; {
	case slices.Equal(items, t.items):
		return append(pieces, t.text[t.section.start:t.section.end])
	case len(items) == 0:
		pieces = append(pieces, key+" []"+t.text[t.colon:first])
	case len(t.items) > 0:
		pieces = append(pieces, t.text[t.section.start:first])
	case t.section.start == t.section.end: // there is no such field
		pieces = append(pieces, strings.Repeat(" ", t.column)+"items:\n")
	default:
		pieces = append(pieces, key+strings.TrimRight(t.behindNoItems(), " "+breaks)+"\n")
	}
	for _, i := range items {
		if i.index == isNew {
			pieces = append(pieces, dashed(i.raw, t.indent))
		} else {
			pieces = append(pieces, t.text[i.at.start:i.at.end])
		}
	}
	return pieces
}

// behindNoItems returns what is behind the key of no items, without the null or the brackets.
func (t *listText) behindNoItems() string {
	rest := strings.TrimLeft(t.text[t.colon:t.section.end], " ")
	for _, none := range []string{"[]", "null", "~"} {
		rest = strings.TrimPrefix(rest, none)
	}
	return " " + strings.TrimLeft(rest, " ")
}

// movesAnchors reports whether an item that goes, or is moved behind others, has an anchor that another part uses.
func (t *listText) movesAnchors(items []*item) bool {
	stays, last := make([]bool, len(t.items)), -1
	for _, i := range items {
		if i.index > last {
			stays[i.index], last = true, i.index
		}
	}
	return slices.ContainsFunc(t.items, func(i *item) bool {
		return !stays[i.index] && strings.ContainsAny(t.text[i.at.start:i.at.end], "&*")
	}) && t.sharesAnchors()
}

// anchor matches an anchor or an alias, and perhaps some text that looks like one.
var anchor = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[\s\[{,])([&*])([^\s\[\]{},]+)`)
})

func (t *listText) sharesAnchors() bool {
	last := map[string]int{} // by name, the number of the item
	for _, match := range anchor().FindAllStringSubmatchIndex(t.text, -1) {
		name := t.text[match[4]:match[5]]
		part, _ := slices.BinarySearchFunc(t.items, match[2], func(i *item, at int) int { return i.at.end - at - 1 })
		if t.text[match[2]] == '&' {
			last[name] = part
		} else if of, known := last[name]; known && of != part {
			return true
		}
	}
	return false
}

func (t *listText) printed(items []*item, results string) ([]string, error) {
	if t.broken != nil {
		return nil, fmt.Errorf("this %s can only be printed anew, and its YAML is wrong: %w", listKind, t.broken)
	}
	b := tree.NewBuilder()
	pieces := []string{string(tree.AppendYAML(nil, b.Verbatim(b.Without(t.root, "items", "results")))), "items:\n"}
	if len(items) == 0 {
		pieces[1] = "items: []\n"
	}
	for _, i := range items {
		text := i.raw
		if i.index != isNew {
			text = string(tree.AppendYAML(nil, b.Verbatim(i.root)))
		}
		pieces = append(pieces, dashed(text, 0))
	}
	return append(pieces, results), nil
}

func dashed(text string, column int) string { return indentedBy(text, column+2, "- ") }

// indentedBy indents the lines of a text. The first one has a mark at the end of its indentation.
func indentedBy(text string, column int, mark string) string {
	if column == 0 {
		return text
	}
	var b strings.Builder
	b.Grow(len(text) + strings.Count(text, "\n")*column)
	margin := strings.Repeat(" ", column)
	indent := margin[len(mark):] + mark
	for line := range strings.Lines(text) {
		if line != "\n" {
			b.WriteString(indent)
		}
		b.WriteString(line)
		indent = margin
	}
	return b.String()
}
