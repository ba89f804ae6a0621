package tree

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
)

// AppendYAML appends the value as one block-style YAML document that ends in a line break, and returns the longer slice. It appends nothing
// for an absent value. The text is that of sigs.k8s.io/yaml for an equal value, with these exceptions:
//
//  1. A number keeps its Text: 1.10 is printed as 1.10.
//  2. A field whose value is null is left out, unless its map is a [Builder.Verbatim] value or below one. The nulls of a list are printed.
//  3. A setter comment is printed behind its scalar, or behind the header of a block.
//  4. The key << is quoted, and line and paragraph separators are escaped, because not every reader would return them.
//
// Bytes that are no UTF-8 become U+FFFD, as in encoding/json.
func AppendYAML(dst []byte, n Node) []byte {
	if !n.Exists() {
		return dst
	}
	p := yamlPrinter{out: dst, line: len(dst)}
	p.value(n, 0, n.keepsNulls())
	return p.out
}

// yamlPrinter writes block style: maps and scalars two columns further in than their parent, lists right below their key. The methods write
// at the end of out.
type yamlPrinter struct {
	out      []byte
	line     int      // where in out the current line begins
	compiled *Printer // notes the holes; nil when nothing is compiled
}

// value writes what follows a marker (`- `, `? `, `: `, or the beginning of the document), which ends at column indent.
func (p *yamlPrinter) value(n Node, indent int, keep bool) {
	v := n.value()
	switch r := v.record(); {
	case p.compiled != nil && p.gap(v, indent, keep, false):
		return
	case Kind(r.Kind) == Map:
		if first := present(v.First(), keep); first.Exists() {
			p.fields(first, indent, keep)
			return
		}
		p.out = append(p.out, "{}"...)
	case Kind(r.Kind) == List && r.First != 0:
		p.items(v, indent, keep)
		return
	default:
		p.leaf(v, max(indent, 2))
	}
	p.newline()
}

// field writes what follows a key and its colon.
func (p *yamlPrinter) field(n Node, indent int, keep bool) {
	v := n.value()
	switch r := v.record(); {
	case p.compiled != nil && p.gap(v, indent, keep, true):
		return
	case Kind(r.Kind) == Map:
		if first := present(v.First(), keep); first.Exists() {
			p.newline()
			p.pad(indent + 2)
			p.fields(first, indent+2, keep)
			return
		}
		p.out = append(p.out, " {}"...)
	case Kind(r.Kind) == List && r.First != 0:
		p.newline()
		p.pad(indent)
		p.items(v, indent, keep)
		return
	default:
		p.out = append(p.out, ' ')
		p.leaf(v, indent+2)
	}
	p.newline()
}

// present returns the first of a field and its next siblings that is printed.
func present(n Node, keep bool) Node {
	for !keep && n.Kind() == Null {
		n = n.Next()
	}
	return n
}

// fields writes a map from its first field on.
func (p *yamlPrinter) fields(n Node, indent int, keep bool) {
	for {
		below := keep || n.keepsNulls()
		if key := n.Key(); p.key(key, indent) {
			p.field(n, indent, below)
		} else {
			p.value(n, indent+2, below)
		}
		if n = present(n.Next(), keep); !n.Exists() {
			return
		}
		p.pad(indent)
	}
}

// key writes a key with its colon. One that does not fit on a line is written behind a question mark, and its value on the next line behind
// a marker: then key returns false.
func (p *yamlPrinter) key(key string, indent int) (simple bool) {
	if len(key) <= maxSimpleKey && scalar.PlainSafe(key) {
		p.out = append(append(p.out, key...), ':')
		return true
	}
	how := scalar.PresentationOf(key)
	if how.InvalidUTF8 {
		key = toValidUTF8(key)
	}
	if key == "<<" {
		how.Style = scalar.DoubleQuoted
	}
	if len(key) <= maxSimpleKey && !how.HasBreaks {
		p.oneLine(key, how.Style)
		p.out = append(p.out, ':')
		return true
	}
	p.out = append(p.out, "? "...)
	p.text(key, how, indent+2, "")
	p.newline()
	p.pad(indent)
	p.out = append(p.out, ": "...)
	return false
}

// maxSimpleKey is the length in bytes up to which a key is written before its colon.
const maxSimpleKey = 128

func (p *yamlPrinter) items(list Node, indent int, keep bool) {
	if p.copyPrinted(list, indent) {
		return
	}
	for n := list.First(); ; {
		p.out = append(p.out, "- "...)
		p.value(n, indent+2, keep || n.keepsNulls())
		if n = n.Next(); !n.Exists() {
			return
		}
		p.pad(indent)
	}
}

// leaf writes a scalar, or a list without items. Lines after its first one begin at column indent.
func (p *yamlPrinter) leaf(v Node, indent int) {
	switch Kind(v.record().Kind) {
	case Null:
		p.out = append(p.out, "null"...)
		return
	case List:
		p.out = append(p.out, "[]"...)
		return
	case String:
		text := v.Text()
		p.text(text, scalar.PresentationOf(text), indent, v.Setter())
		return
	case Number:
		p.out = append(p.out, scalar.YAMLNumber(v.Text())...)
	default:
		p.out = append(p.out, v.Text()...)
	}
	p.comment(v.Setter())
}

func (p *yamlPrinter) comment(setter string) {
	if setter != "" {
		p.out = append(append(p.out, ' '), setter...)
	}
}

// newline ends the line, unless a block has ended it.
func (p *yamlPrinter) newline() {
	if len(p.out) > p.line {
		p.lineBreak()
	}
}

func (p *yamlPrinter) lineBreak() {
	p.out = append(p.out, '\n')
	p.line = len(p.out)
}

// pad writes spaces at the beginning of a line.
func (p *yamlPrinter) pad(indent int) {
	const spaces = "                                                                "
	for ; indent > len(spaces); indent -= len(spaces) {
		p.out = append(p.out, spaces...)
	}
	p.out = append(p.out, spaces[:indent]...)
}

// AppendJSON appends the value as compact JSON and returns the longer slice. It appends nothing for an absent value. Strings are escaped as
// encoding/json does without HTML escaping, a number is its Text, and a field whose value is null is left out unless its map is at or below
// a [Builder.Verbatim] value. NaN and infinity become null, because JSON has no form for them.
func AppendJSON(dst []byte, n Node) []byte {
	if !n.Exists() {
		return dst
	}
	return appendJSON(dst, n, n.keepsNulls())
}

func appendJSON(dst []byte, n Node, keep bool) []byte {
	n = n.value()
	switch Kind(n.record().Kind) {
	case Map:
		return appendJSONMap(dst, n, keep)
	case List:
		return appendJSONList(dst, n, keep)
	case String:
		return appendJSONString(dst, n.Text())
	case Number:
		if text := n.Text(); scalar.YAMLNumber(text) == text {
			return append(dst, text...)
		}
	case Bool:
		return append(dst, n.Text()...)
	}
	return append(dst, "null"...)
}

func appendJSONMap(dst []byte, n Node, keep bool) []byte {
	dst = append(dst, '{')
	for c, first := present(n.First(), keep), true; c.Exists(); c = present(c.Next(), keep) {
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = append(appendJSONString(dst, c.Key()), ':')
		dst = appendJSON(dst, c, keep || c.keepsNulls())
	}
	return append(dst, '}')
}

func appendJSONList(dst []byte, n Node, keep bool) []byte {
	if n.record().Flags&record.IsPrinted != 0 {
		return append(dst, n.tree.printed[n.at].json...)
	}
	dst = append(dst, '[')
	for c, first := n.First(), true; c.Exists(); c = c.Next() {
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = appendJSON(dst, c, keep || c.keepsNulls())
	}
	return append(dst, ']')
}

func appendJSONString(dst []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= utf8.RuneSelf || c == '"' || c == '\\' {
			out := bytes.NewBuffer(dst)
			e := json.NewEncoder(out)
			e.SetEscapeHTML(false)
			_ = e.Encode(s) // a string has JSON, and a buffer takes it
			return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
		}
	}
	return append(append(append(dst, '"'), s...), '"')
}
