package main

import (
	"cmp"
	"maps"
	"os"
	"path"
	"slices"

	"github.com/fluxapp-dev/fluxapp/krmfn"
)

// planPruning sorts the files that fluxapp wrote and does not write again: those of documents that it rendered go, those of
// documents that it did not even read stay unless they are to go too.
func (p *plan) planPruning(targets []target, owners documents, pruneOrphans bool) {
	again := map[string]bool{}
	for _, t := range targets {
		again[t.path] = true
	}
	for _, name := range slices.Sorted(maps.Keys(p.ours)) {
		switch owner := p.ours[name]; {
		case again[name]:
		case owners.read[owner] && !owners.rendered[owner]:
		case owners.rendered[owner] || pruneOrphans:
			p.removes = append(p.removes, name)
		default:
			p.orphans[owner] = append(p.orphans[owner], name)
		}
	}
}

func compareOwners(a, b krmfn.Owner) int {
	if c := cmp.Compare(a.Document, b.Document); c != 0 || a.Repository == b.Repository {
		return c
	}
	if a.Repository {
		return 1
	}
	return -1
}

// removeEmpty removes the folders that pruning has left empty. That one cannot be removed says that it is not empty, or
// that it may as well stay.
func removeEmpty(root *os.Root, removed []string) {
	for _, name := range removed {
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			if root.Remove(dir) != nil {
				break
			}
		}
	}
}
