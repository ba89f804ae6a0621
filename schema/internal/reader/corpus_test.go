package reader

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
	"github.com/fluxapp-dev/fluxapp/schema/internal/yamltest"
)

// TestParserCorpus reads the files of the project and of others, and parts of them that are changed. With -short it
// takes every fourth file.
func TestParserCorpus(t *testing.T) {
	t.Parallel()
	every := 1
	if testing.Short() {
		every = 4
	}
	for _, corpus := range yamltest.Corpora {
		t.Run(corpus.Name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(3, 4))
			mutator := yamltest.NewMutator(r)
			var c comparison
			files := corpus.Files(t)
			for i := 0; i < len(files); i += every {
				data := files[i].Data
				c.check(t, data)
				for range 5 {
					c.check(t, mutator.Mutate(yamltest.Part(r, data, 2000)))
				}
			}
		})
	}
}

// TestLongDocument reads one list of all documents that the parser of our own reads.
func TestLongDocument(t *testing.T) {
	if testing.Short() {
		t.Skip("large")
	}
	var list strings.Builder
	for _, corpus := range yamltest.Corpora {
		for _, file := range corpus.Files(t) {
			source := &record.Source{Text: string(file.Data)}
			for _, p := range split(source.Text, []byte(source.Text)) {
				item := strings.TrimPrefix(source.Text[p.Start:p.End], "---")
				if text := "-\n  " + strings.ReplaceAll(item, "\n", "\n  ") +
					"\n"; parses(&record.Source{Text: text}, Piece{End: len(text)}) {
					list.WriteString(text)
				}
			}
		}
	}
	var c comparison
	c.check(t, []byte(list.String()))
	assert.Equal(t, c.taken, 1)
	assert.Assert(t, list.Len() > 3_000_000, "the list has only %d bytes", list.Len())
}

// maxFallback is the share of documents that the parser of our own may give up.
const maxFallback = 0.02

// TestFallback counts how many documents of each corpus the parser of our own gives up. Those with an error, for
// example a key twice, do not count.
func TestFallback(t *testing.T) {
	var all fallbacks
	for _, corpus := range yamltest.Corpora {
		var f fallbacks
		for _, file := range corpus.Files(t) {
			f.count(file.Name, string(file.Data))
		}
		f.print(t, corpus.Name)
		all.add(f)
	}
	all.print(t, "all files")
	assert.Assert(t, all.share() <= maxFallback, "%.1f %% of the documents are given up", 100*all.share())

	var generated, shapes fallbacks
	r := rand.New(rand.NewPCG(5, 6))
	for i := range 2000 {
		generated.count(fmt.Sprintf("generated %d", i), string(yamltest.Document(r)))
		generated.count(fmt.Sprintf("generated JSON %d", i), string(yamltest.JSON(r)))
	}
	generated.print(t, "generated documents")
	assert.Assert(t, generated.share() <= maxFallback, "%.1f %% of the generated documents are given up",
		100*generated.share())
	for _, shape := range yamltest.Shapes() {
		shapes.count(shape.Name, shape.Text)
	}
	shapes.print(t, "shapes, which are rare on purpose")
}

// fallbacks are the documents of a corpus.
type fallbacks struct {
	documents, refused, bytes, givenUpBytes int
	givenUp                                 []string // where
}

// count reads the documents of a file.
func (f *fallbacks) count(name, text string) {
	source := &record.Source{Text: text}
	for _, p := range split(text, []byte(text)) {
		if isBlank(text[p.Start:p.End]) {
			continue
		}
		taken := parses(source, p)
		if !taken && isRefused(source, p) {
			f.refused++
			continue
		}
		f.documents++
		f.bytes += p.End - p.Start
		if !taken {
			f.givenUpBytes += p.End - p.Start
			f.givenUp = append(f.givenUp,
				fmt.Sprintf("%s:%d: %s", name, 1+strings.Count(text[:p.Start], "\n"), lastLine(source, p)))
		}
	}
}

func parses(source *record.Source, p Piece) bool {
	r := reader{source: source}
	return r.parser.parse(source, p)
}

// isRefused reports whether a document has an error, so that nobody waits for what is made of it.
func isRefused(source *record.Source, p Piece) bool {
	r := reader{source: source}
	r.readWithLibrary(source.Text[p.Start:p.End], p)
	return slices.ContainsFunc(r.problems, func(p record.Problem) bool { return p.Rule < record.YAML11 })
}

// lastLine returns the line that the parser of our own most likely gives up: the one behind the longest part that it
// reads.
func lastLine(source *record.Source, p Piece) string {
	text := source.Text[p.Start:p.End]
	const far = 1 << 16
	for at := min(len(text), far); at > 0; {
		at = strings.LastIndexByte(text[:at-1], '\n') + 1
		if at == 0 || parses(source, Piece{p.Start, p.Start + at, p.json}) {
			line, _, _ := strings.Cut(text[at:], "\n")
			return fmt.Sprintf("line %d: %q", 1+strings.Count(text[:at], "\n"), line)
		}
		if len(text) > far {
			break
		}
	}
	return "a long document"
}

func (f *fallbacks) add(other fallbacks) {
	f.documents += other.documents
	f.refused += other.refused
	f.bytes += other.bytes
	f.givenUpBytes += other.givenUpBytes
	f.givenUp = append(f.givenUp, other.givenUp...)
}

func (f *fallbacks) share() float64 { return float64(len(f.givenUp)) / float64(max(f.documents, 1)) }

func (f *fallbacks) print(t *testing.T, name string) {
	t.Logf("%s: %d of %d documents are given up (%.2f %%), %d of %d bytes; %d more have errors",
		name, len(f.givenUp), f.documents, 100*f.share(), f.givenUpBytes, f.bytes, f.refused)
	for i, where := range f.givenUp {
		if name == "all files" {
			return
		}
		if i == 40 {
			t.Logf("  … and %d more", len(f.givenUp)-i)
			return
		}
		t.Logf("  %s", where)
	}
}
