package main

import (
	"path"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render"
)

// keepShard leaves to the runs of other shards what is theirs: the files of their objects and the lists of their clusters' folders,
// and of what no object says whose it is, their share. Targets are those of all shards, this one's first.
func (p *plan) keepShard(targets []target, result render.Result, shard render.Shard) {
	theirs, mine := map[string]bool{}, map[string]bool{} // files of objects, and folders of clusters
	for i, t := range targets {
		files := theirs
		if i < len(result.Objects) {
			files = mine
		}
		files[t.path] = true
		if t.object.Standalone() {
			files[path.Dir(path.Dir(t.path))] = true
		}
	}
	p.writes = slices.DeleteFunc(p.writes, func(t target) bool {
		if t.list == nil {
			return theirs[t.path]
		}
		folder := path.Dir(t.path)
		return theirs[folder] || !mine[folder] && !shard.Has(t.path)
	})
	p.removes = slices.DeleteFunc(p.removes, func(name string) bool { return !shard.Has(name) })
}
