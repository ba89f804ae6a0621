package adoption

import (
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var (
	others   = regexp.MustCompile(`(?:this object|this Kustomization|this comment)(?: and ([\d,]+) other)?`)
	forTools = regexp.MustCompile(`^# *yaml-language-server:`)
)

// judgeTold looks for what must be told of objects that came in, and counts it.
func (t *trial) judgeTold() {
	t.judgePruned()
	t.judgeOrder()
	t.judgeVariables()
}

// told returns the line with a code, and how many it is about; zero where there is none.
func (t *trial) told(code string) (l line, n int) {
	i := slices.IndexFunc(t.lines, func(l line) bool { return l.code == code })
	if i < 0 {
		return line{}, 0
	}
	m := others.FindStringSubmatch(t.lines[i].message)
	if m == nil {
		return t.lines[i], -1
	}
	n, _ = strconv.Atoi(strings.ReplaceAll(m[1], ",", ""))
	return t.lines[i], n + 1
}

// judgePruned looks for the objects that came in of folders from which Kustomizations of several clusters delete what
// is no longer there.
func (t *trial) judgePruned() {
	told := map[*given]bool{}
	for _, l := range t.lines {
		if l.code != "FA715" {
			continue
		}
		i := slices.IndexFunc(t.given, func(g *given) bool { return g.has(l) && len(g.on) > 1 })
		if i < 0 {
			t.complain("pruned", "nothing there is of several clusters: %s", l.text)
			continue
		}
		told[t.given[i]] = true
	}
	for _, g := range t.given {
		if g.isPruned() && !told[g] {
			t.complain("pruned", "%s:%d is deleted when its file goes, which is not told", g.file, g.first)
		}
	}
}

// has reports whether a line is about an object.
func (g *given) has(l line) bool { return g.file == l.file && g.first <= l.line && l.line <= g.last }

// isPruned reports whether Flux deletes an object that came in, for several clusters, when its file goes.
func (g *given) isPruned() bool {
	if g.object == nil || len(slices.Compact(slices.Sorted(slices.Values(g.on)))) < 2 {
		return false
	}
	for _, reader := range g.object.readers {
		if reader != g.object && strings.Contains(reader.text, "\n  prune: true\n") {
			return true
		}
	}
	return false
}

// judgeOrder looks for Kustomizations that wait for others before they apply a file of which a workload came in.
func (t *trial) judgeOrder() {
	own, least, most := t.ownSource(), 0, 0
	for _, k := range t.given {
		if !k.isWorkload() || k.kind() != "Kustomization" || at(k.tree, "spec", "dependsOn") == nil {
			continue
		}
		most++
		if folder := k.folder(); folder != "" && textAt(k.tree, "spec", "sourceRef", "name") == own && t.applies(folder, k) {
			least++
		}
	}
	if l, n := t.told("FA714"); n < least || n > most {
		t.complain("order", "%d Kustomizations wait, and %d are told: %s", least, n, l.text)
	}
}

// folder returns the folder that a Kustomization reads; empty where nobody knows it, or where it is all of a source.
func (g *given) folder() string {
	folder := path.Clean(strings.TrimPrefix(textAt(g.tree, "spec", "path"), "./"))
	if folder == "." || strings.Contains(folder, "$") {
		return ""
	}
	return folder
}

// applies reports whether a workload came in of a folder, in another file than that of a Kustomization.
func (t *trial) applies(folder string, k *given) bool {
	return slices.ContainsFunc(t.given, func(g *given) bool {
		return g.isWorkload() && len(g.on) > 0 && g.file != k.file && t.reads(folder, g.file)
	})
}

// judgeVariables looks for names with variables, which nobody knows.
func (t *trial) judgeVariables() {
	_, n := t.told("FA709")
	for _, g := range t.given {
		if n == 0 && g.isWorkload() && len(g.on) > 0 && strings.Contains(g.name(), "${") {
			t.complain("variable", "the name of %s:%d has a variable, which is not told", g.file, g.first)
		}
	}
}
