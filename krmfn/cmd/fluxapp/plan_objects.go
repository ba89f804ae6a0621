package main

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folderlist"
	"github.com/fluxapp-dev/fluxapp/render/change"
)

// after returns the objects that the run writes, or has written before.
func (p *plan) after() (all []change.Object) {
	for _, t := range p.targets {
		if !t.otherShard {
			all = append(all, change.Rendered(t.object))
		}
	}
	return all
}

// before returns the objects that the folder holds in the files that the run writes or deletes. Those of an unchanged file are not read.
func (p *plan) before() (all []change.Object, err error) {
	written, listed := map[string]bool{}, folderlist.Listed(p.allLists())
	for _, t := range p.writes {
		written[t.path] = true
	}
	reads := slices.Clone(p.removes)
	for _, t := range p.targets {
		o := change.Rendered(t.object)
		switch o.Unchanged = true; {
		case t.otherShard:
		case !written[t.path]:
			all = append(all, o)
		default:
			reads = append(reads, t.path)
		}
		if t.object.Standalone() {
			listed[t.path] = o.Server // also when a user has taken it out of the list
		}
	}
	for _, name := range reads {
		if _, object := p.ours[name]; object && err == nil { // not a new file, and not the list of a cluster
			all, err = p.appendObject(all, name, listed[name] != "")
		}
	}
	return all, p.named(err)
}

// appendObject reads the object of a file that fluxapp wrote. There is none when somebody has changed the file since the run looked at it.
func (p *plan) appendObject(all []change.Object, name string, listed bool) ([]change.Object, error) {
	data, err := p.root.ReadFile(name)
	if err != nil {
		return all, err
	}
	if d, _ := renderedFile(p.called(name), data); d != nil {
		all = append(all, change.Read(change.File{Path: p.called(name), Object: d.Root(), Listed: listed}))
	}
	return all, nil
}
