package tree

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
)

// texts are documents that readers of YAML disagree about, or that are easy to get wrong.
var texts = []string{
	"", "\n", "# only a comment\n", "#\x00", "<<: {a: &x {b: 1}}\nz:\n  <<: *x\n", "&y # c\n ! 1", "&y \u0085! 1", "a: &l [&x {b: 1}]\nc: {<<: *l}\n", "<<: &l [{b: 1}]\nc: *l\n", "? ! 0x1", "? &x ! 0x1", "  ---", " --- a", "--- # a", "00\n\n: \"0", "# \xfc", "# a\rb: 1\n", "\u00a0\n", "# a\u0085b: 1", "---\n---\n", "null", "~\n", "a", "a: 1\n", "- a\n- b\n", "{a: 1, b: [1, 2]}", "[a, {b: c}]",
	"a: &x {b: 1}\nc: *x\n", "a: &x 1\nb: &x 2\nc: *x\n", "a: &x [*x]\n", "a: *x\n", "? &k key\n: v\nw: *k\n", "*x : 1\n",
	"a: &x {b: 1, c: 2}\nd:\n  <<: *x\n  c: 3\n", "a: &x {b: 1, c: 2}\nd:\n  c: 3\n  <<: *x\n", "- &x {a: 1}\n- &y {a: 2, b: 2}\n- <<: [*x, *y]\n  c: 3\n",
	"a: &x {b: 1}\nd: {!!merge <<: *x}\n", "a: {\"<<\": 1}\n", "a: {<<: 1}\n", "a: {<<: [1]}\n", "<<: {a: 1}\nb: 2\n", "!!merge a: {b: c}\n",
	"a: {<<: {b: 1}, <<: {c: 2}}\n", "a: &x {b: 1, <<: {c: 2, b: 3}}\nd: {<<: *x, e: 1}\n",
	"a:\nb: ~\nc: null\nd: [null, ~, ]\n", "a: # comment\n  b # comment\n# comment\n", "a: 1 # {\"$imagepolicy\": \"a:b\"}\n",
	"a: |\n  b\n   c\n\nd: >\n  e\n  f\n\n  g\n", "a: |+\n  b\n\n\nc: |-\n  d\n", "a: |2\n   b\n", "a: >-\n\n  b\n   c\n  d\n", "|\n a\n", "- |\n a\n- >\n b\n",
	"a: 1\r\nb: |\r\n  c\r\n  d\r\n", "a: 1\rb: 2\r", "\ufeffa: 1\n", "\ufeff\ufeffa: 1\n", "---\n\ufeffa: 1\nb: 2\n", "a: 1\n\ufeff---\nb: 2\n", "a: 1\n---\n# c\n\ufeffb: 2\n", "a:\tb\n", "a:\n\tb: 1\n", "\ta: 1\n", "- \ta: 1\n", "a: \"b\tc\"\n",
	"{\"a\": \"\\ud83d\\ude00\", \"b\": 1}", "a: \"\\ud83d\"\n", "a: '\\ud83d\\ude00'\n", "a: '\\ud83d\\ude00'\nb: \"\\ud83d\\ude00\"\n", "a: \"\\\\ud83d\\ude00\"\n",
	"{\"a\": 1}{\"b\": 2}\n{\"c\": 3}", "{\"a\": 1}\n---\n{\"b\": 2}", "{a: 1}\n{b: 2}\n", "a: 1\n---\nb: 2\n", "a: [\n---\nb: 2\n", "a: 1\n...\n", "a: 1\n...\nb: 2\n",
	"%YAML 1.1\n---\na: 1\n", "%YAML 1.2\n---\na: 1\n", "%TAG ! tag:x,1:\n---\na: !b c\n", "a: 1\n...\n%YAML 1.1\n---\nb: 2\n", "a: 1\n%YAML 1.1\n---\nb: 2\n", "--- a\n--- b\n", "--- |\n a\n--- >\n b\n",
	"a: 1\na: 2\n", "yes: 1\n\"true\": 2\n", "1: a\n\"1\": b\n", "1.0: a\n", "0x10: a\n", "~: a\n", "null: a\n", "\"\": a\n", ": a\n", "? [a]\n: b\n", "? {a: b}\n: c\n", "[a]: b\n", "1.23456789: a\n", ".inf: a\n", ".nan: 1\n", "1e3: 1\n", "2001-01-01: a\n",
	"a: !!str 1\nb: !!int \"1\"\nc: !!float 1\nd: !!bool yes\ne: !!null \"\"\n", "a: !!binary aGk=\n", "a: !b c\n", "a: ! 1\n", "!", "! ", "a: !\n", "!!null a", "!!null ~", "a: ! \"1\"\n", "a: &x ! \"1\"\n", "!!map {a: 1}\n", "!!seq [a]\n", "!!set {a}\n", "!!int 1: a\n", "!!int 0x10: a\n", "!!str 1: a\n", "a: !!timestamp 2001-01-01\n", "a: !!float 0x10\n", "a: !!int 1.0\n", "a: !!str\n", "a: !!null\n", "a: !<tag:yaml.org,2002:str> 1\n",
	"a: .nan\n", "a: -.inf\n", "a: 1.10\nb: 0123\nc: 0o14\nd: 1_000\ne: 0b-1\nf: 12:30:45\ng: on\nh: 1e400\ni: 2001-01-01\nj: +.5\nk: 1.\nl: -0\n",
	"a: b\n  c\n\n  d\n", "a: \"b\n  c\\\n  d\\n\n\n  e\"\n", "a: 'b\n\n  c''d'\n", "a: \"\\x41\\u00e9\\U0001F600\\N\\_\\L\\P\\e\\0\\/\"\n", "a: b:c\nd: {e:f: 1, g: h}\n", "a: b #c\n", "a: b#c\n", "a: -\n", "a: - b\n", "a: ?\n", "a: ,\n", "{a: ,}", "[,]", "{a}", "{a, b: c}", "[a: b]", "{? a : b}", "[? a : b, c]", "{\"a\":b}", "{\"a\"b}", "{a:b}", "{a: {}}", "[[]]", "[{}]",
	"é: ü\n日本: \"語\"\n", "a: \u0085b: 1\n", "a: \"\u0085\"\nb: 2\n", "a: b\u0085c: d\n", "a: b\u2028c: d\n", "a: \x00\n", "a: \x7f\n", "a: \xff\n", "\xff\xfea\x00", "a: \ufffe\n", "a: 😀 # {\"$x\": 1}\n",
	"a: {b: 1,\n\n c: 2}\n", "a:\n- b\n- c\n", "a:\n  - b:\n    - c\n", "- - - a\n  - b\n", "a: b: c\n", "a: 'b'c\n", "a: @b\n", "a: `b\n", "a: %b\n", "a: [b\n", "a: \"b\n", "# {\"$x\"}\na: 1\n",
}

func FuzzParse(f *testing.F) {
	for _, text := range texts {
		f.Add([]byte(text))
	}
	f.Fuzz(checkParse)
}

// tokens are what random documents are made of.
var tokens = []string{
	"a", "b", "c", ": ", ": ", ":", "\n", "\n", "\n  ", "\n  ", "\n    ", "- ", "- ", "? ", "&x ", "&y ", "*x", "*y", "<<: ", "<<: *x", "<<: [*x, *y]",
	"{", "}", "[", "]", ", ", "\"", "'", "|", ">", "|-\n", ">+\n", "# c", " # {\"$x\"}", "!!str ", "!!int ", "!x ", "! ", "1", "0x1", "1.10", "on", "~", "null",
	"\r\n", "\t", "é", "\u0085", "\u2028", "\\n", "\\", "\\ud83d\\ude00", "---", "\n---\n", "\ufeff", "\n...\n", "%YAML 1.1\n", "{a: b}", "{a: &x {b: 1}}", "[1, 2]", "a: b", "\na: b\n", "\n- a", "  b: c\n", "\"k\": ", "k: &x ", "\nz:\n  <<: *x\n  a: 1",
}

// TestParseRandomDocuments reaches what a fuzzer that knows bytes only finds late.
func TestParseRandomDocuments(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	rounds := 5_000
	if testing.Short() {
		rounds = 500
	}
	for range rounds {
		var text strings.Builder
		for range 1 + r.IntN(16) {
			text.WriteString(tokens[r.IntN(len(tokens))])
		}
		checkParse(t, []byte(text.String()))
	}
}

// checkParse compares a text with what sigs.k8s.io/yaml reads.
func checkParse(t *testing.T, data []byte) {
	defer func() {
		if t.Failed() {
			t.Logf("%q", data)
		}
	}()
	kept := bytes.Clone(data)
	docs, problems := Parse("t.yaml", data)
	assert.DeepEqual(t, data, kept)
	refused := false
	for _, p := range problems {
		assert.Assert(t, inside(data, p.Position), "%v of %v", p.Position, p)
		refused = refused || p.Rule < YAML11
	}
	for _, doc := range docs {
		checkNodes(t, data, doc.Root(), map[int32]bool{})
	}
	if isStream(data) || len(docs) > 1 {
		return // sigs.k8s.io/yaml reads the first document only, and no byte order mark but the first one
	}
	theirs, err := yaml.YAMLToJSON(data)
	if refused {
		first := len(docs) == 1 || string(theirs) == "null"
		assert.Assert(t, err != nil || mayRefuse(data, first, problems), "sigs.k8s.io/yaml reads %s, we say %v", theirs, problems)
		return
	}
	if err != nil {
		assert.Assert(t, mayAccept(data, err), "only sigs.k8s.io/yaml refuses it: %v", err)
		return
	}
	if string(theirs) == "null" && (len(docs) == 0 || bytes.Contains(data, []byte("---"))) {
		return // we leave out a document that is null, and read the next one
	}
	assert.Equal(t, len(docs), 1)
	var want, got any
	assert.NilError(t, json.Unmarshal(theirs, &want))
	ours := AppendJSON(nil, NewBuilder().Verbatim(docs[0].Root()))
	assert.NilError(t, json.Unmarshal(ours, &got), "%s", ours)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("sigs.k8s.io/yaml (-) and we (+) differ:\n%s", diff)
	}
}

var marker = regexp.MustCompile("\n(\ufeff)*---([ \t\r\n]|$)")

// isStream reports whether a text may have several documents, or a byte order mark that is not its beginning.
func isStream(data []byte) bool {
	values := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(data, []byte(record.ByteOrderMark))))
	var first json.RawMessage
	return marker.Match(data) || bytes.LastIndex(data, []byte(record.ByteOrderMark)) > 0 || values.Decode(&first) == nil && values.More()
}

// mayRefuse reports whether we refuse a text on purpose that sigs.k8s.io/yaml reads.
func mayRefuse(data []byte, first bool, problems []Problem) bool {
	return slices.ContainsFunc(problems, func(p Problem) bool {
		switch p.Rule {
		case DuplicateKey, BadKey, BadTag, TooLarge, NotJSON:
			return true
		case Syntax:
			// sigs.k8s.io/yaml does not look at what follows the first document, be it garbage
			_, err := yaml.YAMLToJSON(append(bytes.Clone(data), "\n\""...))
			if !p.Node.Exists() && (first || err == nil) {
				return true
			}
		}
		return bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff"))
	})
}

// mayAccept reports whether we read a text on purpose that sigs.k8s.io/yaml refuses.
func mayAccept(data []byte, err error) bool {
	return strings.HasSuffix(err.Error(), "found invalid Unicode character escape code") || strings.HasSuffix(err.Error(), "found unknown escape character") ||
		strings.Contains(err.Error(), "excessive aliasing") ||
		bytes.Contains(data, []byte("\t")) && strings.Contains(err.Error(), "cannot start any token") // a comment behind a tab
}

// inside reports whether a position is one of the text's characters, or its end.
func inside(data []byte, p Position) bool {
	lines := strings.Split(string(data), "\n")
	return p.File == "t.yaml" && p.Line >= 1 && p.Line <= len(lines) && p.Column >= 1 && p.Column <= len([]rune(lines[p.Line-1]))+1
}

func checkNodes(t *testing.T, data []byte, n Node, seen map[int32]bool) {
	if seen[n.at] {
		return
	}
	seen[n.at] = true
	assert.Assert(t, inside(data, n.Position()), "%v", n.Position())
	assert.Assert(t, inside(data, n.KeyPosition()), "%v", n.KeyPosition())
	last := Node{}
	for c := range n.Children() {
		if n.Kind() == Map && last.Exists() {
			assert.Assert(t, scalar.CompareKeys(last.Key(), c.Key()) < 0, "%q before %q", last.Key(), c.Key())
		}
		last = c
		checkNodes(t, data, c, seen)
	}
	if r := n.record(); n.Kind() == String && r.Flags&record.InTable == 0 && n.Text() != "" {
		assert.Assert(t, strings.HasPrefix(strings.TrimLeft(string(data[r.At:]), `"'`), strings.TrimLeft(n.Text(), `"'`)), "%v", n.Position())
	}
}
