package adoption

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var (
	step    = regexp.MustCompile(`(?m)^next, (.*)$`)
	renders = regexp.MustCompile(`fluxapp render ([^;]*?) -o dir=deploy\b`)
	compare = regexp.MustCompile(`kubectl ((?:--context CLUSTER )?\w+) -R -f (deploy(?:/CLUSTER)?)(?:[\s;,.]|$)`)
	entries = regexp.MustCompile(`into the resources of ([\d,]+) kustomization\.yaml, for example for (.*) in (.*)$`)
)

// judgeNext looks at what adopt says to do next, in whatever order.
func (t *trial) judgeNext() {
	if len(t.written) == 0 {
		return
	}
	steps := step.FindAllStringSubmatch(t.adopt.stderr, -1)
	if len(steps) != 3 {
		t.complain("next", "there are not three steps:\n%s", t.adopt.stderr)
	}
	compared, removed, moved := false, false, false
	for _, s := range steps {
		compared = t.judgeCompare(s[1]) || compared
		removed = t.judgeLists(s[1]) || removed
		moved = t.judgeMove(s[1]) || moved
	}
	if !compared || !removed || !moved {
		t.complain("next", "a step is missing: to compare %v, to remove %v, to move %v\n%s", compared, removed, moved,
			t.adopt.stderr)
	}
}

// judgeCompare looks at the step that renders the documents, with the files of clusters, and compares them with what
// each API server has.
func (t *trial) judgeCompare(text string) bool {
	to := renders.FindStringSubmatch(text)
	if to == nil {
		return false
	}
	files := argument.FindAllString(to[1], -1)
	for i, name := range files {
		files[i] = strings.Trim(name, "'")
	}
	for _, g := range t.given {
		if g.isCluster() && !slices.Contains(files, g.file) {
			t.complain("next", "the cluster of %s is not rendered: %s", g.file, text)
		}
	}
	isOfClusters := func(d *document) bool { return textAt(d.tree, "spec", "topology") == "Standalone" }
	want := []string{"diff", "deploy"}
	if slices.ContainsFunc(t.documents, isOfClusters) {
		want = []string{"--context CLUSTER diff", "deploy/CLUSTER"}
	}
	seen := compare.FindStringSubmatch(text)
	if seen == nil || !slices.Equal(seen[1:], want) || strings.Count(text, "kubectl ") != 1 ||
		!strings.Contains(text, "fluxapp.dev/rendered-from") {
		t.complain("next", "nothing is compared with what is there, or something else: %s", text)
	}
	return true
}

// judgeLists looks at the step that removes files: what it says of the lists of kustomize that name them.
func (t *trial) judgeLists(text string) bool {
	if !strings.Contains(text, "git rm ") && !strings.Contains(text, "no file goes") {
		return false
	}
	lists := t.listsOf(listed(removal, t.adopt.stderr))
	told := entries.FindStringSubmatch(text)
	switch {
	case told == nil && len(lists) == 0:
	case told == nil:
		t.complain("next", "nothing tells of %v, which name files that go", sorted(lists))
	default:
		if n, _ := strconv.Atoi(strings.ReplaceAll(told[1], ",", "")); n != len(lists) {
			t.complain("next", "%d kustomization.yaml name files that go, and %s are told", len(lists), told[1])
		}
		names, _, _ := strings.Cut(told[2], " and ")
		for name := range strings.SplitSeq(names, ", ") {
			if !slices.Contains(lists[told[3]], name) {
				t.complain("next", "%s does not name %s, or that does not go", told[3], name)
			}
		}
	}
	return true
}

// listsOf returns the resources of each list of kustomize that are some files.
func (t *trial) listsOf(files []string) map[string][]string {
	lists := map[string][]string{}
	for _, g := range t.given {
		all, _ := at(g.tree, "resources").([]any)
		for _, entry := range all {
			text, _ := entry.(string)
			_, name, _ := strings.Cut(text, " ")
			if g.countedAs() == listKind && slices.Contains(files, path.Join(path.Dir(g.file), name)) {
				lists[g.file] = append(lists[g.file], name)
			}
		}
	}
	return lists
}

// judgeMove looks at the step that tells where new files go: its example is a file that is rendered, with the file that
// had its object. Of an object of several clusters, it may be a folder of its cluster.
func (t *trial) judgeMove(text string) bool {
	_, example, ok := strings.Cut(text, "for example deploy/")
	if !ok {
		return false
	}
	name := beginning(example, sorted(t.deployed))
	rest := strings.TrimPrefix(example, name)
	r := t.renderedIn(name)
	if r == nil {
		t.complain("next", "deploy/%s is not rendered", example)
		return true
	}
	for _, g := range t.given {
		if g.id() == r.id() && slices.Contains(g.on, r.cluster) && g.isPlace(rest, r.cluster) {
			return true
		}
	}
	t.complain("next", "the object of deploy/%s was elsewhere: %s", name, rest)
	return true
}

// isPlace reports whether a text names the file of an object, its folder or, of an object of several clusters, a folder
// of one of them.
func (g *given) isPlace(text, cluster string) bool {
	isFolder := func(word string) bool {
		word = strings.Trim(word, "';,/")
		return word == path.Dir(g.file) || len(g.on) > 1 && slices.Contains(strings.Split(word, "/"), cluster)
	}
	return strings.Contains(text, g.file) || slices.ContainsFunc(argument.FindAllString(text, -1), isFolder)
}

// beginning returns the longest of some names with which a text begins; empty where it begins with none.
func beginning(text string, names []string) string {
	names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !strings.HasPrefix(text, name) })
	if len(names) == 0 {
		return ""
	}
	return slices.MaxFunc(names, func(a, b string) int { return cmp.Compare(len(a), len(b)) })
}

// renderedIn returns the object of a rendered file; nil where there is no such file.
func (t *trial) renderedIn(file string) *rendered {
	for _, r := range t.rendered {
		if r.file == file {
			return r
		}
	}
	return nil
}
