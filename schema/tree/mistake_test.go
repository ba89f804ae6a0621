package tree

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"
)

// TestMistakes breaks texts as authors do. The place is where the mistake is, and no words are the parser's.
func TestMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"c: {chart: a, version: >=6.0.0}":   `1:24 in {…} a value cannot begin with >; write ">=6.0.0"`,
		"c: {chart: a, version: > 6, b: c}": `1:24 in {…} a value cannot begin with >; write "> 6"`,
		"c: {password: >secret}":            `1:15 in {…} a value cannot begin with >; quote it`,
		"a: [x, |y]":                        `1:8 in […] a value cannot begin with |; quote it`,
		"a: [x, @y]":                        `1:8 a value cannot begin with @; quote it`,
		"a: %y":                             `1:4 a value cannot begin with %; quote it`,
		"- - `y`":                           "1:5 a value cannot begin with `; quote it",
		"a: b\nversion: >=6.0.0":            `2:10 a value on one line cannot begin with >; write ">=6.0.0"`,
		"version: >secret":                  `1:10 a value on one line cannot begin with >; quote it`,
		"a: **/*.yaml":                      `1:4 a value cannot begin with *; quote it`,
		"a: & b":                            `1:4 a value cannot begin with &; quote it`,
		"a: b: c":                           `1:4 the value holds ": "; quote it, or write the key on a line of its own`,
		"a: b\n  c: d": `2:3 this key is below a line that has a value already; indent it like ` +
			`that line`,
		"a:b\nc: d": `2:1 the line above has no space behind its colon; add one`,
		"a\nb: c": `1:1 this line is no key with a value; write it as key: value, or indent ` +
			`it below the key above`,
		"b: c\na": `2:1 this line is no key with a value; write it as key: value, or indent ` +
			`it below the key above`,
		"a: b\nmessage\nc: d": `2:1 this line is no key with a value; write it as key: value, or indent ` +
			`it below the key above`,
		"a: [{{ .x }}, ]]": `1:16 a bracket is closed that is not open; remove it, or quote the value`,
		"a: {b: [}":        `1:9 the bracket [ is not closed; close it before this one`,
		"a: ]":             `1:4 a value cannot begin with ]; write a value before it, or quote it`,
		"a: [b, c\nd: e": `1:4 the bracket [ is not closed; close it, or write a comma between ` +
			`the items`,
		"a: {b: [c], d: {e: f}": `1:4 the bracket { is not closed; close it, or write a comma between ` +
			`the items`,
		"a: {b: c d: e}":  `1:8 this value holds ": "; write a comma between the fields, or quote it`,
		"a: \"b\nc: d":    `1:4 the quote is not closed; close it`,
		"a: 'it''s\nc: d": `1:4 the quote is not closed; close it`,
		"a: \"b\" c": `1:8 there is text behind the closing quote; quote all of the value, and ` +
			`write a " in it as \"`,
		"a: 'it's'": `1:8 there is text behind the closing quote; quote all of the value, and ` +
			`write a ' in it as ''`,
		"a: [b]]": `1:7 a bracket is closed that is not open; remove it, or quote the value`,
		"a:\n  b: c\n d: e": `3:2 the indentation of this line is that of no line above; indent it like ` +
			`its neighbours`,
		"a: b\n- c": `2:1 an item of a list cannot be beside the keys of a map; indent it ` +
			`below its key`,
		"- a\nb: c": `2:1 this line is beside the items of a list; begin it with "- ", or ` +
			`indent it like its neighbours`,
		"a: - b": `1:4 a list cannot begin on the line of its key; begin it on a line ` +
			`of its own`,
		`a: "\p"`:                    `1:5 \p is no escape; write \\p, or use single quotes`,
		`a: "C:\\a \\d \d"`:          `1:15 \d is no escape; write \\d, or use single quotes`,
		`a: "\ud800"`:                `1:5 the escape \ud800 is half a character; write both halves`,
		`a: "x \ud83d\ude00 \udfff"`: `1:20 the escape \udfff is half a character; write both halves`,
		`a: "\x4"`:                   `1:5 the escape \x4 is no character; write \x41, \u0041 or \U00000041`,
		`a: "\U00110000"`:            `1:5 the escape \U00110000 is no character; write \x41, \u0041 or \U00000041`,
		"a: b\x07": `1:5 the control character U+0007 is not allowed; write it as \u0007 in ` +
			`double quotes`,
		"a: b\xe9c":          `1:5 this byte is no UTF-8; save the file as UTF-8`,
		"a: \xed\xa0\x80":    `1:4 this byte is no UTF-8; save the file as UTF-8`,
		"a: b\xe9\nc: d":     `1:5 this byte is no UTF-8; save the file as UTF-8`,
		"a: b\n---\nc: d: e": `3:4 the value holds ": "; quote it, or write the key on a line of its own`,
		"a: *none": `1:4 there is no anchor of this name above; define it there, or quote a ` +
			`value that begins with *`,
		"\ta: b":                               `1:1 a tab in the indentation; indent with spaces`,
		"a:\n\tb: c":                           `2:1 a tab in the indentation; indent with spaces`,
		"%YAML 1.2\n---\na: b":                 `1:1 the line %YAML 1.2 is not supported; remove it`,
		"a: b\n---\n# c\n%YAML 1.2\n---\na: b": `4:1 the line %YAML 1.2 is not supported; remove it`,
		"a: {{ .x }}":                          `1:4 {{ begins a map in a map`,
	} {
		_, problems := Parse("a.yaml", []byte(text))
		var got string
		for _, p := range problems {
			at := p.Position
			if p.Node.Exists() {
				at = p.Node.Position()
			}
			got += fmt.Sprintf("%d:%d %s", at.Line, at.Column, p.Detail)
		}
		assert.Check(t, got == want, "%q\n got %s\nwant %s", text, got, want)
	}
}
