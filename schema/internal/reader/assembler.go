package reader

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
)

// assembler makes the records of a document. The parser of our own and the converter of the library's nodes call it in the same order, so
// that both make the same records, problems and texts.
type assembler struct {
	doc      *record.Document
	text     string // of the source
	piece    piece
	anchors  anchors
	children []int32 // a stack: the children of the lists and maps that are open
	problems []Problem
	expanded expansion // of the document, without a depth
	stopped  bool      // nothing more is made
}

// anchors are the values that aliases may name.
type anchors struct {
	named map[string]int32    // the last one of each name so far
	ended map[int32]expansion // those that are read completely
}

// begin registers the anchor of a value that is not complete yet.
func (a *anchors) begin(name string, at int32) {
	if a.ended == nil {
		a.named, a.ended = map[string]int32{}, map[int32]expansion{}
	}
	a.named[name] = at
}

// expansion is how deep a value is, and how many bytes and values it expands to.
type expansion struct{ depth, bytes, values int }

// expand counts bytes that the document expands to, and stops when they are too many.
func (a *assembler) expand(bytes int, at int32) {
	if a.expanded.bytes += bytes; a.expanded.bytes > maxExpanded+4*(a.piece.end-a.piece.start) && !a.stopped {
		a.stopped = true
		a.report(TooLarge, at, "written out, the aliases and the indentation of this document take more than 256 MiB")
	}
}

// span returns a text's length if the source spells it so, perhaps behind a quote, or otherwise its index in the table.
func (a *assembler) span(text string, at uint32) (n uint32, how record.Flags) {
	rest := a.text[at:a.piece.end]
	switch {
	case text == "", strings.HasPrefix(rest, text):
		return uint32(len(text)), 0
	case rest != "" && (rest[0] == '"' || rest[0] == '\'') && strings.HasPrefix(rest[1:], text):
		return uint32(len(text)), record.Quoted
	}
	return a.doc.AddString(text), record.InTable
}

// string stores a text that is no plain scalar.
func (a *assembler) string(text string, at int32) {
	r := &a.doc.Records[at]
	length, how := a.span(text, r.At)
	r.Kind, r.Text = scalar.String, length
	r.Flags |= how
}

// plain stores what a plain scalar means.
func (a *assembler) plain(text string, at int32) {
	kind, meaning := scalar.Resolve(text)
	a.string(text, at)
	if kind != scalar.String {
		r := &a.doc.Records[at]
		if r.Kind = kind; kind != scalar.Null && meaning != text {
			r.Flags |= record.NonCanonical
		}
	}
	a.checkDoubt(kind, meaning, text, at, false)
}

// setKey stores the key of a value, or returns why it cannot be a key.
func (a *assembler) setKey(text string, plain bool, keyAt uint32, at int32) (wrong string) {
	r := &a.doc.Records[at]
	r.KeyAt = keyAt
	written := text
	var kind scalar.Kind
	var meaning string
	if plain {
		kind, meaning = scalar.Resolve(written)
		var ok bool
		if text, ok = scalar.ResolvedKey(kind, meaning, written); !ok {
			return text
		}
	}
	length, how := a.span(text, keyAt)
	r.Key, r.Flags = length, r.Flags|how<<record.OfKey
	a.expanded.bytes += len(text)
	if plain {
		a.checkDoubt(kind, meaning, written, at, true)
	}
	return ""
}

// badKey reports a key of a map. No record has what is behind the key.
func (a *assembler) badKey(key string, keyAt uint32, parent int32, wrong string) {
	a.problems = append(a.problems, Problem{Rule: BadKey, At: keyAt, Document: a.doc, Record: parent, Key: key, Detail: wrong})
}

// checkDoubt reports a plain scalar that readers resolve differently, or that JSON cannot represent.
func (a *assembler) checkDoubt(kind scalar.Kind, meaning, plain string, at int32, onKey bool) {
	if doubt := scalar.DoubtOf(kind, meaning, plain); doubt != scalar.NoDoubt {
		rules := [...]Rule{scalar.NotJSON: NotJSON, scalar.YAML11: YAML11, scalar.LostDigits: LostDigits}
		a.problem(Problem{Rule: rules[doubt], Record: at, OnKey: onKey, Detail: meaning})
	}
}

func (a *assembler) report(rule Rule, at int32, detail string) {
	a.problem(Problem{Rule: rule, Record: at, Detail: detail})
}

// problem adds a problem of a record at the place of its value or key.
func (a *assembler) problem(p Problem) {
	p.Document = a.doc
	if r := &a.doc.Records[p.Record]; p.OnKey {
		p.At = r.KeyAt
	} else {
		p.At = r.At
	}
	a.problems = append(a.problems, p)
}

// copyAlias gives the record of an alias the value that it names, which is complete. They share their children.
func (a *assembler) copyAlias(at, from int32, depth int) {
	target := a.anchors.ended[from]
	a.expanded.bytes += target.bytes + 2*target.values*max(depth-target.depth, 0)
	a.expanded.values += target.values
	r, v := &a.doc.Records[at], a.doc.Records[from]
	r.Kind, r.First = v.Kind, v.First
	if r.Flags |= v.Flags & record.NonCanonical; v.Text > 0 || v.Flags&record.InTable != 0 {
		r.Text = a.doc.AddString(a.doc.Written(from))
		r.Flags |= record.InTable
	}
	if setter, ok := a.doc.Setters[from]; ok {
		a.doc.SetSetter(at, setter)
	}
}

// linkFields makes the children above a mark the fields of a map, in the order of their keys. Merges are the merge keys of the map.
func (a *assembler) linkFields(parent int32, mark int, merges []merge) {
	scalar.GroupKeys(a.children[mark:], a.doc.Key)
	a.dropDuplicates(mark)
	if merges != nil {
		a.merge(merges, mark)
		scalar.GroupKeys(a.children[mark:], a.doc.Key)
	}
	scalar.OrderKeys(a.children[mark:], a.doc.Key)
	a.link(parent, scalar.Map, mark)
}

// link pops the children above a mark and makes them the children of a record.
func (a *assembler) link(parent int32, kind scalar.Kind, mark int) {
	a.doc.Records[parent].Kind = kind
	next := &a.doc.Records[parent].First
	for _, child := range a.children[mark:] {
		*next = child
		next = &a.doc.Records[child].Next
	}
	a.children = a.children[:mark]
}

// dropDuplicates drops the second of two equal keys, which are neighbours.
func (a *assembler) dropDuplicates(mark int) {
	kept := a.children[:mark]
	for _, child := range a.children[mark:] {
		if last := len(kept) - 1; last >= mark && a.doc.Key(kept[last]) == a.doc.Key(child) {
			a.problem(Problem{Rule: DuplicateKey, Record: child, OnKey: true, Other: kept[last]})
			continue
		}
		kept = append(kept, child)
	}
	a.children = kept
}
