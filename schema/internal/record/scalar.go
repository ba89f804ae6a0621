package record

import (
	"strings"

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

// SetKind stores the kind of a scalar that is no string; kind and meaning are from scalar.Resolve.
func (a *Assembler) SetKind(kind scalar.Kind, meaning, text string, at int32) {
	r := &a.Doc.Records[at]
	if r.Kind = kind; kind != scalar.Null && meaning != text {
		r.Flags |= NonCanonical
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
	r.Key, r.Flags = length, r.Flags|how<<OfKey
	a.expanded.bytes += len(text)
	if k.Plain {
		a.checkDoubt(kind, meaning, k.Text, at, true)
	}
	return ""
}

// span returns a text's length if the source spells it so, perhaps behind a quote, or otherwise its index in the table.
func (a *Assembler) span(text string, at uint32) (n uint32, how Flags) {
	rest := a.text[at:a.end]
	switch {
	case text == "", strings.HasPrefix(rest, text):
		return uint32(len(text)), 0
	case rest != "" && (rest[0] == '"' || rest[0] == '\'') && strings.HasPrefix(rest[1:], text):
		return uint32(len(text)), Quoted
	}
	return a.Doc.AddString(text), InTable
}

func (a *Assembler) checkDoubt(kind scalar.Kind, meaning, plain string, at int32, onKey bool) {
	if doubt := scalar.DoubtOf(kind, meaning, plain); doubt != scalar.NoDoubt {
		rules := [...]Rule{scalar.NotJSON: NotJSON, scalar.YAML11: YAML11, scalar.LostDigits: LostDigits}
		a.Add(Problem{Rule: rules[doubt], Record: at, OnKey: onKey, Detail: meaning})
	}
}

// IsSetter recognizes a setter comment as kyaml does: any number of #, and the JSON of one behind them.
func IsSetter(comment string) bool {
	object, found := strings.CutPrefix(strings.TrimLeft(strings.TrimLeft(comment, "#"), " \t"), "{")
	return found && strings.HasPrefix(strings.TrimLeft(object, " \t"), `"$`)
}

// isNearlyMarker recognizes what somebody writes who means a setter comment of image automation: without its JSON, as
// {$imagepolicy: a:b}, or behind another comment. A sentence about such comments is none.
func isNearlyMarker(comment string) bool {
	const key = "$imagepolicy"
	begin := strings.TrimLeft(comment, "# \t{\"'`")
	return len(begin) >= len(key) && strings.EqualFold(begin[:len(key)], key) ||
		strings.HasSuffix(comment, `"}`) && strings.Contains(comment, `{"`+key+`"`)
}

// MayBeSetter reports whether Setter does anything with a comment.
func MayBeSetter(comment string) bool {
	return strings.IndexByte(comment, '$') >= 0 && (IsSetter(comment) || isNearlyMarker(comment))
}

// Setter stores the setter comment behind a scalar, and reports one behind a list or map. One behind a null is
// reported too, because most nulls are not printed.
func (a *Assembler) Setter(comment string, at int32) {
	line, _, _ := strings.Cut(comment, "\n") // the library may have joined the comment of another line
	if !IsSetter(line) {
		if isNearlyMarker(line) {
			a.Report(BadMarker, at, line)
		}
		return
	}
	switch a.Doc.Records[at].Kind {
	case scalar.List, scalar.Map:
		a.Report(StraySetter, at, line)
		return
	case scalar.Null:
		a.Report(NullSetter, at, line)
	}
	a.Doc.SetSetter(at, line)
}
