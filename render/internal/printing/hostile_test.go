package printing_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/blocks/blockstest"
	"github.com/fluxapp-dev/fluxapp/render/internal/printing"
)

// maxMarkdown is how many characters the Markdown may have.
const maxMarkdown = 40_000

// pieces are what could be markup, a link, a name of somebody or the end of something.
var pieces = []string{
	"@joe", "#12", "https://example.com/x", "www.example.com", "a@example.com", "`", "``", "```", "~~~", "\n", "\r", "|",
	"\\", "<details>", "</details>", "</summary>", "</code>", "<!--", "-->", "**", "_", "[a](b)", "$x$", ":100:", "&lt;",
	"\x1b[31m", "\u202e", " ", "\t", "- ", "# ", "x", "é", "🌈", "> ", "---", "(none)", "(hidden)", "\x00", "\\u0000",
	"[name=", "]", "\xff", "deadbeefdeadbeef", "Pod",
}

func word(r *rand.Rand) string {
	var b strings.Builder
	for range r.IntN(6) {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

func hostileValue(r *rand.Rand, depth int) any {
	switch n := r.IntN(8); {
	case n == 0:
		return nil
	case n == 1:
		return float64(r.IntN(9))
	case n < 5 || depth == 0:
		return word(r)
	case n == 5:
		return []any{hostileValue(r, depth-1), hostileValue(r, depth-1)}
	case n == 6:
		return []any{map[string]any{"name": word(r), word(r): hostileValue(r, depth-1)}}
	}
	return map[string]any{word(r): hostileValue(r, depth-1), "containers": []any{map[string]any{"image": word(r)}}}
}

// hostile has pieces in the place of everything that a chart can write.
func hostile(r *rand.Rand) (all []on) {
	for i := range 1 + r.IntN(3) {
		one := on{Cluster: fmt.Sprint("c", i)}
		for range 1 + r.IntN(4) {
			c := &printing.Change{Application: word(r), Owner: word(r), Hook: r.IntN(2) == 0,
				Object: printing.Object{APIVersion: word(r), ID: render.ID{Kind: word(r), Namespace: word(r), Name: word(r)}},
				Before: map[string]any{"a": hostileValue(r, 3)}, After: map[string]any{"a": hostileValue(r, 3)}}
			c.Fields = printing.Compare("", c.Before, c.After)
			one.Changes = append(one.Changes, c)
		}
		all = append(all, one)
	}
	return all
}

var (
	inCode = regexp.MustCompile(`<code>[^<>]*</code>`)
	// harmless is a line without the quoted parts: nothing in it is markup but the page's own.
	harmless = regexp.MustCompile(`^(#{3,4} |- |\| )?(<details><summary>)?[\pL\d ,.;:()'*|…-]*(</summary>)?(</details>)?$`)
)

// TestHostile prints hostile changes. Outside of code, the Markdown has nothing that they could have brought; the text
// has nothing that a terminal acts on; and the JSON can be read.
func TestHostile(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 5))
		all := hostile(r)
		for _, images := range []bool{false, true} {
			out := write(t, all, options{Format: "markdown", Images: images})
			assert.Assert(t, utf8.RuneCountInString(out) <= maxMarkdown)
			for _, line := range blockstest.OutsideFences(t, out) {
				rest := inCode.ReplaceAllString(blockstest.WithoutCodeSpans(line), "")
				assert.Assert(t, harmless.MatchString(rest), "seed %d: %q\nof %q", seed, rest, line)
			}
			text := write(t, all, options{Images: images})
			for _, bad := range []string{"\x1b", "\u202e", "\x00", "\r", "\t", "\xff"} {
				assert.Assert(t, !strings.Contains(text, bad), "seed %d: %q has %q", seed, text, bad)
			}
			data := write(t, all, options{Format: "json", Images: images})
			assert.Assert(t, json.Valid([]byte(data)), "seed %d: %s", seed, data)
		}
	}
}

// TestLong prints values and names of a megabyte, and thousands of groups.
func TestLong(t *testing.T) {
	long := strings.Repeat("very long ", 100_000)
	lines := strings.Repeat("line\n", 200_000)
	all := append(distinct(1, 2000), on{Cluster: "berlin", Changes: []*printing.Change{
		change("ConfigMap", "a/"+long, `{"a":"`+long+`","b":"x"}`, `{"a":"`+long+`x","b":"`+long+`"}`),
		change("ConfigMap", "a/b", jsonText(lines+"a\n"+lines), jsonText(lines+"b\n"+lines)),
		change("Secret", "a/"+long, ``, `{"data":{}}`),
	}})
	out := write(t, all, options{Format: "markdown"})
	n := utf8.RuneCountInString(out)
	assert.Assert(t, n <= maxMarkdown && n > 30_000, "%d characters", n)
	assert.Assert(t, strings.Contains(out, "**Left out**, because a comment has no room for it: "), out[len(out)-400:])
	text := write(t, all[1:], options{})
	assert.Assert(t, strings.Contains(text, "  a:\n    - a\n    + b\n"), text[:2000])
	assert.Assert(t, len(text) < 3_000_000, "%d bytes", len(text)) // the names
	data := write(t, all, options{Format: "json"})
	assert.Assert(t, json.Valid([]byte(data)))
}

func jsonText(text string) string {
	data, _ := json.Marshal(map[string]string{"a": text})
	return string(data)
}
