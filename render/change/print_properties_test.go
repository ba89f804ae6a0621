package change_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/internal/blocks/blockstest"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// githubLimit is how many characters a comment of GitHub may have, without what pipelines add.
const githubLimit = 65_536 - 536

// different has changes of which no two are the same: with long names, long values, or many lines.
func different(n, length int) change.Changes {
	var c change.Changes
	actions := []change.Action{
		change.Created, change.Changed, change.Moved, change.Resumed, change.Suspended, change.Renamed, change.Orphaned,
		change.Reinstalled, change.Deleted,
	}
	for i := range n {
		value := fmt.Sprintf("%q", strings.Repeat("ö", length)+fmt.Sprint(i)+strings.Repeat("`\n@joe ", length/10))
		name := fmt.Sprintf("%s-%d", strings.Repeat("n", length/10), i)
		one := of(actions[i%len(actions)], name, set("spec.values.x"+name, `"a"`, value, "entry", i),
			set("spec.values.y", value, "", "", 0))
		if one.Action == change.Created || one.Action == change.Deleted {
			one.Fields = nil
		}
		one.Effect = "effect " + fmt.Sprint(i)
		one.Application = fmt.Sprint("apps/", strings.Repeat("a", length/10), i%7)
		c.List = append(c.List, one)
	}
	return c
}

func TestMarkdownFits(t *testing.T) {
	manyLimits := slices.Repeat(finding.Findings{limits[0]}, 100)
	manyLimits[3].Detail = strings.Repeat("very long ", 10_000)
	for _, size := range []struct {
		changes, length int
		leftOut         bool
	}{{1, 10, false}, {30, 10, false}, {100, 10, false}, {400, 30, true}, {1000, 1000, true}, {10_000, 10, true},
		{50, 20_000, true}, {2, 200_000, true}} {
		if testing.Short() && size.changes > 1000 {
			continue
		}
		all := different(size.changes, size.length)
		out := markdown(t, all, change.PrintOptions{Limits: manyLimits})
		n := utf8.RuneCountInString(out)
		assert.Assert(t, n <= githubLimit, "%v: %d characters", size, n)
		assert.Assert(t, size.changes < 1000 || n > 60_000, "%v: only %d characters, and there is more to tell", size, n)
		left := strings.Contains(out, "eft out")
		assert.Equal(t, left, size.leftOut, "%v", size)
		assertBalanced(t, out)
	}
}

// assertBalanced fails when a fence or a fold is not closed.
func assertBalanced(t *testing.T, out string) {
	t.Helper()
	fence, open := "", 0
	for line := range strings.Lines(out) {
		line = strings.TrimSuffix(line, "\n")
		switch ticks := line[:len(line)-len(strings.TrimLeft(line, "`"))]; {
		case fence != "" && line == fence:
			fence = ""
		case fence == "" && len(ticks) >= 3 && !strings.Contains(line[len(ticks):], "`"):
			assert.Equal(t, line, ticks+"diff")
			fence = ticks
		case fence == "":
			line = blockstest.WithoutCodeSpans(line)
			open += strings.Count(line, "<details>") - strings.Count(line, "</details>")
		default:
			assert.Assert(t, len(ticks) == 0, "a line of a fence begins with ticks: %s", line)
		}
	}
	assert.Equal(t, fence, "")
	assert.Equal(t, open, 0)
}

// TestMarkdownKeepsDanger holds that deletions have their names when changes have no room.
func TestMarkdownKeepsDanger(t *testing.T) {
	out := markdown(t, different(10_000, 10), change.PrintOptions{})
	assert.Assert(t, strings.Contains(out, "#### deleted: HelmRelease"))
	assert.Assert(t, strings.Contains(out, "**Left out**"))
	assert.Assert(t, !strings.Contains(out, "created: "))
	for _, action := range []string{"deleted", "reinstalled", "orphaned", "renamed", "suspended", "resumed", "moved",
		"changed", "created"} {
		assert.Assert(t, strings.Contains(out, "| **"+action+"** | 1,11"), action)
	}
}

// TestTable puts a table between the limits and the counts, for which the changes leave room.
func TestTable(t *testing.T) {
	table := "| `stage` |\n|---|\n" + strings.Repeat("| `test` |\n", 2_000) + "\n"
	out := markdown(t, different(1000, 1000), change.PrintOptions{Limits: limits, Table: table})
	n := utf8.RuneCountInString(out)
	assert.Assert(t, n <= githubLimit && n > 60_000, "%d characters", n)
	before, after, found := strings.Cut(out, table)
	assert.Assert(t, found && strings.Contains(before, "**This change is over a limit:**"), before)
	assert.Assert(t, strings.HasPrefix(after, "| | objects |"), after[:40])
}

// TestMarkdownFitsAnything prints random changes.
func TestMarkdownFitsAnything(t *testing.T) {
	for seed := range uint64(tries(5, 20)) {
		r := rand.New(rand.NewPCG(seed, 1))
		c := different(1+r.IntN(400), 1+r.IntN(400))
		r.Shuffle(len(c.List), func(i, j int) { c.List[i], c.List[j] = c.List[j], c.List[i] })
		c.List = append(c.List, fleet(r.IntN(2000)).List...)
		out := markdown(t, c, change.PrintOptions{})
		n := utf8.RuneCountInString(out)
		assert.Assert(t, n <= githubLimit, "seed %d: %d characters", seed, n)
		assertBalanced(t, out)
	}
}

// TestPrintingIsFast prints 10,000 changes of which no two are the same. It takes some 100 ms; a busy machine must
// not fail it.
func TestPrintingIsFast(t *testing.T) {
	all := different(tries(2_000, 10_000), 50)
	begin := time.Now()
	text(t, all, change.PrintOptions{})
	markdown(t, all, change.PrintOptions{})
	printedJSON(t, all, change.PrintOptions{})
	t.Log(time.Since(begin))
	assert.Assert(t, time.Since(begin) < 10*time.Second)
}

// TestEachChangeIsPrintedOnce holds that each change is in one group, and in the JSON once, whatever the order of the
// list.
func TestEachChangeIsPrintedOnce(t *testing.T) {
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 2))
		c := change.Changes{List: slices.Concat(everyAction().List, fleet(r.IntN(60)).List, different(r.IntN(60), 10).List)}
		inOrder := groupsOf(t, c)
		r.Shuffle(len(c.List), func(i, j int) { c.List[i], c.List[j] = c.List[j], c.List[i] })
		assert.DeepEqual(t, groupsOf(t, c), inOrder)
	}
}

// groupsOf returns the groups of the JSON with the names of their objects.
func groupsOf(t *testing.T, c change.Changes) (groups [][]string) {
	t.Helper()
	var all struct {
		Groups  []struct{ Changes []int }
		Changes []struct {
			Action string
			Object struct{ Kind, Namespace, Name string }
		}
	}
	assert.NilError(t, json.Unmarshal([]byte(printedJSON(t, c, change.PrintOptions{})), &all))
	assert.Equal(t, len(all.Changes), len(c.List))
	seen := map[int]bool{}
	for _, g := range all.Groups {
		var members []string
		for _, i := range g.Changes {
			assert.Assert(t, !seen[i], "the change %d is in two groups", i)
			seen[i] = true
			assert.Equal(t, all.Changes[i].Action, string(c.List[i].Action))
			assert.Equal(t, all.Changes[i].Object.Name, c.List[i].Object.Name)
			members = append(members, fmt.Sprint(all.Changes[i].Object))
		}
		groups = append(groups, members)
	}
	assert.Equal(t, len(seen), len(c.List))
	return groups
}

// TestOrderOfTheList holds that the text and the Markdown do not depend on it.
func TestOrderOfTheList(t *testing.T) {
	c := change.Changes{List: slices.Concat(everyAction().List, fleet(40).List, different(40, 10).List)}
	wantText, wantMarkdown := text(t, c, change.PrintOptions{}), markdown(t, c, change.PrintOptions{})
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 3))
		r.Shuffle(len(c.List), func(i, j int) { c.List[i], c.List[j] = c.List[j], c.List[i] })
		assert.Equal(t, text(t, c, change.PrintOptions{}), wantText)
		assert.Equal(t, markdown(t, c, change.PrintOptions{}), wantMarkdown)
	}
}
