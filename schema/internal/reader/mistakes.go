package reader

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/schema/internal/pattern"
	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
)

// mistake turns the words of the library into words for authors: what is wrong and, behind a semicolon, what to write.
type mistake struct {
	found   string                               // in the words of the library
	explain func(l line) (detail string, at int) // at is the column, or -1 for the first character of the line
	detail  string                               // of a mistake that is the same in each line
}

type line struct {
	text   string // without its line break
	before string // the last line before it that is not empty
}

// mistakes are tried in order. Without one, the library says what is wrong, at the first character of the line.
var mistakes = []mistake{
	{"found character that cannot start any token", badStart, ""},
	{"did not find expected comment or line break", badStart, ""},
	{"did not find expected alphabetic or numeric character", badStart, ""},
	{"mapping values are not allowed", secondColon, ""},
	{"did not find expected node content", noValue, ""},
	{"did not find expected ',' or", noComma, ""},
	{"found unexpected end of stream", openQuote, ""},
	{"found unexpected document indicator", openQuote, ""},
	{"did not find expected key", badKeyPlace, ""},
	{"block sequence entries are not allowed", listBehindKey, ""},
	{"found unknown escape character", badEscape, ""},
	{"did not find expected hexdecimal number", badEscape, ""},
	{"Unicode character escape code", badEscape, ""},
	{"control characters are not allowed", controlCharacter, ""},
	{"UTF-8", notUTF8, ""},
	{"invalid Unicode character", notUTF8, ""},
	{"did not find expected '-' indicator", nil,
		`this line is beside the items of a list; begin it with "- ", or indent it like its neighbours`},
	{"a tab character that violates indentation", nil, tabs},
	{"unknown anchor", nil, "there is no anchor of this name above; define it there, or quote a value that begins with *"},
	{missingColon, nil, "this line is no key with a value; write it as key: value, or indent it below the key above"},
}

const tabs = "a tab in the indentation; indent with spaces"

func explainMistake(text, before, words string) (detail string, at int) {
	detail, at = words, -1
	if i := slices.IndexFunc(mistakes, func(m mistake) bool { return strings.Contains(words, m.found) }); i >= 0 {
		if detail = mistakes[i].detail; detail == "" {
			detail, at = mistakes[i].explain(line{text, before})
		}
	}
	if at < 0 {
		at = len(text) - len(strings.TrimLeft(text, " "))
	}
	return detail, at
}

type start struct {
	at    int
	flow  byte // the bracket around it; 0 is none
	value bool // it is behind a colon of the same line
}

// beginnings returns where values and keys begin in a line, and where an open quote begins, or -1.
func beginnings(text string) (all []start, open int) {
	var brackets []byte
	expected, value := true, false
	for i := 0; i < len(text); i++ {
		c, flow := text[i], byte(0)
		if len(brackets) > 0 {
			flow = brackets[len(brackets)-1]
		}
		switch {
		case c == ' ':
			continue
		case c == '#' && (i == 0 || text[i-1] == ' '):
			return all, -1
		case !expected && c == ':' && endsKey(text[i+1:], flow > 0):
			expected, value = true, true
			continue
		case !expected && flow > 0 && c == ',':
			expected, value = true, false
			continue
		case expected:
			all = append(all, start{i, flow, value})
		}
		switch {
		case expected && (c == '"' || c == '\''):
			length := len(record.QuotedAt(text[i:]))
			if length == 0 {
				return all, i
			}
			i += length - 1
			expected = false
		case (expected || flow > 0) && (c == '[' || c == '{'):
			brackets, expected, value = append(brackets, c), true, false
		case flow > 0 && (c == ']' || c == '}'):
			brackets, expected = brackets[:len(brackets)-1], false
		case expected && c == '-' && strings.HasPrefix(text[i+1:], " "):
		default:
			expected = false
		}
	}
	return all, -1
}

func endsKey(behind string, flow bool) bool {
	return behind == "" || behind[0] == ' ' || flow && strings.IndexByte(",]}", behind[0]) >= 0
}

// version matches what may be printed of a value: no password looks like a range of versions.
var version = pattern.Of(`^(>|>=|<|<=)?v? ?[0-9xX*]+(\.[0-9xX*]+){0,3}$`)

func badStart(l line) (string, int) {
	all, _ := beginnings(l.text)
	for _, s := range all {
		c := l.text[s.at]
		switch {
		case strings.IndexByte("@`%*&", c) >= 0:
			return fmt.Sprintf("a value cannot begin with %c; quote it", c), s.at
		case c != '>' && c != '|':
			continue
		}
		value, remedy := l.text[s.at:], "quote it"
		if end := strings.IndexAny(value, ",]}"); s.flow > 0 && end >= 0 {
			value = value[:end]
		}
		if value = strings.TrimSpace(value); version().MatchString(value) {
			remedy = "write " + strconv.Quote(value)
		}
		where := map[byte]string{0: "a value on one line", '{': "in {…} a value", '[': "in […] a value"}[s.flow]
		return fmt.Sprintf("%s cannot begin with %c; %s", where, c, remedy), s.at
	}
	return "a character begins no value; quote the value", -1
}

// noSpace matches a key whose colon has no space behind it.
var noSpace = pattern.Of(`^ *(?:- +)*[A-Za-z0-9_.-]+:[^ /]`)

func secondColon(l line) (string, int) {
	all, _ := beginnings(l.text)
	for i, s := range all {
		if s.value && i+1 < len(all) {
			return `the value holds ": "; quote it, or write the key on a line of its own`, s.at
		}
	}
	if noSpace().MatchString(l.before) {
		return "the line above has no space behind its colon; add one", -1
	}
	return "this key is below a line that has a value already; indent it like that line", -1
}

func noValue(l line) (string, int) {
	if i := strings.Index(l.text, "{{"); i >= 0 {
		return "a value cannot begin with {{; quote it", i
	}
	all, _ := beginnings(l.text)
	for _, s := range all {
		switch c := l.text[s.at]; {
		case s.flow == '[' && c == '}' || s.flow == '{' && c == ']':
			return fmt.Sprintf("the bracket %c is not closed; close it before this one", s.flow), s.at
		case strings.IndexByte("]},", c) >= 0:
			return fmt.Sprintf("a value cannot begin with %c; write a value before it, or quote it", c), s.at
		}
	}
	return "a value is missing; close the bracket, or quote a value that holds {{ }}", -1
}

// unquotedReference finds a reference without quotes in […] or {…}, whose own brackets end the value. Text that is
// quoted before it, or has no brackets, is not meant.
func unquotedReference(l line) (detail string, at int) {
	all, _ := beginnings(l.text)
	isOpen := strings.HasSuffix(l.before, ",") || strings.HasSuffix(l.before, "[") || strings.HasSuffix(l.before, "{")
	for i, s := range all {
		end := len(l.text)
		if i+1 < len(all) {
			end = all[i+1].at
		}
		if s.flow == 0 && !isOpen || strings.IndexByte(`"'`, l.text[s.at]) >= 0 {
			continue
		}
		for _, root := range []string{"$(cluster.", "$(app.", "${"} {
			from := strings.Index(l.text[s.at:end], root)
			if from < 0 {
				continue
			}
			inner, _, _ := strings.Cut(l.text[s.at+from+len(root)-1:], ")")
			if strings.ContainsAny(inner, "[]{}") {
				return "in […] and {…} a value with brackets in it needs quotes; write it in double quotes: " +
					`["$(cluster.labels['stage'])"] or {a: "${x}"}`, s.at
			}
		}
	}
	return "", -1
}

func noComma(l line) (string, int) {
	if detail, at := unquotedReference(l); at >= 0 {
		return detail, at
	}
	all, _ := beginnings(l.text)
	for i := 1; i < len(all); i++ {
		if all[i].flow > 0 && all[i].value && all[i-1].value && !strings.Contains(l.text[all[i-1].at:all[i].at], ",") {
			return `this value holds ": "; write a comma between the fields, or quote it`, all[i-1].at
		}
	}
	open := slices.DeleteFunc(all, func(s start) bool { return l.text[s.at] != '[' && l.text[s.at] != '{' })
	if len(open) == 0 {
		return "a bracket is not closed; close it, or write a comma between the items", -1
	}
	at := open[max(0, len(open)-1-strings.Count(l.text, "]")-strings.Count(l.text, "}"))].at
	return fmt.Sprintf("the bracket %c is not closed; close it, or write a comma between the items", l.text[at]), at
}

func openQuote(l line) (string, int) {
	if detail, at := unquotedReference(l); at >= 0 {
		return detail, at
	}
	_, open := beginnings(l.text)
	return "the quote is not closed; close it", open
}

// badKeyPlace finds text behind a closing quote, a bracket that closes nothing, or an indentation of no other line.
func badKeyPlace(l line) (string, int) {
	all, _ := beginnings(l.text)
	for _, s := range all {
		rest := l.text[s.at:]
		length := len(record.QuotedAt(rest))
		if length == 0 {
			continue
		}
		if behind := strings.TrimLeft(rest[length:], " "); behind != "" && strings.IndexByte("#:,]}", behind[0]) < 0 {
			return fmt.Sprintf(`there is text behind the closing quote; quote all of the value, and write a %c in it as %s`,
					rest[0], map[byte]string{'"': `\"`, '\'': "''"}[rest[0]]),
				len(l.text) - len(behind)
		}
	}
	if surplus := strings.TrimRight(l.text, " "); strings.HasSuffix(surplus, "]") || strings.HasSuffix(surplus, "}") {
		return "a bracket is closed that is not open; remove it, or quote the value", len(surplus) - 1
	}
	if strings.HasPrefix(strings.TrimLeft(l.text, " "), "- ") {
		return "an item of a list cannot be beside the keys of a map; indent it below its key", -1
	}
	return "the indentation of this line is that of no line above; indent it like its neighbours", -1
}

func listBehindKey(l line) (string, int) {
	all, _ := beginnings(l.text)
	for _, s := range all {
		if s.value && l.text[s.at] == '-' {
			return "a list cannot begin on the line of its key; begin it on a line of its own", s.at
		}
	}
	return "a list cannot begin here; begin it on a line of its own", -1
}

var (
	escapeOf = pattern.Of(`\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|` +
		`u[0-9a-fA-F]{0,4}|U[0-9a-fA-F]{0,8}|x[0-9a-fA-F]{0,2}|.)`)
	halfEscape = pattern.Of(`^\\u[dD][89a-fA-F][0-9a-fA-F]{2}$`)
)

func badEscape(l line) (string, int) {
	pair := -1
	for _, match := range escapeOf().FindAllStringIndex(l.text, -1) {
		found := l.text[match[0]:match[1]]
		switch {
		case len(found) == len(`\ud83d\ude00`):
			pair = match[0]
		case halfEscape().MatchString(found):
			return fmt.Sprintf("the escape %s is half a character; write both halves", found), match[0]
		case len(found) > 2:
			if code, err := strconv.ParseUint(found[2:], 16, 32); err != nil || code > unicode.MaxRune ||
				len(found) != map[byte]int{'u': 6, 'U': 10, 'x': 4}[found[1]] {
				return fmt.Sprintf("the escape %s is no character; write \\x41, \\u0041 or \\U00000041", found), match[0]
			}
		case strings.IndexByte("0abt\tnvfre \"/\\N_LP", found[1]) < 0:
			return fmt.Sprintf(`%s is no escape; write \%s, or use single quotes`, found, found), match[0]
		}
	}
	if pair >= 0 {
		return `escapes such as \ud83d\ude00 are read in JSON only; write the character itself`, pair
	}
	return "an escape is no character; write the backslash twice, or use single quotes", -1
}

func controlCharacter(l line) (string, int) {
	at := strings.IndexFunc(l.text, func(r rune) bool { return r != '\t' && !scalar.Printable(r) })
	if at < 0 {
		return "control characters are not allowed; write them as escapes in double quotes", -1
	}
	r, _ := utf8.DecodeRuneInString(l.text[at:])
	return fmt.Sprintf(`the control character U+%04X is not allowed; write it as \u%04x in double quotes`, r, r), at
}

func notUTF8(l line) (string, int) {
	if at := notUTF8At(l.text); at >= 0 {
		return "this byte is no UTF-8; save the file as UTF-8", at
	}
	return "the text is no UTF-8; save the file as UTF-8", -1
}

func notUTF8At(text string) int {
	for i, r := range text {
		if r == utf8.RuneError && !strings.HasPrefix(text[i:], string(r)) {
			return i
		}
	}
	return -1
}
