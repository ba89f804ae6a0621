package tree

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
)

// AppendJSON appends the value as compact JSON and returns the longer slice. It appends nothing for an absent value.
// Strings are escaped as encoding/json does without HTML escaping, a number is its Text, and a field whose value is
// null is left out unless its map is at or below a [Builder.Verbatim] value. NaN and infinity become null, because
// JSON has no form for them.
func AppendJSON(dst []byte, n Node) []byte {
	if !n.Exists() {
		return dst
	}
	return appendJSON(dst, n, n.KeepsNulls())
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
	for c := present(n.First(), keep); c.Exists(); c = present(c.Next(), keep) {
		dst = append(appendJSONString(dst, c.Key()), ':')
		dst = append(appendJSON(dst, c, keep || c.KeepsNulls()), ',')
	}
	return append(bytes.TrimSuffix(dst, []byte(",")), '}')
}

func appendJSONList(dst []byte, n Node, keep bool) []byte {
	if n.record().Flags&record.IsPrinted != 0 {
		return append(dst, n.tree.beside.printed[n.at].json...)
	}
	dst = append(dst, '[')
	for c := range n.Children() {
		dst = append(appendJSON(dst, c, keep || c.KeepsNulls()), ',')
	}
	return append(bytes.TrimSuffix(dst, []byte(",")), ']')
}

func appendJSONString(dst []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= utf8.RuneSelf || c == '"' || c == '\\' {
			return appendEscapedJSON(dst, s)
		}
	}
	return append(append(append(dst, '"'), s...), '"')
}

// appendEscapedJSON appends a string with its escapes. A byte that is no UTF-8 becomes the escape of U+FFFD.
func appendEscapedJSON(dst []byte, s string) []byte {
	dst = append(dst, '"')
	done := 0
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= ' ' && c < utf8.RuneSelf && c != '"' && c != '\\' {
			continue
		}
		c, size := utf8.DecodeRuneInString(s[i:])
		switch short := strings.IndexRune("\"\\\b\f\n\r\t", c); {
		case short >= 0:
			dst = append(append(dst, s[done:i]...), '\\', `"\bfnrt`[short])
			done = i + size
		case c < ' ', c == '\u2028', c == '\u2029', c == utf8.RuneError && size == 1:
			dst = fmt.Appendf(append(dst, s[done:i]...), `\u%04x`, c)
			done = i + size
		}
		i += size - 1
	}
	return append(append(dst, s[done:]...), '"')
}
