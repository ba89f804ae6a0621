package adoption

import (
	"regexp"
	"slices"
	"strings"
)

var (
	removal = regexp.MustCompile(`(?m)^next: .*git rm (.*)$`)
	partly  = regexp.MustCompile(`(?m)^next: remove only what was adopted from (.*)$`)
)

// judgeRemoval looks at the files that may go: each of their objects came in, and no such file is forgotten. Of other
// files with an object that came in, only that may go.
func (t *trial) judgeRemoval() {
	whole, part := listed(removal, t.adopt.stderr), listed(partly, t.adopt.stderr)
	in, out := map[string]bool{}, map[string]bool{}
	for _, g := range t.given {
		if len(g.on) > 0 || g.changed {
			in[g.file] = true
		} else {
			out[g.file] = true
		}
	}
	for _, name := range whole {
		if out[name] || !in[name] {
			t.complain("removal", "%s may not go: something in it stays", name)
		}
	}
	for _, name := range part {
		if !in[name] {
			t.complain("removal", "nothing of %s came in", name)
		}
	}
	for _, name := range sorted(in) {
		if !slices.Contains(whole, name) && !slices.Contains(part, name) {
			t.complain("removal", "%s is forgotten: what came in of it is there twice afterwards", name)
		}
	}
	if len(t.written) > 0 && strings.Count(t.adopt.stderr, "\nnext: ") < 3 {
		t.complain("next", "there are fewer than three steps:\n%s", t.adopt.stderr)
	}
}

// listed returns the files of a line.
func listed(line *regexp.Regexp, stderr string) (all []string) {
	for _, m := range line.FindAllStringSubmatch(stderr, -1) {
		for _, name := range strings.Fields(m[1]) {
			all = append(all, strings.Trim(name, `'"`))
		}
	}
	return all
}
