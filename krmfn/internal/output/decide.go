// Package output decides what happens to the documents of earlier runs: which ones a run keeps, replaces or removes,
// and what is in conflict with a new object. It decides once for both doors, the items of a ResourceList and the files
// of a folder. Values go in, decisions come out; the doors read before and write after.
//
//	decisions := run.Decide(before, objects)
//
// [Run.Decide] has the table of the decisions. A document is known by its file and its identity, in a stream by its
// identity alone. fluxapp owns documents, and no files or folders: what others have written beside them stays.
package output

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/identity"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// Fate is what happens to a document.
type Fate int

const (
	Keep      Fate = iota // leaves it as it is
	Replace               // writes the object of the run in its place
	Remove                // removes it
	Misplaced             // refuses the run: it is of a document that cannot have it there
)

// Decision is what happens to a document, and why.
type Decision struct {
	Fate   Fate
	Object int  // the object of the run that it is; -1 for none
	Orphan bool // the run did not read its document
}

// Decisions are about the documents that were there and about the objects of the run, each in their order.
type Decisions struct {
	Before   []Decision
	Earlier  []int     // by object, the documents that are replaced; -1 for none
	Refusals []Refusal // what keeps the run from writing anything

	run     Run
	before  []Document
	objects []Object
	at      map[key]int      // the objects of the run; of several that are equal, the first one
	inFiles map[string][]int // the documents that stay, by file
	clashes map[int]*clash   // by object
	lists   []List
	listed  map[string]string           // files in lists, with the folders of these
	moved   func() map[serverKey]string // the files of the run, by object
	written func() map[owned]string
	same    map[int]bool // what Same has compared
	// deliverers are the Kustomizations of an earlier run's delivery, by the folders that they apply.
	deliverers map[string]render.ID
}

// Decide returns what happens to each document, and what keeps objects of the run from being written.
//
//	| the document was rendered from …     | the run renders it again | it does not |
//	|--------------------------------------|--------------------------|-------------|
//	| nothing: fluxapp did not render it   | keep, a conflict         | keep        |
//	| a document that the run only read    | keep, a conflict         | keep        |
//	| a document that was not read, orphan | take over, or a conflict | keep        |
//	| the same, and it is pruned           | replace                  | remove      |
//	| a document that the run renders      | replace                  | remove      |
//
// The run renders it again if it writes the same object to the same file. A document of the run's that is in a file
// that the run cannot write it to is misplaced, as a copy is; follow and judge tell the exceptions.
func (r Run) Decide(before []Document, objects []Object, lists []List) *Decisions {
	d := &Decisions{run: r, before: before, objects: objects, lists: lists, at: make(map[key]int, len(objects)),
		inFiles: map[string][]int{}, same: map[int]bool{}, clashes: map[int]*clash{},
		Before: make([]Decision, len(before)), Earlier: make([]int, len(objects))}
	d.listed, d.deliverers = listed(lists), deliverersOf(before)
	d.moved, d.written = sync.OnceValue(d.findMoved), sync.OnceValue(d.findWritten)
	for i := range slices.Backward(objects) {
		d.at[objects[i].key()], d.Earlier[i] = i, -1
	}
	for i := range before {
		d.Before[i] = d.decide(i)
	}
	d.follow()
	d.judge()
	d.findCopies()
	d.keepDelivering()
	d.keepLogins()
	d.refuse()
	return d
}

func (d *Decisions) decide(i int) Decision {
	e := d.before[i]
	relation := d.run.relationTo(e.Owner, e.Package)
	if d.run.Excludes(e.Path) {
		relation = foreign
	}
	at, again := d.at[e.key()]
	if again && e.Owner.Repository && d.run.relationTo(Owner{Document: e.Owner.Document}, e.Package) == own {
		// An inline source of an application can look like the GitRepository of a repository with the application's name.
		if application := (Owner{Document: e.Owner.Document}); OwnerOf(d.objects[at].Rendered) == application {
			relation = own
		}
	}
	again = again && d.Earlier[at] < 0
	out := Decision{Fate: Remove, Object: -1, Orphan: relation == orphan}
	prunes := slices.Contains(d.run.Pruned, e.Owner.Document) || // in a folder, others may be another run's
		d.run.Prune && (!d.run.Folder || e.HasOwnName())
	switch {
	case relation == foreign, out.Orphan && !prunes:
		out.Fate = Keep
	case relation == unclear:
		out.Fate = Misplaced
	case again:
		out.Fate, out.Object, d.Earlier[at] = Replace, at, i
	case !out.Orphan && !e.HasOwnName() && !d.run.Result.MayHave(e.Owner.Document, e.Path) &&
		d.written()[owned{e.Owner, identity.Key{}, e.File()}] == "": // its document cannot have it in this file
		out.Fate = Misplaced
	}
	return out
}

// follow finds objects of the run in files that users have named: they stay, unless a list or delivery names theirs.
func (d *Decisions) follow() {
	named := map[identity.Key]int{}
	for i, o := range d.objects {
		if o.list() == "" && o.delivers() == "" && o.Rendered.Group() == "" && d.Earlier[i] < 0 && !d.run.Folder {
			named[o.key().identity] = i
		}
	}
	for i, e := range d.before {
		out := &d.Before[i]
		isOurs := out.Fate == Misplaced && d.run.relationTo(e.Owner, e.Package) == own || out.Fate == Remove && out.Orphan
		at, again := named[e.Identity]
		if again && isOurs && d.Earlier[at] < 0 && !e.HasOwnName() && d.listed[e.File()] == "" {
			out.Fate, out.Object, d.Earlier[at] = Replace, at, i
		}
	}
}

// owned is an object of an owner on a cluster, or on any; without an identity it is one in a file.
type owned struct {
	Owner
	identity identity.Key
	where    string
}

func (d *Decisions) findWritten() map[owned]string {
	found := map[owned]string{}
	for _, o := range d.objects {
		owner, same := OwnerOf(o.Rendered), o.key().identity
		found[owned{owner, identity.Key{}, o.File()}] = o.Path
		found[owned{owner, same, o.Rendered.Cluster()}] = o.Path
		found[owned{owner, same, ""}] = o.Path
	}
	return found
}

// findCopies makes a document misplaced that would be removed, where the run finds it in its own file too, in folders
// of the same names: somebody keeps a copy of what is rendered.
func (d *Decisions) findCopies() {
	inPlace := map[key]string{}
	for i, earlier := range d.Earlier {
		if earlier >= 0 {
			inPlace[keyBelow(d.objects[i].key())] = d.objects[i].File()
		}
	}
	for i, out := range d.Before {
		file, copied := inPlace[keyBelow(d.before[i].key())]
		if out.Fate == Remove && !out.Orphan && copied && file != d.before[i].File() {
			d.Before[i].Fate = Misplaced
		}
	}
}

// keyBelow is the key in the folder of a document, which has two folders for its applications and clusters.
func keyBelow(k key) key {
	parts := strings.Split(k.file, "/")
	return key{strings.Join(parts[max(0, len(parts)-3):], "/"), k.identity}
}

// keepDelivering keeps what delivers a folder in which objects stay: without it, Flux would delete them.
func (d *Decisions) keepDelivering() {
	folders := map[string]bool{}
	for i, out := range d.Before {
		if out.Fate == Keep {
			for dir := path.Dir(d.before[i].File()); dir != "." && dir != "/"; dir = path.Dir(dir) {
				folders[dir] = true
			}
		}
	}
	for i, out := range d.Before {
		e := d.before[i]
		if d.run.delivers && out.Fate == Remove && folders[e.folder()] && e.folder() == deliveryRoot(e.Place) {
			d.Before[i].Fate = Keep
		}
	}
}

// keepLogins keeps what logs in to a cluster for objects that stay: other applications need it.
func (d *Decisions) keepLogins() {
	needed := sync.OnceValue(func() map[kinds.KubeConfigKey]bool { // to look into all documents takes long
		found, at := map[kinds.KubeConfigKey]bool{}, kinds.HelmRelease.Part(kinds.KubeConfig).At // as in all workloads
		for i, e := range d.before {
			if d.Before[i].Fate == Keep {
				found[kinds.KubeConfigKeyOf(at.In(e.Value().At), e.id().Namespace)] = true
			}
		}
		return found
	})
	for i, out := range d.Before {
		if e := d.before[i]; e.Owner.Cluster && out.Fate == Remove && !out.Orphan &&
			needed()[kinds.KubeConfigKey{Namespace: e.id().Namespace, Kind: kinds.ConfigMap, Name: e.id().Name}] {
			d.Before[i].Fate = Keep
		}
	}
}

// Same reports whether a document that is replaced says what the object of the run does.
func (d *Decisions) Same(i int) bool {
	e := d.before[i]
	if _, known := d.same[i]; !known && !e.isMade {
		d.same[i] = resource.Same(e.value, d.objects[d.Before[i].Object].Rendered.Tree())
	}
	return e.isMade || d.same[i]
}

// IsNew reports whether an object of the run is added to its file. Of equal ones of several clusters, the first one is.
func (d *Decisions) IsNew(object int) bool {
	return d.at[d.objects[object].key()] == object && d.Earlier[object] < 0
}
