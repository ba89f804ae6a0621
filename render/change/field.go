package change

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

type shownField struct {
	path, setBy string
	difference
}

func (g *group) shownFields() []shownField {
	clusters := g.clusters()
	shown := make([]shownField, len(g.fields))
	for i, f := range g.fields {
		shown[i] = shownField{
			path:       wording.Visible(wording.ShownFor(f.path, clusters)),
			setBy:      wording.Visible(setBy(f.set, f.places)),
			difference: differenceOf(wording.ShownFor(f.before, clusters), wording.ShownFor(f.after, clusters)),
		}
	}
	return shown
}

func (g *group) notes() (notes []string) {
	if g.effect != "" {
		notes = append(notes, wording.Visible(wording.ShownFor(g.effect, g.clusters())))
	}
	if g.members[0].Bootstrap {
		notes = append(notes, "the administrator of the cluster applies this, and not Flux")
	}
	return notes
}

// setBy is what set a value: its place, the count of others, its layer, and the references in it.
func setBy(s render.Setting, places int) string {
	layer := layerOf(s)
	if s.At.Line == 0 {
		return layer
	}
	more := ""
	if places > 1 {
		more = " and " + names.Counted(places-1, "more place")
	}
	return fmt.Sprintf("%s:%d:%d%s, %s%s", s.At.File, s.At.Line, s.At.Column, more, layer, from(s.Value))
}

// reference matches a reference to something else than the name of the cluster, without its default.
var reference = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[^$])\$\(((?:cluster\.(?:labels|annotations|params)|app)[^ )"]*)`)
})

// from is the references in a text: what they stand for may have changed elsewhere.
func from(value string) string {
	if !strings.HasPrefix(value, `"`) {
		return ""
	}
	var names []string
	for _, m := range reference().FindAllStringSubmatch(value, -1) {
		if name := "$(" + m[1] + ")"; !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return ", from " + strings.Join(names, " and ")
}

// layerOf returns the layer of a setting; empty where nobody knows what set the value.
func layerOf(s render.Setting) string {
	if s.Layer == "" && s != (render.Setting{}) {
		return "fluxapp"
	}
	return s.Layer
}

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
		other := ""
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
