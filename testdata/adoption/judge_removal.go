package adoption

import (
	"regexp"
	"slices"
	"strings"
)

var (
	removal = regexp.MustCompile(`(?m)^next, .*git rm (?:-- )?([^;\n]*)`)
	partly  = regexp.MustCompile(`(?m)^next, .*take what came in out of ([^;\n]*)`)
	// inFile is a file with what came in of it.
	inFile = regexp.MustCompile(`('[^']*'|\S+) \((\w+ [^)]*)\)`)
)

// argument is a word as a shell reads it.
var argument = regexp.MustCompile(`'[^']*'|\S+`)

// judgeRemoval looks at the files that may go: each of their objects came in, no workload needs one that did not, and
// no such file is forgotten. Of other files with an object that came in, only that may go.
func (t *trial) judgeRemoval() {
	whole, part := listed(removal, t.adopt.stderr), t.judgePartly()
	in, out := map[string]bool{}, map[string]bool{}
	for _, g := range t.given {
		if len(g.on) > 0 || g.changed {
			in[g.file] = true
		} else {
			out[g.file] = true
		}
		if s := t.sourceOf(g); s != nil && slices.Contains(whole, s.file) && !t.covers(s, g) {
			t.complain("removal", "%s may not go: %s:%d, which is on %v, needs it", s.file, g.file, g.first, g.on)
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
}

// judgePartly compares what came in of files of which something stays with what is told, and returns these files.
func (t *trial) judgePartly() (files []string) {
	for _, text := range partly.FindAllStringSubmatch(t.adopt.stderr, -1) {
		for _, m := range inFile.FindAllStringSubmatch(text[1], -1) {
			file := strings.Trim(m[1], "'")
			files = append(files, file)
			told, more, _ := strings.Cut(m[2], " and ")
			var in []string
			for _, g := range t.given {
				if g.file == file && (len(g.on) > 0 || g.changed) {
					in = append(in, g.kind()+" "+strings.TrimPrefix(g.namespace()+"/"+g.name(), "/"))
				}
			}
			all := strings.Split(told, ", ")
			isIn := func(name string) bool { return slices.Contains(in, name) }
			if len(all) != len(in) && more == "" || slices.ContainsFunc(all, func(name string) bool { return !isIn(name) }) {
				t.complain("removal", "%v came in of %s, and %v are told", in, file, all)
			}
		}
	}
	return files
}

// listed returns the files of a line.
func listed(line *regexp.Regexp, stderr string) (all []string) {
	for _, m := range line.FindAllStringSubmatch(stderr, -1) {
		for _, name := range argument.FindAllString(m[1], -1) {
			all = append(all, strings.Trim(name, `'`))
		}
	}
	return all
}

// sourceOf returns the source that a workload refers to, of the same cluster; nil where there is none.
func (t *trial) sourceOf(g *given) *given {
	if !g.isWorkload() {
		return nil
	}
	ref, _ := at(g.tree, "spec", "chartRef").(map[string]any)
	for _, path := range [][]string{{"spec", "sourceRef"}, {"spec", "chart", "spec", "sourceRef"}} {
		if found, ok := at(g.tree, path...).(map[string]any); ok {
			ref = found
		}
	}
	namespace := textAt(ref, "namespace")
	if namespace == "" {
		namespace = g.namespace()
	}
	for _, s := range t.given {
		if !s.isWorkload() && s.kind() == textAt(ref, "kind") && s.name() == textAt(ref, "name") &&
			s.namespace() == namespace && t.meet(g, s) {
			return s
		}
	}
	return nil
}

// covers reports whether a document renders a source where a workload needs it.
func (t *trial) covers(s, g *given) bool {
	if t.hub || g.object == nil {
		return len(s.on) > 0
	}
	clusters := g.on
	if len(clusters) == 0 {
		clusters = g.object.clusters
	}
	for _, c := range clusters {
		if !slices.Contains(s.on, c) {
			return false
		}
	}
	return true
}

// meet reports whether two objects may be on one cluster.
func (t *trial) meet(a, b *given) bool {
	if a.object == nil || b.object == nil || t.hub || len(a.object.clusters) == 0 {
		return true
	}
	return slices.ContainsFunc(a.object.clusters, func(c string) bool { return slices.Contains(b.object.clusters, c) })
}
