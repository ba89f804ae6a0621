package tree

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"
)

// TestBroken breaks lines of a document in many ways, and compares with testdata/broken.txt where the mistake is and
// what is reported about it. Other line breaks and a byte order mark change nothing of that, and lines above move it.
func TestBroken(t *testing.T) {
	lines := strings.SplitAfter(`a:
  b: c
  d: [e, {f: "g"}]
  h: {i: 'j', k: [l, m: t], o: p q}
  r: "s # t"
  u: 'it''s'
  é: ü
v:
- w
- x: w
  z: ~
k: &k 1
l: *k
m: |
  text
`, "\n")
	lines = lines[:len(lines)-1]
	var out strings.Builder
	for _, i := range []int{0, 3, 6, 9, 10, 13} { // lines of all kinds
		line := strings.TrimSuffix(lines[i], "\n")
		margin := line[:len(line)-len(strings.TrimLeft(line, " -"))]
		key, value, _ := strings.Cut(strings.TrimLeft(line, " -"), ":")
		value = strings.TrimSpace(value)
		broken := []string{
			margin + key, margin + key + ":" + value, " " + line, "   " + line, strings.TrimPrefix(line, " "), "\t" + line,
			margin + "\t" + strings.TrimLeft(line, " -"), line + ": z", line + " z: z",
			line + " \"", line + " '", line + " \"z\" z", line + "]", line + "}", line + ",", line + " [", line + " {z",
			line + " #z", line + "\n" + margin + "z", line + "\nz z\n", line + "\n- z", line + "\n---",
			line + "\n...", line + "\n--- z", margin + "- " + key + ": z", margin + key + ": - z", margin + key + ": [" + value,
			margin + key + ": {" + value, margin + key + ": [{z: 1]",
			margin + key + ": {z: [1}", margin + key + ": [1}", margin + key + ": {1]", margin + key + ": [1, , 2]",
			margin + key + ": {z: 1 y: 2}", margin + key + ": {z: 1, y: {{ .x }}}", margin + key + ": {{ .x }}",
			margin + key + ": {z: a{{ .x }}}", margin + key + ": \"z", margin + key + ": 'z", margin + key + ": \"z\\\"",
			margin + key + ": \"z\" y \"x\"", margin + key + ": 'z' # y", margin + key + ": 'z'y",
			margin + key + ": {\"z\": 1, 'y': 'x'w}", margin + key + ": @z", margin + key + ": [z, @y]", margin + key + ": %z",
			margin + key + ": `z`", margin + key + ": &", margin + key + ": *", margin + key + ": * z",
			margin + key + ": *none", margin + key + ": [*none]", margin + key + ": >z", margin + key + ": > 1.2",
			margin + key + ": {z: >=1.x, y: 2}", margin + key + ": [|z]", margin + key + ": |z", margin + key + ": !",
			margin + key + ": !z y", margin + key + ": !!int z", margin + key + ": \"\\z\"", margin + key + ": \"\\\\ \\t \\d\"",
			margin + key + ": \"\\ud800\"", margin + key + ": \"\\ud83d\\ude00 \\udc00\"",
			margin + key + ": \"\\u12\"", margin + key + ": \"\\U0010ffff \\U00110000\"", margin + key + ": \"\\x4\"",
			margin + key + ": \"\\u004\"", margin + key + ": \"\\x\"", margin + key + ": z\x01y", margin + key + ": ü\x7fy",
			margin + key + ": z\xffy", margin + key + ": ü\xe9", margin + "? z", margin + "? [z]\n" + margin + ": y",
			margin + "[z]: y", margin + "{z: y}: x", margin + "~: z", margin + "null: z", margin + "1: z", margin + "on: z",
			margin + "<<: z", margin + "<<: {z: y}", margin + "<<: *k", margin + key + ": z: y",
			margin + key + ": z\n" + margin + "  y: x", margin + key + ":z\n" + margin + "y: x", "%YAML 1.1", margin + ": z",
			margin + key + ": .nan", margin + key + ": 0x1f", margin + key + ": 1:30", margin + key + ": 1.10",
			margin + key + ": 010", margin + key + ": 1_000", margin + key + ": 2024-01-01", margin + key + ": \"\\/\"",
			margin + key + ": z\n" + margin + key + ": y",
		}
		for n, b := range broken {
			before, behind := strings.Join(lines[:i], ""), strings.Join(lines[i+1:], "")
			text := before + b + "\n" + behind
			problems := problemsOf(text, 0)
			for _, p := range problems {
				fmt.Fprintf(&out, "%d %q: %s\n", i+1, b, p)
			}
			if strings.Contains(b, "%") || testing.Short() && n%4 > 0 { // a directive must be first in its document
				continue
			}
			for moved, up := range map[string]int{strings.ReplaceAll(text, "\n", "\r\n"): 0, "\ufeff" + text: 0,
				"# é\n---\nb: c\n---\n" + text: 4} {
				assert.Check(t, slices.Equal(problemsOf(moved, up), problems), "%q: %q, not %q", b, problemsOf(moved, up), problems)
			}
		}
	}
	golden.Assert(t, out.String(), "broken.txt")
}

// problemsOf returns what is wrong with a text, and where, so many lines further up.
func problemsOf(text string, up int) (all []string) {
	_, problems := Parse("a.yaml", []byte(text))
	for _, p := range problems {
		other := ""
		if p.Other.Exists() {
			at := p.Other.KeyPosition()
			other = fmt.Sprintf(" %d:%d", at.Line-up, at.Column)
		}
		all = append(all, fmt.Sprintf("%d:%d %d %s %s%s", p.Position.Line-up, p.Position.Column, p.Rule, p.Detail, p.Key,
			other))
	}
	return all
}
