package outputs

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folderlist"
	"github.com/fluxapp-dev/fluxapp/render/identity"
)

// Fate is what happens to an existing object.
type Fate int

const (
	// Keep leaves the object as it is.
	Keep Fate = iota
	// Replace writes the object of the run in its place.
	Replace
	// Remove removes it.
	Remove
	// Ambiguous refuses the run: nobody can tell which package the object belongs to.
	Ambiguous
	// OtherShard leaves the decision to the run of another shard.
	OtherShard
)

// Decision is what happens to an existing object, and why.
type Decision struct {
	Fate Fate
	// Rendered is the object of the run that it is; -1 for none.
	Rendered int
	// Orphan: the run did not read its document.
	Orphan bool
	// Places are, of an ambiguous object, its documents, or the object itself and the copy of it that would stay.
	Places []Place
	// Copy: it is ambiguous because of a copy in another package.
	Copy bool
	// Stray: it is kept because it may be its user's.
	Stray bool
}

// Output is how an object of the run is written. The numbers are of existing objects; -1 for none.
type Output struct {
	// Earlier is the object that is replaced.
	Earlier int
	// SameIdentity is a kept object that is the same to the API server.
	SameIdentity int
	// SameFile is a kept object in the file of a new object.
	SameFile int
	// Clash is the kept object of a document that is the same thing; nil for none.
	Clash *Clash
	// SameFolder is a kept Kustomization of another delivery for the same folder.
	SameFolder int
}

// Decisions are about the existing objects and about the objects of the run, each in their order.
type Decisions struct {
	Existing []Decision
	Rendered []Output
	// Removed are the existing objects that are removed.
	Removed []int

	// Handles reports whether this run, not another shard's, decides about a file that no object of the run is written to.
	Handles func(file string) bool

	objects  []Existing
	rendered []Rendered
	files    map[string]int // the objects that are kept or replaced, by file
	lists    []folderlist.List
	groups   map[string]string
	clusters map[string]string
}

type objectKey struct {
	pkg      string
	identity identity.Key
	file     string
}

type decider struct {
	Run
	Decisions
	byKey  map[objectKey]int // rendered objects
	listed map[string]string // files in lists, with the folders of the lists
	made   func() made       // the objects of the run
}

// Decide returns what happens to each existing object, and how each object of the run is written.
//
//	| the object was rendered from …       | the run renders it again | it does not  |
//	|--------------------------------------|--------------------------|--------------|
//	| nothing: fluxapp did not render it   | keep, a conflict         | keep         |
//	| a document that the run only read    | keep, a conflict         | keep         |
//	| a document that was not read, orphan | take over, or a conflict | keep         |
//	| the same, and orphans are pruned     | replace                  | remove       |
//	| a document that the run renders      | replace                  | remove       |
//	| one of several documents of a name   | ambiguous                | ambiguous    |
//
// One that would be removed stays if it is a stray. Of several copies of one object, one is replaced and the others are
// removed. A copy in another package is ambiguous. How an orphan is taken over is told at judge.
func (r Run) Decide(existing []Existing, rendered []Rendered) Decisions {
	d := &decider{Run: r, byKey: make(map[objectKey]int, len(rendered)), listed: folderlist.Listed(r.Lists),
		Decisions: Decisions{objects: existing, rendered: rendered, files: map[string]int{}, lists: r.Lists,
			groups: r.Groups, clusters: r.Clusters}}
	d.made = sync.OnceValue(d.makes)
	d.Existing, d.Rendered = make([]Decision, len(existing)), make([]Output, len(rendered))
	for i, o := range rendered {
		d.byKey[d.key(o)], d.Rendered[i] = i, Output{Earlier: -1, SameIdentity: -1, SameFile: -1, SameFolder: -1}
	}
	d.Handles = r.shardFilter(rendered, d.inLists())
	for i, e := range existing {
		d.Existing[i] = d.decide(e)
		d.judge(i)
		d.add(i)
	}
	d.removeCopies()
	d.keepDelivering()
	d.refuseCopies()
	d.conflicts()
	return d.Decisions
}

// inLists returns the files in lists, with the folders of these. What delivers is always among them: the run of another
// shard may be deleting the list.
func (d *decider) inLists() map[string]string {
	files := maps.Clone(d.listed)
	for _, e := range d.objects {
		if e.Delivers != "" {
			files[e.File()] = path.Dir(path.Dir(e.File()))
		}
	}
	return files
}

func (d *decider) key(o Rendered) objectKey {
	switch {
	case d.Folder:
		return objectKey{file: o.File()}
	case o.Standalone || o.List != "":
		return objectKey{o.Package, o.Identity, o.File()}
	}
	return objectKey{o.Package, o.Identity, ""}
}

// match returns the object of the run that an existing object is; -1 for none. Home is the package of its document.
// An object in the list of a cluster was rendered for that cluster, and is never one of the hub.
func (d *decider) match(e Existing, home string) int {
	keys := []objectKey{{home, e.Identity, e.File()}, {home, e.Identity, ""}}
	if d.Folder {
		keys = []objectKey{{file: e.File()}}
	} else if _, listed := d.listed[e.File()]; listed {
		keys = keys[:1]
	}
	for _, key := range keys {
		if i, found := d.byKey[key]; found {
			return i
		}
	}
	return -1
}

func (d *decider) decide(e Existing) Decision {
	owner := e.Owner
	relation, home := d.claim(owner, e.Package)
	again := d.match(e, home)
	if application := (Owner{Document: owner.Document}); owner.Repository {
		// An inline source of an application can look like the GitRepository of a repository with the application's name.
		_, home := d.claim(application, e.Package)
		if i := d.match(e, home); i >= 0 && d.rendered[i].Owner == application {
			relation, again = own, i
		}
	}
	out := Decision{Fate: Remove, Rendered: again, Orphan: relation == orphan}
	switch {
	case relation == ambiguous:
		out.Fate, out.Places = Ambiguous, slices.SortedFunc(slices.Values(d.documents[owner]),
			func(a, b Place) int { return cmp.Compare(a.File(), b.File()) })
	case relation == foreign || relation == orphan && !d.Prune:
		out.Fate = Keep
	case again >= 0:
		out.Fate = Replace
	case !d.Handles(e.File()):
		out.Fate = OtherShard
	case e.Stray && !out.Orphan:
		out.Fate, out.Stray = Keep, true
	}
	return out
}

// add applies a decision by its fate. Of several copies of an object it replaces the one in the object's own file, or
// else the first one by file and place in the file.
func (d *decider) add(i int) {
	switch out := d.Existing[i]; out.Fate {
	case Keep, OtherShard:
		d.addFile(i)
	case Replace:
		if earlier := &d.Rendered[out.Rendered].Earlier; *earlier < 0 || d.compareCopies(i, *earlier, out.Rendered) < 0 {
			*earlier = i
		}
	case Remove:
		d.Removed = append(d.Removed, i)
	}
}

func (d *decider) addFile(i int) {
	if file := d.objects[i].File(); file != "" {
		d.files[file] = i
	}
}

func (d *decider) removeCopies() {
	for i := range d.Existing {
		switch out := &d.Existing[i]; {
		case out.Fate != Replace:
		case d.Rendered[out.Rendered].Earlier == i:
			d.addFile(i)
		default:
			out.Fate, out.Orphan = Remove, false
			d.Removed = append(d.Removed, i)
		}
	}
}

// keepDelivering keeps what delivers the folder of a cluster in which objects stay that the run does not render:
// without it, Flux would delete them.
func (d *decider) keepDelivering() {
	folders := map[string]bool{}
	for file, i := range d.files {
		if d.Existing[i].Fate == Keep { // what is another shard's goes in its run
			for dir := path.Dir(file); dir != "." && dir != "/"; dir = path.Dir(dir) {
				folders[dir] = true
			}
		}
	}
	d.Removed = slices.DeleteFunc(d.Removed, func(i int) bool {
		e := d.objects[i]
		stays := d.delivers && folders[e.Delivers] && e.Delivers == deliveryRoot(e.Place) && d.Existing[i].Rendered < 0
		if stays {
			d.Existing[i].Fate = Keep
			d.addFile(i)
		}
		return stays
	})
}

func (d *decider) compareCopies(a, b, rendered int) int {
	one, other, file := d.objects[a], d.objects[b], d.rendered[rendered].File()
	homeFirst := map[bool]int{true: -1}
	return cmp.Or(cmp.Compare(homeFirst[one.File() == file], homeFirst[other.File() == file]),
		cmp.Compare(one.File(), other.File()), cmp.Compare(one.Index, other.Index))
}

// conflicts finds the kept objects because of which objects of the run cannot be written.
func (d *decider) conflicts() {
	kept, delivering := map[objectKey][]int{}, map[string]int{}
	for i, out := range d.Existing {
		if folder := d.objects[i].Delivers; out.Fate == Keep && folder != "" && folder != "." {
			delivering[folder] = i
		}
		if e := d.objects[i]; out.Fate == Keep && !d.Folder {
			key := objectKey{pkg: e.Package, identity: e.Identity}
			kept[key] = append(kept[key], i)
		}
	}
	for at, o := range d.rendered {
		out, same := &d.Rendered[at], kept[objectKey{pkg: o.Package, identity: o.Identity}]
		if at := slices.IndexFunc(same, func(i int) bool { return d.sameServer(o, d.objects[i]) }); at >= 0 {
			out.SameIdentity = same[at]
		}
		if other, found := delivering[o.Delivers]; found && d.objects[other].Owner != o.Owner {
			out.SameFolder = other
		}
		i, taken := d.files[o.File()]
		shared := o.SharesFile && d.Existing[i].Fate == Replace && d.objects[i].Owner == o.Owner
		if taken && !shared && (out.Earlier < 0 || d.Moves(at) && out.Earlier != i) {
			out.SameFile = i
		}
	}
}

// sameServer reports whether a kept object may be on the API server of an object of the run.
func (d *decider) sameServer(o Rendered, e Existing) bool {
	if o.Standalone && o.Path != "" {
		return strings.HasPrefix(e.File(), path.Dir(path.Dir(o.File()))+"/")
	}
	_, listed := d.listed[e.File()]
	return !listed
}

// refuseCopies makes a removed object ambiguous when a copy of it is kept in another package: somebody may have
// changed one of the two on purpose, and fluxapp cannot know which.
func (d *decider) refuseCopies() {
	if d.Folder || len(d.Removed) == 0 {
		return
	}
	kept := d.replaced()
	for _, i := range d.Removed {
		same := kept[d.objects[i].Identity]
		if at := slices.IndexFunc(same, func(k int) bool { return d.isCopy(i, k) }); at >= 0 {
			d.Existing[i].Fate, d.Existing[i].Copy = Ambiguous, true
			d.Existing[i].Places = []Place{d.objects[i].Place, d.objects[same[at]].Place}
		}
	}
}

// replaced returns the objects that are replaced, by identity, each in the order of their files.
func (d *decider) replaced() map[identity.Key][]int {
	var all []int
	for _, out := range d.Rendered {
		if out.Earlier >= 0 {
			all = append(all, out.Earlier)
		}
	}
	slices.SortFunc(all, func(a, b int) int { return cmp.Compare(d.objects[a].File(), d.objects[b].File()) })
	byIdentity := map[identity.Key][]int{}
	for _, i := range all {
		byIdentity[d.objects[i].Identity] = append(byIdentity[d.objects[i].Identity], i)
	}
	return byIdentity
}

// isCopy reports whether an object that would be removed is a copy of one that is kept in another package. Objects of
// one identity for several clusters are no copies: the objects of one document are side by side below its folder.
func (d *decider) isCopy(removed, kept int) bool {
	a, b := &d.objects[removed], &d.objects[kept]
	return a.Package != b.Package && a.Owner.Document == b.Owner.Document &&
		folderOfDocument(a.File()) != d.documentFolder(kept)
}

// documentFolder returns the folder of a document that has an object for each cluster; empty for one of the hub.
func (d *decider) documentFolder(i int) string {
	if file := d.key(d.rendered[d.Existing[i].Rendered]).file; file != "" {
		return folderOfDocument(file)
	}
	return ""
}

// folderOfDocument returns the folder of the document that a file of the topology Standalone was rendered from.
func folderOfDocument(file string) string { return path.Dir(path.Dir(path.Dir(file))) }
