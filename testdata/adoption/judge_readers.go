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

// ownSource returns the name of the source that is this repository: that of flux bootstrap, or what most have.
func (t *trial) ownSource() (own string) {
	count := map[string]int{}
	for _, k := range t.given {
		if k.kind() == "Kustomization" && k.isWorkload() {
			count[textAt(k.tree, "spec", "sourceRef", "name")]++
		}
	}
	if count["flux-system"] > 0 { // as flux bootstrap calls it
		return "flux-system"
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

// judgeLists compares the lists of kustomize that are rendered with the files of their folders.
func (t *trial) judgeLists() {
	for _, list := range t.lists {
		dir := path.Dir(list.file)
		var named, files []string
		for _, name := range list.resources() {
			named = append(named, path.Join(dir, name))
		}
		for _, r := range t.rendered {
			if strings.HasPrefix(r.file, dir+"/") {
				files = append(files, r.file)
			}
		}
		metadata, _ := at(list.tree, "metadata").(map[string]any)
		for _, key := range sorted(metadata) {
			if key != "name" && key != "annotations" {
				t.complain("list", "%s has metadata.%s", list.file, key)
			}
		}
		slices.Sort(named)
		slices.Sort(files)
		if files = slices.Compact(files); !slices.Equal(named, files) {
			t.complain("list", "%s names %v, and there are %v", list.file, named, files)
		}
	}
}
