package main

import (
	"path"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render"
)

// keepShard leaves to the runs of other shards what is theirs: the files of their objects and the lists of their clusters' folders,
// and of what no object says whose it is, their share. Targets are those of all shards, this one's first.
func (p *plan) keepShard(targets []target, result render.Result) {
	theirs, folders, mine := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for i, t := range targets {
		folder := path.Dir(path.Dir(t.path))
		if i < len(result.Objects) {
			mine[folder] = true
		} else {
			theirs[t.path], folders[folder] = true, true
		}
	}
	p.writes = slices.DeleteFunc(p.writes, func(t target) bool {
		if t.list == nil {
			return theirs[t.path]
		}
		folder := path.Dir(t.path)
		return folders[folder] || !mine[folder] && !result.Minds(t.path)
	})
	p.removes = slices.DeleteFunc(p.removes, func(name string) bool { return !result.Minds(name) })
}
