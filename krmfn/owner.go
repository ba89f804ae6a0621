package krmfn

import (
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

// EarlierOwner returns the owner of an object of an earlier run by its kind, its annotation rendered-from, and its label
// managed-by, which fluxapp sets on the Flux GitRepository of a devops GitRepository.
func EarlierOwner(kind, renderedFrom, managedBy string) Owner {
	return Owner{Document: renderedFrom, Repository: kind == "GitRepository" && managedBy == schema.Group}
}
