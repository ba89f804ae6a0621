package outputs

import (
	"cmp"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// Owner is the document that an object was rendered from. The zero Owner is that of objects that fluxapp did not render.
type Owner struct {
	// Document is the namespace/name in the annotation rendered-from.
	Document string
	// Repository tells a devops GitRepository from the application of the same name: users of KubeSphere give both one name.
	Repository bool
}

// OwnerOf returns the owner of a rendered object.
func OwnerOf(o render.Object) Owner {
	return Owner{Document: o.Application(), Repository: o.Document().Class() == schema.ClassRepository}
}

// OwnerOfDocument returns the owner of the objects that a document renders, or rendered before it was changed to Argo CD or lost the
// label of artifact repositories. It is false for documents that never render anything. Namespace is that of documents without one.
func OwnerOfDocument(d *schema.Document, namespace string) (Owner, bool) {
	if d.Name() == "" {
		return Owner{}, false
	}
	document := strings.TrimPrefix(cmp.Or(d.Namespace(), namespace)+"/"+d.Name(), "/")
	repository := d.Class() != schema.ClassRendered && kinds.Find(kinds.Repository, kinds.GroupOf(d.APIVersion()), d.Kind()) != nil
	return Owner{document, repository}, repository || d.Class() == schema.ClassApplication || d.Class() == schema.ClassArgoCD
}

// OwnerOfOutput returns the owner of an object of an earlier run by its kind, its name, its annotation rendered-from and its label
// managed-by. fluxapp gives this label and name to the Flux GitRepository of a devops GitRepository. The label alone is not enough:
// a FluxApplication can set it too.
func OwnerOfOutput(kind, name, renderedFrom, managedBy string) Owner {
	_, document, named := strings.Cut(renderedFrom, "/")
	if !named {
		document = renderedFrom
	}
	return Owner{
		Document:   renderedFrom,
		Repository: kind == kinds.GitRepository.Name && managedBy == kinds.Group && name == "fluxcd-"+document,
	}
}

// Compare orders owners by their documents, applications first.
func (o Owner) Compare(other Owner) int {
	switch {
	case o.Document != other.Document || o.Repository == other.Repository:
		return cmp.Compare(o.Document, other.Document)
	case o.Repository:
		return 1
	}
	return -1
}
