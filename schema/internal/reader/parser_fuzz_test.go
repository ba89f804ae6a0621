package reader

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
)

// shapes are documents that are hard to read.
var shapes = []string{
	"a:\n- b\n- c\n- d\n", "a:\n  - b\n  - c\n", "- a\n- b\n", "- a\n- b", "a:\n- b: 1\n  c: 2\n- d: 3\nz: 1\n", "a:\n  - b\n  - c\nd:\n  - e\n  - f\n", // plain
	"a: |\n  x\n  - b\n  - c\nd: 1\n", "a: |\n  - b\n  - c\nd: 1\n", "- |\n  - a\n  - b\n- c\n", "- |\n - a\n - b\n- >\n - c\n", "- |2\n   - a\n  - b\n- c\n", "a: |-\n- b\n- c\n", // blocks
	"a:\n- |+\n  b\n\n\n- c\n\n", "a:\n  - |+\n    b\n\n  \n   \n  - |+\n\n\n  - >-\n    c\n\n\nd: 1\n", "- |\n\n- |+\n\n- a\n", "a:\n  - |\n    b\n    \n    \n  - c\n",
	"- &x a\n- *x\n- b\n", "- &x {a: 1}\n- <<: *x\n  b: 2\n- c\n", "x: &x 1\nl:\n- &x 2\n- 3\ny: *x\n", "x: &x 1\nl:\n- a: &x 2\n  b: *x\n- 3\ny: &x 3\nz: *x\n", "a: &x\n- b\n- c\nd: *x\n", "a: &x\n  - b: &x 1\n  - c\nd: *x\n", "l: !!seq\n- a\n- b\n", "l: &x !!seq\n- a\n- b\n", "- *x\n- a\n", // anchors and tags
	"- &x 1\n- *x\n- &x 2\n- *x\n- &y [*x]\n- - *x\n  - &x 3\n  - *x\n- *y\n- *x\n", "a: &x\n  b: &x 1\n  c: *x\nd: *x\ne: &x\n  f: *x\n", "&k a: &v b\n*k : c\nd: *v\n*v : e\n", "l:\n- &a-b_1 c # {\"$d\"}\n- *a-b_1\n- [*a-b_1, *a-b_1]\n- *a-b_2\n", "a: &x {b: 1}\nl:\n- *x\n# c\n- <<: *x # d\n  b: 2\n- e: *x\n", "a: &x on\nb: *x\nc:\n- *x\n- &x 0123 # {\"$y\"}\n- *x\n", "- &x [1, {a: 2}]\n- {b: *x}\n- *x\n- &z {<<: {c: 1}}\n- {<<: *z, c: 2}\n", "- &x\n  - *x\n  - a\n- *x\n", "x: &x {? [a] : b}\ny: *x\nz: *x\n", "- &x |\n  a\n- *x\n- &y >-\n  b\n- *y\n", "a: &0 b\nc: *0\nd: **0\n", "a: *x\nb: &x 1\nc: *x\n",
	"- &x # {\"$x\"}\n- &x # {\"$x\"}\n- a\n", "a: &x # {\"$x\"}\nb: c\nd: &y # {\"$x\"}\ne: f\n", "- !!null # {\"$x\"}\n- a\n- ! # {\"$x\"}\n- b\n", "l:\n  - a: !!null # {\"$x\"}\n  - b: ! # {\"$x\"}\nc: d\n", "a: !!null # {\"$x\"}\n---\nb\n", "a: ! # {\"$x\"}\n---\nb: c\n---\n! # {\"$x\"}\n---\nd\n", "a: &x # {\"$x\"}\nl:\n- b\n- c\n", "&k k: 1\nl:\n- a: 1\n- *k : 2\n",
	"a: &x {b: 1}\nl:\n- c\n- d\n<<: *x\n", "l:\n- &x {b: 1}\n- c\n<<: *x\n", "<<:\n- a: 1\n- b: 2\nc: 3\n", "&k a:\n- b\n- *k\n", "l:\n- <<: {a: 1}\n  b: 2\n- a: 1\n  <<: {a: 3}\n",
	"a:\n# b\n- c\n# d\n- e\n  # f\n- g # h\n# i\nj: 1\n", "a: # b\n- c\n- d\n", "a: # {\"$b\"}\n- c\n- d\n", "a:\n- b # {\"$c\"}\n- d # {\"$e\"}\n# {\"$f\"}\n- g\n# {\"$h\"}\ni: 1 # {\"$j\"}\n", "a:\n- # {\"$b\"}\n  c\n- # {\"$d\"}\n- e\n", "a:\n- b: # {\"$c\"}\n    d\n- e:\n    f # {\"$g\"}\n    # {\"$h\"}\n- i\n# {\"$k\"}\n", "a:\n  - b\n  # {\"$c\"}\n\n# {\"$d\"}\n  - e # {\"$f\"}\n\n\n    # g\n  - h\n    # i\n  # {\"$j\"}\nk: l\n", "- a # {\"$b\"}\n          # {\"$c\"}\n- d\n", "a: b # {\"$c\"}\n# d\ne:\n- f # g\n# h\n\n# i\n- j\n", // comments
	"- a\n- b\n...\n", "- a\n- b\n...\n- c\n- d\n", "--- \n- a\n- b\n", "--- # c\n- a\n- b\n---\n- c\n- d\n", "--- - a\n- b\n", "%YAML 1.1\n---\n- a\n- b\n", "- a\n...\n- b\n", "- a\n... # c\n- b\n", // markers
	"- - a\n  - b\n- - c\n  - d\n", "- - - a\n    - b\n  - - c\n- d\n", "-\n  - a\n  - b\n-\n  - c\n", "-\n - a\n - b\n-\n- c\n", "- a:\n  - b\n  - c\n- d:\n  - e\n  - f\n", "- a:\n    - b\n    - c\n  d:\n    - e\n    - f\n", "a:\n- b:\n  - c:\n    - d\n    - e\n  - f\n- g\n", // nested
	"{a: [\n- b,\n- c]}\n", "a: [b,\n- c\n]\n", "a: {b: \"\n- c\n- d\"}\n", "[\n  a,\n  b]\n", "- [a,\n  b]\n- {c: d,\n  e: f}\n", "- [a,\n- b]\n- c\n", "{\n\"a\": [\n- 1\n]}\n", "- {a: 1\n- b}\n- c\n", // flow
	"- a\n-\tb\n- c\n", "-\ta: 1\n- b\n", "- a:\n\t- b\n- c\n", "a:\n\t- b\n- c\n", "- a\t\n- b\n\t\n- c\n", "- a\n \t- b\n- c\n", // tabs
	"- é\n- ü: 日本\n- \"語\": 😀\n", "é:\n- ü\n- on\nñ: on\n", "- é: on\n- 😀: no\n- 0x1\n", // not ASCII
	"a:\r\n- b\r\n- c\r\nd: 1\r\n", "-\r\n  a\r\n-\r\n- b\r\n", "- a\r- b\r- c\n", "a:\n- b\rc: d\n- e\n", "- a\n\r\n- b\r\r\n- c\n", "- |\r\n  a\r\n- b\r\n", // CR
	"\ufeffa:\n- b\n- c\n", "\ufeff- a\n- b\n", "- a\n\ufeff- b\n- c\n", "---\n\ufeff- a\n- b\n", "- a\n- \ufeffb\n", // byte order marks
	"- a\u0085- b\n- c\n", "- a\u2028b: c\n- d\n", "  - a\u0085b: c\n  - d\n", "a:\n  - b\u0085 - c\n  - d\n", "- a\u0085...\n- b\n", "- \"a\u0085...\n- b\"\n- c\n", "- a\u2029--- b\n- c\n", "- |\n  a\u0085b\n- c\n", // other line breaks
	"- a: 1\n  a: 2\n- b: 1\n- a: 1\n", "a:\n- b\n- c\na:\n- d\n- e\n", "a: 1\nl:\n- b\n- c\na: 2\n", "l:\n- b\n- c\nl: 1\n", "yes:\n- on\n- off\n\"true\":\n- a\n- b\n", // duplicates
	"a:\n- b\n- c\n d\n", "a:\n- b\n- c\n d: e\n", "a:\n  - b\n  - c\n - d\n", "a:\n  - b\n - c\n", "  - a\n  - b\n- c\n", "  - a\n  - b\nc: d\n", "a:\n  - b\n  - c\n  d: e\n", "a:\n- b\n- c\nd\n", "- a\n- b\nc\n", "- a\n- b\n c\n", "- a\n- b: c\nd: e\n", "- a: b\n c: d\n- e\n", // behind a list
	"-\n-\n-\n", "- \n- \n", "-", "- ", "-\n-", "a:\n-\n-\nb:\n", "- ~\n-\n- null\n", "- # a\n-\n# b\n-\n", "a:\n  -\n\n  -\n\n\nb: 1\n", // empty items
	"? a\n: b\n? - c\n  - d\n: - e\n  - f\n", "- ? a\n- ? b\n  : c\n- d\n", "- ? a\n  ? b\n- c\n", "- ? a\n\n# b\n- c\n", "l:\n  - ? a\n  - ? b\nc: d\n", "l:\n    - ? a\n    - ? b\n # x\nc: d\n", "l:\n- ? a\n- ? b\n", "? - a\n  - b\n", "?\n- a\n- b\n: c\n", "? a\n# c\n\nb: 1\n", "x: [a?, b ?\n  ]\ny: ? c\n", "- ? a\n---\n- b\n", "--- ? a\n---\n? b\n", "- : a\n- : b\n", "- :\n- ? :\n", "- ?\n-  ?\n-   ? a\n", // complex keys
	"- a\n  b\n- c\n  d\n   e\n", "- a\n b\n- c\n", "- a\n  - b\n- c\n", "a: b\n  - c\n  - d\n", "a:\n  b\n  - c\n  - d\n", "- a\n\n  b\n- c\n", "- a:\n   b\n   c\n- d: e\n     f\n", "a b\n- c\n- d\n", // plain over lines
	"- \"a\n- b\"\n- c\n", "- 'a\n\n- b\n- c'\n- d\n", "a: \"\n- b\n- c\n\"\nd: 1\n", "- \"a\n  b\"\n- c\n- \"d\ne\"\n- f\n", "a:\n  - \"b\n- c\n  - d\"\n  - e\n", "- 'a\n- b\n", "- \"a\n- \"b\n- c\"\n", "- '\n-\n- '\n- '- a\n- b'\n", "a: '\n  - b\n  - c'\n", // quoted over lines
	"- a: b: c\n- d\n", "- a\n- @b\n- c\n", "- a\n- \x00\n", "- a\n- \xff\n- b\n", "- a\n- \x7f\n", "- \"\\ud83d\\ude00\"\n- b\n- on\n", "- a\n- '\\U0001f600'\n- b\n", "a:\n- \"\\U0001f600\"\nb: \\U0001f600\n", "- .inf\n- 1\n- ! 1\n- !!int 1\n", "- ! a\n- !\n- b\n", "- &x\n- ! 1\n", "- &x # c\n- ! 1\n", // what is wrong
	"- a: 0123\n- b: 1.10\n- 2001-01-01: 1:30\n", "a: on\nl:\n- on\n- off\nb: on\n", "l:\n- 'on'\n- on # {\"$x\"}\nb: 0123\n", "- a\n- b\n- 1_000\n- 1e400\n", "l:\n  - on\n  - on\nm:\n    - on\n    - on\nn: on\n", // remarks
	"-a\n-b\n- c\n", "--- a\n-- b\n", "- a\n-b: c\n- d\n", "- -a\n- - -b\n", "-- a\n- b\n- c\n", // dashes
	"kind: List\nitems:\n- kind: a\n  spec:\n    deploy:\n    - b: 1\n      c: |\n        - d\n    - b: 2\n- kind: b\n  spec:\n    deploy:\n    - b: 1\n    - b: 2\n",
	"a: 1\n---\nb: 2\n---\nc: 3\n", "a: on\n---\n# b\n---\n---\nc: 0123\n...\n---\nd: no # {\"$x\"}\n", "? a\n---\n? b\n# c\n\n---\n: d\n", "a: &x 1\n---\nb: *x\n", "a: 1\n---\nb: [\n---\nc: 3\n", "a: 1\n---\n%YAML 1.1\n---\nb: 2\n", "a: |+\n  b\n\n---\nc: >\n  d\n\n\n---\n", "a\n---\n|\n b\n--- c\n--- |\n d\n--- # e\nf\n", "a: 1\n--- {b: 2}\n---\n{\"c\": 3}\n", "a: 1\na: 2\n---\nb: 3\nb: 4\n", "---\n---\na:\n---\nb:\n-\n---\n-\n", "a: 1\n...\nb: 2\n---\nc: 3\n", "\ufeffa: 1\n---\n\ufeffb: 2\n---\nc: on\n", "a: 'b\n---\nc'\n---\nd: 1\n", "a: 1 # b\n---\n# {\"$c\"}\nd: 1 # {\"$e\"}\n# {\"$f\"}\n---\ng: h\n", // streams
}

// checkParser expects the parser of our own to make of a text what the library makes of it, in every record.
func checkParser(t *testing.T, data []byte) {
	ours, theirs := reader{source: &record.Source{File: "t.yaml"}}, reader{source: &record.Source{File: "t.yaml"}, libraryOnly: true}
	ours.readAll(data)
	theirs.readAll(data)
	if !slices.EqualFunc(ours.documents, theirs.documents, sameDocument) || !slices.EqualFunc(ours.problems, theirs.problems, sameProblem) {
		diff := cmp.Diff(describe(theirs), describe(ours))
		t.Fatalf("%q: the library (-), our own parser (+):\n%s", data, diff)
	}
}

func sameDocument(a, b *record.Document) bool {
	return a.Root == b.Root && slices.Equal(a.Records, b.Records) && slices.Equal(a.Strings, b.Strings) && maps.Equal(a.Setters, b.Setters)
}

// sameProblem compares two problems but for their documents, which sameDocument compares.
func sameProblem(a, b Problem) bool {
	a.Document, b.Document = nil, nil
	return a == b
}

// describe prints each record and each problem.
func describe(r reader) (lines []string) {
	for _, d := range r.documents {
		lines = append(lines, fmt.Sprintf("root %d of %d", d.Root, len(d.Records)))
		for i, r := range d.Records {
			lines = append(lines, fmt.Sprintf("%d: %+v %q", i, r, d.Setters[int32(i)]))
		}
		lines = append(lines, fmt.Sprintf("%q", d.Strings))
	}
	for _, p := range r.problems {
		lines = append(lines, fmt.Sprintf("problem %d at %d of document %d: %d %d %v %q %q",
			p.Rule, p.At, slices.Index(r.documents, p.Document), p.Record, p.Other, p.OnKey, p.Key, p.Detail))
	}
	return lines
}

// FuzzParser compares both ways to read anything.
func FuzzParser(f *testing.F) {
	for _, text := range shapes {
		f.Add([]byte(text))
	}
	for _, data := range documents(f, slices.Concat(cases, besides)) {
		f.Add(data)
	}
	f.Fuzz(checkParser)
}

func TestParserShapes(t *testing.T) {
	for _, text := range shapes {
		checkParser(t, []byte(text))
		checkParser(t, []byte("x:\n"+strings.ReplaceAll("\n"+text, "\n", "\n  ")+"\ny: 1\n"))
	}
}

// TestParserCorpus reads the cases, and what others wrote, and that with lines changed. With -short it takes every fourth document.
func TestParserCorpus(t *testing.T) {
	t.Parallel()
	every := 1
	if testing.Short() {
		every = 4
	}
	for name, patterns := range map[string][]string{"cases": cases, "beside the project": besides} {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(3, 4))
			all := documents(t, patterns)
			if len(all) == 0 {
				if os.Getenv("FLUXAPP_REQUIRE_SHARED") == "1" { // see testdata/README.md
					t.Fatalf("NOTHING WAS TESTED: there is no %v", patterns)
				}
				t.Skipf("NOTHING WAS TESTED: there is no %v", patterns)
			}
			for i := 0; i < len(all); i += every {
				data := all[i]
				checkParser(t, data)
				for range 3 {
					checkParser(t, mutate(r, data))
				}
			}
		})
	}
}

// The documents of the project, and those of others, which are not copied into it.
var (
	cases   = []string{"../../../testdata/cases/*/*/in.yaml"}
	besides = []string{"../../../../shared/corpus/*/*/*.yaml", "../../../../shared/seeds/*.yaml"}
)

func documents(t testing.TB, patterns []string) (all [][]byte) {
	for _, pattern := range patterns {
		files, err := filepath.Glob(pattern)
		assert.NilError(t, err)
		for _, file := range files {
			data, err := os.ReadFile(file)
			assert.NilError(t, err)
			all = append(all, data)
		}
	}
	return all
}

// lineTokens are what lines of random documents are made of.
var lineTokens = []string{
	"- ", "- ", "- ", "-", "  ", "  ", "  ", "    ", " ", "a: ", "b: ", "c:", "d: e", "f", "\"", "'", "|", ">", "|+", "|2", "&x ", "*x", "<<: *x", "&y ", "*y", "{", "}", "[", "]", ", ",
	" # g", "# h", " # {\"$x\"}", "? ", ": ", "on", "0123", "1.10", "!!str ", "! ", "---", "...", "%YAML 1.1", "\t", "\r", "é", "\u0085", "\u2028", "\ufeff", "\\", "~", "{a: b}", "[1, 2]",
}

// TestParserRandomDocuments makes documents of YAML tokens, which a fuzzer of bytes finds late.
func TestParserRandomDocuments(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	rounds := 20_000
	if testing.Short() {
		rounds = 2_000
	}
	for range rounds {
		checkParser(t, []byte(randomDocument(r)))
	}
}

// randomDocument mostly has items at a few indentations, and sometimes is a stream.
func randomDocument(r *rand.Rand) string {
	var text strings.Builder
	for range 2 + r.IntN(12) {
		if r.IntN(10) == 0 {
			text.WriteString("---\n")
		}
		text.WriteString(strings.Repeat("  ", r.IntN(3)))
		if r.IntN(2) == 0 {
			text.WriteString("- ")
		}
		for range r.IntN(4) {
			text.WriteString(lineTokens[r.IntN(len(lineTokens))])
		}
		text.WriteString("\n")
	}
	return text.String()
}

// mutate repeats, drops, moves and changes lines of a document.
func mutate(r *rand.Rand, data []byte) []byte {
	lines := bytes.SplitAfter(data, []byte("\n"))
	for range 1 + r.IntN(4) {
		i, j := r.IntN(len(lines)), r.IntN(len(lines))
		switch r.IntN(6) {
		case 0:
			lines[i] = lines[j]
		case 1:
			lines[i] = nil
		case 2:
			lines[i] = append([]byte("  "), lines[i]...)
		case 3:
			lines[i] = bytes.TrimPrefix(lines[i], []byte("  "))
		case 4:
			token := lineTokens[r.IntN(len(lineTokens))]
			at := r.IntN(len(lines[i]) + 1)
			lines[i] = slices.Concat(lines[i][:at], []byte(token), lines[i][at:])
		case 5:
			lines[i] = append(bytes.TrimRight(slices.Clone(lines[i]), "\n"), lines[j]...)
		}
	}
	return bytes.Join(lines, nil)
}
