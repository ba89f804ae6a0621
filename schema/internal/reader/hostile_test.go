package reader

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
)

// hostile are texts of about n bytes that are meant to take forever, or all memory.
var hostile = map[string]func(n int) string{
	"brackets":               func(n int) string { return strings.Repeat("[", n) },
	"braces":                 func(n int) string { return strings.Repeat("{", n) },
	"brackets, closed":       func(n int) string { return strings.Repeat("[", n/2) + strings.Repeat("]", n/2) },
	"maps in flow style":     func(n int) string { return strings.Repeat("{a: ", n/5) + strings.Repeat("}", n/5) },
	"many brackets":          func(n int) string { return "[" + strings.Repeat("[[]],", n/5) + "]" },
	"900 levels, many times": func(n int) string { return "[" + strings.Repeat(deep(900), n/1800+1) + "]" },
	"dashes":                 func(n int) string { return strings.Repeat("- ", n/2) },
	"dashes and a scalar":    func(n int) string { return strings.Repeat("- ", min(n/2, 900)) + strings.Repeat("a", n) },
	"question marks":         func(n int) string { return strings.Repeat("? ", n/2) },
	"colons":                 func(n int) string { return strings.Repeat(": ", n/2) },
	"colons in a line":       func(n int) string { return strings.Repeat("a:b", n/3) },
	"pairs in a line":        func(n int) string { return strings.Repeat("a: ", n/3) },
	"levels of a map":        levels,
	"ampersands":             func(n int) string { return strings.Repeat("&a ", n/3) },
	"asterisks":              func(n int) string { return strings.Repeat("*", n) },
	"percents":               func(n int) string { return strings.Repeat("%", n) },
	"a quote not closed":     func(n int) string { return "a: \"" + strings.Repeat("b ", n/2) },
	"a quote over lines":     func(n int) string { return "a: \"" + strings.Repeat("b\n ", n/3) },
	"a quote of line feeds":  func(n int) string { return "a: '" + strings.Repeat("\n", n) + "'" },
	"a quote of spaces":      func(n int) string { return "a: '" + strings.Repeat(" ", n) + "\n '" },
	"a quote of escapes":     func(n int) string { return "a: \"" + strings.Repeat(`\x41`, n/4) + "\"" },
	"a quote of quotes":      func(n int) string { return "a: '" + strings.Repeat("''", n/2) + "'" },
	"quotes not closed":      func(n int) string { return strings.Repeat("- \"a\n", n/5) },
	"quotes in quotes":       func(n int) string { return strings.Repeat("\"a\n", n/3) },
	"quotes in flow style":   func(n int) string { return "[" + strings.Repeat("\"a\n b\",", n/7) + "]" },
	"deep blocks": func(n int) string {
		return "a: |\n" + strings.Repeat(strings.Repeat(" ", 1000)+"b\n", n/1000)
	},
	"a block of line feeds":  func(n int) string { return "a: |+\n" + strings.Repeat("\n", n) + " b" },
	"a block of spaces":      func(n int) string { return "a: >\n  b\n" + strings.Repeat("   \n", n/4) },
	"a block that gets deep": func(n int) string { return "a: |\n" + growing(n) },
	"a folded block":         func(n int) string { return "a: >\n" + strings.Repeat(" b\n\n", n/4) },
	"empty blocks":           func(n int) string { return strings.Repeat("- |\n", n/4) },
	"spaces":                 func(n int) string { return strings.Repeat(" ", n) },
	"spaces behind a value":  func(n int) string { return "a: b" + strings.Repeat(" ", n) + "# {\"$x\"}\n" },
	"spaces before colons":   func(n int) string { return strings.Repeat("a"+strings.Repeat(" ", 500)+": b\n", n/500) },
	"line feeds":             func(n int) string { return "a:" + strings.Repeat("\n", n) + "  b" },
	"line feeds of Windows":  func(n int) string { return "a:" + strings.Repeat("\r\n", n/2) + "  b" },
	"line feeds and markers": func(n int) string { return strings.Repeat("---\n", n/4) },
	"end markers":            func(n int) string { return strings.Repeat("...\n", n/4) },
	"documents":              func(n int) string { return strings.Repeat("---\na: b\n", n/9) },
	"comments":               func(n int) string { return "a:\n" + strings.Repeat("#\n", n/2) + "  b" },
	"a comment":              func(n int) string { return "a: b # " + strings.Repeat("c", n) },
	"a comment of hashes":    func(n int) string { return "a: b " + strings.Repeat("# ", n/2) },
	"setter comments":        func(n int) string { return strings.Repeat("- a # {\"$x\"}\n", n/13) },
	"tabs":                   func(n int) string { return "a: b" + strings.Repeat("\t", n) },
	"a word":                 func(n int) string { return strings.Repeat("a", n) },
	"a number":               func(n int) string { return "a: " + strings.Repeat("1", n) },
	"a number of groups":     func(n int) string { return "a: " + strings.Repeat("1_", n/2) },
	"a plain scalar":         func(n int) string { return "a: " + strings.Repeat("b\n  ", n/4) },
	"plain scalars":          func(n int) string { return strings.Repeat("- a\n  b\n", n/8) },
	"hashes in a word":       func(n int) string { return "a: " + strings.Repeat("b#", n/2) },
	"a key":                  func(n int) string { return strings.Repeat("k", n) + ": v" },
	"a key in quotes":        func(n int) string { return "\"" + strings.Repeat("k", n) + "\": v" },
	"keys":                   keys,
	"keys in flow style":     func(n int) string { return "{" + strings.ReplaceAll(keys(n), "\n", ",\n") + "}" },
	"one key many times":     func(n int) string { return strings.Repeat("a: 1\n", n/5) },
	"nulls":                  func(n int) string { return strings.Repeat("-\n", n/2) },
	"commas":                 func(n int) string { return "[" + strings.Repeat("a,", n/2) + "]" },
	"anchors":                anchored,
	"aliases":                func(n int) string { return "- &x a\n" + strings.Repeat("- *x\n", n/5) },
	"aliases of a list":      func(n int) string { return "- &x [a, b]\n" + strings.Repeat("- *x\n", n/5) },
	"an anchor again":        func(n int) string { return strings.Repeat("- &x a\n- *x\n", n/12) },
	"merges":                 func(n int) string { return "- &x {a: 1}\n" + strings.Repeat("- {<<: *x}\n", n/11) },
	"merges in a map":        func(n int) string { return "x: &x {a: 1}\ny:\n" + strings.Repeat("  <<: *x\n", n/10) },
	"laughs":                 func(n int) string { return laughs(n, "[", "]", "") },
	"laughs in merges":       func(n int) string { return laughs(n, "{<<: [", "]}", "b: 1, ") },
	"JSON":                   func(n int) string { return "{\"a\":[" + strings.Repeat("{\"b\":1},", n/8) + "{}]}" },
	"JSON values":            func(n int) string { return strings.Repeat("{\"b\":1}", n/7) },
	"JSON escapes":           func(n int) string { return "{\"a\":\"" + strings.Repeat(`\ud83d\ude00\/`, n/14) + "\"}" },
	"not ASCII":              func(n int) string { return "a: " + strings.Repeat("é😀 ", n/7) },
	"carriage returns":       func(n int) string { return "a: b" + strings.Repeat("\r", n) },
	"words of YAML 1.1":      func(n int) string { return strings.Repeat("- on\n", n/5) },
}

func deep(levels int) string {
	return strings.Repeat("[", levels) + strings.Repeat("]", levels) + ","
}

// levels returns a map of up to 990 levels in block style, and fields in the last one.
func levels(n int) string {
	var text strings.Builder
	for i := 0; i < 990 && text.Len() < n/2; i++ {
		fmt.Fprintf(&text, "%*sa:\n", i, "")
	}
	for i := 0; text.Len() < n; i++ {
		fmt.Fprintf(&text, "%*sk%d: b\n", 990, "", i)
	}
	return text.String()
}

// growing returns lines of which each is deeper than the one before.
func growing(n int) string {
	var text strings.Builder
	for i := 1; text.Len() < n; i++ {
		fmt.Fprintf(&text, "%*sb\n", i, "")
	}
	return text.String()
}

func keys(n int) string {
	var text strings.Builder
	for i := 0; text.Len() < n; i++ {
		fmt.Fprintf(&text, "k%d: 1\n", i*7919%1_000_003)
	}
	return text.String()
}

func anchored(n int) string {
	var text strings.Builder
	for i := 0; text.Len() < n; i++ {
		fmt.Fprintf(&text, "- &x%d a\n- *x%d\n", i, i/2)
	}
	return text.String()
}

// laughs returns 20 values of which each has ten aliases of the one before.
func laughs(_ int, opened, closed, field string) string {
	var text strings.Builder
	first := opened
	if field != "" {
		first = "{"
	}
	fmt.Fprintf(&text, "a0: &a0 %s%s%s\n", first, strings.TrimSuffix(field, ", "), closed[len(closed)-1:])
	for i := 1; i < 20; i++ {
		aliases := strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 10), ", ")
		fmt.Fprintf(&text, "a%d: &a%d %s%s%s\n", i, i, opened, aliases, closed)
	}
	return text.String()
}

// TestHostile reads hostile texts in both ways.
func TestHostile(t *testing.T) {
	size := 100_000
	if testing.Short() {
		size = 10_000
	}
	for name, text := range hostile {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkWhole(t, []byte(text(size)))
		})
	}
}

// TestHostileLarge reads 10 MB of nothing in both ways, and what is too large when it is written out.
func TestHostileLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("large")
	}
	for _, name := range []string{"spaces", "line feeds", "comments", "a comment", "tabs", "a block of line feeds"} {
		checkWhole(t, []byte(hostile[name](10_000_000)))
	}
	opened, closed := strings.Repeat("[", 900), strings.Repeat("]", 900)
	for _, text := range []string{
		opened + strings.Repeat("1, ", 200_000) + closed, "a: &a [" + strings.Repeat("1, ", 200_000) + "]\nb: " + opened +
			"*a" + closed,
		"a: &a {" + strings.ReplaceAll(keys(10_000), "\n", ",\n") + "}\nb:\n" +
			strings.Repeat("- {<<: [*a, *a, *a, *a, *a]}\n", 2000),
	} {
		ours := reader{source: &record.Source{File: "t.yaml"}}
		for _, p := range ours.pieces([]byte(text)) {
			ours.read(p)
		}
		assert.Equal(t, ours.problems[len(ours.problems)-1].Rule, record.TooLarge)
		checkWhole(t, []byte(text))
	}
}

// TestDepth reads values at and around the deepest level in both ways.
func TestDepth(t *testing.T) {
	for depth := record.MaxDepth - 2; depth <= record.MaxDepth+2; depth++ {
		maps := ""
		for i := range depth {
			maps += strings.Repeat(" ", i) + "a:\n"
		}
		for _, text := range []string{
			strings.Repeat("- ", depth) + "a", strings.Repeat("- ", depth-1) + "a: b\n", strings.Repeat("[", depth) +
				strings.Repeat("]", depth), strings.Repeat("{a: ", depth) + strings.Repeat("}", depth), maps,
			maps + strings.Repeat(" ", depth) + "a", "a: " + strings.Repeat("[", depth-1) + "a" + strings.Repeat("]", depth-1),
			strings.Repeat("- ", depth-1) + "[]", strings.Repeat("- ", depth-1) + "{a: b}",
			strings.Repeat("- ", depth-1) + "|\n  a",
			"x: &x [[a]]\ny: " + strings.Repeat("[", depth-2) + "*x" + strings.Repeat("]", depth-2),
			strings.Repeat("{\"a\":[", depth/2) + strings.Repeat("]}", depth/2),
		} {
			checkWhole(t, []byte(text))
		}
	}
}

// TestHostileMemory counts the bytes that the parser of our own allocates, also before it gives up: they grow no
// faster than the text.
func TestHostileMemory(t *testing.T) {
	for name, text := range hostile {
		small, large := text(40_000), text(160_000)
		if len(large) < 3*len(small) {
			continue // of one size
		}
		before, after := allocated(small), allocated(large)
		assert.Check(t, after < 6*before+1<<20, "%s: %d bytes are allocated for %d, and %d for %d", name, before, len(small),
			after, len(large))
		assert.Check(t, after < 120*uint64(len(large)), "%s: %d bytes are allocated for %d", name, after, len(large))
	}
}

func allocated(text string) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	parseAll(text)
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// parseAll reads the documents of a text with the parser of our own.
func parseAll(text string) {
	r := reader{source: &record.Source{File: "t.yaml", Text: text}}
	for _, p := range split(text, []byte(text)) {
		if !isBlank(text[p.Start:p.End]) {
			r.parser.parse(r.source, p)
		}
	}
}

// TestHostileTime reads large hostile texts with the parser of our own. In quadratic time each of them would take
// minutes.
func TestHostileTime(t *testing.T) {
	size := 1 << 20
	if testing.Short() {
		size = 256 << 10
	}
	for name, text := range hostile {
		done := make(chan bool)
		go func() {
			parseAll(text(size))
			close(done)
		}()
		select {
		case <-done:
		case <-time.After(20 * time.Second):
			t.Fatalf("%s: a text of %d bytes takes more than 20 seconds", name, size)
		}
	}
}

// BenchmarkHostile prints the time for each byte of hostile texts, which should not depend on their size.
func BenchmarkHostile(b *testing.B) {
	for name, text := range hostile {
		for _, size := range []int{1 << 16, 1 << 20} {
			b.Run(fmt.Sprintf("%s/%d", name, size), func(b *testing.B) {
				data := text(size)
				b.SetBytes(int64(len(data)))
				for b.Loop() {
					parseAll(data)
				}
			})
		}
	}
}
