// Package blockstest reads Markdown for the tests of what prints it. Only tests import it.
package blockstest

import (
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// OutsideFences returns the lines that are in no block of code. It fails where a block has no end.
func OutsideFences(t *testing.T, out string) (lines []string) {
	t.Helper()
	fence := ""
	for line := range strings.Lines(out) {
		line = strings.TrimSuffix(line, "\n")
		switch ticks := line[:len(line)-len(strings.TrimLeft(line, "`"))]; {
		case fence != "":
			if line == fence {
				fence = ""
			}
		case line == ticks+"diff" && len(ticks) >= 3:
			fence = ticks
		default:
			lines = append(lines, line)
		}
	}
	assert.Equal(t, fence, "")
	return lines
}

// WithoutCodeSpans removes code as CommonMark finds it: from a run of ticks to the next run of the same length.
func WithoutCodeSpans(line string) string {
	runs := regexp.MustCompile("`+")
	for at := 0; ; {
		open := runs.FindStringIndex(line[at:])
		if open == nil {
			return line
		}
		begin, ticks := at+open[0], open[1]-open[0]
		at += open[1]
		for _, end := range runs.FindAllStringIndex(line[at:], -1) {
			if end[1]-end[0] == ticks {
				line, at = line[:begin]+line[at+end[1]:], begin
				break
			}
		}
	}
}
