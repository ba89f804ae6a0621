package tree

import (
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
)

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

// jsonEscapes are the letters of the escapes that have one.
var jsonEscapes = [...]byte{'\b': 'b', '\t': 't', '\n': 'n', '\f': 'f', '\r': 'r', '"': '"', '\\': '\\'}

func appendJSONString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	done := 0 // up to here s is written
	for i, c := range s {
		if c >= ' ' && c != '"' && c != '\\' && c != '\u2028' && c != '\u2029' && c != utf8.RuneError {
			continue
		}
		size := 1
		if c >= utf8.RuneSelf {
			_, size = utf8.DecodeRuneInString(s[i:])
		}
		if c == utf8.RuneError && size > 1 {
			continue // written by the author, not made of broken bytes
		}
		dst = append(dst, s[done:i]...)
		dst = appendJSONEscape(dst, c)
		done = i + size
	}
	return append(append(dst, s[done:]...), '"')
}

func appendJSONEscape(dst []byte, c rune) []byte {
	if int(c) < len(jsonEscapes) && jsonEscapes[c] != 0 {
		return append(dst, '\\', jsonEscapes[c])
	}
	const digits = "0123456789abcdef"
	return append(dst, '\\', 'u', digits[c>>12&15], digits[c>>8&15], digits[c>>4&15], digits[c&15])
}
