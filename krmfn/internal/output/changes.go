package output

import (
	"path"
	"sync"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// places tell where documents belong.
type places struct {
	listed     map[string]string // files in lists, with the folders of these
	deliverers deliverers
	moved      func() map[serverKey]string // the files of the run, by object
}

// serverKey is what an API server knows an object by. What administrators apply may be of several applications.
type serverKey struct {
	render.ID
	bootstrap bool
}

func (d *Decisions) findPlaces() func() places {
	moved := sync.OnceValue(func() map[serverKey]string {
		files := make(map[serverKey]string, len(d.objects))
		for _, o := range d.objects {
			files[serverKey{o.Rendered.ID(), o.Rendered.Bootstrap()}] = o.Path
		}
		return files
	})
	return sync.OnceValue(func() places {
		found := places{listed(d.lists), deliverers{}, moved}
		for _, e := range d.before {
			if e.delivers != "" && e.id().Kind == kinds.Kustomization.Name { // of few, because it reads the document
				id := e.id()
				var folder string
				folder, id.Server = render.DeliveredFolder(e.File(), e.delivers)
				found.deliverers[folder] = id
			}
		}
		return found
	})
}

// Read returns a document as a side of a comparison: of a file that documents name, once for each cluster that has it.
// What the run replaces belongs where the object of the run does: in the folder of a group to that, and in the topology
// Standalone to its cluster, also where somebody has lost the Kustomization, or taken the file out of the list.
func (d *Decisions) Read(i int) (all []change.Object) {
	e, found, servers := d.before[i], d.places(), []string{""}
	file := change.File{Path: e.File(), Object: resource.WithoutClient(e.Value()), Listed: found.listed[e.File()] != "",
		DeliveredBy: d.deliveredBy(i)}
	document := e.Owner.Document
	if at := d.Before[i].Object; at >= 0 {
		document = d.objects[at].Rendered.Application()
		file.Listed = file.Listed || d.objects[at].Rendered.Standalone()
	}
	if d.run.Result.MayHave(document, e.Path) {
		file.Said = e.Path
		servers = append(d.run.Result.Servers(document, e.Path), servers...)
	}
	for _, file.Server = range servers[:max(1, len(servers)-1)] {
		all = append(all, change.Read(file))
	}
	return all
}

// deliveredBy returns the Kustomization of delivery that applies a document.
func (d *Decisions) deliveredBy(i int) render.ID {
	file, deliverers := d.before[i].File(), d.places().deliverers
	by, at := deliverers.of(file), d.Before[i].Object
	if at < 0 {
		return by
	}
	o := d.objects[at].Rendered
	if _, ordered := o.Ordered(); ordered { // whatever applies the folders above
		by = deliverers[path.Dir(file)]
	}
	if by == (render.ID{}) && o.Group() != "" {
		return o.DeliveredBy()
	}
	return by
}

// MovedTo returns the file to which the run writes the object of a document; empty where it writes none.
func (d *Decisions) MovedTo(i int) string {
	o := d.Read(i)[0]
	return d.places().moved()[serverKey{o.ID, o.Bootstrap}]
}

// Changes compares the documents that the run replaces or removes with its objects. It reports whether it changes one:
// new objects alone pass no limit, but those that deliver.
func (d *Decisions) Changes() (found change.Changes, changes bool) {
	var before, after []change.Object
	for _, o := range d.objects {
		made := change.Rendered(o.Rendered)
		after = append(after, made)
		earlier := d.Earlier[d.at[o.key()]]
		if earlier < 0 {
			changes = changes || made.Delivers
		} else if d.Same(earlier) {
			made.Unchanged, made.DeliveredBy = true, d.deliveredBy(earlier)
			before, changes = append(before, made), changes || made.DeliveredBy != o.Rendered.DeliveredBy()
		}
	}
	for i, out := range d.Before {
		if out.Fate == Remove || out.Fate == Replace && !d.Same(i) {
			before, changes = append(before, d.Read(i)...), true
		}
	}
	return change.CompareObjects(before, after, d.run.Result), changes
}
