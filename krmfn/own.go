package krmfn

import (
	"fmt"
	"maps"
	"path"
	"slices"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// identity is what an API server tells objects apart by; the version is none of it.
type identity struct{ group, kind, namespace, name string }

func identityOf(item *yaml.RNode) identity {
	return identity{group(text(item, "apiVersion")), text(item, "kind"), text(item, "metadata", "namespace"), text(item, "metadata", "name")}
}

// inPackage makes something unique within a package. Packages may hold copies of each other.
type inPackage[T comparable] struct {
	pkg string
	is  T
}

func packaged[T comparable](item *yaml.RNode, is T) inPackage[T] {
	return inPackage[T]{annotation(item, annotationPackage), is}
}

// mark is what the objects of a run are told apart by: by their identities, and those that lie on clusters of their own by their
// files too, because each cluster may have an object of that identity.
type mark struct {
	identity
	file string // empty for objects of the hub, and where the client keeps no files
}

func markOf(o render.Object, fileBased bool) mark {
	m := mark{identity: objectIdentity(o)}
	if fileBased && o.Standalone() {
		m.file = path.Clean(o.Path())
	}
	return m
}

// belongings are the items of a run by whose they are.
type belongings struct {
	// earlier are the objects that an earlier run made and this one makes again.
	earlier map[inPackage[mark]]*yaml.RNode
	// gone are those that this run does not make again, and second copies.
	gone []*yaml.RNode
	// others are all other items, and kept is their order.
	others map[inPackage[identity]][]*yaml.RNode
	kept   []*yaml.RNode
	// lists are the kustomization.yaml that an earlier run made for the folders of clusters.
	lists lists
	// files are those of the items that stay where they are.
	files map[inPackage[string]]*yaml.RNode
	// orphans counts the objects that go because their document is not in the package any more, by what they were made of.
	orphans map[string]int
}

// made is an item of this run, and what there was of it; nil when it is new.
type made struct {
	what    string // as messages call it
	node    *yaml.RNode
	earlier *yaml.RNode
}

// own makes the nodes of objects, and sorts the items by whose they are.
func (in input) own(rl ResourceList, objects []render.Object) (b belongings, all []made, refused Results) {
	b = in.sort(rl, objects)
	files, fileBased := packageFiles{}, rl.FileBased()
	for _, o := range objects {
		m, problem := in.object(o, b, fileBased)
		if problem != nil {
			refused = append(refused, *problem)
			continue
		}
		all = append(all, m)
		files.of(annotation(in.from[o.Document()], annotationPackage))[fileOf(m.node)] = o
	}
	if fileBased && !refused.Failed() && !selected(rl) { // of a selection nobody knows which files there are
		lists, wrong := b.makeLists(files)
		all, refused = append(all, lists...), wrong
	}
	return b, all, refused
}

// sort tells the objects of earlier runs from what passes through.
func (in input) sort(rl ResourceList, objects []render.Object) belongings {
	owners, fileBased, whole := in.owners(rl), rl.FileBased(), !selected(rl)
	current := map[inPackage[mark]]Owner{}
	for _, o := range objects {
		current[packaged(in.from[o.Document()], markOf(o, fileBased))] = OwnerOf(o)
	}
	b := belongings{
		earlier: map[inPackage[mark]]*yaml.RNode{}, others: map[inPackage[identity]][]*yaml.RNode{}, lists: listsOf(rl.Items),
		files: map[inPackage[string]]*yaml.RNode{}, orphans: map[string]int{},
	}
	for _, item := range rl.Items {
		key, maker, again := b.again(item, current)
		owner := ownerOfItem(item).Again(maker)
		switch {
		case isGeneratorCopy(rl, item):
		case whole && b.lists.has(item): // made anew once all other files are known
		case !owners.drop[packaged(item, owner)] && !owners.orphaned(owner):
			same := packaged(item, identityOf(item))
			b.others[same] = append(b.others[same], item)
			b.kept = append(b.kept, item)
			b.stays(item)
		case again && b.earlier[key] == nil: // of two copies the first one; that of a gone document was made for this one
			b.earlier[key] = item
			b.stays(item)
		default:
			b.gone = append(b.gone, item)
			if owners.orphaned(owner) {
				b.orphans[owner.Document]++
			}
		}
	}
	return b
}

// again returns the mark and the owner of the object that the run makes again of an item; false when there is none. One that
// a cluster's kustomization.yaml lists was made for that cluster: it is none of the hub, whatever its identity.
func (b *belongings) again(item *yaml.RNode, current map[inPackage[mark]]Owner) (key inPackage[mark], maker Owner, again bool) {
	key = packaged(item, mark{identityOf(item), fileOf(item)})
	if maker, again = current[key]; again || b.lists.hold(item) {
		return key, maker, again
	}
	key.is.file = ""
	maker, again = current[key]
	return key, maker, again
}

func (b *belongings) stays(item *yaml.RNode) {
	if file := fileOf(item); file != "" {
		b.files[packaged(item, file)] = item
	}
}

// ownership is which documents there are, and whose objects a run makes anew.
type ownership struct {
	drop  map[inPackage[Owner]]bool // by the package of the document
	known map[Owner]bool
	prune bool // the objects of documents that are not there any more
}

// owners returns what the documents of a run own, also those that render nothing any more.
func (in input) owners(rl ResourceList) ownership {
	o := ownership{drop: map[inPackage[Owner]]bool{}, known: map[Owner]bool{}}
	for _, d := range in.docs {
		if owner, ok := documentOwner(d, in.config.options.Namespace); ok {
			o.known[owner] = true
			if in.config.options.Selects(d) {
				o.drop[packaged(in.from[d], owner)] = true
			}
		}
	}
	// one document and no other says nothing of those that are not there, and neither does a part of a package, or one that
	// has no document at all: it may be that of somebody's output
	o.prune = in.config.alone == nil && len(o.known) > 0 && !selected(rl)
	return o
}

// orphaned reports whether an object goes because its document is in no package of the run.
func (o ownership) orphaned(owner Owner) bool {
	return o.prune && owner.Document != "" && !o.known[owner]
}

// orphaned says which documents are gone, with their objects.
func (b belongings) orphaned() (results Results) {
	for _, document := range slices.Sorted(maps.Keys(b.orphans)) {
		results = append(results, Result{
			Message:  fmt.Sprintf("%s is not among the items any more; removed its objects: %d", document, b.orphans[document]),
			Severity: schema.SeverityInfo, Tags: map[string]string{"code": string(CodeOrphan)},
		})
	}
	return results
}

// selected reports whether kpt has handed over a selection of a package, whose items it numbers.
func selected(rl ResourceList) bool {
	return slices.ContainsFunc(rl.Items, func(item *yaml.RNode) bool {
		return annotation(item, annotationResourceID) != "" || annotation(item, annotationOldResourceID) != ""
	})
}

// ownerOfItem returns the owner of a rendered object, and the zero Owner of anything else, as of a cluster's kustomization.yaml.
func ownerOfItem(item *yaml.RNode) Owner {
	if isKustomize(item) || !isOutput(item) {
		return Owner{}
	}
	from := text(item, "metadata", "annotations", schema.AnnotationRenderedFrom)
	name, managedBy := text(item, "metadata", "name"), text(item, "metadata", "labels", schema.LabelManagedBy)
	return EarlierOwner(text(item, "kind"), name, from, managedBy)
}

// isGeneratorCopy recognises the one item that kustomize hands a generator: a copy of the functionConfig. It is no resource
// of the build, and passed on it would clash with the document itself.
func isGeneratorCopy(rl ResourceList, item *yaml.RNode) bool {
	return len(rl.Items) == 1 && rl.FunctionConfig != nil &&
		(isApplication(rl.FunctionConfig) || isRenderConfig(rl.FunctionConfig)) &&
		identityOf(item) == identityOf(rl.FunctionConfig) &&
		annotation(item, annotationLocal) == "true" &&
		annotation(item, annotationPath) == "" && annotation(item, annotationKustomize) == ""
}

func objectIdentity(o render.Object) identity {
	return identity{group(o.APIVersion()), o.Kind(), o.Namespace(), o.Name()}
}
