package change_test

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/internal/blocks/blockstest"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// pieces are what could be markup, a link, a name of somebody or the end of something.
var pieces = []string{
	"@joe", "#12", "https://example.com/x", "www.example.com", "a@example.com", "`", "``", "```", "~~~", "\n", "\r", "|",
	"\\", "<details>", "</details>",
	"</summary>", "</code>", "<!--", "-->", "**", "_", "[a](b)", "![a](b)", "$x$", ":100:", "&lt;", "\x1b[31m", "\u202e",
	" ", "\t", "- ", "# ", "x", "é", "🌈", "> ", "---",
	"$(cluster.name)", "(none)", "(hidden)", "\x00", "|---|",
}

// hostileChange has pieces in the place of everything that an author can write.
func hostileChange(r *rand.Rand) change.Change {
	word := func() string {
		var b strings.Builder
		for range r.IntN(6) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		return b.String()
	}
	c := of([]change.Action{change.Deleted, change.Renamed, change.Changed, change.Created}[r.IntN(4)], word(),
		set(word(), quoted(word()), quoted(word()), word(), 1),
		set(word(), `[`+quoted(word())+`]`, `{"a":`+quoted(word())+`}`, word(), 3),
		set(word(), "", `{"`+strings.Repeat("a", 70)+`":`+quoted(word())+`}`, word(), 2))
	c.Application, c.Effect, c.At.File = word(), word(), word()
	c.Object.Name, c.Earlier.Name, c.EarlierCluster = word(), word(), word()
	return c
}

// quoted returns a text as JSON.
func quoted(text string) string {
	return `"` + strings.NewReplacer("\\", `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`, "\x1b", `\u001b`, "\x00",
		`\u0000`).Replace(text) + `"`
}

var (
	inCode = regexp.MustCompile(`<code>[^<>]*</code>`)
	// harmless is a line without the quoted parts: nothing in it is markup but the page's own.
	harmless = regexp.MustCompile(`^(#{3,4} |> |- |\| )?(<details><summary>)?[\pL\d ` +
		`,.;:()'*|>!…-]*(\[!(NOTE|CAUTION)\])?(</summary>)?(</details>)?$`)
)

// TestMarkdownIsHarmless prints hostile changes. Outside of code there is nothing that they could have brought.
func TestMarkdownIsHarmless(t *testing.T) {
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 5))
		var c change.Changes
		for range 1 + r.IntN(4) {
			c.List = append(c.List, hostileChange(r))
		}
		about := finding.Findings{{Severity: finding.SeverityError, Code: "FA601", File: c.List[0].Application,
			Path: c.List[0].Effect, Detail: c.List[0].Object.Name}}
		out := markdown(t, c, change.PrintOptions{Limits: about})
		assert.Assert(t, utf8.RuneCountInString(out) <= githubLimit)
		assertBalanced(t, out)
		for _, line := range blockstest.OutsideFences(t, out) {
			rest := inCode.ReplaceAllString(blockstest.WithoutCodeSpans(line), "")
			assert.Assert(t, harmless.MatchString(rest), "seed %d: %q\nof %q", seed, rest, line)
			assert.Assert(t, !strings.Contains(rest, "www."), rest)
		}
		assertVisible(t, text(t, c, change.PrintOptions{Limits: about}))
	}
}

// assertVisible fails when a text has a character that a terminal acts on.
func assertVisible(t *testing.T, out string) {
	t.Helper()
	for _, bad := range []string{"\x1b", "\u202e", "\x00", "\r", "\t"} {
		assert.Assert(t, !strings.Contains(out, bad), "%q has %q", out, bad)
	}
}
