package schema

import (
	"slices"

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
	if misspelt := d.misspeltMetadata(); misspelt.Exists() {
		names.refuse(misspeltField(misspelt, "metadata"))
	} else {
		names.fleetMetadata(metadata)
	}
	for _, p := range append(types.problems, names.problems...) {
		d.refuse(p)
	}
}

// misspeltMetadata returns the field at the top of the document that means metadata; absent when there is none.
func (d *Document) misspeltMetadata() tree.Node {
	for field := range d.Root.Children() {
		if key := field.Key(); !slices.Contains(fleetFields, key) && nearest(key, fleetFields) == "metadata" {
			return field
		}
	}
	return tree.Node{}
}

// fleetFields are the fields at the top of every object of Kubernetes.
var fleetFields = []string{"apiVersion", "kind", "metadata", "spec", "status"}

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
}
