package krmfn

import (
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
	// others are all other items, and kept is their order.
	others map[inPackage[identity]]*yaml.RNode
	kept   []*yaml.RNode
	// files are those of the items that stay where they are.
	files map[inPackage[string]]*yaml.RNode
}

// own returns the items without the objects of earlier runs and with those of this one.
func (in input) own(rl ResourceList, objects []render.Object) ([]*yaml.RNode, Results) {
	b := in.sort(rl, objects)
	fileBased := rl.FileBased()
	made := make([]*yaml.RNode, 0, len(objects))
	var refused Results
	for _, o := range objects {
		node, problem := in.object(o, b, fileBased)
		if problem != nil {
			refused = append(refused, *problem)
			continue
		}
		made = append(made, node)
	}
	return append(b.kept, made...), refused
}

// sort tells the objects of earlier runs from what passes through.
func (in input) sort(rl ResourceList, objects []render.Object) belongings {
	owners := map[inPackage[Owner]]bool{} // also of documents that render nothing any more
	for _, d := range in.docs {
		if owner, ok := documentOwner(d, ""); ok {
			owners[packaged(in.from[d], owner)] = true
		}
	}
	current := map[inPackage[identity]]Owner{}
	for _, o := range objects {
		from := in.from[o.Document()]
		current[packaged(from, objectIdentity(o))] = OwnerOf(o)
	}
	b := belongings{
		earlier: map[inPackage[identity]]*yaml.RNode{}, others: map[inPackage[identity]]*yaml.RNode{},
		files: map[inPackage[string]]*yaml.RNode{},
	}
	for _, item := range rl.Items {
		key := packaged(item, identityOf(item))
		maker, again := current[key]
		owner := ownerOfItem(item).Again(maker)
		switch {
		case isGeneratorCopy(rl, item):
		case !owners[packaged(item, owner)]:
			b.others[key] = item
			b.kept = append(b.kept, item)
			b.stays(item)
		case again && b.earlier[key] == nil: // of two copies the first one
			b.earlier[key] = item
			b.stays(item)
		}
	}
	return b
}

func (b *belongings) stays(item *yaml.RNode) {
	if path := annotation(item, annotationPath); path != "" {
		b.files[packaged(item, path)] = item
	}
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
	return len(rl.Items) == 1 && rl.FunctionConfig != nil && isApplication(rl.FunctionConfig) &&
		identityOf(item) == identityOf(rl.FunctionConfig) &&
		annotation(item, annotationLocal) == "true" &&
		annotation(item, annotationPath) == "" && annotation(item, annotationKustomize) == ""
}

func objectIdentity(o render.Object) identity {
	return identity{group(o.APIVersion()), o.Kind(), o.Namespace(), o.Name()}
}
