// Package patch prints how a file changes, in the form that git apply reads. It has no line "diff --git": behind that,
// git reads names from the top of the repository, and silently skips the others.
package patch

import (
	"fmt"
	"slices"
	"strings"
)

// around is how many lines before and behind a change a patch has.
const around = 3

// Of returns the patch of a file with two texts; empty for equal ones. A file that is new has no text before.
func Of(file, before, after string) (patch []byte) {
	old, shift := slices.Collect(strings.Lines(before)), 0
	changes := compare(old, slices.Collect(strings.Lines(after)))
	if len(changes) == 0 {
		return nil
	}
	from := "a/" + file
	if before == "" {
		from = "/dev/null"
	}
	patch = fmt.Appendf(nil, "--- %s\n+++ b/%s\n", from, file)
	for n := 0; len(changes) > 0; changes = changes[n:] {
		for n = 1; n < len(changes) && changes[n].start-changes[n-1].end <= 2*around; n++ {
		}
		start, end := max(0, changes[0].start-around), min(len(old), changes[n-1].end+around)
		text, at, size := []byte(nil), start, end-start
		for _, c := range changes[:n] {
			text = put(put(put(text, " ", old[at:c.start]), "-", old[c.start:c.end]), "+", c.come)
			at, size = c.end, size+len(c.come)-(c.end-c.start)
		}
		was := end - start
		patch = fmt.Appendf(patch, "@@ -%d,%d +%d,%d @@\n%s", start+min(1, was), was, start+shift+min(1, size), size,
			put(text, " ", old[at:end]))
		shift += size - was
	}
	return patch
}

// change has the lines that come in the place of the old lines from start to end.
type change struct {
	start, end int
	come       []string
}

// compare returns the changes between two texts: after each, the texts go on with the nearest line that is in both.
func compare(old, now []string) (changes []change) {
	for i, j := 0, 0; i < len(old) || j < len(now); i, j = i+1, j+1 {
		if gone, come := nearest(old[i:], now[j:]); gone+come > 0 {
			changes = append(changes, change{i, i + gone, now[j : j+come]})
			i, j = i+gone, j+come
		}
	}
	return changes
}

// nearest returns how many lines are before the first line that two texts share, or before their ends.
func nearest(old, now []string) (gone, come int) {
	for n := 0; ; n++ {
		for gone, come = min(n, len(old)), n-min(n, len(old)); gone >= 0 && come <= len(now); gone, come = gone-1, come+1 {
			isEnd := gone == len(old) && come == len(now)
			if isEnd || gone < len(old) && come < len(now) && old[gone] == now[come] {
				return gone, come
			}
		}
	}
}

func put(text []byte, mark string, lines []string) []byte {
	for _, line := range lines {
		if text = append(text, mark+line...); !strings.HasSuffix(line, "\n") {
			text = append(text, "\n\\ No newline at end of file\n"...)
		}
	}
	return text
}
