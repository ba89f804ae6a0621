package krmfn

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// copyOf is an item that stands for an object of the run.
type copyOf struct {
	item *yaml.RNode
	key  inPackage[mark]
	file string // where a new one would be written
}

// before compares copies of one object: the one at the object's own path comes first, then by file.
func (c copyOf) before(other copyOf) bool {
	at, otherAt := fileOf(c.item), fileOf(other.item)
	if own := at == c.file; own != (otherAt == c.file) {
		return own
	}
	return cmp.Or(cmp.Compare(at, otherAt), cmp.Compare(annotation(c.item, annotationIndex), annotation(other.item, annotationIndex))) < 0
}

type copies []copyOf

// keepOne keeps one item for each object, whatever their order; second copies go. A second copy in another package is refused: it
// may be what somebody has made of the first one, and fluxapp cannot tell which of the two is wanted.
func (b *belongings) keepOne(found copies) {
	first := map[inPackage[mark]]copyOf{}
	for _, c := range found {
		if other, ok := first[c.key]; !ok || c.before(other) {
			first[c.key] = c
		}
	}
	for _, c := range found {
		if first[c.key].item != c.item {
			b.gone = append(b.gone, c.item)
			continue
		}
		b.earlier[c.key] = c.item
		b.stays(c.item)
	}
	b.refuseTwice(first)
}

// refuseTwice refuses what would go although its object is kept in another package.
func (b *belongings) refuseTwice(kept map[inPackage[mark]]copyOf) {
	twins := map[identity][]copyOf{}
	byFile := slices.SortedFunc(maps.Values(kept), func(a, b copyOf) int { return cmp.Compare(fileOf(a.item), fileOf(b.item)) })
	for _, c := range unlike(byFile) {
		twins[c.key.is.identity] = append(twins[c.key.is.identity], c)
	}
	for _, item := range b.gone {
		same := twins[identityOf(item)]
		if i := slices.IndexFunc(same, func(c copyOf) bool { return c.isTwin(item) }); i >= 0 {
			b.refused = append(b.refused, inTwoPackages(item, same[i].item))
		}
	}
}

// unlike returns the first copy of those that have the same twins, which are all clusters of a fleet.
func unlike(all []copyOf) (few []copyOf) {
	type twinsOf struct {
		identity
		document, pkg, folder string
	}
	seen := map[twinsOf]bool{}
	for _, c := range all {
		of := twinsOf{c.key.is.identity, ownerOfItem(c.item).Document, annotation(c.item, annotationPackage), c.folder()}
		if !seen[of] {
			few = append(few, c)
		}
		seen[of] = true
	}
	return few
}

// folder returns the folder of the document whose clusters have this object each; empty for an object of the hub.
func (c copyOf) folder() string {
	if c.key.is.file == "" {
		return ""
	}
	return documentFolder(c.file)
}

// isTwin reports whether an item that goes is a copy of this one in another package. Objects of one identity for several clusters
// are no copies: those that the document has made lie side by side below its folder.
func (c copyOf) isTwin(item *yaml.RNode) bool {
	sideBySide := documentFolder(fileOf(item)) == c.folder()
	return !inOnePackage(item, c.item) && ownerOfItem(item).Document == ownerOfItem(c.item).Document && !sideBySide
}

// documentFolder returns the folder of the document that a file of the topology Standalone was rendered from.
func documentFolder(file string) string { return path.Dir(path.Dir(path.Dir(file))) }

func inTwoPackages(item, other *yaml.RNode) Result {
	both := []*yaml.RNode{item, other}
	return refusal(CodeWhichPackage, fmt.Sprintf(
		"is in two packages, in %s and in %s, and %s makes it once; remove one of them, or render each package for itself",
		fromRoot(item, both), fromRoot(other, both), ownerOfItem(item).Document)).place(item)
}
