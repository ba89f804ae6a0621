package krmfn

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
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
		Repository: kind == "GitRepository" && managedBy == schema.Group && name == "fluxcd-"+document,
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
