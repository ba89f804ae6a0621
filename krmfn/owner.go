package krmfn

import (
	"cmp"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// Owner is whose an object is.
type Owner struct {
	// Document is the namespace/name that the annotation rendered-from says.
	Document string
	// Repository tells a devops GitRepository from the application of the same name, as KubeSphere's users name them.
	Repository bool
}

// OwnerOf returns the owner of a rendered object.
func OwnerOf(o render.Object) Owner {
	return Owner{Document: o.Application(), Repository: o.Document().Class == schema.Repository}
}

// OwnersOf returns the owners of what documents render, or no longer do. Namespace is that of documents that have none.
func OwnersOf(docs schema.Documents, namespace string) map[Owner]bool {
	owners := map[Owner]bool{}
	for _, d := range docs {
		if owner, ok := documentOwner(d, namespace); ok {
			owners[owner] = true
		}
	}
	return owners
}

// documentOwner returns the owner of what a document renders, or rendered before it went over to Argo CD or lost the label
// of artifact repositories. It is false of documents that never render anything.
func documentOwner(d *schema.Document, namespace string) (Owner, bool) {
	if d.Name == "" {
		return Owner{}, false // the zero Owner is that of foreign objects
	}
	named := schema.Document{Namespace: cmp.Or(d.Namespace, namespace), Name: d.Name}
	repository := d.Class != schema.Rendered && kinds.Find(kinds.Repository, kinds.GroupOf(d.APIVersion), d.Kind) != nil
	return Owner{named.Owner(), repository}, repository || d.Class == schema.App || d.Class == schema.Argo
}

// EarlierOwner returns the owner of an object of an earlier run by its kind, its name, its annotation rendered-from, and
// its label managed-by. Name and label are those that fluxapp gives the Flux GitRepository of a devops GitRepository; the
// label alone is one that a FluxApplication may set too.
func EarlierOwner(kind, name, renderedFrom, managedBy string) Owner {
	_, document, named := strings.Cut(renderedFrom, "/")
	if !named {
		document = renderedFrom
	}
	return Owner{
		Document:   renderedFrom,
		Repository: kind == kinds.GitRepository.Name && managedBy == schema.Group && name == "fluxcd-"+document,
	}
}

// Again returns the owner of an object of an earlier run that this run makes again for maker. An inline source may look in
// all like the GitRepository of a document of the same name; what the application makes again was its own.
func (o Owner) Again(maker Owner) Owner {
	if o.Document == maker.Document && o.Repository {
		return maker
	}
	return o
}
