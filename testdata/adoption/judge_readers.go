package adoption

import (
	"path"
	"slices"
	"strings"
)

// judgeReaders compares the clusters of objects with those of the Kustomizations that read their folder, of those that
// came in: what a Kustomization of a cluster reads is on this cluster. It holds without knowing what is right.
func (t *trial) judgeReaders() {
	own := t.ownSource()
	for _, k := range t.given {
		spec := func(keys ...string) string { return textAt(k.tree, append([]string{"spec"}, keys...)...) }
		folder := path.Clean(strings.TrimPrefix(spec("path"), "./"))
		if k.kind() == "Kustomization" && k.isWorkload() && !t.hub && spec("sourceRef", "name") == own &&
			spec("kubeConfig", "secretRef", "name") == "" && !strings.Contains(folder, "$") {
			t.judgeReader(k, folder)
		}
	}
}

// judgeReader compares the clusters of a Kustomization with those of the objects in its folder.
func (t *trial) judgeReader(k *given, folder string) {
	for _, g := range t.given {
		if len(g.on) == 0 || !g.isWorkload() || !t.reads(folder, g.file) || slices.Contains(g.on, "hub") {
			continue
		}
		for _, c := range k.on {
			if !slices.Contains(g.on, c) {
				t.complain("reader", "%s:%d came in on %v, and %s:%d reads it on %s", g.file, g.first, g.on, k.file, k.first, c)
			}
		}
	}
}

// ownSource returns the name of the source that is this repository: most Kustomizations have it.
func (t *trial) ownSource() (own string) {
	count := map[string]int{}
	for _, k := range t.given {
		if k.kind() == "Kustomization" && k.isWorkload() {
			count[textAt(k.tree, "spec", "sourceRef", "name")]++
		}
	}
	for _, name := range sorted(count) {
		if count[name] > count[own] {
			own = name
		}
	}
	return own
}

// reads reports whether a Kustomization of a folder surely reads a file: the file is in the folder, or below it where
// no folder between has a list of kustomize.
func (t *trial) reads(folder, file string) bool {
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		_, listed := t.before[dir+"/kustomization.yaml"]
		switch {
		case dir == folder:
			return !listed || strings.Contains(t.before[dir+"/kustomization.yaml"], path.Base(file)) && path.Dir(file) == dir
		case listed || dir == "." || dir == "/":
			return false
		}
	}
}
