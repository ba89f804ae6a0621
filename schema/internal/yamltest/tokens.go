package yamltest

import (
	"math/rand/v2"
	"strings"
)

var tokens = []string{
	"a", "b", "c", ": ", ": ", ":", "\n", "\n", "\n  ", "\n  ", "\n    ", "- ", "- ", "? ", "&x ", "&y ", "*x", "*y",
	"<<: ", "<<: *x", "<<: [*x, *y]",
	"{", "}", "[", "]", ", ", "\"", "'", "|", ">", "|-\n", ">+\n", "# c", " # {\"$x\"}", "!!str ", "!!int ", "!x ", "! ",
	"1", "0x1", "1.10", "on", "~", "null",
	"\r\n", "\t", "é", "\u0085", "\u2028", "\\n", "\\", "\\ud83d\\ude00", "---", "\n---\n", "\ufeff", "\n...\n",
	"%YAML 1.1\n", "{a: b}", "{a: &x {b: 1}}", "[1, 2]", "a: b", "\na: b\n", "\n- a", "  b: c\n",
	"\"k\": ", "k: &x ", "\nz:\n  <<: *x\n  a: 1",
}

// Tokens returns a text of random tokens. Most such texts are no YAML.
func Tokens(r *rand.Rand) []byte {
	var text []byte
	for range 1 + r.IntN(16) {
		text = append(text, tokens[r.IntN(len(tokens))]...)
	}
	return text
}

var lineTokens = []string{
	"- ", "- ", "- ", "-", "  ", "  ", "  ", "    ", " ", "a: ", "b: ", "c:", "d: e", "f", "\"", "'", "|", ">", "|+", "|2",
	"&x ", "*x", "<<: *x", "&y ", "*y", "{", "}", "[", "]", ", ",
	" # g", "# h", " # {\"$x\"}", "? ", ": ", "on", "0123", "1.10", "!!str ", "! ", "---", "...", "%YAML 1.1", "\t", "\r",
	"é", "\u0085", "\u2028", "\ufeff", "\\", "~", "{a: b}", "[1, 2]",
	"\"a\"", "'b'", ">-", "|-", ": |\n", ": >\n", "\"a\": ", "g h",
}

// Lines returns a text of lines of random tokens, mostly items at a few indentations, and sometimes a stream.
func Lines(r *rand.Rand) []byte {
	var text []byte
	for range 2 + r.IntN(12) {
		if r.IntN(20) == 0 {
			text = append(text, "---\n"...)
		}
		text = append(text, strings.Repeat("  ", r.IntN(3))...)
		if r.IntN(3) == 0 {
			text = append(text, "- "...)
		}
		for range r.IntN(4) {
			text = append(text, lineTokens[r.IntN(len(lineTokens))]...)
		}
		text = append(text, '\n')
	}
	return text
}
