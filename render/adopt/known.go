package adopt

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
)

// known is what an object tells of its application. The zero value tells nothing.
type known struct {
	namespace, name string
	kubeSphere      bool // its label and annotation are KubeSphere's
	rendered        bool // fluxapp rendered it
}

// owner is what the annotation rendered-from has.
func (k known) owner() string { return strings.TrimPrefix(k.namespace+"/"+k.name, "/") }

// knownOf reads what fluxapp and KubeSphere write into an object.
func knownOf(o *object) (k known) {
	metadata := o.root.Get("metadata")
	label, annotation := metadata.At("labels", terms.LabelManagedBy), metadata.At("annotations", terms.AnnotationName)
	if label.Text() != "" && annotation.Text() == o.kubeSphereName() {
		k = known{namespace: o.namespace, name: label.Text(), kubeSphere: true}
	}
	if from := metadata.At("annotations", terms.AnnotationRenderedFrom).Text(); from != "" {
		var both bool
		k.rendered = true
		if k.namespace, k.name, both = strings.Cut(from, "/"); !both {
			k.namespace, k.name = "", from
		}
	}
	return k
}

// kubeSphereName is the annotation by which KubeSphere finds the object: the kubeconfig's Secret and the namespace.
func (o *object) kubeSphereName() string {
	return strings.Trim(o.kubeConfigName().Text()+"-"+o.targetNamespace(), "-")
}

func (o *object) targetNamespace() string {
	return o.workload.Part(kinds.TargetNamespace).At.In(o.root.At).Text()
}
