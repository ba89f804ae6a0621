package validate

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

// validator validates the parts of one application, or of a document that belongs to it.
type validator struct {
	check.Checker
	document *schema.Document
	sharded  bool // fluxapp sets the shard
}

func newValidator(d *schema.Document, flux v1alpha1.FluxVersion) validator {
	return validator{Checker: check.Checker{Subject: d.Subject(), Flux: flux}, document: d}
}

// Namespace validates a namespace that was given to the run rather than written in a document. Empty is none.
func Namespace(namespace string) []finding.Problem {
	if namespace == "" || len(validation.IsDNS1123Label(namespace)) == 0 {
		return nil
	}
	return []finding.Problem{{Code: finding.CodeNamespace, Current: namespace,
		Detail: fmt.Sprintf("the namespace %q of the run is no valid name; write at most 63 lower-case letters, digits and '-'", namespace)}}
}

// FluxVersion validates a version of Flux that was given to the run rather than written in a document.
func FluxVersion(text string) (v1alpha1.FluxVersion, []finding.Problem) {
	version, err := v1alpha1.ParseFluxVersion(text)
	if err != nil {
		return 0, []finding.Problem{{Code: finding.CodeUnknownFlux, Current: text, Detail: err.Error()}}
	}
	return version, nil
}

// is reports whether n is one of the values for sure, which a placeholder never is. An absent one is the first value.
func is(n tree.Node, values ...string) bool {
	value, ok := reference.PlainText(n)
	return !n.Exists() && values[0] == "" || ok && slices.Contains(values, value)
}

// reserved are the labels and annotations that fluxapp writes itself.
var reserved = map[string][]string{
	"labels":      {v1alpha1.LabelManagedBy},
	"annotations": {v1alpha1.AnnotationRenderedFrom, v1alpha1.AnnotationDigest, v1alpha1.AnnotationTemplateName, v1alpha1.AnnotationName},
}

// consoleOnly are those of them that only the objects of an Application carry, and saved templates.
var consoleOnly = []string{v1alpha1.LabelManagedBy, v1alpha1.AnnotationName, v1alpha1.AnnotationTemplateName}

// metadata reports labels and annotations that an API server would refuse, or that fluxapp writes itself.
func (c *validator) metadata(n tree.Node) {
	for _, group := range []string{"labels", "annotations"} {
		for entry := range check.Fields(n.Get(group)) {
			if group == "labels" {
				c.Label(entry)
			} else {
				c.Annotation(entry)
			}
			c.reservedKey(entry, group)
		}
	}
	c.annotationSize(n.Get("annotations"))
}

// maxAnnotations is how many bytes an API server takes in all annotations of an object, less some room for fluxapp's own.
const maxAnnotations = 255 << 10

// annotationSize reports annotations that are too long together with those that all objects get.
func (c *validator) annotationSize(n tree.Node) {
	size, common := annotationBytes(n), c.document.Spec().At("commonMetadata", "annotations")
	if !n.Same(common) {
		size += annotationBytes(common)
	}
	if n.Exists() && size > maxAnnotations {
		c.Report(finding.Problem{Code: finding.CodeTooLong, Node: n, OnKey: true,
			Detail: fmt.Sprintf("the annotations of an object are %d bytes long, and an API server takes about %d; write shorter ones", size, maxAnnotations)})
	}
}

func annotationBytes(n tree.Node) (size int) {
	for entry := range n.Children() {
		size += len(entry.Key()) + len(entry.Text())
	}
	return size
}

func (c *validator) reservedKey(entry tree.Node, group string) {
	key := entry.Key()
	shard := key == v1alpha1.LabelShard && group == "labels" && c.sharded
	if !slices.Contains(reserved[group], key) && !shard {
		return
	}
	if slices.Contains(consoleOnly, key) && !c.document.IsKubeSphereApplication() && !c.document.SavesTemplate() {
		return
	}
	c.Report(finding.Problem{Code: finding.CodeReserved, Node: entry, OnKey: true, Current: key,
		Detail: "fluxapp sets this itself; leave it out"})
}
