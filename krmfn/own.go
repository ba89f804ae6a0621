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

// belongings are the items of a run by whose they are.
type belongings struct {
	// earlier are the objects that an earlier run made and this one makes again.
	earlier map[inPackage[identity]]*yaml.RNode
	// gone are those that this run does not make again, and second copies.
	gone []*yaml.RNode
	// others are all other items, and kept is their order.
	others map[inPackage[identity]]*yaml.RNode
	kept   []*yaml.RNode
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
	fileBased := rl.FileBased()
	for _, o := range objects {
		m, problem := in.object(o, b, fileBased)
		if problem != nil {
			refused = append(refused, *problem)
			continue
		}
		all = append(all, m)
	}
	return b, all, refused
}

// sort tells the objects of earlier runs from what passes through.
func (in input) sort(rl ResourceList, objects []render.Object) belongings {
	owners := in.owners(rl)
	current := map[inPackage[identity]]Owner{}
	for _, o := range objects {
		from := in.from[o.Document()]
		current[packaged(from, objectIdentity(o))] = OwnerOf(o)
	}
	b := belongings{
		earlier: map[inPackage[identity]]*yaml.RNode{}, others: map[inPackage[identity]]*yaml.RNode{},
		files: map[inPackage[string]]*yaml.RNode{}, orphans: map[string]int{},
	}
	for _, item := range rl.Items {
		key := packaged(item, identityOf(item))
		maker, again := current[key]
		owner := ownerOfItem(item).Again(maker)
		switch {
		case isGeneratorCopy(rl, item):
		case !owners.drop[packaged(item, owner)] && !owners.orphaned(owner):
			b.others[key] = item
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

func (b *belongings) stays(item *yaml.RNode) {
	if file := annotation(item, annotationPath); file != "" {
		b.files[packaged(item, path.Clean(file))] = item
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

// ownerOfItem returns the owner of a rendered object, and the zero Owner of anything else.
func ownerOfItem(item *yaml.RNode) Owner {
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
