package assembly

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
)

// String stores a text that is no plain scalar.
func (a *Assembler) String(text string, at int32) {
	r := &a.Doc.Records[at]
	length, how := a.span(text, r.At)
	r.Kind, r.Content = scalar.String, int32(length)
	r.Flags |= how
}

// Plain stores what a plain scalar means.
func (a *Assembler) Plain(text string, at int32) {
	kind, meaning := scalar.Resolve(text)
	a.String(text, at)
	if kind != scalar.String {
		a.SetKind(kind, meaning, text, at)
	}
	a.checkDoubt(kind, meaning, text, at, false)
}

// SetKind stores the kind of a scalar that is no string. Kind and meaning are those that scalar.Resolve returns for
// its text.
func (a *Assembler) SetKind(kind scalar.Kind, meaning, text string, at int32) {
	r := &a.Doc.Records[at]
	if r.Kind = kind; kind != scalar.Null && meaning != text {
		r.Flags |= record.NonCanonical
	}
}

func (a *Assembler) setKey(k Key, at int32) (wrong string) {
	r := &a.Doc.Records[at]
	r.KeyAt = k.At
	text := k.Text
	var kind scalar.Kind
	var meaning string
	if k.Plain {
		kind, meaning = scalar.Resolve(k.Text)
		var ok bool
		if text, ok = scalar.ResolvedKey(kind, meaning, k.Text); !ok {
			return text
		}
	}
	length, how := a.span(text, k.At)
	r.Key, r.Flags = length, r.Flags|how<<record.OfKey
	a.expanded.bytes += len(text)
	if k.Plain {
		a.checkDoubt(kind, meaning, k.Text, at, true)
	}
	return ""
}

// span returns a text's length if the source spells it so, perhaps behind a quote, or otherwise its index in the table.
func (a *Assembler) span(text string, at uint32) (n uint32, how record.Flags) {
	rest := a.text[at:a.end]
	switch {
	case text == "", strings.HasPrefix(rest, text):
		return uint32(len(text)), 0
	case rest != "" && (rest[0] == '"' || rest[0] == '\'') && strings.HasPrefix(rest[1:], text):
		return uint32(len(text)), record.Quoted
	}
	return a.Doc.AddString(text), record.InTable
}

func (a *Assembler) checkDoubt(kind scalar.Kind, meaning, plain string, at int32, onKey bool) {
	if doubt := scalar.DoubtOf(kind, meaning, plain); doubt != scalar.NoDoubt {
		rules := [...]Rule{scalar.NotJSON: NotJSON, scalar.YAML11: YAML11, scalar.LostDigits: LostDigits}
		a.Add(Problem{Rule: rules[doubt], Record: at, OnKey: onKey, Detail: meaning})
	}
}
