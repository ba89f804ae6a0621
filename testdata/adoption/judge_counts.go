package adoption

import (
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var (
	leftLine = regexp.MustCompile(`(?m)^left as it is: (.*?), (?:each|which) (.*)$`)
	count    = regexp.MustCompile(`^([\d,]+) (.+)$`)
)

// tally is how many documents of a kind must be counted among what is left as it is. Those of a file in which an error
// is may be counted.
type tally struct{ must, may int }

// judgeCounts compares the counts of what is left as it is with what the files have, without what came in and what an
// error is about.
func (t *trial) judgeCounts() {
	kinds := t.tallies()
	told := t.countsOf(kinds)
	for _, kind := range sorted(told) {
		if kinds[kind] == nil {
			t.complain("count", "there is no %s, and %d are left", kind, told[kind])
		}
	}
	for _, kind := range sorted(kinds) {
		if n, all := told[kind], kinds[kind]; n < all.must || n > all.must+all.may {
			t.complain("count", "%d of %s are left, or %d more, and %d are told", all.must, kind, all.may, n)
		}
	}
}

// countsOf adds up the counts that are told of each kind.
func (t *trial) countsOf(kinds map[string]*tally) map[string]int {
	told := map[string]int{}
	for _, m := range leftLine.FindAllStringSubmatch(t.adopt.stderr, -1) {
		for part := range strings.SplitSeq(m[1], ", ") {
			n := count.FindStringSubmatch(part)
			if n == nil {
				t.complain("count", "%q counts nothing: %s", part, m[0])
				continue
			}
			number, _ := strconv.Atoi(strings.ReplaceAll(n[1], ",", ""))
			told[singular(n[2], kinds)] += number
		}
	}
	return told
}

// singular returns the kind that a word counts.
func singular(word string, kinds map[string]*tally) string {
	for kind := range kinds {
		if word == plural(kind) {
			return kind
		}
	}
	return word
}

func plural(kind string) string {
	switch {
	case kind == kindless:
		return "documents without a kind"
	case strings.HasSuffix(kind, "y"):
		return strings.TrimSuffix(kind, "y") + "ies"
	case strings.HasSuffix(kind, "s"):
		return kind + "es"
	}
	return kind + "s"
}

// Words for what has no kind, and for the lists of kustomize.
const (
	kindless = "document without a kind"
	listKind = "kustomization.yaml"
)

// tallies returns the documents that are left, by kinds.
func (t *trial) tallies() map[string]*tally {
	all := map[string]*tally{}
	for _, g := range t.given {
		kind := g.countedAs()
		if all[kind] == nil {
			all[kind] = &tally{}
		}
		switch {
		case len(g.on) > 0 || g.changed || g.isCluster():
		case t.isBroken(g.file):
			all[kind].may++
		case !g.isWorkload() || slices.ContainsFunc(t.stays(g), func(l line) bool { return l.stays }):
			all[kind].must++
		}
	}
	return all
}

// countedAs is the word by which an object is counted.
func (g *given) countedAs() string {
	base := path.Base(g.file)
	isList := base == "kustomization.yaml" || base == "kustomization.yml"
	switch kind := g.kind(); {
	case g.group() == "kustomize.config.k8s.io", kind == "" && isList:
		return listKind
	case kind == "":
		return kindless
	default:
		return kind
	}
}

// isCluster reports whether an object is a cluster of the fleet, which documents need beside them.
func (g *given) isCluster() bool {
	switch g.group() + " " + g.kind() {
	case "cluster.kubesphere.io Cluster", "cluster.x-k8s.io Cluster", "multicluster.x-k8s.io ClusterProfile":
		return true
	}
	return false
}

// isBroken reports whether an error of YAML is in a file.
func (t *trial) isBroken(file string) bool {
	return slices.ContainsFunc(t.lines, func(l line) bool {
		return l.isError && l.file == file && strings.HasPrefix(l.code, "FA0")
	})
}
