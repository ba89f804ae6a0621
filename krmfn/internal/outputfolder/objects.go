package outputfolder

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folderlist"
	"github.com/fluxapp-dev/fluxapp/render/change"
)

// Changes compares the objects that the folder holds with those that it holds after the run.
func (p *Plan) Changes() (change.Changes, error) { return p.changes(false) }

// changes compares the objects that the folder holds with those that it holds after the run, or after the runs of all
// shards when they are asked for.
func (p *Plan) changes(shards bool) (change.Changes, error) {
	before, err := p.before(shards)
	return change.CompareObjects(before, p.after(shards)), err
}

func (p *Plan) after(shards bool) (all []change.Object) {
	for _, t := range p.targets {
		if shards || !t.otherShard {
			all = append(all, change.Rendered(t.object))
		}
	}
	return all
}

// before returns the objects that the folder holds in the files that the run writes or deletes, and perhaps the runs of
// other shards. An unchanged file is not read again.
func (p *Plan) before(shards bool) (all []change.Object, err error) {
	written, listed := map[string]bool{}, folderlist.Listed(p.allLists())
	for _, t := range p.writes {
		written[t.path] = true
	}
	reads := slices.Clone(p.removes)
	if shards {
		reads = append(reads, p.otherRemoves...)
	}
	for _, t := range p.targets {
		o := change.Rendered(t.object)
		switch o.Unchanged = true; {
		case t.otherShard && (!shards || !p.wrote(t.path)):
		case t.otherShard && !p.isUpToDate(t), !t.otherShard && written[t.path]:
			reads = append(reads, t.path)
		default:
			all = append(all, o)
		}
		if t.object.Standalone() {
			listed[t.path] = o.Server // also when a user has taken it out of the list
		}
	}
	for _, name := range reads {
		if _, object := p.ours[name]; !object { // a new file, or the list of a cluster
			continue
		}
		d, err := p.object(name)
		if err != nil {
			return all, p.Named(err)
		}
		if d != nil {
			all = append(all, change.Read(change.File{Path: p.Called(name), Object: d.Root(), Listed: listed[name] != ""}))
		}
	}
	return all, nil
}
