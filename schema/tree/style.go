package tree

import (
	"encoding/binary"
	"strings"
	"unicode/utf8"
)

// style is how a string is written. The zero style is plain.
type style uint8

const (
	plain style = iota
	single
	double
	literal
)

// shape is what the bytes of a string say about how to write it.
type shape struct {
	style  style
	breaks bool // it holds a line break, of whatever alphabet
	odd    bool // it holds bytes that are no UTF-8
}

// What a byte may do inside a string that would otherwise stand plain.
const (
	wide    = 1 << iota // no ASCII: to be looked at as a character
	control             // only ever written as an escape
	space               // matters at the ends, and before a line break
	mark                // a colon or a number sign: matters beside space
	starts              // an indicator, if the string begins with it
)

// classes says it of each byte. It is written out so that nothing is worked out before a program begins, and has an entry for
// each byte because branches in its place made printing a third slower (BenchmarkAppendYAML).
var classes = [256]uint8{
	control, control, control, control, control, control, control, control, control, control, space, control, control, control, control, control,
	control, control, control, control, control, control, control, control, control, control, control, control, control, control, control, control,
	' ': space, '!': starts, '"': starts, '#': mark, '%': starts, '&': starts, '\'': starts, '*': starts, ',': starts, '-': starts, ':': mark,
	'>': starts, '?': starts, '@': starts, '[': starts, ']': starts, '`': starts, '{': starts, '|': starts, '}': starts, 0x7f: control,
	wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide,
	wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide,
	wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide,
	wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide,
	wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide,
	wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide,
	wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide,
	wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide, wide,
}

// styleOf chooses as go.yaml.in/yaml/v2 does: plain if it can be, else in single quotes; in double quotes what would not be
// a string without them, and what needs escapes; as a literal block what has several lines.
func styleOf(s string) shape {
	switch {
	case s == "":
		return shape{style: double}
	case everyday(s):
		return shape{}
	}
	var special, indicator, hard, breaks, odd bool // hard: space at the end of the string or of a line
	for i := 0; i < len(s); i++ {
		switch class := classes[s[i]]; {
		case class == 0, class == starts && i > 0:
		case class == starts:
			indicator = indicator || s[0] != '-' && s[0] != '?' || endsWord(s, 1)
		case class == mark && s[i] == ':':
			indicator = indicator || endsWord(s, i+1)
		case class == mark:
			indicator = indicator || i == 0 || classes[s[i-1]] == space
		case class == control:
			special, breaks = true, breaks || s[i] == '\r'
		case class == wide:
			c, size := utf8.DecodeRuneInString(s[i:])
			special, breaks = special || !printable(c), breaks || isBreak(c)
			odd = odd || c == utf8.RuneError && size == 1
			i += size - 1
		case s[i] == '\n':
			breaks = true
		default: // space
			indicator = indicator || i == 0
			hard = hard || i+1 == len(s) || s[i+1] == '\n'
		}
	}
	literally := breaks && strings.IndexByte(s, '\n') >= 0
	switch {
	case special, literally && hard, !literally && !staysString(s):
		return shape{double, breaks, odd}
	case literally:
		return shape{literal, breaks, odd}
	case indicator, hard, strings.HasPrefix(s, "---"), strings.HasPrefix(s, "..."):
		return shape{single, breaks, odd}
	}
	return shape{plain, breaks, odd}
}

// everyday is true of most strings, and only of those that stand plain on one line: they begin with a letter, are no word of
// YAML, and have neither space nor colon.
func everyday(s string) bool {
	switch firsts[s[0]] {
	case ambiguous:
		return false
	case wordStart:
		if len(s) <= maxWord && isWord(s) {
			return false
		}
	}
	return nothingSpecial(s)
}

// nothingSpecial is true of strings without space, colons, control characters and what is no ASCII, but for a few that it does not
// know. It looks at eight bytes at a time: most of what is printed is looked at so (BenchmarkAppendYAML).
func nothingSpecial(s string) bool {
	if len(s) < 8 {
		for i := range len(s) {
			if classes[s[i]]&^starts != 0 {
				return false
			}
		}
		return true
	}
	found := special(s[len(s)-8:])
	for ; len(s) > 8; s = s[8:] {
		found |= special(s)
	}
	return found&0x8080808080808080 == 0
}

// special has the highest bit of one of its bytes set if one of the first eight bytes is a colon, below '$', or above '~'.
func special(s string) uint64 {
	const each = 0x0101010101010101
	word := binary.LittleEndian.Uint64([]byte(s))
	colons := word ^ ':'*each
	return (word-'$'*each)&^word | (colons-each)&^colons | word | (word + each)
}

// What a string may be that begins with a byte.
const (
	certain   = iota // a string
	wordStart        // a word of YAML, else a string
	ambiguous        // anything
)

var firsts = [256]uint8{
	ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous,
	ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous,
	ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous,
	ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous,
	' ': ambiguous, '!': ambiguous, '"': ambiguous, '#': ambiguous, '%': ambiguous, '&': ambiguous, '\'': ambiguous, '*': ambiguous,
	'+': ambiguous, ',': ambiguous, '-': ambiguous, '.': ambiguous, '0': ambiguous, '1': ambiguous, '2': ambiguous, '3': ambiguous,
	'4': ambiguous, '5': ambiguous, '6': ambiguous, '7': ambiguous, '8': ambiguous, '9': ambiguous, ':': ambiguous, '<': ambiguous,
	'>': ambiguous, '?': ambiguous, '@': ambiguous, '[': ambiguous, ']': ambiguous, '`': ambiguous, '{': ambiguous, '|': ambiguous,
	'}': ambiguous, 0x7f: ambiguous, 'F': wordStart, 'N': wordStart, 'O': wordStart, 'T': wordStart, 'Y': wordStart, 'f': wordStart,
	'n': wordStart, 'o': wordStart, 't': wordStart, 'y': wordStart, '~': wordStart,
	0x80: ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous,
	ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous,
	ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous,
	ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous,
	ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous,
	ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous,
	ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous,
	ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous,
	ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous,
	ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous,
	ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous,
	ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous,
	ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous,
	ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous,
	ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous,
	ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous, ambiguous,
}

// valid puts U+FFFD in the place of each byte that is no UTF-8.
func valid(s string) string { return string([]rune(s)) }

// endsWord reports whether a space or the end of the string stands at i.
func endsWord(s string, i int) bool {
	return i == len(s) || s[i] == ' ' || s[i] == '\t'
}

// printable is true of a character that may stand outside of escapes.
func printable(c rune) bool {
	return c == '\n' || c >= ' ' && c <= '~' || c >= 0xa0 && c <= 0xffff && c != 0xfeff && c < 0xfffe && !isBreak(c)
}

// isBreak is true of what YAML 1.1 takes for the end of a line.
func isBreak(c rune) bool {
	return c == '\n' || c == '\r' || c == 0x85 || c == 0x2028 || c == 0x2029
}

// staysString reports whether the plain text is a string to every reader. Most text shows that soon.
func staysString(s string) bool {
	first := s[0]
	if strings.IndexByte(wordStarts, first) >= 0 && isWord(s) {
		return false
	}
	if strings.IndexByte(numberStarts, first) < 0 || surelyString(s) {
		return true
	}
	kind, _ := resolve(s)
	return kind == String && !isDate(s) && !isBase60(s)
}

// isWord reports whether a plain string would be a boolean, null, infinite or no number.
func isWord(s string) bool {
	_, _, ok := word(s)
	return ok
}

// maxWord is the length of the longest word.
const maxWord = 5

// surelyString knows most versions and durations without parsing them: a number or a date has none but these bytes, and at
// most one dot.
func surelyString(s string) bool {
	dots := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c >= '0' && c <= '9', c == '-', c == '+', c == '_', c == ':', c == ' ', c == ',':
		case c >= 'a' && c <= 'f', c >= 'A' && c <= 'F':
		case c == 'x', c == 'X', c == 'o', c == 'O', c == 'T', c == 't', c == 'Z':
		case c == '.':
			dots++
		default:
			return true
		}
	}
	return dots > 1
}
