package outputs

import (
	"cmp"
	"maps"
	"path"
	"slices"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folderlist"
	"github.com/fluxapp-dev/fluxapp/render"
)

// shardFilter returns Handles. The run of a shard handles the files in the folders of its clusters, and its share of the folders that
// no shard renders for and of all other files. A file in a list is handled with the list.
func shardFilter(shard render.Shard, objects []Rendered, listed map[string]string) func(file string) bool {
	otherShard := map[string]bool{} // by folder of a cluster; a cluster is in one shard
	for _, o := range objects {
		if o.Standalone {
			otherShard[path.Dir(path.Dir(o.File()))] = o.OtherShard
		}
	}
	return func(file string) bool {
		folder := listed[file]
		if path.Base(file) == folderlist.FileName {
			folder = path.Dir(file)
		}
		if other, rendered := otherShard[folder]; rendered && folder != "" {
			return !other
		}
		return shard.Has(cmp.Or(folder, file))
	}
}

// At returns the existing object that is kept or replaced in a file.
func (d Decisions) At(file string) (i int, found bool) {
	i, found = d.files[file]
	return i, found
}

// After returns the files after the run, to make the lists. Made are the files of the run's objects. Other returns of all other files
// what they were rendered from, and whether they exist.
func (d Decisions) After(made map[string]folderlist.Made, other func(file string) (from string, exists bool)) folderlist.Files {
	removed := map[string]string{}
	for _, i := range d.Removed {
		removed[d.objects[i].File()] = d.objects[i].Owner.Document
	}
	state := func(file string) (string, bool) {
		if i, stays := d.files[file]; stays {
			return d.objects[i].Owner.Document, true
		}
		if from, gone := removed[file]; gone {
			return from, false
		}
		return other(file)
	}
	return folderlist.Files{Made: made, Earlier: d.lists, Kept: slices.Collect(maps.Keys(d.files)), State: state}
}
