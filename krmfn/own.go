package krmfn

import (
	"fmt"
	"maps"
	"slices"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// identity is what an API server tells objects apart by; the version is none of it.
type identity struct{ group, kind, namespace, name string }

func identityOf(item *yaml.RNode) identity {
	return identity{kinds.GroupOf(text(item, "apiVersion")), text(item, "kind"), text(item, "metadata", "namespace"), text(item, "metadata", "name")}
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
	file string // from the root of all packages; empty for objects of the hub, and where the client keeps no files
}

// key returns the mark of an object with the package of its document.
func (in input) key(o render.Object, fileBased bool) inPackage[mark] {
	m := mark{identity: objectIdentity(o)}
	pkg := annotation(in.from[o.Document()], annotationPackage)
	if fileBased && o.Standalone() {
		m.file = inPackageFile(pkg, o.Path())
	}
	return inPackage[mark]{pkg, m}
}

// belongings are the items of a run by whose they are.
type belongings struct {
	// earlier are the objects that an earlier run made and this one makes again, by the package of their document.
	earlier map[inPackage[mark]]*yaml.RNode
	// gone are those that this run does not make again, and second copies.
	gone []*yaml.RNode
	// others are all other items, and kept is their order.
	others map[inPackage[identity]][]*yaml.RNode
	kept   []*yaml.RNode
	// lists are the kustomization.yaml that an earlier run made for the folders of clusters.
	lists lists
	// files are those of the items that stay where they are, from the root of all packages.
	files map[string]*yaml.RNode
	// orphans counts the objects of documents that are not among the items, by what they were made of. They stay unless pruned is set.
	orphans map[string]int
	pruned  bool
	// refused are items of which nobody can tell whose they are.
	refused Results
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
	if refused = b.refused; refused.Failed() {
		return b, nil, refused
	}
	files, fileBased := newMadeFiles(), rl.FileBased()
	for _, o := range objects {
		m, problem := in.object(o, b, fileBased)
		if problem != nil {
			refused = append(refused, *problem)
			continue
		}
		all = append(all, m)
		files.add(m.node, o)
	}
	if fileBased && !refused.Failed() && !selected(rl) { // of a selection nobody knows which files there are
		lists, wrong := b.makeLists(files)
		all, refused = append(all, lists...), append(refused, wrong...)
	}
	return b, all, refused
}

// place is where an object of the run is written when it is new, and whose it is.
type place struct {
	owner Owner
	file  string // from the root of all packages
}

// places returns where each object of the run belongs.
func (in input) places(objects []render.Object, fileBased bool) map[inPackage[mark]]place {
	all := map[inPackage[mark]]place{}
	for _, o := range objects {
		key := in.key(o, fileBased)
		all[key] = place{OwnerOf(o), inPackageFile(key.pkg, o.Path())}
	}
	return all
}

// sort tells the objects of earlier runs from what passes through.
func (in input) sort(rl ResourceList, objects []render.Object) belongings {
	current, owners := in.places(objects, rl.FileBased()), in.owners(rl)
	b := belongings{
		earlier: map[inPackage[mark]]*yaml.RNode{}, others: map[inPackage[identity]][]*yaml.RNode{}, lists: listsOf(rl.Items),
		files: map[string]*yaml.RNode{}, orphans: map[string]int{}, pruned: owners.prune,
	}
	var found copies
	for _, item := range rl.Items {
		if isGeneratorCopy(rl, item) || owners.whole && b.lists.has(item) { // lists are made anew once all other files are known
			continue
		}
		whose := owners.claim(item)
		if whose.owner.Repository {
			whose = b.inlineSource(item, owners, whose, current)
		}
		key, again := b.again(item, whose.home, current)
		switch {
		case whose.claim == unclear:
			b.refused = append(b.refused, inThirdPackage(item, whose.owner, owners))
		case whose.claim == passes:
			b.pass(item)
		case whose.claim == orphan && !owners.prune:
			b.pass(item)
			b.orphans[whose.owner.Document]++
		case again:
			found = append(found, copyOf{item, key, current[key].file})
		default:
			b.leave(item, whose)
		}
	}
	b.keepOne(found)
	return b
}

// leave takes leave of an item that the run does not make again.
func (b *belongings) leave(item *yaml.RNode, whose claimed) {
	b.gone = append(b.gone, item)
	if whose.claim == orphan {
		b.orphans[whose.owner.Document]++
	}
}

// again returns the mark of the object that the run makes again of an item; false when there is none. One that a cluster's
// kustomization.yaml lists was made for that cluster: it is none of the hub, whatever its identity.
func (b *belongings) again(item *yaml.RNode, home string, current map[inPackage[mark]]place) (key inPackage[mark], again bool) {
	key = inPackage[mark]{home, mark{identityOf(item), fileOf(item)}}
	if _, again = current[key]; again || b.lists.hold(item) {
		return key, again
	}
	key.is.file = ""
	_, again = current[key]
	return key, again
}

// pass lets an item through.
func (b *belongings) pass(item *yaml.RNode) {
	same := packaged(item, identityOf(item))
	b.others[same] = append(b.others[same], item)
	b.kept = append(b.kept, item)
	b.stays(item)
}

func (b *belongings) stays(item *yaml.RNode) {
	if file := fileOf(item); file != "" {
		b.files[file] = item
	}
}

// pruneOrphans is what asks for the removal of orphans.
const pruneOrphans = "pruneOrphans: true in the functionConfig"

// left warns of orphans that stay, which a check has not named.
func (b belongings) left() Results {
	if b.pruned {
		return nil
	}
	return b.orphaned()
}

// orphaned says which documents are gone, with how many objects, and what became of these.
func (b belongings) orphaned() (results Results) {
	for _, document := range slices.Sorted(maps.Keys(b.orphans)) {
		r := Result{
			Message:  fmt.Sprintf("left the objects of %s, which is not among the items: %d; %s removes them", document, b.orphans[document], pruneOrphans),
			Severity: schema.SeverityWarning, Tags: map[string]string{"code": string(CodeOrphan)},
		}
		if b.pruned {
			r.Severity, r.Message = schema.SeverityInfo, fmt.Sprintf("%s is not among the items; removed its objects: %d", document, b.orphans[document])
		}
		results = append(results, r)
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
	return identity{kinds.GroupOf(o.APIVersion()), o.Kind(), o.Namespace(), o.Name()}
}
