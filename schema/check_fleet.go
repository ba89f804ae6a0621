package schema

import (
	"slices"

	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// checkFleet validates the document of a cluster. Its metadata is validated as that of an application; spec and status belong to the
// API of the cluster.
func (d *Document) checkFleet() {
	for field := range d.Root.Children() {
		d.fleetField(field)
	}
	c := check{document: d}
	c.fleetMetadata(d.Root.Get("metadata"))
	for _, p := range c.problems {
		d.refuse(p)
	}
}

// fleetField validates a field at the top of the document of a cluster.
func (d *Document) fleetField(field tree.Node) {
	key := field.Key()
	if key == "metadata" {
		c := shapeCheck{unquotable: map[tree.Position]bool{}, final: true}
		c.value(field, shapes().metadata, nil)
		for _, p := range c.problems {
			d.refuse(p)
		}
		return
	}
	if slices.Contains(fleetFields, key) {
		return
	}
	if near := nearest(key, fleetFields); near == "metadata" {
		d.refuse(misspeltField(field, near))
	}
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
