package change_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// onClusters returns the same change on each of some clusters.
func onClusters(names ...string) (c change.Changes) {
	for _, name := range names {
		c.List = append(c.List, on(name, "spec.a", "1", "2"))
	}
	return c
}

// TestSpans prints the names of clusters: consecutive numbers as the first and the last one, and only where none is
// missing.
func TestSpans(t *testing.T) {
	for names, want := range map[string]string{
		"a-1 a-2 a-3":                   "a-1 to a-3",
		"a-1 a-2":                       "a-1, a-2",
		"a-1 a-2 a-4 a-5":               "a-1, a-2, a-4, a-5",
		"a-08 a-09 a-10 a-11":           "a-08 to a-11",
		"a-10 a-11 a-8 a-9":             "a-8, a-9, a-10, a-11",
		"a-1 a-10 a-11 a-12 a-2":        "a-1, a-2, a-10 to a-12",
		"a-1 a-2 a-3 b-4 b-5 b-6":       "a-1 to a-3, b-4 to b-6",
		"a-1x a-2x a-3x":                "a-1x, a-2x, a-3x",
		"berlin paris rome":             "berlin, paris, rome",
		"7 8 9":                         "7 to 9",
		"a-99999999999999999999 a-b":    "a-99999999999999999999, a-b",
		"a b c d e f g":                 "a, b, c, d, e, f, g",
		"a b c d e f g-1 g-2 g-3":       "a, b, c, d, e, f, g-1 to g-3",
		"a b c d e f g h-1 h-2 h-3 h-4": "a, b, c, d, e, f and 5 more",
	} {
		printed := text(t, onClusters(strings.Fields(names)...), change.PrintOptions{})
		got := regexp.MustCompile(`(?m)^  on (.*)$`).FindStringSubmatch(printed)
		assert.Assert(t, got != nil, printed)
		assert.Check(t, got[1] == want, "%s: %s, want %s", names, got[1], want)
	}
}

// TestSpansInMarkdown names all of 500 clusters in a line.
func TestSpansInMarkdown(t *testing.T) {
	var names []string
	for i := range 500 {
		if i != 250 {
			names = append(names, fmt.Sprintf("store-%03d", i))
		}
	}
	c := onClusters(names...)
	assert.Assert(t, strings.Contains(markdown(t, c, change.PrintOptions{}),
		"\non `store-000 to store-249, store-251 to store-499`\n"))
}

// TestProse prints sentences of limits: what could be markup or a link is code, word by word.
func TestProse(t *testing.T) {
	for sentence, want := range map[string]string{
		"on 1,234 clusters (c01, the hub and 10% more): it's all; done.": "on 1,234 clusters (`c01`, the hub and 10% " +
			"more): it's all; done.",
		"from shop-$(cluster.name) to (shop-1).": "from `shop-$(cluster.name)` to (`shop-1`).",
		"ask @joe or #12, at www.example.com: 1234567 <b>": "ask `@joe` or `#12`, at `www.example.com`: " +
			"`1234567` `<b>`",
		"give --acknowledge 4a44990eb4ff0ab8 (c01 c02), or `x`": "give `--acknowledge 4a44990eb4ff0ab8` (`c01` " +
			"`c02`), or `` `x` ``",
	} {
		limit := finding.Finding{Severity: finding.SeverityError, Code: wording.CodeMaxDeleted, Detail: sentence}
		printed := markdown(t, onClusters("a"), change.PrintOptions{Limits: finding.Findings{limit}})
		assert.Check(t, strings.Contains(printed, "\n> - "+want+" `[FA601]`\n"), printed)
	}
}
