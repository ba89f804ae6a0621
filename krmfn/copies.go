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
	byIdentity := map[identity][]copyOf{}
	for _, c := range slices.SortedFunc(maps.Values(kept), func(a, b copyOf) int { return cmp.Compare(fileOf(a.item), fileOf(b.item)) }) {
		byIdentity[c.key.is.identity] = append(byIdentity[c.key.is.identity], c)
	}
	for _, item := range b.gone {
		same := byIdentity[identityOf(item)]
		if i := slices.IndexFunc(same, func(c copyOf) bool { return c.isTwin(item) }); i >= 0 {
			b.refused = append(b.refused, inTwoPackages(item, same[i].item))
		}
	}
}

// isTwin reports whether an item that goes is a copy of this one in another package. Objects of one identity for several clusters
// are no copies: those that the document has made lie side by side below its folder.
func (c copyOf) isTwin(item *yaml.RNode) bool {
	sideBySide := c.key.is.file != "" && documentFolder(fileOf(item)) == documentFolder(c.file)
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
