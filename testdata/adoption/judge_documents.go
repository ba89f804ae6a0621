package adoption

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// judgeDocuments looks at the documents themselves.
func (t *trial) judgeDocuments() {
	for _, d := range t.documents {
		clusters, _ := at(d.tree, "spec", "clusters").([]any)
		for _, c := range clusters {
			entry, _ := c.(map[string]any)
			t.judgeCluster(textAt(entry, "name"), d.file)
		}
		t.judgeLength(d)
		t.judgeLeftOut(d)
	}
	for _, r := range t.rendered {
		if r.cluster != "hub" || !t.hub {
			t.judgeCluster(r.cluster, r.file)
		}
	}
	for _, name := range slices.Concat(sorted(t.written), sorted(t.deployed)) {
		if strings.ContainsAny(name, "${}: \\*?\"<>|") {
			t.complain("file name", "%s is no good name of a file", name)
		}
	}
	for _, g := range t.given {
		for _, d := range g.documents() {
			t.judgeComments(g, d)
		}
	}
}

// judgeLeftOut complains of a document that does not name the objects of its own that stay elsewhere: what is wrong
// with them is told, and the reader of the document must know that a cluster is not in it. Where nothing tells the
// cluster of an object (FA703), nobody knows its document.
func (t *trial) judgeLeftOut(d *document) {
	for _, g := range t.given {
		if !g.isWorkload() || len(g.on) > 0 || g.object == nil || len(g.object.clusters) == 0 || len(t.stays(g)) == 0 ||
			!t.stays(g)[0].isError || t.stays(g)[0].code == "FA703" || isPartial(g.read) {
			continue
		}
		same := func(other *given) bool { return other.id() == g.id() && slices.Contains(other.by, d) }
		if slices.ContainsFunc(t.given, same) && !strings.Contains(d.whole, g.file) {
			t.complain("left out", "%s does not name %s:%d, which stays", d.file, g.file, g.first)
		}
	}
}

// judgeCluster complains of a name that no cluster has.
func (t *trial) judgeCluster(name, where string) {
	known := t.layout != "" // of a folder of others, nothing is known
	if known && !slices.Contains(t.clusters, name) {
		t.complain("cluster invented", "%s names the cluster %q", where, name)
	}
}

// judgeLength complains of a document that is longer than what it replaces.
func (t *trial) judgeLength(d *document) {
	before, after := 0, 0
	for _, g := range t.given {
		if slices.Contains(g.by, d) {
			before += length(g.text, false) + 1
			if len(g.on) > 1 {
				before += len(g.on) // the document names the clusters that read a shared folder
			}
		}
	}
	if textAt(d.tree, "spec", "topology") == "Standalone" {
		before += 2 // the clusters and the topology, which the paths of the files had
	}
	after = length(strings.Split(d.whole, "\n"), true)
	if before > 0 && after > before {
		t.complain("longer", "%s has %d lines, and its files have %d", d.file, after, before)
	}
}

// length counts lines: without blank ones and, in documents, without comments, which say what is left out.
func length(lines []string, comments bool) (n int) {
	for _, l := range lines {
		l = strings.TrimSpace(l)
		if l != "" && l != "---" && !(comments && strings.HasPrefix(l, "#")) {
			n++
		}
	}
	return n
}

var (
	above  = regexp.MustCompile(`^\s*(- )?(# renovate: .*)$`)
	behind = regexp.MustCompile(`^\s*(?:- )?([\w.-]+): \S.* (# (?:x-release-please-version|\{"\$imagepolicy".*))$`)
	keyOf  = regexp.MustCompile(`^\s*(?:- )?([\w.-]+):`)
)

// judgeComments looks for the instructions to other programs: each must be at the same key.
func (t *trial) judgeComments(g *given, d *document) {
	lines := strings.Split(d.whole, "\n")
	for i, l := range g.text {
		if m := above.FindStringSubmatch(l); m != nil && i+1 < len(g.text) {
			key := keyOf.FindStringSubmatch(g.text[i+1])
			found := func(n int) bool {
				return strings.HasSuffix(lines[n], m[2]) && strings.Contains(lines[n+1], key[1]+":")
			}
			if key != nil && !slices.ContainsFunc(numbers(len(lines)-1), found) {
				t.complain("comment lost", "%s:%d: %s of %s is not in %s", g.file, g.first+i, m[2], key[1], d.file)
			}
		}
		if m := behind.FindStringSubmatch(l); m != nil {
			found := func(n int) bool {
				key := keyOf.FindStringSubmatch(lines[n])
				return strings.HasSuffix(lines[n], m[2]) && key != nil && key[1] == m[1]
			}
			if !slices.ContainsFunc(numbers(len(lines)), found) {
				t.complain("comment lost", "%s:%d: %s of %s is not in %s", g.file, g.first+i, m[2], m[1], d.file)
			}
		}
	}
}

func numbers(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// judgeRelease complains of releases that Helm stores under one name, where a document has one of them.
func (t *trial) judgeRelease() {
	seen := map[string]string{}
	for _, r := range t.rendered {
		if r.kind() == "HelmRelease" {
			key := releaseOf(r.read, r.cluster)
			if first := seen[key]; first != "" {
				t.complain("clash", "%s and %s are one release of Helm: %s", first, r.file, key)
			}
			seen[key] = r.file
		}
	}
	for _, g := range t.given {
		if g.kind() != "HelmRelease" || len(g.on) > 0 || g.changed || g.object == nil || t.hub {
			continue
		}
		for _, c := range g.object.clusters {
			if file := seen[releaseOf(g.read, c)]; file != "" && g.object.want != either && !isPartial(g.read) {
				t.complain("clash", "%s is rendered, and %s:%d, which stays, has its release of Helm", file, g.file, g.first)
			}
		}
	}
}

// isPartial reports whether an object is a patch, which is of the object that it patches.
func isPartial(r *read) bool {
	return at(r.tree, "spec", "chart", "spec", "sourceRef") == nil && at(r.tree, "spec", "chartRef") == nil
}

// releaseOf returns what Helm knows a release by.
func releaseOf(r *read, cluster string) string {
	spec := func(key string) string { return textAt(r.tree, "spec", key) }
	name, storage := spec("releaseName"), spec("storageNamespace")
	if name == "" {
		name = strings.TrimPrefix(spec("targetNamespace")+"-"+r.name(), "-")
	}
	if storage == "" {
		storage = r.namespace()
	}
	secret := textAt(r.tree, "spec", "kubeConfig", "secretRef", "name")
	if secret != "" {
		secret = r.namespace() + "/" + secret
	}
	return strings.Join([]string{cluster, secret, storage, name}, " ")
}

// judgeRun looks at how the commands ended.
func (t *trial) judgeRun() {
	wrong := slices.ContainsFunc(t.lines, func(l line) bool { return l.isError })
	wrong = wrong || strings.Contains(t.adopt.stderr, "[FA706]")
	if code := t.adopt.code; code > 1 || wrong != (code == 1) {
		t.complain("exit code", "adopt ended with %d:\n%s", code, t.adopt.stderr)
	}
	if t.adopt.stdout != "" {
		t.complain("stdout", "adopt printed though it wrote: %s", t.adopt.stdout)
	}
	if t.render.code != 0 {
		t.complain("render", "render ended with %d:\n%s", t.render.code, errorsOf(t.render.stderr))
	}
	if t.layout != "" && len(t.written) == 0 && len(t.wanted(must)) > 0 {
		t.complain("nothing written", "nothing was written:\n%s", errorsOf(t.adopt.stderr))
	}
}

// errorsOf returns the lines of errors, at most five.
func errorsOf(stderr string) string {
	var all []string
	for l := range strings.Lines(stderr) {
		if !strings.Contains(l, ": info: ") && !strings.Contains(l, ": warning: ") {
			all = append(all, l)
		}
	}
	return strings.Join(all[:min(5, len(all))], "")
}
