package main

import (
	"cmp"
	"fmt"
	"path"

	"github.com/fluxapp-dev/fluxapp/krmfn"
	"github.com/fluxapp-dev/fluxapp/render"
)

// stagingOf names the folder for the files of a shard on their way. Runs of other shards may be at work in the same folder.
func stagingOf(shard render.Shard) string {
	if shard == (render.Shard{}) {
		return staging
	}
	return fmt.Sprintf("%s-%d-of-%d", staging, shard.Index, shard.Count)
}

// seenTo says which files the run of a shard sees to that no object of the run is written to: those of the folders of its clusters,
// and of folders that no shard renders for any more, and of all other files, its share. What a kustomization.yaml lists goes with it.
func seenTo(shard render.Shard, targets []target, lists map[string]krmfn.Kustomization) func(name string) bool {
	theirs, listed := map[string]bool{}, listedIn(lists)
	for _, t := range targets {
		if t.object.Standalone() {
			theirs[path.Dir(path.Dir(t.path))] = t.theirs // a cluster is in one shard
		}
	}
	return func(name string) bool {
		folder := listed[name]
		if path.Base(name) == krmfn.KustomizationFile {
			folder = path.Dir(name)
		}
		if elsewhere, rendered := theirs[folder]; rendered && folder != "" {
			return !elsewhere
		}
		return shard.Has(cmp.Or(folder, name))
	}
}

// listedIn returns the folders of the kustomization.yaml that list files, by file.
func listedIn(lists map[string]krmfn.Kustomization) map[string]string {
	folders := map[string]string{}
	for list, k := range lists {
		for _, file := range k.FilesOf(list) {
			folders[file] = path.Dir(list)
		}
	}
	return folders
}
