package print

import "github.com/fluxapp-dev/fluxapp/render/internal/wording"

// maxCells limits the table of a comparison of lines: two texts of 100 lines that differ in the first and in the last
// one. Of larger ones all lines between the first and the last difference are printed.
const maxCells = 100 * 100

// hunk is a place where two texts differ: lines of the first one only, and of the second one only.
type hunk struct{ removed, added []string }

// differingLines returns the lines that two texts do not have in common, with "- " or "+ " before each.
func differingLines(before, after []string) (lines []string) {
	for i, h := range hunksOf(before, after) {
		if i > 0 {
			lines = append(lines, "  …")
		}
		lines = append(lines, h.lines()...)
	}
	return lines
}

func hunksOf(before, after []string) (all []hunk) {
	begin, end := commonEnds(before, after)
	before, after = before[begin:len(before)-end], after[begin:len(after)-end]
	if len(before)*len(after) > maxCells {
		return []hunk{{before, after}}
	}
	common := commonLines(before, after)
	for i, j, open := 0, 0, false; i < len(before) || j < len(after); {
		if i < len(before) && j < len(after) && before[i] == after[j] {
			i, j, open = i+1, j+1, false
			continue
		}
		if !open {
			all, open = append(all, hunk{}), true
		}
		h := &all[len(all)-1]
		if j == len(after) || i < len(before) && common[i+1][j] >= common[i][j+1] {
			h.removed, i = append(h.removed, before[i]), i+1
		} else {
			h.added, j = append(h.added, after[j]), j+1
		}
	}
	return all
}

// commonLines returns how many lines two texts have in common, in order, from each pair of lines on.
func commonLines(a, b []string) [][]int {
	table := make([][]int, len(a)+1)
	for i := range table {
		table[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if table[i][j] = max(table[i+1][j], table[i][j+1]); a[i] == b[j] {
				table[i][j] = table[i+1][j+1] + 1
			}
		}
	}
	return table
}

// lines returns the lines of the hunk. Lines that replace each other are shortened to what differs.
func (h hunk) lines() (all []string) {
	paired := min(len(h.removed), len(h.added))
	for i, line := range h.removed {
		other := line
		if i < paired {
			other = h.added[i]
		}
		line, _ = shortened(line, other)
		all = append(all, "- "+wording.Visible(line))
	}
	for i, line := range h.added {
		other := ""
		if i < paired {
			other = h.removed[i]
		}
		_, line = shortened(other, line)
		all = append(all, "+ "+wording.Visible(line))
	}
	return all
}
