package layout

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/comment"
	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout/internal/authored"
	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout/internal/divide"
	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout/internal/page"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// Result is a document, and what it does not have of the files.
type Result struct {
	YAML []byte
	// Lost counts the comment lines of the files that the document does not have. Those that tell an editor the schema of
	// an object are not counted, and instructions to other programs are never lost.
	Lost int
	// FirstLost is where the first of them is.
	FirstLost tree.Position
}

// Write returns the FluxApplication of a group, as YAML: the same bytes for any order of members and labels.
func Write(g Group) Result {
	b := tree.NewBuilder()
	g.digested = g.digestsSources()
	members := reader{group: g, b: b}.readAll()
	w := newWriter(g, b, members)
	w.divide(false)
	drafts := w.candidates()
	if w.divide(true); len(w.params) > 0 {
		drafts = append(drafts, w.withParams()...)
	}
	return w.result(w.choose(drafts))
}

// divide finds what the members have in common, and their differences. Params can stand for what differs in texts.
func (w *writer) divide(usesParams bool) {
	d := divide.Divider{B: w.b, Sources: sourcesOf(w.members), IsManaged: w.authors.IsManaged, UsesParams: usesParams}
	nodes := divide.Each(w.members, func(m reached) tree.Node { return m.fields })
	w.common = d.Divide(nil, validate.EntryType(kinds.WorkloadField(w.group.Kind.Field)), nodes)
	w.params = slices.DeleteFunc(d.Params, func(p divide.Param) bool { return !mentions(w.common, p.Reference()) })
	for _, p := range w.params {
		d.Add([]string{"params", p.Name}, p.Values)
	}
	if w.differences = d.Differences; !w.group.digested {
		w.common = w.nameSource(w.common)
	}
	w.authors.AddParams(divide.Each(w.params, func(p divide.Param) string { return p.Name }))
	for _, begin := range d.Begins {
		at := &w.authors.Entry
		for _, key := range begin.Path {
			at = at.Field(key)
		}
		at.Begin = begin.Count
	}
}

// mentions reports whether a text is part of one in a value.
func mentions(n tree.Node, text string) bool {
	for child := range n.Children() {
		if strings.Contains(child.Text(), text) || mentions(child, text) {
			return true
		}
	}
	return false
}

// choose returns the text that is the fastest to read, in the first level that makes it no longer than the files. Where
// none does, it is that of the first level.
func (w *writer) choose(drafts []draft) text {
	var first text
	for l := page.Easy; l <= page.Quoted; l++ {
		best := w.best(drafts, l)
		if !w.isTooLong(best) {
			return best
		}
		if l == page.Easy {
			first = best
		}
	}
	return first
}

func (w *writer) best(drafts []draft, l page.Level) (best text) {
	for _, d := range drafts {
		if d.last && l < page.Quoted {
			continue
		}
		made := w.write(d, l)
		order := cmp.Or(cmp.Compare(made.lines, best.lines), cmp.Compare(len(made.yaml), len(best.yaml)))
		isFirst, isShort := best.yaml == nil, !w.isTooLong(made)
		if isFirst || isShort && w.isTooLong(best) || isShort != w.isTooLong(best) && order < 0 {
			best = made
		}
	}
	return best
}

// isTooLong reports whether a text has more lines than the files.
func (w *writer) isTooLong(t text) bool { return w.authors.Lines > 0 && t.count > w.authors.Lines }

// result returns the chosen document with what it lacks. Instructions that have no place in it are in front of it.
func (w *writer) result(chosen text) (made Result) {
	var above []byte
	for author, all := range w.authors.All {
		for _, c := range all {
			switch {
			case chosen.kept[authored.CommentID{Author: author, Line: c.Line}]:
			case comment.IsInstruction(c.Text):
				if line := append([]byte(c.Text), '\n'); !bytes.Contains(above, line) {
					above = append(above, line...)
				}
			default:
				if made.Lost++; made.Lost == 1 {
					made.FirstLost = c.Position
				}
			}
		}
	}
	made.YAML = append(above, chosen.yaml...)
	return made
}

type text struct {
	yaml  []byte
	lines int // that a reader needs time for
	count int // without comments and empty lines
	kept  map[authored.CommentID]bool
}

// What a reader needs besides the lines, as lines. An override for one cluster is not where the reader looks first:
// it must save an entry for each of many clusters. Names are looked up in each list of names, and params elsewhere.
const (
	loneLines  = 8
	namesLines = 2
	paramLines = 1
)

func (w *writer) write(d draft, l page.Level) text {
	w.scribe = authored.NewScribe()
	yaml, comments := w.printer.Print(w.document(d), l)
	made := text{yaml: yaml, kept: w.scribe.Kept}
	made.count, _ = authored.CountLines(string(yaml))
	made.lines = bytes.Count(yaml, []byte("\n")) - comments
	made.lines += len(d.params) * paramLines
	for _, o := range d.overrides {
		switch {
		case len(o.members) == 1:
			made.lines += loneLines
		case o.selector.key == "":
			made.lines += namesLines
		}
	}
	return made
}
