package output

import (
	"cmp"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

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

// Compare orders owners by their documents, applications first.
func (o Owner) Compare(other Owner) int {
	last := map[bool]int{true: 1}
	return cmp.Or(cmp.Compare(o.Document, other.Document), cmp.Compare(last[o.Repository], last[other.Repository]),
		cmp.Compare(last[o.Delivery], last[other.Delivery]))
}
