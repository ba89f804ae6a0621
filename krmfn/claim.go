package krmfn

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// claim is what a run has to do with an item.
type claim int

const (
	// passes: the item passes through. It is no output, or that of a document that the run does not render.
	passes claim = iota
	// orphan: it is output of a document that is not among the items.
	orphan
	// mine: it is output of a document that the run renders.
	mine
	// unclear: it is output of a document that several packages have, and lies in another package.
	unclear
)

// claimed is an item's owner, the package of the document that made it, and what the run has to do with it.
type claimed struct {
	owner Owner
	home  string
	claim claim
}

// ownership is which documents there are, and whose objects a run makes anew.
type ownership struct {
	documents map[Owner][]*yaml.RNode   // all that were handed over
	rendered  map[inPackage[Owner]]bool // by the package of the document
	// whole says that all packages were handed over as they are, so that a document that is not there does not exist.
	whole bool
	// alone says that the run renders one document, and leaves the objects of all others alone.
	alone bool
	// prune asks for the removal of orphans.
	prune bool
}

// owners returns what the documents of a run own, also those that render nothing any more.
func (in input) owners(rl ResourceList) ownership {
	o := ownership{
		documents: map[Owner][]*yaml.RNode{}, rendered: map[inPackage[Owner]]bool{},
		whole: !selected(rl), alone: in.config.alone != nil,
	}
	o.prune = in.config.pruneOrphans && o.whole && !o.alone
	for _, d := range in.docs {
		if owner, ok := documentOwner(d, in.config.options.Namespace); ok {
			o.add(owner, in.from[d])
			if in.config.options.Selects(d) {
				o.rendered[packaged(in.from[d], owner)] = true
			}
			if o.alone {
				o.addCopies(rl, in.from[d], owner)
			}
		}
	}
	return o
}

// add notes a document once for each package.
func (o ownership) add(owner Owner, document *yaml.RNode) {
	if !slices.ContainsFunc(o.documents[owner], func(other *yaml.RNode) bool { return inOnePackage(other, document) }) {
		o.documents[owner] = append(o.documents[owner], document)
	}
}

// addCopies notes the documents of the same name in other packages, which a run for one document does not read.
func (o ownership) addCopies(rl ResourceList, document *yaml.RNode, owner Owner) {
	for _, item := range rl.Items {
		if isCandidate(item) && identityOf(item) == identityOf(document) {
			o.add(owner, item)
		}
	}
}

func inOnePackage(a, b *yaml.RNode) bool {
	return annotation(a, annotationPackage) == annotation(b, annotationPackage)
}

// claim returns what the run has to do with an item. What a document made belongs to it wherever it lies, in the document's package
// or in another one, because either may have been moved. When several packages have the document, each owns what lies in its
// own package. Of a selection, nobody knows which other packages have the document.
func (o ownership) claim(item *yaml.RNode) claimed {
	return o.claimFor(item, ownerOfItem(item))
}

func (o ownership) claimFor(item *yaml.RNode, owner Owner) claimed {
	c := claimed{owner: owner, home: annotation(item, annotationPackage)}
	documents := o.documents[owner]
	here := slices.ContainsFunc(documents, func(d *yaml.RNode) bool { return inOnePackage(d, item) })
	switch {
	case owner.Document == "" || !o.whole && !here:
		return c
	case len(documents) == 0:
		if !o.alone {
			c.claim = orphan
		}
		return c
	case here:
	case len(documents) == 1:
		c.home = annotation(documents[0], annotationPackage)
	case slices.ContainsFunc(documents, func(d *yaml.RNode) bool { return o.rendered[packaged(d, owner)] }):
		c.claim = unclear
		return c
	default:
		return c
	}
	if o.rendered[inPackage[Owner]{c.home, owner}] {
		c.claim = mine
	}
	return c
}

// inlineSource returns whose a GitRepository is that looks as if a devops GitRepository had made it. An inline source of the
// application of that name may look the same; what the application makes again was its own.
func (b *belongings) inlineSource(item *yaml.RNode, owners ownership, repository claimed, current map[inPackage[mark]]place) claimed {
	application := owners.claimFor(item, Owner{Document: repository.owner.Document})
	key, again := b.again(item, application.home, current)
	if again && application.claim == mine && current[key].owner == application.owner {
		return application
	}
	return repository
}

// fileOf returns the file of an item, from the root of all packages; empty when the client keeps it in none.
func fileOf(item *yaml.RNode) string {
	if file := annotation(item, annotationPath); file != "" {
		return inPackageFile(annotation(item, annotationPackage), file)
	}
	return ""
}

// inPackageFile returns a file of a package from the root of all packages, to compare it with others. Nothing is written there.
func inPackageFile(pkg, file string) string {
	if pkg == "" {
		return path.Clean(file)
	}
	return path.Clean(pkg + "/" + file)
}

// inThirdPackage refuses an item of which nobody can tell whose it is.
func inThirdPackage(item *yaml.RNode, owner Owner, owners ownership) Result {
	documents := slices.SortedFunc(slices.Values(owners.documents[owner]), func(a, b *yaml.RNode) int { return cmp.Compare(fileOf(a), fileOf(b)) })
	return refusal(CodeWhichPackage, fmt.Sprintf(
		"was rendered from %s, which is in %s and in %s, and this object is in neither of these packages; move it into the package of its document, or remove it",
		owner.Document, fromRoot(documents[0], documents), fromRoot(documents[1], documents))).place(item)
}

// fromRoot returns the file of an item from the folder that holds the packages of all items given, because a package says where it
// is on this machine.
func fromRoot(item *yaml.RNode, all []*yaml.RNode) string {
	root := annotation(item, annotationPackage)
	for _, other := range all {
		for pkg := annotation(other, annotationPackage); pkg != root && !strings.HasPrefix(pkg, root+"/"); {
			if root = path.Dir(root); root == "." || root == "/" {
				return annotation(item, annotationPath)
			}
		}
	}
	return strings.TrimPrefix(strings.TrimPrefix(fileOf(item), root), "/")
}
