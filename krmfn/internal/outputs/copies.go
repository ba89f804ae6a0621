package outputs

import (
	"cmp"
	"path"
	"slices"
)

// refuseCopies makes a removed object ambiguous when a copy of it is kept in another package: somebody may have changed one of the two
// on purpose, and fluxapp cannot know which.
func (d *decider) refuseCopies() {
	if d.Folder || len(d.Removed) == 0 {
		return
	}
	kept := d.distinctCopies()
	for _, i := range d.Removed {
		same := kept[d.objects[i].Identity]
		if at := slices.IndexFunc(same, func(k int) bool { return d.isCopy(i, k) }); at >= 0 {
			d.Existing[i].Fate, d.Existing[i].Copy = Ambiguous, true
			d.Existing[i].Places = []Place{d.objects[i].Place, d.objects[same[at]].Place}
		}
	}
}

// distinctCopies returns the objects that are replaced, by identity. Of those that have the same copies elsewhere, for example the
// objects of all clusters of a fleet, it returns the first.
func (d *decider) distinctCopies() map[Identity][]int {
	type group struct {
		identity              Identity
		document, pkg, folder string
	}
	var all []int
	for _, out := range d.Rendered {
		if out.Earlier >= 0 {
			all = append(all, out.Earlier)
		}
	}
	slices.SortFunc(all, func(a, b int) int { return cmp.Compare(d.objects[a].File(), d.objects[b].File()) })
	seen, few := map[group]bool{}, map[Identity][]int{}
	for _, i := range all {
		e := d.objects[i]
		of := group{e.Identity, e.Owner.Document, e.Package, d.documentFolder(i)}
		if !seen[of] {
			few[e.Identity] = append(few[e.Identity], i)
		}
		seen[of] = true
	}
	return few
}

// isCopy reports whether an object that would be removed is a copy of one that is kept in another package. Objects of one identity for
// several clusters are no copies: those of one document are side by side below its folder.
func (d *decider) isCopy(removed, kept int) bool {
	a, b := d.objects[removed], d.objects[kept]
	sideBySide := folderOfDocument(a.File()) == d.documentFolder(kept)
	return a.Package != b.Package && a.Owner.Document == b.Owner.Document && !sideBySide
}

// documentFolder returns the folder of the document whose clusters each have an object that is replaced; empty for one of the hub.
func (d *decider) documentFolder(i int) string {
	if file := d.key(d.rendered[d.Existing[i].Rendered]).file; file != "" {
		return folderOfDocument(file)
	}
	return ""
}

// folderOfDocument returns the folder of the document that a file of the topology Standalone was rendered from.
func folderOfDocument(file string) string { return path.Dir(path.Dir(path.Dir(file))) }
