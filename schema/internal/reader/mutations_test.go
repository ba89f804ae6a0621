package reader

import (
	"flag"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/internal/yamltest"
)

var (
	executions = flag.Int("executions", 0, "how many texts TestMutations compares; about 200,000 if it is 0")
	seed       = flag.Uint64("seed", 1, "the texts of TestMutations follow from it")
)

// batch is how many texts follow from one state of the generator: the same ones on any number of processors.
const batch = 1000

// maxDifferences is how many differences TestMutations prints.
const maxDifferences = 20

// TestMutations compares both ways to read shapes, parts of files of the project and random documents, nearly all of
// them changed at random. make fuzz-reader compares millions.
func TestMutations(t *testing.T) {
	compareTexts(t, number(), newTexts(t, false))
}

// TestMutationsBeside does the same with the files beside the project.
func TestMutationsBeside(t *testing.T) {
	texts := newTexts(t, true)
	if len(texts.files) == 0 {
		t.Skip("NOTHING WAS TESTED: the folder shared is not there")
	}
	compareTexts(t, number()/10, texts)
}

// number is how many texts are compared.
func number() int {
	n := *executions
	switch {
	case n == 0 && testing.Short():
		n = 20_000
	case n == 0:
		n = 200_000
	}
	return n
}

func compareTexts(t *testing.T, n int, texts texts) {
	var next, differences atomic.Int64
	var counted comparison
	var mutex sync.Mutex
	var workers sync.WaitGroup
	start := time.Now()
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			var c comparison
			for i := next.Add(1) - 1; int(i) < (n+batch-1)/batch && differences.Load() < maxDifferences; i = next.Add(1) - 1 {
				for text := range texts.batch(uint64(i)) {
					if diff := c.differ(string(text)); diff != "" {
						small := minimize(string(text))
						t.Errorf("batch %d: %q\nfrom %q: the library (-), our own parser (+):\n%s", i, small, text,
							new(comparison).differ(small))
						differences.Add(1)
					}
				}
			}
			mutex.Lock()
			defer mutex.Unlock()
			counted.add(c)
		})
	}
	workers.Wait()
	seconds := time.Since(start).Seconds()
	t.Logf("%d executions in %.0f s (%.0f/s): %d documents, of which the parser of our own reads %d and gives up %d; %d "+
		"differences",
		counted.texts, seconds, float64(counted.texts)/seconds, counted.pieces, counted.taken, counted.givenUp,
		differences.Load())
	assert.Assert(t, t.Failed() || 3*counted.taken > counted.pieces, "too few documents are compared")
}

func (c *comparison) add(other comparison) {
	c.texts += other.texts
	c.pieces += other.pieces
	c.taken += other.taken
	c.givenUp += other.givenUp
}

// texts makes texts to compare.
type texts struct {
	shapes, parts, files [][]byte
}

// newTexts reads the files of the project, or those beside it.
func newTexts(t *testing.T, beside bool) (all texts) {
	for _, shape := range yamltest.Shapes() {
		for _, text := range yamltest.Surroundings(shape.Text)[:6] {
			all.shapes = append(all.shapes, []byte(text))
		}
		for _, text := range partsOf(shape.Text) {
			all.parts = append(all.parts, []byte(text))
		}
	}
	for _, corpus := range yamltest.Corpora {
		if corpus.Beside != beside {
			continue
		}
		for _, file := range corpus.Files(t) {
			all.files = append(all.files, file.Data)
		}
	}
	return all
}

// batch yields the texts of one state of the generator. Each is valid until the next one.
func (t texts) batch(number uint64) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		r := rand.New(rand.NewPCG(*seed, number))
		mutator := yamltest.NewMutator(r)
		for range batch {
			text := t.text(r)
			if r.IntN(8) > 0 {
				text = mutator.Mutate(text)
			}
			if !yield(text) {
				return
			}
		}
	}
}

func (t texts) text(r *rand.Rand) []byte {
	switch n := r.IntN(20); {
	case n < 7:
		return t.shapes[r.IntN(len(t.shapes))]
	case n < 10:
		return t.parts[r.IntN(len(t.parts))]
	case n < 13:
		return yamltest.Part(r, t.files[r.IntN(len(t.files))], 20+r.IntN(400))
	case n < 16:
		return yamltest.Document(r)
	case n < 17:
		return yamltest.JSON(r)
	case n < 19:
		return yamltest.Lines(r)
	}
	return yamltest.Tokens(r)
}

// minimize drops lines and then bytes of a text while both ways to read it differ.
func minimize(text string) string {
	differs := func(text string) bool { return new(comparison).differ(text) != "" }
	for _, parts := range []func(string) []string{
		func(s string) []string { return strings.SplitAfter(s, "\n") },
		func(s string) []string { return strings.Split(s, "") },
	} {
		for size := len(parts(text)); size > 0; size /= 2 {
			for at := 0; at < len(parts(text)); {
				all := parts(text)
				if less := strings.Join(all[:at], "") + strings.Join(all[min(at+size, len(all)):], ""); less != text &&
					differs(less) {
					text = less
				} else {
					at += size
				}
			}
		}
	}
	return text
}

// partsOf returns the beginnings and ends of a text, and the parts between lines that are not indented: what one part
// has hides what the others have when a reader refuses it.
func partsOf(text string) (all []string) {
	start, at := 0, 0
	for line := range strings.Lines(text) {
		if at > start && strings.Trim(line[:1], " \r\n") != "" {
			all = append(all, text[start:at])
			start = at
		}
		if at > 0 {
			all = append(all, text[:at], text[at:])
		}
		at += len(line)
	}
	return append(all, text[start:])
}

func TestParts(t *testing.T) {
	assert.DeepEqual(t, partsOf("a\n b\n\n- c\n"),
		[]string{"a\n", " b\n\n- c\n", "a\n b\n", "\n- c\n", "a\n b\n\n", "a\n b\n\n", "- c\n", "- c\n"})
}
