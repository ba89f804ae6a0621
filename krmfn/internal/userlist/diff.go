package userlist

import (
	"fmt"
	"slices"
	"strings"
)

// around is how many lines before and behind a change a patch has.
const around = 3

// diff returns how a file changes, in one piece, for "git apply". A file that is new has no text before.
func diff(file, before, after string) (patch []byte) {
	old, now := slices.Collect(strings.Lines(before)), slices.Collect(strings.Lines(after))
	first, last := 0, 0
	for ; first < min(len(old), len(now)) && old[first] == now[first]; first++ {
	}
	for ; last < min(len(old), len(now))-first && old[len(old)-1-last] == now[len(now)-1-last]; last++ {
	}
	from, start, rest := "a/"+file, max(0, first-around), max(0, last-around)
	patch = fmt.Appendf(patch, "diff --git a/%s b/%s\n", file, file)
	if before == "" {
		patch, from = append(patch, "new file mode 100644\n"...), "/dev/null"
	}
	patch = fmt.Appendf(patch, "--- %s\n+++ b/%s\n@@ -%s +%s @@\n", from, file, span(start, len(old)-rest),
		span(start, len(now)-rest))
	put := func(mark string, lines []string) {
		for _, line := range lines {
			if patch = append(patch, mark+line...); !strings.HasSuffix(line, "\n") {
				patch = append(patch, "\n\\ No newline at end of file\n"...)
			}
		}
	}
	put(" ", old[start:first])
	changed(old[first:len(old)-last], now[first:len(now)-last], put)
	put(" ", old[len(old)-last:len(old)-rest])
	return patch
}

// changed puts the lines of two texts: those of both, those that go, and those that come.
func changed(old, now []string, put func(mark string, lines []string)) {
	for len(old)+len(now) > 0 {
		switch {
		case len(old) > 0 && len(now) > 0 && old[0] == now[0]:
			put(" ", old[:1])
			old, now = old[1:], now[1:]
		case len(old) > 0 && !slices.Contains(now, old[0]):
			put("-", old[:1])
			old = old[1:]
		default:
			put("+", now[:1])
			now = now[1:]
		}
	}
}

// span returns the lines from start to end as a patch counts them.
func span(start, end int) string {
	if end == 0 {
		return "0,0"
	}
	return fmt.Sprintf("%d,%d", start+1, end-start)
}
