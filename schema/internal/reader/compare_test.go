package reader

import (
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fluxapp-dev/fluxapp/schema/internal/pattern"
	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
)

// reading is what a reader makes of a text.
type reading struct {
	documents []*record.Document
	problems  []record.Problem
}

// comparison reads texts with the parser of our own and with the library, and counts them.
type comparison struct {
	texts, pieces, taken, givenUp int
}

// differ reads each piece of a text that the parser of our own does not give up with the library, too, and describes
// the first difference; it is empty if there is none.
func (c *comparison) differ(text string) (diff string) {
	defer func() {
		if r := recover(); r != nil {
			diff = fmt.Sprintf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	c.texts++
	source := &record.Source{File: "t.yaml", Text: text}
	for _, p := range split(text, []byte(text)) {
		if isBlank(text[p.Start:p.End]) {
			continue
		}
		c.pieces++
		ours := reader{source: source}
		if !ours.parser.parse(source, p) {
			c.givenUp++
			continue
		}
		ours.add(ours.parser.Doc, ours.parser.Problems)
		c.taken++
		if jsonEscape().MatchString(text[p.Start:p.End]) {
			continue
		}
		theirs := reader{source: source}
		theirs.readWithLibrary(text[p.Start:p.End], p)
		if diff := differReadings(reading{theirs.documents, theirs.problems},
			reading{ours.documents, ours.problems}); diff != "" {
			return diff
		}
	}
	return ""
}

// jsonEscape matches the escapes of JSON that the library does not read.
var jsonEscape = pattern.Of(`\\/|\\u[dD][89abAB]`)

// differReadings describes how ours differs from the library's, in any record, text, setter comment or problem.
func differReadings(theirs, ours reading) string {
	same := slices.EqualFunc(theirs.documents, ours.documents, sameDocument) && len(theirs.problems) == len(ours.problems)
	for i := 0; same && i < len(theirs.problems); i++ {
		same = sameProblem(theirs, ours, i)
	}
	if same {
		return ""
	}
	return cmp.Diff(theirs.describe(), ours.describe())
}

func sameDocument(a, b *record.Document) bool {
	return a.Root == b.Root && slices.Equal(a.Records, b.Records) && slices.Equal(a.Strings, b.Strings) &&
		maps.Equal(a.Setters, b.Setters)
}

// sameProblem compares two problems, which must be of the same document.
func sameProblem(theirs, ours reading, i int) bool {
	a, b := theirs.problems[i], ours.problems[i]
	same := slices.Index(theirs.documents, a.Document) == slices.Index(ours.documents, b.Document) &&
		(a.Document == nil) == (b.Document == nil)
	a.Document, b.Document = nil, nil
	return same && a == b
}

// describe prints each record and each problem.
func (r reading) describe() (lines []string) {
	for _, d := range r.documents {
		lines = append(lines, fmt.Sprintf("root %d of %d", d.Root, len(d.Records)))
		for i, r := range d.Records {
			at := int32(i)
			lines = append(lines, fmt.Sprintf("%d: %+v key %q text %q setter %q", i, r, d.Key(at), d.Written(at), d.Setters[at]))
		}
		lines = append(lines, fmt.Sprintf("%q", d.Strings))
	}
	for _, p := range r.problems {
		lines = append(lines, fmt.Sprintf("problem %d at %d of document %d: %d %d %v %q %q",
			p.Rule, p.At, slices.Index(r.documents, p.Document), p.Record, p.Other, p.OnKey, p.Key, p.Detail))
	}
	return lines
}

// check fails the test if both ways to read differ in a text.
func (c *comparison) check(t testing.TB, text []byte) {
	t.Helper()
	if diff := c.differ(string(text)); diff != "" {
		t.Errorf("%q: the library (-), our own parser (+):\n%s", text, diff)
	}
}

// checkWhole compares whole streams: documents and problems in their order, with the pieces that are given up.
func checkWhole(t *testing.T, data []byte) {
	if jsonEscape().Match(data) {
		return
	}
	ours, theirs := reader{source: &record.Source{File: "t.yaml"}}, reader{source: &record.Source{File: "t.yaml"}}
	for _, p := range ours.pieces(data) {
		ours.read(p)
	}
	for _, p := range theirs.pieces(data) {
		if text := theirs.source.Text[p.Start:p.End]; !isBlank(text) {
			theirs.readWithLibrary(text, p)
		}
	}
	if diff := differReadings(reading{theirs.documents, theirs.problems},
		reading{ours.documents, ours.problems}); diff != "" {
		t.Fatalf("%q: the library (-), our own parser (+):\n%s", data, diff)
	}
}
