package schema

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// checkFleet validates the document of a cluster. Its metadata is validated as that of an application; spec and status belong to the
// API of the cluster.
func (d *Document) checkFleet() {
	metadata := d.Root.Get("metadata")
	types := shapeCheck{unquotable: map[tree.Position]bool{}, final: true}
	if metadata.Exists() {
		types.value(metadata, shapes().metadata, nil)
	}
	names := check{document: d}
	if !names.fleetFields() {
		names.fleetMetadata(metadata)
	}
	for _, p := range append(types.problems, names.problems...) {
		d.refuse(p)
	}
}

// fleetFields refuses fields at the top of the document that no object of Kubernetes has there, and reports whether one of them is
// metadata, or belongs to it.
func (c *check) fleetFields() (metadata bool) {
	for field := range c.document.Root.Children() {
		key := field.Key()
		if slices.Contains(topFields, key) {
			continue
		}
		switch near := nearest(key, topFields); {
		case near == "apiVersion" || near == "kind": // of which nearMiss says what is wrong
		case shapes().metadata.fields[key] != nil:
			metadata = true
			c.refuse(Problem{Code: CodeMisplaced, Node: field, OnKey: true, Detail: "this field belongs to metadata; write it as metadata." + key})
		case near != "":
			metadata = metadata || near == "metadata"
			c.refuse(misspeltField(field, near))
		default:
			c.refuse(Problem{Code: CodeUnknownField, Node: field, OnKey: true, Current: key, Detail: "unknown field; write one of " + strings.Join(topFields, ", ")})
		}
	}
	return metadata
}

// topFields are the fields at the top of every object of Kubernetes.
var topFields = []string{"apiVersion", "kind", "metadata", "spec", "status"}

func (c *check) fleetMetadata(metadata tree.Node) {
	if !metadata.Exists() {
		c.refuse(Problem{Code: CodeRequired, Node: c.document.Root, Child: "metadata", Detail: "is required; write metadata.name"})
		return
	}
	c.requiredName(metadata, validation.DNS1123SubdomainMaxLength)
	if namespace := metadata.Get("namespace"); namespace.Text() != "" {
		c.namespace(namespace)
	}
	c.fluxMetadata(metadata)
	for _, p := range append(misspeltKeys(metadata.Get("labels"), LabelHost), misspeltKeys(metadata.Get("annotations"), AnnotationKubeConfig)...) {
		c.refuse(p)
	}
	c.kubeConfigSecret(metadata.At("annotations", AnnotationKubeConfig))
}

// kubeConfigSecret refuses an annotation that is neither NAME nor NAME/KEY. An empty one names no Secret, as if it were not there.
func (c *check) kubeConfigSecret(annotation tree.Node) {
	value, known := text(annotation)
	name, key, keyed := strings.Cut(value, "/")
	remedy := ""
	switch {
	case !known || value == "":
	case !ValidName(name):
		remedy = "write NAME or NAME/KEY"
	case keyed && (key == "" || len(validation.IsConfigMapKey(key)) > 0):
		remedy = fmt.Sprintf("write %q, or %q with the key in the Secret", name, name+"/value")
	}
	if remedy != "" {
		c.refuse(Problem{Code: CodeName, Node: annotation, Current: value,
			Detail: fmt.Sprintf("%q names no Secret, or no key of one; %s", value, remedy)})
	}
}
