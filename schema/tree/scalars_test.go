package tree

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"
)

// TestScalars compares with testdata/scalars.txt what plain words are as values and as keys, how they are printed,
// and what readers differ in.
func TestScalars(t *testing.T) {
	words := strings.Fields(`0 1 7 8 9 00 01 07 08 09 010 018 0. 0.5 .5 5. 1.10 1.0 10.0 1e3 1E3 1e+3 1e-3 1.5e3 1e400 ` +
		`1e-400 0x1f 0X1F 0xg 0x 0o17 0O17 0o8 0o 0b101 0B1 0b2 0b 1_000 1__0
		_1 1_ 0x_1f 0b_1 1_0.5 1:30 1:60 1:30:45 1:30.5 :30 1: 12345678901234567 123456789012345678 1234567890123456789 ` +
		`9223372036854775807 9223372036854775808 18446744073709551615
		18446744073709551616 0.1234567890123456789 1.7976931348623157e308 1.7976931348623159e308 4.9e-324 inf .inf .Inf ` +
		`.INF .iNF infinity Infinity nan .nan .NaN .NAN .Nan
		2024-01-01 2024-1-1 2024-01-01T00:00:00Z 2024-13-01 20240101 1-1 1e e1 0e0 0e5 00e1 . .. 1,000 1.2.3 1.2. v1 1a a1 ` +
		`0a 1.e3 .e3 e 1e3.5 0.10 100 1000000 1e21 123456789012345678901`)
	var all []string
	for _, word := range words {
		all = append(all, word, "-"+word, "+"+word)
	}
	for _, word := range []string{"y", "n", "yes", "no", "on", "off", "true", "false", "null"} {
		all = append(all, word, strings.ToUpper(word), strings.ToUpper(word[:1])+word[1:], word[:1]+strings.ToUpper(word[1:]),
			word+"s", "'"+word+"'", `"`+word+`"`)
	}
	all = append(all, "~", "''", `""`, "<<", "=", "-", "+", "a b", "a:b", "a#b", "a'b", `a"b`, "a\\b", "[]", "{}", "a,b",
		"!!str 1", "!!int 1", "!!float 1", "!!bool true", "!!null ~", "!!str true", "! 1", "! a",
		"!x a", "!!binary YQ==", "!!timestamp 2024-01-01", "!!int '1'", "!!str", "!!map {}", "!!seq []", "!!merge <<", "'1'",
		`"1"`, "'2024-01-01'", "|-\n  1", ">-\n  true", "|-\n  a: b", ">\n  a\n  b\n", "|+\n  a\n\n")
	var out strings.Builder
	for _, word := range all {
		fmt.Fprintf(&out, "%q\n", word)
		trees, problems := Parse("a.yaml", []byte("- "+word+"\n"))
		writeScalar(&out, trees, problems)
		if !strings.Contains(word, "\n") {
			trees, problems = Parse("a.yaml", []byte(word+": a\n"))
			writeKey(&out, trees, problems)
		}
	}
	golden.Assert(t, out.String(), "scalars.txt")
}

func writeScalar(out *strings.Builder, trees []*Tree, problems []Problem) {
	if len(trees) == 1 && trees[0].Root().Kind() == List {
		n := trees[0].Root().First()
		fmt.Fprintf(out, "    %s %q, written %q, printed %q\n", n.Kind(), n.Text(), n.Written(),
			strings.TrimSuffix(string(AppendYAML(nil, n)), "\n"))
	}
	writeProblems(out, problems)
}

func writeKey(out *strings.Builder, trees []*Tree, problems []Problem) {
	if len(trees) == 1 && trees[0].Root().First().Exists() {
		key := trees[0].Root().First()
		fmt.Fprintf(out, "    key %q, written %q, printed %q\n", key.Key(), key.WrittenKey(),
			strings.TrimSuffix(string(AppendYAML(nil, trees[0].Root())), ": a\n"))
	}
	writeProblems(out, problems)
}

func writeProblems(out *strings.Builder, problems []Problem) {
	for _, p := range problems {
		fmt.Fprintf(out, "        %d:%d rule %d %s %s\n", p.Position.Line, p.Position.Column, p.Rule, p.Detail, p.Key)
	}
}

// TestSettersOfMerges checks that a merged field has the comment of the map that it comes from, and the comment of no
// other.
func TestSettersOfMerges(t *testing.T) {
	for text, want := range map[string]string{
		"a: &a\n  x: 1 # {\"$s\": 1}\nb:\n  <<: *a\n":                                    "x: 1 # {\"$s\": 1}\n",
		"a: &a\n  x: 1\nc: &c\n  x: 2 # {\"$s\": 1}\nb:\n  <<: [*a, *c]\n":               "x: 1\n",
		"a: &a\n  x: 1 # {\"$s\": 1}\nc: &c\n  x: 2\nb:\n  <<: [*a, *c]\n":               "x: 1 # {\"$s\": 1}\n",
		"a: &a\n  x: 1 # {\"$s\": 1}\nc: &c\n  x: 2 # {\"$s\": 2}\nb:\n  <<: [*a, *c]\n": "x: 1 # {\"$s\": 1}\n",
		"a: &a\n  x: 1 # {\"$s\": 1}\nb:\n  <<: *a\n  x: 3\n":                            "x: 3\n",
		"a: &a\n  x: 1\nb:\n  <<: *a\n  x: 3 # {\"$s\": 1}\n":                            "x: 3 # {\"$s\": 1}\n",
		"a: &a\n  x: 1 # {\"$s\": 1}\nc: &c\n  <<: *a\n  w: 2\nb:\n  <<: *c\n  z: 3 # {\"$t\": 1}\n": "w: 2\n" +
			"x: 1 # {\"$s\": 1}\nz: 3 # {\"$t\": 1}\n",
	} {
		trees, problems := Parse("a.yaml", []byte(text))
		assert.Assert(t, len(trees) == 1 && len(problems) < 2, "%s: %v", text, problems)
		assert.Check(t, string(AppendYAML(nil, trees[0].Root().Get("b"))) == want, "%s\n%s", text,
			AppendYAML(nil, trees[0].Root().Get("b")))
	}
}

// TestSettersOfNulls checks that a null that is written as nothing has the comment behind it, and no other value has
// it.
func TestSettersOfNulls(t *testing.T) {
	const comment = `# {"$a": "b"}`
	for text, want := range map[string][]string{ // the values with the comment
		"a: " + comment + "\nb: 1\n": {"a"}, "a:\nb: 1 " + comment + "\n": {"b"},
		"a: {b: , " + comment + "\n  c: 1}\n": {"a.b"},
		"a: {b: , c: 1 " + comment + "\n}\n":  {"a.c"}, "a:\n- " + comment + "\n- 1\n": {"a[0]"},
		"a: " + comment + "\r\nb: 1\r\n": {"a"},
		"a: " + comment:                  {"a"}, "a: # b\nb: 1\n": nil, "a: &x " + comment + "\nb: *x\n": {"a", "b"},
		"a: " + comment + "\n  b: 1\n":     nil,
		"a: &x 1\nb: *x " + comment + "\n": {"b"}, "a: &x 1 # {\"$x\"}\nb: *x " + comment + "\n": {"b"},
	} {
		docs, _ := Parse("a.yaml", []byte(text))
		var nodes []Node
		var collect func(n Node)
		collect = func(n Node) {
			for c := range n.Children() {
				if c.Setter() == comment {
					nodes = append(nodes, c)
				}
				collect(c)
			}
		}
		collect(docs[0].Root())
		assert.DeepEqual(t, append([]string(nil), Paths(nodes)...), want)
	}
}
