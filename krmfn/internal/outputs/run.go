package outputs

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folderlist"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/identity"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Place is where an object or a document is kept.
type Place struct {
	// Package is the package of a ResourceList; empty in a folder.
	Package string
	// Path is the file in the package; empty when the client keeps no files.
	Path string
}

// File returns the file from the root of all packages, to compare it with others; empty when the client keeps no files.
func (p Place) File() string {
	switch {
	case p.Path == "":
		return ""
	case p.Package == "":
		return path.Clean(p.Path)
	}
	return path.Clean(p.Package + "/" + p.Path)
}

// Existing is an object that exists before the run. In a folder these are the files of objects that fluxapp wrote.
type Existing struct {
	Owner    Owner
	Identity identity.Key
	Place
	Index string // in the file
	// Delivers is the folder of the group that the object is for; empty for an object that is not one of delivery.
	Delivers string
	// Bootstrap: the administrator of a cluster applies the object.
	Bootstrap bool
	// Name and Awaits are, of an object of delivery, its name, and the names in its dependsOn.
	Name   string
	Awaits []string
	// Keys are those of its objects, as if all were on the hub, and Objects returns these; none for an object that no
	// Flux applies.
	Keys    []identity.Key
	Objects func() []change.Object
	// Stray: fluxapp would not call its file so, and the run makes another object for its cluster. It may be a copy of
	// that one, and its user's.
	Stray bool
}

// Rendered is an object of the run.
type Rendered struct {
	Owner    Owner
	Identity identity.Key
	// Place is the package of its document, and the file of a new object.
	Place
	// Objects are those of the file.
	Objects []render.Object
	// Standalone objects are in a folder of their cluster.
	Standalone bool
	// List is the folder whose list has the file; empty for none.
	List string
	// Group: delivery decides about the file, also of an object that is in another one.
	Group bool
	// SharesFile: the file is for all objects of the owner in a group.
	SharesFile bool
	// Delivers and Bootstrap are as of an Existing one.
	Delivers  string
	Bootstrap bool
	// After are the folders that delivery applies before the object.
	After []string
	// OtherShard objects are written by the run of another shard.
	OtherShard bool
}

// Run is what the decisions of a run depend on.
type Run struct {
	// Folder: objects are known by their files alone.
	Folder bool
	// Selection: only a part of a package was handed over, so that a document that is missing may exist.
	Selection bool
	// Alone: the run renders one document, and keeps the objects of all others.
	Alone bool
	// Prune asks for the removal of orphans.
	Prune bool
	// Partial: the run renders some of its applications, and leaves everything else alone.
	Partial bool
	// Shard is the part of the clusters that the run renders; the zero Shard is all of them.
	Shard render.Shard
	// Lists are the kustomization.yaml that an earlier run wrote.
	Lists []folderlist.List
	// Groups are the folders of delivery's groups, with the namespace/name of the RenderConfig.
	Groups map[string]string
	// Clusters are the folders of clusters with a Flux of their own that delivery applies, with the same.
	Clusters map[string]string

	documents map[Owner][]Place // one for each package
	renders   map[ownedIn]bool
	delivers  bool // the RenderConfig has delivery
}

type ownedIn struct {
	pkg   string
	owner Owner
}

// AddDocument adds a document that the run has read, and whether the run renders it, perhaps to nothing.
func (r *Run) AddDocument(owner Owner, at Place, renders bool) {
	if r.documents == nil {
		r.documents, r.renders = map[Owner][]Place{}, map[ownedIn]bool{}
	}
	if !inPackage(r.documents[owner], at.Package) {
		r.documents[owner] = append(r.documents[owner], at)
	}
	if renders {
		r.renders[ownedIn{at.Package, owner}] = true
	}
}

func inPackage(places []Place, pkg string) bool {
	return slices.ContainsFunc(places, func(p Place) bool { return p.Package == pkg })
}

// claim is the run's relation to an object.
type claim int

const (
	foreign   claim = iota // fluxapp did not render it, or from a document that this run does not render
	orphan                 // rendered from a document that does not exist
	own                    // rendered from a document that this run renders
	ambiguous              // rendered from a document that several packages have, and in another package
)

// claim returns the run's relation to the objects of an owner in a package, and the package of the owner's document.
// Objects belong to their document in any package, because either may have been moved. When several packages have the
// document, each owns its own objects. In a selection, nobody knows which other packages have the document.
func (r Run) claim(owner Owner, pkg string) (relation claim, home string) {
	documents := r.documents[owner]
	here := inPackage(documents, pkg)
	switch {
	case owner.Document == "" || r.Selection && !here || len(documents) == 0 && r.Alone:
		return foreign, pkg
	case len(documents) == 0:
		return orphan, pkg
	case len(documents) == 1:
		pkg = documents[0].Package
	case !here && slices.ContainsFunc(documents, func(d Place) bool { return r.renders[ownedIn{d.Package, owner}] }):
		return ambiguous, pkg
	}
	if r.renders[ownedIn{pkg, owner}] {
		return own, pkg
	}
	return foreign, pkg
}

// Owner is the document that an object was rendered from. Objects that fluxapp did not render have the zero Owner.
type Owner struct {
	// Document is the namespace/name in the annotation rendered-from.
	Document string
	// Repository is true for a devops GitRepository: users of KubeSphere give it the same name as its application.
	Repository bool
	// Delivery is true for a RenderConfig with delivery, which may have the name of an application too. What applies the
	// objects of one application on a cluster belongs to the application.
	Delivery bool
}

// OwnerOf returns the owner of a rendered object.
func OwnerOf(o render.Object) Owner {
	folder, delivers := o.Delivers()
	return Owner{Document: o.Application(), Repository: o.Document().Class() == schema.ClassRepository,
		Delivery: delivers && !kinds.IsOrdered(folder)}
}

// OwnerOfDocument returns the owner of the objects that a document renders, or rendered before it was changed to Argo
// CD or lost the label of artifact repositories. It is false for documents that never render anything. Documents
// without a namespace have the given one.
func OwnerOfDocument(d *schema.Document, namespace string) (Owner, bool) {
	if d.Name() == "" {
		return Owner{}, false
	}
	document := strings.TrimPrefix(cmp.Or(d.Namespace(), namespace)+"/"+d.Name(), "/")
	repository := kinds.Standard().Find(kinds.Repository, kinds.GroupOf(d.APIVersion()), d.Kind()) != nil
	return Owner{Document: document, Repository: repository},
		repository || d.Class() == schema.ClassApplication || d.Class() == schema.ClassArgoCD
}

// OwnerOfOutput returns the owner of an earlier run's object.
func OwnerOfOutput(object tree.Node) Owner {
	metadata := object.Get("metadata")
	renderedFrom := metadata.At("annotations", kinds.AnnotationRenderedFrom).Text()
	_, document, named := strings.Cut(renderedFrom, "/")
	if !named {
		document = renderedFrom
	}
	folder := metadata.At("annotations", kinds.AnnotationDelivers)
	return Owner{Document: renderedFrom, Delivery: folder.Exists() && !kinds.IsOrdered(folder.Text()),
		Repository: kinds.IsRepositorySource(object.Get("kind").Text(), metadata.Get("name").Text(),
			metadata.At("labels", kinds.LabelManagedBy).Text(), document)}
}

// ListOf returns the folder whose list has the file of an object: of the topology Standalone the cluster's, and of what
// delivers on the hub the folder above; empty for none.
func ListOf(o render.Object, file string) string {
	_, ordered := o.Ordered()
	if _, delivers := o.Delivers(); o.Standalone() == delivers || ordered || file == "" {
		return ""
	}
	return path.Dir(path.Dir(file))
}

// Compare orders owners by their documents, applications first.
func (o Owner) Compare(other Owner) int {
	last := map[bool]int{true: 1}
	return cmp.Or(cmp.Compare(o.Document, other.Document), cmp.Compare(last[o.Repository], last[other.Repository]),
		cmp.Compare(last[o.Delivery], last[other.Delivery]))
}

// AddConfig adds the RenderConfig of the run. What delivers belongs to it, also when it has no delivery any more.
func (r *Run) AddConfig(config *schema.Document, at Place) {
	if config == nil || config.Name() == "" {
		return
	}
	r.delivers = config.DeliverySource().Exists()
	namespace := cmp.Or(config.Namespace(), config.Spec().At("delivery", "namespace").Text())
	r.AddDocument(Owner{Document: strings.TrimPrefix(namespace+"/"+config.Name(), "/"), Delivery: true}, at, true)
}

// AddGroups adds the folders, in a package, that the Kustomizations of delivery apply: the groups of the hub, and the
// folders of clusters with a Flux of their own.
func (r *Run) AddGroups(result render.Result, pkg string) {
	r.Groups, r.Clusters = map[string]string{}, map[string]string{}
	for _, o := range slices.Concat(result.Delivery, result.Elsewhere()) {
		folder, ok := o.Delivers()
		switch at := (Place{pkg, folder}).File(); {
		case !ok || folder == "." || kinds.IsOrdered(folder):
		case o.Standalone():
			r.Clusters[at] = o.Application()
		default:
			r.Groups[at] = o.Application()
		}
	}
}

// shardFilter returns Handles. The run of a shard handles the files in the folders of its clusters and groups, and its
// share of the folders that no shard renders for and of all other files. A file in a list is handled with the list.
func (r Run) shardFilter(objects []Rendered, listed map[string]string) func(file string) bool {
	otherShard := map[string]bool{} // by the folder of a list; a cluster is in one shard
	for _, o := range objects {
		if o.List != "" {
			otherShard[o.List] = o.OtherShard
		}
	}
	shard := r.Shard
	return func(file string) bool {
		folder := listed[file]
		if path.Base(file) == folderlist.FileName {
			folder = path.Dir(file)
		}
		if group, _, below := strings.Cut(file, "/"); below && r.Groups[group] != "" {
			return shard.Has(group)
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

// Path returns the file of an existing object.
func (d Decisions) Path(existing int) string { return d.objects[existing].Path }

// PlaceOf returns where an object of the run is written: in the place of the object that it replaces, or in its own.
func (d Decisions) PlaceOf(i int) Place {
	if earlier := d.Rendered[i].Earlier; earlier >= 0 && !d.Moves(i) {
		return d.objects[earlier].Place
	}
	return d.rendered[i].Place
}

// Moves reports whether an object of the run is written to its own file although it replaces one elsewhere: delivery
// decides about its file, or has decided about the file of the earlier one.
func (d Decisions) Moves(i int) bool {
	o, earlier := d.rendered[i], d.Rendered[i].Earlier
	if earlier < 0 || o.Path == "" || d.objects[earlier].Path == "" {
		return false
	}
	return o.Group || wasInGroup(d.objects[earlier].Path, o.Path)
}

// wasInGroup reports whether delivery has put an object into a file, whose own one is another.
func wasInGroup(file, own string) bool {
	group, rest, _ := strings.Cut(file, "/")
	return folderlist.IsGroup(group) && (rest == own || path.Base(rest) == render.ApplicationFile) ||
		kinds.IsOrdered(path.Dir(file))
}

// After returns the files after the run, to make the lists. Other returns of all files that are not of objects what
// they were rendered from, and whether they exist.
func (d Decisions) After(other func(file string) (from string, exists bool)) folderlist.Files {
	made, removed := map[string]folderlist.Made{}, map[string]string{}
	for i, o := range d.rendered {
		made[d.PlaceOf(i).File()] = folderlist.Made{Document: o.Owner.Document, Folder: o.List}
	}
	staying := map[string]int{} // the files that an object does not leave
	for i, e := range d.Existing {
		if file := d.objects[i].File(); e.Fate == Remove || e.Fate == Replace && d.Moves(e.Rendered) {
			removed[file] = d.objects[i].Owner.Document
		} else if _, known := d.files[file]; known {
			staying[file] = i
		}
	}
	state := func(file string) (string, bool) {
		if i, stays := staying[file]; stays {
			return d.objects[i].Owner.Document, true
		}
		if from, gone := removed[file]; gone {
			return from, false
		}
		return other(file)
	}
	var left []string
	for file, i := range staying {
		if d.Existing[i].Fate == Keep {
			left = append(left, file)
		}
	}
	return folderlist.Files{Made: made, Earlier: d.lists, Kept: slices.Collect(maps.Keys(staying)), Left: left,
		State: state, Groups: d.groups, Clusters: d.clusters, Hidden: d.bootstrap(staying)}
}

// bootstrap returns the folders in which only administrators find something, with the first document of each.
func (d Decisions) bootstrap(staying map[string]int) map[string]string {
	hidden, applied := map[string]string{}, []string{}
	add := func(file, document string, bootstrap bool) {
		folder := path.Dir(path.Dir(path.Dir(file)))
		if !bootstrap {
			applied = append(applied, file)
		} else if first := hidden[folder]; first == "" || document < first {
			hidden[folder] = document
		}
	}
	for i, o := range d.rendered {
		add(d.PlaceOf(i).File(), o.Owner.Document, o.Bootstrap)
	}
	for file, i := range staying {
		add(file, d.objects[i].Owner.Document, d.objects[i].Bootstrap)
	}
	maps.DeleteFunc(hidden, func(folder, _ string) bool { // an earlier run, of other documents
		return slices.ContainsFunc(applied, func(file string) bool { return strings.HasPrefix(file, folder+"/") })
	})
	return hidden
}
