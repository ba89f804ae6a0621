package adoption

import (
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var (
	step    = regexp.MustCompile(`(?m)^next, (.*)$`)
	renders = regexp.MustCompile(`fluxapp render ([^;]*?) -o dir=deploy\b`)
	compare = regexp.MustCompile(`kubectl (.*? (?:-R -f|-k) deploy(?:/CLUSTER)?)(?:[\s;,.]|$)`)
	entries = regexp.MustCompile(`out of ([\d,]+) kustomization\.yaml, for example (.*?) out of ([^;\n]*)`)
	linked  = regexp.MustCompile(`write (\S+)/fluxapp/kustomization\.yaml with resources: \[(\S+)\]`)
	newFile = regexp.MustCompile(`(?:^|[\s'])deploy/([^\s;,']+\.ya?ml)`)
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
		removed = strings.Contains(s[1], "git rm ") || strings.Contains(s[1], "take what came in") || removed
		moved = t.judgeMove(s[1]) || t.judgeLink(s[1]) || moved
	}
	if !compared || !removed || !moved {
		t.complain("next", "a step is missing: to compare %v, to remove %v, to move %v\n%s", compared, removed, moved,
			t.adopt.stderr)
	}
	t.judgeEntries(strings.Join(step.FindAllString(t.adopt.stderr, -1), "\n"))
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
	want := "diff -R -f deploy"
	if slices.ContainsFunc(t.documents, isOfClusters) {
		want = "--context CLUSTER diff -k deploy/CLUSTER"
	}
	seen := compare.FindStringSubmatch(text)
	if seen == nil || seen[1] != want || strings.Count(text, "kubectl ") != 1 ||
		!strings.Contains(text, "fluxapp.dev/rendered-from") {
		t.complain("next", "nothing is compared with what is there, or something else: %s", text)
	}
	return true
}

// judgeEntries looks at what is said of the lists of kustomize that name files which go.
func (t *trial) judgeEntries(text string) {
	lists := t.listsOf(listed(removal, t.adopt.stderr))
	told := entries.FindStringSubmatch(text)
	switch {
	case told == nil && len(lists) == 0:
	case told == nil:
		t.complain("next", "nothing tells of %v, which name files that go", sorted(lists))
	default:
		if n, _ := strconv.Atoi(strings.ReplaceAll(told[1], ",", "")); n != len(lists) {
			t.complain("next", "%d kustomization.yaml name files that go, and %d are told", len(lists), n)
		}
		names, _, _ := strings.Cut(told[2], " and ")
		for name := range strings.SplitSeq(names, ", ") {
			if !slices.Contains(lists[told[3]], name) {
				t.complain("next", "%s does not name %s, or that does not go", told[3], name)
			}
		}
	}
}

// listsOf returns the resources of each list of kustomize that are some files.
func (t *trial) listsOf(files []string) map[string][]string {
	lists := map[string][]string{}
	for _, g := range t.given {
		for _, name := range g.resources() {
			if g.countedAs() == listKind && slices.Contains(files, path.Join(path.Dir(g.file), name)) {
				lists[g.file] = append(lists[g.file], name)
			}
		}
	}
	return lists
}

// resources returns the names that a list of kustomize has.
func (r *read) resources() (names []string) {
	all, _ := at(r.tree, "resources").([]any)
	for _, entry := range all {
		text, _ := entry.(string)
		_, name, _ := strings.Cut(text, " ")
		names = append(names, name)
	}
	return names
}

// judgeMove looks at the step that tells where new files go: its example is a file that is rendered, with the file or
// the folder of its old object.
func (t *trial) judgeMove(text string) bool {
	found := false
	for _, m := range newFile.FindAllStringSubmatchIndex(text, -1) {
		name := text[m[2]:m[3]]
		rest, _, _ := strings.Cut(text[m[1]:], ";")
		if _, isOld := t.before["deploy/"+name]; isOld {
			continue
		}
		r := t.renderedIn(name)
		found = true
		came := func(g *given) bool {
			return g.id() == r.id() && slices.Contains(g.on, r.cluster) && t.isPlace(rest, g, r)
		}
		switch {
		case r == nil:
			t.complain("next", "deploy/%s is not rendered", name)
		case !slices.ContainsFunc(t.given, came):
			t.complain("next", "the object of deploy/%s was elsewhere: %s", name, rest)
		}
	}
	return found
}

// judgeLink looks at the step that makes Flux read the new files of each cluster from a subfolder of the folder that
// has had all its old objects: its example is a cluster.
func (t *trial) judgeLink(text string) bool {
	m := linked.FindStringSubmatch(text)
	if m == nil {
		return false
	}
	cluster, isNew := strings.CutPrefix(path.Join(m[1], "fluxapp", m[2]), "deploy/")
	count := 0
	for _, r := range t.rendered {
		if r.cluster != cluster {
			continue
		}
		count++
		if !slices.ContainsFunc(t.given, func(g *given) bool {
			return g.id() == r.id() && slices.Contains(g.on, cluster) && path.Dir(g.file) == m[1]
		}) {
			t.complain("next", "%s was not in %s: %s", r.file, m[1], text)
		}
	}
	if !isNew || count == 0 {
		t.complain("next", "%s of %s/fluxapp is no folder of a cluster: %s", m[2], m[1], text)
	}
	return true
}

// isPlace reports whether a text names the folder of an object or, of an object of several clusters, the folder of a
// Kustomization of its cluster.
func (t *trial) isPlace(text string, g *given, r *rendered) bool {
	folders := []string{path.Dir(g.file)}
	for _, k := range t.given {
		isThere := slices.Contains(k.on, r.cluster) || k.object != nil && slices.Contains(k.object.clusters, r.cluster)
		if len(g.on) > 1 && k.kind() == "Kustomization" && k.isWorkload() && isThere {
			folders = append(folders, path.Dir(k.file))
		}
	}
	return slices.ContainsFunc(folders, func(dir string) bool {
		return strings.TrimSpace(text) == "into "+dir || strings.TrimSpace(text) == "into '"+dir+"'"
	})
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
