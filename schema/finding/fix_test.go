package finding_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// TestFix checks the part of the line and the text. The finding is about the field a, or the item behind it, of each
// text.
func TestFix(t *testing.T) {
	errorOf := func(p finding.Problem, code finding.Code, current, proposed string) finding.Problem {
		p.Code, p.Current, p.Proposed = code, current, proposed
		return p
	}
	key := finding.Problem{OnKey: true, Detail: `unknown field; did you mean "b"?`}
	value, warning := finding.Problem{}, finding.Problem{Severity: finding.SeverityWarning}
	for _, c := range []struct {
		text string
		p    finding.Problem
		want string // the text after the fix; empty for none
	}{
		{"a: x", errorOf(value, "FA110", "x", "w"), "a: w"},
		{"a: 'x' # c", errorOf(value, "FA110", "x", "w"), "a: 'w' # c"},
		{`{"a": "x", "c": 1}`, errorOf(value, "FA110", "x", "w"), `{"a": "w", "c": 1}`},
		{"{ü: ü, a: ü}", errorOf(value, "FA110", "ü", "ww"), "{ü: ü, a: ww}"},
		{"a: x", errorOf(value, "FA110", "x", "true"), `a: "true"`}, // a string
		{"a: x", errorOf(value, "FA110", "x", "1.0 # y"), `a: "1.0 # y"`},
		{"a: x", errorOf(value, "FA110", "x", "a, b"), `a: "a, b"`}, // it might be in a list in one line
		{"a: x", errorOf(value, "FA110", "x", "1.0 - 2.0"), "a: 1.0 - 2.0"},
		{"a: 'x'", errorOf(value, "FA110", "x", "it's"), `a: "it's"`},
		{"a: x", errorOf(value, "FA110", "x", `"y`), `a: "\"y"`},
		{"a: 5", errorOf(value, "FA104", "5", `"5"`), `a: "5"`},
		{"a: '5'", errorOf(value, "FA103", "5", "5"), "a: 5"},
		{"a: on", errorOf(warning, "FA501", "on", "true"), "a: true"},
		{"a: on", errorOf(warning, "FA501", "on", `"on"`), ""}, // the value would change
		{"a: 2020-01-01", errorOf(warning, "FA501", "2020-01-01", `"2020-01-01"`), `a: "2020-01-01"`},
		{"a: 1.10", errorOf(warning, "FA502", "1.10", `"1.10"`), ""},
		{"a: x", errorOf(warning, "FA507", "x", "y"), ""},
		{"a: x y", errorOf(value, "FA230", "x", "y"), ""},  // a part of it
		{"a: &z x", errorOf(value, "FA110", "x", "w"), ""}, // the aliases would lose their anchor
		{"z: &z x\na: *z", errorOf(value, "FA110", "x", "w"), ""},
		{"a: !!str x", errorOf(value, "FA110", "x", "w"), ""},
		{"a: |-\n  x", errorOf(value, "FA110", "x", "w"), ""},
		{"a: [x;y]", errorOf(value, codes.JoinedList, "", "[x, y]"), ""},
		{"a: x;y", errorOf(value, codes.JoinedList, "x;y", "[x, y]"), ""},
		{"a: x", errorOf(value, "FA110", "x", ""), ""},
		{"a: x", errorOf(value, "FA110", "", "y"), ""},
		{"a: {}", errorOf(finding.Problem{Child: "x"}, "FA107", "", "y"), ""},
		{"a: x", errorOf(key, "FA101", "a", "b"), "b: x"},
		{"'a': x", errorOf(key, "FA101", "a", "b"), "'b': x"},
		{"c: {}\na: {b: 1}", errorOf(key, "FA101", "a", "b"), "c: {}\nb: {b: 1}"},
		{"b: x\na: x", errorOf(key, "FA101", "a", "b"), ""}, // twice
		{"a: x", errorOf(finding.Problem{OnKey: true, Detail: "write b"}, "FA101", "a", "b"), ""},
		{"&z a: x", errorOf(key, "FA101", "a", "b"), ""},
	} {
		trees, _ := tree.Parse("f", []byte(c.text+"\n"))
		c.p.Node = trees[0].Root().Find("a")
		found := finding.Locate([]finding.Problem{c.p})
		assert.Equal(t, len(found), 1, c.text+c.p.Current)
		f := found[0]
		fix, ok := f.Fix()
		assert.Equal(t, ok, c.want != "", c.text)
		f.File = "moved"
		f.Severity = finding.SeverityError // strict
		again, stillOK := f.Fix()
		assert.Assert(t, stillOK == ok && again == fix || c.p.Code == "FA507", c.text)
		if ok {
			assert.Equal(t, apply(c.text, fix), c.want)
		}
	}
	_, ok := finding.Finding{Current: "x", Proposed: "y"}.Fix()
	assert.Assert(t, !ok)
}

// TestFixHolder checks that a key is compared with those beside it, wherever it is.
func TestFixHolder(t *testing.T) {
	for text, want := range map[string]bool{
		"l: [{x: 1}, {'m.n': {a: 1}}, {b: 1}]": true,
		"l: [{x: 1}, {'m.n': {a: 1, b: 2}}]":   false,
	} {
		trees, _ := tree.Parse("f", []byte(text+"\n"))
		n := trees[0].Root().Get("l").First().Next().Get("m.n").Get("a")
		f := finding.Locate([]finding.Problem{
			{Code: "FA101", Node: n, OnKey: true, Current: "a", Proposed: "b", Detail: `did you mean "b"?`}})[0]
		_, ok := f.Fix()
		assert.Equal(t, ok, want, text)
	}
}

// apply returns a text after a fix.
func apply(text string, fix finding.Fix) string {
	at := 0
	for line := 1; line < fix.Line; at++ {
		if text[at] == '\n' {
			line++
		}
	}
	rest := []rune(text[at:])
	return text[:at] + string(rest[:fix.Column-1]) + fix.Text + string(rest[fix.EndColumn-1:])
}
