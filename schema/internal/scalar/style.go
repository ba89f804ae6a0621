package scalar

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Style is how a string is written.
type Style uint8

// The styles of a string.
const (
	Plain Style = iota
	SingleQuoted
	DoubleQuoted
	Literal
)

// Presentation is what the bytes of a string require of the text that is written for it.
type Presentation struct {
	Style       Style
	HasBreaks   bool // the string has a line break, of any alphabet
	InvalidUTF8 bool // the string has bytes that are no UTF-8
}

// The classes of a byte in a string that might be written plain.
const (
	wide         = 1 << iota // no ASCII: the whole character decides
	control                  // written only as an escape
	space                    // matters at both ends of the string, and before a line break
	mark                     // a colon or a number sign, which matters beside space
	indicator                // has a meaning at the beginning of the string
	numberStart              // a string that begins with it may be no string, or needs quotes as a key (<<)
	withinString = wide | control | space | mark | indicator
)

// classes has the classes of each byte: branches instead made printing a third slower (BenchmarkAppendYAML).
var classes = func() (all [256]uint8) {
	for c := range all {
		if c < ' ' || c == 0x7f {
			all[c] = control
		} else if c >= utf8.RuneSelf {
			all[c] = wide
		}
	}
	all['\n'], all[' '] = space, space
	for class, bytes := range map[uint8]string{mark: "#:", indicator: "!\"%&'*,->?@[]`{|}",
		numberStart: "+-.<0123456789"} {
		for _, c := range []byte(bytes) {
			all[c] |= class
		}
	}
	return all
}()

// PresentationOf selects the style as go.yaml.in/yaml/v2 does: plain where possible, otherwise single quotes; double
// quotes for what would not be a string without them and for what needs escapes; a literal block for several lines.
func PresentationOf(s string) Presentation {
	switch {
	case s == "":
		return Presentation{Style: DoubleQuoted}
	case PlainSafe(s):
		return Presentation{}
	}
	var special, indicated, hard, breaks, invalid bool // hard: space at the end of the string or of a line
	for i := 0; i < len(s); i++ {
		switch class := classes[s[i]] & withinString; {
		case class == 0, class == indicator && i > 0:
		case class == indicator:
			indicated = indicated || s[0] != '-' && s[0] != '?' || endsWord(s, 1)
		case class == mark && s[i] == ':':
			indicated = indicated || endsWord(s, i+1)
		case class == mark:
			indicated = indicated || i == 0 || classes[s[i-1]] == space
		case class == control:
			special, breaks = true, breaks || s[i] == '\r'
		case class == wide:
			c, size := utf8.DecodeRuneInString(s[i:])
			special, breaks = special || !Printable(c), breaks || IsBreak(c)
			invalid = invalid || c == utf8.RuneError && size == 1
			i += size - 1
		case s[i] == '\n':
			breaks = true
		default: // space
			indicated = indicated || i == 0
			hard = hard || i+1 == len(s) || s[i+1] == '\n'
		}
	}
	lines := breaks && strings.IndexByte(s, '\n') >= 0
	switch {
	case special, lines && hard, !lines && !isStringToAll(s):
		return Presentation{DoubleQuoted, breaks, invalid}
	case lines:
		return Presentation{Literal, breaks, invalid}
	case indicated, hard, strings.HasPrefix(s, "---"), strings.HasPrefix(s, "..."):
		return Presentation{SingleQuoted, breaks, invalid}
	}
	return Presentation{Plain, breaks, invalid}
}

// PlainSafe is a fast check that a string is written plain, on one line, as a value and as a key. It is true of most
// strings: they begin with a letter, are no word of YAML, and have neither space nor colon. It is false of the empty
// string, and of some strings that PresentationOf writes plain.
func PlainSafe(s string) bool {
	if _, _, isWord := word(s); isWord || classes[s[0]] != 0 {
		return false
	}
	for i := range len(s) {
		if classes[s[i]]&(withinString&^indicator) != 0 {
			return false
		}
	}
	return true
}

func endsWord(s string, i int) bool { return i == len(s) || s[i] == ' ' || s[i] == '\t' }

// Printable is true of a character that may be written without an escape.
func Printable(c rune) bool {
	return c == '\n' || c >= ' ' && c <= '~' || c >= 0xa0 && c <= 0xffff && c != 0xfeff && c < 0xfffe && !IsBreak(c)
}

// IsBreak is true of what YAML 1.1 takes for the end of a line.
func IsBreak(c rune) bool { return c == '\n' || c == '\r' || c == 0x85 || c == 0x2028 || c == 0x2029 }

func isStringToAll(s string) bool {
	kind, _ := Resolve(s)
	return kind == String && !isDate(s) && !isBase60(s)
}

// GroupKeys sorts by the bytes of the keys. Equal keys become neighbours and keep their order.
func GroupKeys[E any](s []E, key func(E) string) {
	slices.SortStableFunc(s, func(a, b E) int { return strings.Compare(key(a), key(b)) })
}

// OrderKeys sorts what GroupKeys has sorted as CompareKeys compares. That rule is circular for some keys (9, 10, 1b,
// 9), where sigs.k8s.io/yaml prints them by chance. Here GroupKeys comes first, so that one set of keys has one order.
func OrderKeys[E any](s []E, key func(E) string) {
	slices.SortStableFunc(s, func(a, b E) int { return CompareKeys(key(a), key(b)) })
}

// CompareKeys compares keys as sigs.k8s.io/yaml prints them (the rule is go.yaml.in/yaml/v2's): letters by code
// point, everything else before letters, and sequences of digits by their value.
func CompareKeys(a, b string) int {
	digitsBefore := false // the equal part ends in digits, of which one is not 0
	for a != "" && b != "" {
		ra, na := utf8.DecodeRuneInString(a)
		rb, nb := utf8.DecodeRuneInString(b)
		if ra == rb {
			digitsBefore = unicode.IsDigit(ra) && (digitsBefore || ra != '0')
			a, b = a[na:], b[nb:]
			continue
		}
		letterA, letterB := unicode.IsLetter(ra), unicode.IsLetter(rb)
		switch {
		case letterA && letterB:
			return cmp.Compare(ra, rb)
		case letterA:
			return 1
		case letterB:
			return -1
		}
		var start int64
		if digitsBefore && (ra == '0' || rb == '0') {
			start = 1
		}
		valueA, lenA := leadingNumber(a, start)
		valueB, lenB := leadingNumber(b, start)
		return cmp.Or(cmp.Compare(valueA, valueB), cmp.Compare(lenA, lenB), cmp.Compare(ra, rb))
	}
	return cmp.Compare(len(a), len(b))
}

// leadingNumber reads and counts the digits that s begins with, as if start preceded them. It may overflow.
func leadingNumber(s string, start int64) (value int64, digits int) {
	value = start
	for _, r := range s {
		if !unicode.IsDigit(r) {
			break
		}
		value = value*10 + int64(r-'0')
		digits++
	}
	return value, digits
}
