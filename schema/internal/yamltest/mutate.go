package yamltest

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
)

// Mutator changes texts at random. It reuses its memory.
type Mutator struct {
	*rand.Rand
	text []byte
}

// NewMutator returns a mutator whose changes follow from the seed.
func NewMutator(r *rand.Rand) *Mutator { return &Mutator{Rand: r} }

// Mutate returns a text with some changes of its lines and bytes. The result is valid until the next call.
func (m *Mutator) Mutate(text []byte) []byte {
	m.text = append(m.text[:0], text...)
	for range 1 + m.IntN(2)*m.IntN(3) {
		changes[m.IntN(len(changes))](m)
	}
	return m.text
}

var changes = []func(*Mutator){
	(*Mutator).insertToken, (*Mutator).insertToken, (*Mutator).insertByte, (*Mutator).insertByte, (*Mutator).deleteBytes,
	(*Mutator).deleteBytes,
	(*Mutator).replaceByte, (*Mutator).replaceByte, (*Mutator).repeatByte, (*Mutator).indentLine, (*Mutator).indentLine,
	(*Mutator).indentLines, (*Mutator).swapLines,
	(*Mutator).joinLines, (*Mutator).splitLine, (*Mutator).cutText, (*Mutator).repeatLine, (*Mutator).repeatLine,
	(*Mutator).deleteLine, (*Mutator).emptyLine, (*Mutator).comment,
	(*Mutator).endValue, (*Mutator).replaceValue, (*Mutator).replaceValue, (*Mutator).wrap, (*Mutator).carriageReturns,
	(*Mutator).noFinalLine, (*Mutator).copyPart, (*Mutator).retype, (*Mutator).marker, (*Mutator).tab, (*Mutator).pad,
}

// indicators are the characters that mean something in YAML, and those around which readers make mistakes.
const indicators = " \n-:?,[]{}#&*!|>'\"%@`\t\r\\~<=.0123 \n -:#\"'"

// rare are characters that a document should not have, or only some readers know.
var rare = []string{"\u0085", "\u2028", "\u2029", "\ufeff", "\u00a0", "\x00", "\x01", "\x7f", "\xff", "\xc3", "é", "😀",
	"\r\n", "\u0080", "\ufffe"}

var scalarsInPlace = []string{
	"on", "0123", "1.10", "~", "null", "''", "\"\"", "|", ">-", "|+\n", "&x y", "*x", "{}", "[]", "[a, b]", "{a: b}",
	"\"a\\\n  b\"", "'a\n\n  b'", "a b", "- a", "? a", "a: b", "!!str a", "", "# a", "<<", "=", "é", "1:30",
	"\n- a", "\n  - a\n  - b", "\n  a: b", "&x", "&x {a: 1}", "[*x]", "{<<: *x}", "\"a\" # {\"$x\"}",
	"a # {\"$imagepolicy\": \"b:c\"}", "[a # b\n]", "\"\\u00e9\"", "\"\\ud83d\\ude00\"", "'it''s'",
}

// wrappings are what texts are wrapped in. The text replaces %, and a line feed before it indents all of its lines.
var wrappings = []string{
	"k:\n  %", "- k:\n    %", "k: 1\nl:\n  %", "- a\n-\n  %", "k: |\n  %", "k: >\n  %", "k: >-\n  %", "k: {%}", "[%]",
	"k: \"%\"", "k: '%'", "x: &x {a: 1}\n%", "- &x a\n%", "%\nz: *x", "a: 1\n---\n%", "%\n---\nb: 1", "---\n%", "%...\n",
	"# c\n%", "%\n# c\n", "---\n- %", "k: &x\n  %\nl: *x\n", "k:\n- %\n- a", "- - %", "k: [{\n  %\n}]", "---   # c\n%",
	"k:   %",
}

// place returns a random place, half of the time one beside an indicator, a blank or a line feed.
func (m *Mutator) place() int {
	at := m.IntN(len(m.text) + 1)
	if m.IntN(2) == 0 {
		if i := bytes.IndexAny(m.text[at:], indicators); i >= 0 {
			return at + i + m.IntN(2)
		}
	}
	return at
}

// line returns where a random line begins and ends, without its line feed.
func (m *Mutator) line() (start, end int) { return lineAt(m.text, m.place()) }

func lineAt(text []byte, at int) (start, end int) {
	start = bytes.LastIndexByte(text[:at], '\n') + 1
	if end = bytes.IndexByte(text[at:], '\n'); end < 0 {
		return start, len(text)
	}
	return start, at + end
}

// behind returns the offset behind the line feed at one.
func (m *Mutator) behind(end int) int { return min(end+1, len(m.text)) }

func (m *Mutator) splice(from, to int, text string) {
	m.text = slices.Replace(m.text, from, to, []byte(text)...)
}

func (m *Mutator) insert(at int, text string) { m.splice(at, at, text) }

func (m *Mutator) insertToken() {
	all := tokens
	if m.IntN(2) == 0 {
		all = lineTokens
	}
	m.insert(m.place(), all[m.IntN(len(all))])
}

func (m *Mutator) character() string {
	if m.IntN(40) == 0 {
		return rare[m.IntN(len(rare))]
	}
	if m.IntN(8) == 0 {
		return string(rune('a' + m.IntN(3)))
	}
	i := m.IntN(len(indicators))
	return indicators[i : i+1]
}

func (m *Mutator) insertByte() { m.insert(m.place(), m.character()) }

func (m *Mutator) deleteBytes() {
	at := m.place()
	m.splice(at, min(at+1+m.IntN(3), len(m.text)), "")
}

func (m *Mutator) replaceByte() {
	at := m.place()
	m.splice(at, min(at+1, len(m.text)), m.character())
}

func (m *Mutator) repeatByte() {
	if at := m.place(); at < len(m.text) {
		m.insert(at, string(m.text[at:at+1]))
	}
}

func (m *Mutator) indentLine() {
	start, end := m.line()
	m.shift(start, end, m.IntN(2) == 0, 1+m.IntN(2))
}

func (m *Mutator) shift(start, end int, right bool, by int) {
	if right {
		m.insert(start, "  "[:by])
		return
	}
	m.splice(start, start+min(by, indentation(m.text[start:end])), "")
}

// indentLines moves some lines to the same side.
func (m *Mutator) indentLines() {
	right, by := m.IntN(2) == 0, 1+m.IntN(2)
	at := m.place()
	for range 2 + m.IntN(4) {
		start, end := lineAt(m.text, min(at, len(m.text)))
		before := len(m.text)
		m.shift(start, end, right, by)
		at = end + len(m.text) - before + 1
	}
}

func (m *Mutator) swapLines() {
	start, end := m.line()
	line := string(m.text[start:end])
	m.splice(start, m.behind(end), "")
	at, _ := m.line()
	m.insert(at, line+"\n")
}

func (m *Mutator) joinLines() {
	if _, end := m.line(); end < len(m.text) {
		behind := end + 1
		if m.IntN(2) == 0 {
			behind += len(m.text[behind:]) - len(bytes.TrimLeft(m.text[behind:], " "))
		}
		m.splice(end, behind, strings.Repeat(" ", m.IntN(2)))
	}
}

// splitLine breaks a line, and indents the rest of it about as the line is.
func (m *Mutator) splitLine() {
	at := m.place()
	start, _ := lineAt(m.text, at)
	margin := len(m.text[start:at]) - len(bytes.TrimLeft(m.text[start:at], " -"))
	m.insert(at, "\n"+strings.Repeat(" ", max(0, margin+m.IntN(5)-1)))
}

func (m *Mutator) cutText() {
	if at := m.place(); m.IntN(2) == 0 {
		m.text = m.text[:at]
	} else {
		m.splice(0, at, "")
	}
}

func (m *Mutator) repeatLine() {
	start, end := m.line()
	line := string(m.text[start:end]) + "\n"
	at, _ := m.line()
	m.insert(at, line)
}

func (m *Mutator) deleteLine() {
	start, end := m.line()
	m.splice(start, m.behind(end), "")
}

func (m *Mutator) emptyLine() {
	start, _ := m.line()
	m.insert(start, strings.Repeat(" ", m.IntN(2)*m.IntN(8))+"\n")
}

func (m *Mutator) comment() {
	start, _ := m.line()
	all := comments
	if m.IntN(3) == 0 {
		all = setters
	}
	m.insert(start, strings.Repeat(" ", m.IntN(2)*m.IntN(8))+all[m.IntN(len(all))]+"\n")
}

var markers = []string{"---", "...", "--- ", "... ", "---\n", "...\n", "...\t"}

func (m *Mutator) marker() {
	start, _ := m.line()
	m.insert(start, markers[m.IntN(len(markers))])
}

// pad moves the text: what a reader holds in memory ends at other places.
func (m *Mutator) pad() {
	m.insert(0, "# "+strings.Repeat("x", m.of(m.IntN(600), 400+m.IntN(120), 1400+m.IntN(140)))+"\n")
}

func (m *Mutator) of(numbers ...int) int { return numbers[m.IntN(len(numbers))] }

func (m *Mutator) tab() {
	start, end := m.line()
	m.insert(start+m.IntN(indentation(m.text[start:end])+1), "\t")
}

var ends = []string{" ", "  ", "\t", "\r", ":", ": ", " #", " # a", " # {\"$x\"}", " # {\"$y\"}", "# a", " # b",
	" # {\"$imagepolicy\": \"a:b\"}", ",", " &x", " |", "\n  a", "\n a", "\n\n", "\n\n  a", "\\", "\"", "]", "}", " : b",
	"\n  # a\n  b"}

func (m *Mutator) endValue() {
	_, end := m.line()
	m.insert(end, ends[m.IntN(len(ends))])
}

// replaceValue replaces what is behind a colon or dash.
func (m *Mutator) replaceValue() {
	start, end := m.line()
	at := bytes.IndexAny(m.text[start:end], ":-")
	if at < 0 {
		return
	}
	m.splice(start+at+1, end, " "+scalarsInPlace[m.IntN(len(scalarsInPlace))])
}

func (m *Mutator) wrap() {
	before, behind, _ := strings.Cut(wrappings[m.IntN(len(wrappings))], "%")
	last := before[strings.LastIndexByte(before, '\n')+1:]
	text := string(m.text)
	if m.IntN(8) > 0 {
		text = strings.ReplaceAll(text, "\n", "\n"+strings.Repeat(" ", len(last)))
	}
	m.text = append(append(append(m.text[:0], before...), text...), behind...)
}

func (m *Mutator) carriageReturns() {
	if m.IntN(2) == 0 {
		_, end := m.line()
		m.insert(end, "\r")
		return
	}
	m.text = append(m.text[:0], bytes.ReplaceAll(m.text, []byte("\n"), []byte("\r\n"))...)
}

func (m *Mutator) noFinalLine() { m.text = bytes.TrimRight(m.text, "\n") }

func (m *Mutator) copyPart() {
	from := m.place()
	to := min(len(m.text), from+m.IntN(12))
	m.insert(m.place(), string(m.text[from:to]))
}

// retype replaces a token that changes the kind of what is around it.
func (m *Mutator) retype() {
	pairs := [...][2]string{
		{"- ", "-"}, {": ", ":"}, {": ", " : "}, {"  ", "\t"}, {"\"", "'"}, {"'", "\""}, {"|", ">"}, {">", "|"}, {"|", "|-"},
		{"|", "|+"}, {"|", "|1"}, {"|", "|2"}, {"-\n", "\n"}, {"+\n", "\n"}, {"[", "{"}, {"]", "}"}, {", ", ","},
		{",", "\n,"},
		{": ", ":\n"}, {"- ", "-\n"}, {"- ", "? "}, {"\n\n", "\n"}, {" #", "#"}, {"# ", "# {\"$a\"} "}, {"&", "*"},
		{"*", "&"}, {"\n", "\r"}, {"true", "on"}, {": ", ": &x "}, {"- ", "- &x "}, {": ", ":   "}, {"- ", "-   "},
		{"\\", "\\\\"}, {"<<", "a"},
	}
	pair := pairs[m.IntN(len(pairs))]
	at := m.place()
	found := bytes.Index(m.text[at:], []byte(pair[0]))
	if found < 0 {
		if found = bytes.Index(m.text[:at], []byte(pair[0])); found < 0 {
			return
		}
		at = 0
	}
	m.splice(at+found, at+found+len(pair[0]), pair[1])
}

// Part returns some lines of a text, up to a size or so: they begin at a random line and end before the first that is
// less indented. Such a part of a document is nearly always a document.
func Part(r *rand.Rand, text []byte, size int) []byte {
	start, end := lineAt(text, r.IntN(len(text)+1))
	margin := indentation(text[start:end])
	for end < len(text) && end-start < size {
		from, to := lineAt(text, end+1)
		if line := text[from:to]; indentation(line) < margin && len(bytes.TrimSpace(line)) > 0 {
			break
		}
		end = to
	}
	return text[start:min(end+1, len(text))]
}

func indentation(line []byte) int { return len(line) - len(bytes.TrimLeft(line, " ")) }
