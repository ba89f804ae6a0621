package tree

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"
)

// read is a result of Parse, short enough for a table: each document as JSON with its nulls, and each problem as
// line:column and rule.
type read struct {
	docs     []string
	problems []string
}

var ruleNames = map[record.Rule]string{
	record.Syntax: "syntax", record.DuplicateKey: "duplicate", record.BadKey: "key", record.BadTag: "tag",
	record.TooLarge: "large", record.NotJSON: "not JSON",
	record.YAML11: "1.1", record.LostDigits: "digits", record.MergeOrder: "merge", record.Escape: "escape",
}

func readText(text string) (r read) {
	docs, problems := Parse("t.yaml", []byte(text))
	for _, doc := range docs {
		r.docs = append(r.docs, string(AppendJSON(nil, NewBuilder().Verbatim(doc.Root()))))
	}
	for _, p := range problems {
		r.problems = append(r.problems, fmt.Sprintf("%d:%d %s", p.Position.Line, p.Position.Column, ruleNames[p.Rule]))
	}
	return r
}

func TestParse(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want read
	}{
		"empty":            {"", read{}},
		"only comments":    {"# a\n\n  # b\n", read{}},
		"only markers":     {"---\n---\n# a\n---", read{}},
		"null":             {"~\n---\nnull\n---\na: 1\n", read{docs: []string{`{"a":1}`}}},
		"scalar":           {"a b\n", read{docs: []string{`"a b"`}}},
		"anchor":           {"a: &x {b: 1}\nc: *x\n", read{docs: []string{`{"a":{"b":1},"c":{"b":1}}`}}},
		"anchor redefined": {"- &x 1\n- *x\n- &x 2\n- *x\n", read{docs: []string{`[1,1,2,2]`}}},
		"anchor of a key":  {"&k a: 1\nb: *k\nc: {*k : 2}\n", read{docs: []string{`{"a":1,"b":"a","c":{"a":2}}`}}},
		"anchor in itself": {"a: &x [1, *x]\n", read{docs: []string{`{"a":[1,null]}`}, problems: []string{"1:11 syntax"}}},
		"anchor unknown":   {"a: 1\nb: *x\n", read{problems: []string{"2:4 syntax"}}},
		"merge":            {"- &x {b: 1, c: 1}\n- <<: *x\n  c: 2\n", read{docs: []string{`[{"b":1,"c":1},{"b":1,"c":2}]`}}},
		"merge behind": {"- &x {b: 1, c: 1}\n- c: 2\n  <<: *x\n",
			read{docs: []string{`[{"b":1,"c":1},{"b":1,"c":1}]`}, problems: []string{"2:3 merge"}}},
		"merge of a list": {"- &x {a: 1}\n- &y {a: 2, b: 2}\n- {<<: [*x, *y], c: 3}\n",
			read{docs: []string{`[{"a":1},{"a":2,"b":2},{"a":1,"b":2,"c":3}]`}}},
		"merge, tagged": {"- &x {a: 1}\n- !!merge <<: *x\n", read{docs: []string{`[{"a":1},{"a":1}]`}}},
		"merge, inline": {"<<: {a: &x {b: 1}}\nc: *x\n", read{docs: []string{`{"a":{"b":1},"c":{"b":1}}`}}},
		"merge twice":   {"{<<: {a: 1}, <<: {a: 2, b: 2}}\n", read{docs: []string{`{"a":2,"b":2}`}}},
		"merge in a merge": {"- &x {a: 1}\n- &y {<<: *x, b: 2}\n- {<<: *y, a: 3}\n",
			read{docs: []string{`[{"a":1},{"a":1,"b":2},{"a":3,"b":2}]`}}},
		"merge of a scalar": {"a: {<<: 1}\n", read{docs: []string{`{"a":{}}`}, problems: []string{"1:9 syntax"}}},
		"merge of an alias of a list": {"a: &l [{b: 1}]\nc: {<<: *l}\n", read{
			docs: []string{`{"a":[{"b":1}],"c":{}}`}, problems: []string{"2:9 syntax"},
		}},
		"merge, quoted": {"{\"<<\": 1}\n", read{docs: []string{`{"<<":1}`}}},
		"nulls":         {"a:\nb: ~\nc: null\nd: [Null, , NULL]\n", read{problems: []string{"4:11 syntax"}}},
		"explicit nulls": {"a:\nb: ~\nc: null\nd: [Null, NULL]\n",
			read{docs: []string{`{"a":null,"b":null,"c":null,"d":[null,null]}`}}},
		"comments": {"# a\nb: c # d\n# e\nf: 'g' #h\ni: j#k\n",
			read{docs: []string{`{"b":"c","f":"g","i":"j#k"}`}}},
		"literal": {"a: |\n  b\n   c\n\nd: |-\n  e\nf: |+\n  g\n\nh: |2\n   i\n",
			read{docs: []string{`{"a":"b\n c\n","d":"e","f":"g\n\n","h":" i\n"}`}}},
		"folded": {"a: >\n  b\n  c\n\n  d\n   e\n  f\ng: >-\n  h\n",
			read{docs: []string{`{"a":"b c\nd\n e\nf\n","g":"h"}`}}},
		"several lines": {"a: b\n  c\n\n  d\ne: \"f\n  g\\\n  h\"\ni: 'j\n\n  k'\n",
			read{docs: []string{`{"a":"b c\nd","e":"f gh","i":"j\nk"}`}}},
		"flow": {"{a: [b, {c: d}, e: f], g:h: i, \"j\":k, l}\n",
			read{docs: []string{`{"a":["b",{"c":"d"},{"e":"f"}],"g:h":"i","j":"k","l":null}`}}},
		"flow over lines": {"a: {b: 1,\n\n c: [2,\n 3]}\n", read{docs: []string{`{"a":{"b":1,"c":[2,3]}}`}}},
		"CRLF": {"a: 1\r\nb: |\r\n  c\r\n  d\r\ne: \"f\r\n  g\"\r\n",
			read{docs: []string{`{"a":1,"b":"c\nd\n","e":"f g"}`}}},
		"CR":                        {"# a\rb: 1\rc: 2\r", read{docs: []string{`{"b":1,"c":2}`}}},
		"byte order mark":           {"\ufeffa: 1\n", read{docs: []string{`{"a":1}`}}},
		"byte order mark, position": {"\ufeffa: on\n", read{docs: []string{`{"a":true}`}, problems: []string{"1:4 1.1"}}},
		"byte order mark behind a marker": {"---\n\ufeffa: on\nb: 2\n--- # c\n\n# d\n\ufeffc: 3\nd: no\n", read{
			docs: []string{`{"a":true,"b":2}`, `{"c":3,"d":false}`}, problems: []string{"2:4 1.1", "8:4 1.1"},
		}},
		"byte order mark before a marker": {"a: 1\n\ufeff---\nb: on\n",
			read{docs: []string{`{"a":1}`, `{"b":true}`}, problems: []string{"3:4 1.1"}}},
		"byte order mark between markers": {"---\n\ufeff---\n\ufeff\ufeffa: 1\n---\n\ufeff",
			read{docs: []string{`{"a":1}`}}},
		"byte order mark behind directives": {"a: 1\n...\n%YAML 1.1\n\ufeff---\nb: 2\nc: 3\n",
			read{docs: []string{`{"a":1}`, `{"b":2,"c":3}`}}},
		"byte order mark before JSON": {"{\"a\":1}\n---\n\ufeff{\"b\":2}\n",
			read{docs: []string{`{"a":1}`, `{"b":2}`}}},
		"byte order mark in the middle": {"a: \ufeffb\n\"\ufeffc\": 1\n",
			read{docs: []string{"{\"\ufeffc\":1,\"a\":\"\ufeffb\"}"}}},
		"NEL":                {"a: 1\u0085b: 2\n", read{docs: []string{`{"a":1,"b":2}`}}},
		"tab in a line":      {"a:\tb\t# c\nd: \"e\tf\"\n", read{docs: []string{`{"a":"b","d":"e\tf"}`}}},
		"tab as indentation": {"a:\n  b:\n\t- c\n", read{problems: []string{"3:1 syntax"}}},
		"JSON": {`{"a":[1,true,null,"b\u00e9\n\/"],"c":{}}`,
			read{docs: []string{`{"a":[1,true,null,"bé\n/"],"c":{}}`}}},
		"JSON list": {`["a",{"b":1.5e3}]`, read{docs: []string{`["a",{"b":1.5e3}]`}}},
		"JSON stream": {"{\"a\":1}{\"b\":\n2}\n\n{\"c\":3}",
			read{docs: []string{`{"a":1}`, `{"b":2}`, `{"c":3}`}}},
		"JSON and markers": {"{\"a\":1}\n---\n{\"b\":2}\n", read{docs: []string{`{"a":1}`, `{"b":2}`}}},
		"JSON, one broken": {"{\"a\":1}\n---\n{\"b\":2\n---\n{\"c\":3}",
			read{docs: []string{`{"a":1}`, `{"c":3}`}, problems: []string{"3:1 syntax"}}},
		"surrogate pair, broken": {"{\"a\":\"\\ud83d\\ude00!\",\"b\":[,]}",
			read{problems: []string{"1:7 syntax"}}},
		"surrogate pairs": {`{"a":"\ud83d\ude00\uD83D\uDE01!","b":1,"b":2}`,
			read{docs: []string{`{"a":"😀😁!","b":1}`}, problems: []string{"1:40 duplicate"}}},
		"slash": {`{"a":"\/\\/","b":1,"b":2}`,
			read{docs: []string{`{"a":"/\\/","b":1}`}, problems: []string{"1:20 duplicate"}}},
		"slash, no JSON":   {`a: "\/"`, read{problems: []string{"1:1 syntax"}}},
		"surrogate, alone": {`a: "\ud83d"`, read{problems: []string{"1:5 syntax"}}},
		"surrogate, no escape": {`{a: '\ud83d\ude00', b: \ud83d\ude00}`,
			read{docs: []string{`{"a":"\\ud83d\\ude00","b":"\\ud83d\\ude00"}`}}},
		"surrogate, both": {"a: \"\\ud83d\\ude00\"\nb: '\\ud83d\\ude00'\n",
			read{docs: []string{`{"a":"😀","b":"\\ud83d\\ude00"}`}, problems: []string{"1:4 escape"}}},
		"surrogate pairs in YAML": {"\"\\ud83d\\ude00\": 1\nb: [&x \"a\\\"\\ud83d\\ude00\", " +
			"\"\\ud83d\\ude00\", \"\\u00e9\"]\n",
			read{docs: []string{`{"😀":1,"b":["a\"😀","😀","é"]}`}, problems: []string{"1:1 escape", "2:5 escape", "2:27 escape"}}},
		"surrogate pair and tag": {"a: !!str \"\\ud83d\\ude00\"\n", read{problems: []string{"1:11 syntax"}}},
		"documents": {"a: 1\n---\nb: 2\n--- # c\nd: 3\n--- e\n",
			read{docs: []string{`{"a":1}`, `{"b":2}`, `{"d":3}`, `"e"`}}},
		"no marker":     {"a: |\n  ---\n ---: 1\n---x: 2\n", read{problems: []string{"3:2 syntax"}}},
		"marker inside": {"a: |\n  ---\n---x: 2\n", read{docs: []string{`{"---x":2,"a":"---\n"}`}}},
		"a broken document": {"a: 1\n---\nb: [\n---\nc: 3\n",
			read{docs: []string{`{"a":1}`, `{"c":3}`}, problems: []string{"3:1 syntax"}}},
		"document end": {"a: 1\n...\n---\nb: 2\n...\n", read{docs: []string{`{"a":1}`, `{"b":2}`}}},
		"YAML directive": {"%YAML 1.1\n---\na: 1\n...\n# b\n%YAML 1.1\n---\nc: 2\n",
			read{docs: []string{`{"a":1}`, `{"c":2}`}}},
		"TAG directive": {"%TAG !k! tag:yaml.org,2002:\n---\na: !k!str 1\n",
			read{docs: []string{`{"a":"1"}`}}},
		"UTF-16":            {"\xff\xfea\x00:\x00 \x001\x00", read{problems: []string{"1:1 syntax"}}},
		"UTF-16, big":       {"\xfe\xff\x00a\x00:\x00 \x001", read{problems: []string{"1:1 syntax"}}},
		"Latin-1":           {"a: \xe9\n", read{problems: []string{"1:4 syntax"}}},
		"control character": {"a: b\x01\n", read{problems: []string{"1:5 syntax"}}},
		"duplicate keys": {"a: 1\nb: 2\na: 3\n'a': 4\n",
			read{docs: []string{`{"a":1,"b":2}`}, problems: []string{"3:1 duplicate", "4:1 duplicate"}}},
		"duplicates, far apart": {"a9: 1\na10: 2\na1b: 3\na9: 4\n",
			read{docs: []string{`{"a10":2,"a1b":3,"a9":1}`}, problems: []string{"4:1 duplicate"}}},
		"duplicates, two ways": {"\"true\": 1\nyes: 2\n",
			read{docs: []string{`{"true":1}`}, problems: []string{"2:1 1.1", "2:1 duplicate"}}},
		"keys that are no words": {"1: a\n0x10: b\n1.5: c\n-0: d\n1e3: e\n.inf: f\n2001-01-01: g\n", read{
			docs:     []string{`{".inf":"f","0":"d","1":"a","1.5":"c","16":"b","1000":"e","2001-01-01":"g"}`},
			problems: []string{"2:1 1.1", "6:1 not JSON", "7:1 1.1"},
		}},
		"key of null":    {"~: a\nb: 1\n", read{docs: []string{`{"b":1}`}, problems: []string{"1:1 key"}}},
		"key of a list":  {"? [a]\n: b\nc: 1\n", read{docs: []string{`{"c":1}`}, problems: []string{"1:3 key"}}},
		"key of 64 bits": {"18446744073709551615: a\n", read{docs: []string{`{}`}, problems: []string{"1:1 key"}}},
		"tags that say what is": {"a: !!str 1\nb: !!int \"1\"\nc: !!float 1\nd: !!bool true\ne: !!null ~\nf: !!map {}\n" +
			"g: !!seq []\n", read{docs: []string{`{"a":"1","b":1,"c":1,"d":true,"e":null,"f":{},"g":[]}`}}},
		"tags that change": {"- !!binary aGk=\n- !a b\n- !!int 1.0\n- !!set {a}\n- ! \"1\"\n- !!int 1: a\n", read{
			docs:     []string{`["aGk=","b","1.0",{"a":null},"1",{"1":"a"}]`},
			problems: []string{"1:3 tag", "2:3 tag", "3:3 tag", "4:3 tag", "5:3 tag", "6:3 tag"},
		}},
		"not JSON": {"a: .inf\nb: .nan\n",
			read{docs: []string{`{"a":null,"b":null}`}, problems: []string{"1:4 not JSON", "2:4 not JSON"}}},
		"base 60": {"a: 1:30\nb: +12:30:45.5\nc: 1:60\nd: 80:80\ne: \"1:30\"\nf: 1:30pm\n1:30: g\n", read{
			docs:     []string{`{"1:30":"g","a":"1:30","b":"+12:30:45.5","c":"1:60","d":"80:80","e":"1:30","f":"1:30pm"}`},
			problems: []string{"1:4 1.1", "2:4 1.1", "7:1 1.1"},
		}},
		"beyond floats": {"- 1.0e400\n- -1e309\n- 1_0.0e400\n- .5e400\n- 1e-400\n- '1e400'\n- 1e400x\n", read{
			docs:     []string{`["1.0e400","-1e309","1_0.0e400",".5e400",1e-400,"1e400","1e400x"]`},
			problems: []string{"1:3 1.1", "2:3 1.1", "3:3 1.1", "4:3 1.1"},
		}},
		"readers differ": {"a: on\nb: 0123\nc: 1.10\nd: 2001-01-01\ne: 1_000\n",
			read{docs: []string{`{"a":true,"b":83,"c":1.10,"d":"2001-01-01","e":1000}`},
				problems: []string{"1:4 1.1", "2:4 1.1", "3:4 digits", "4:4 1.1", "5:4 1.1"}}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, readText(c.text), cmp.AllowUnexported(read{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestParseBounds reads what is meant to take forever, or all memory; it would. With -short it leaves out texts of a
// megabyte.
func TestParseBounds(t *testing.T) {
	bomb := "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
	mergeBomb := "a0: &a0 {k0: 0, k1: 1, k2: 2, k3: 3, k4: 4}\n"
	for i := 1; i < 30; i++ {
		aliases := strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 10), ", ")
		bomb += fmt.Sprintf("a%d: &a%d [%s]\n", i, i, aliases)
		mergeBomb += fmt.Sprintf("a%d: &a%d {<<: [%s], k%d: 1}\n", i, i, aliases, i+5)
	}
	var keys strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&keys, "k%d: 1, ", i)
	}
	wide := "a: &a {" + keys.String() + "}\nb:\n" +
		strings.Repeat("- {<<: [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]}\n", 2000)
	merges := `{"a": &a {"k": 1}, "b": [` + strings.Repeat(`{"c": 1, <<: *a}, `, 100_000) + "]}"
	for name, c := range map[string]struct {
		text string
		rule record.Rule
		docs int
	}{
		"deep lists":       {strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000), record.TooLarge, 1},
		"deep maps":        {strings.Repeat("{a: ", 9_999) + "b" + strings.Repeat("}", 9_999), record.TooLarge, 1},
		"deeper lists":     {strings.Repeat("[", 100_000), record.TooLarge, 0},
		"deeper blocks":    {strings.Repeat("- ", 20_000) + "a", record.TooLarge, 0},
		"deep blocks":      {strings.Repeat("- ", 5_000) + "a", record.TooLarge, 1},
		"aliases":          {bomb, record.TooLarge, 1},
		"merges":           {mergeBomb, record.TooLarge, 1},
		"wide merges":      {wide, record.TooLarge, 1},
		"merges in a line": {merges, record.MergeOrder, 1},
		"indentation": {strings.Repeat("[", 900) + strings.Repeat("1, ", 500_000) + strings.Repeat("]", 900),
			record.TooLarge, 1},
		"alias far inside": {"a: &a [" + strings.Repeat("1, ", 300_000) + "]\nb: " + strings.Repeat("[", 900) + "*a" +
			strings.Repeat("]", 900), record.TooLarge, 1},
	} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && len(c.text) > 800_000 {
				t.Skip("large")
			}
			docs, problems := Parse("t.yaml", []byte(c.text))
			assert.Equal(t, len(docs), c.docs)
			if c.rule == record.MergeOrder {
				assert.Assert(t, len(problems) == 0 || problems[0].Rule == record.MergeOrder)
			} else {
				assert.Assert(t, len(problems) > 0)
				assert.Equal(t, problems[0].Rule, c.rule, problems[0].Detail)
			}
		})
	}
}
