package validate

import (
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

type validator struct {
	check.Checker
	document *schema.Document
	sharded  bool // fluxapp sets the shard
}

func newValidator(d *schema.Document, flux terms.FluxVersion) validator {
	return validator{Checker: check.Checker{Subject: d.Subject(), Flux: flux}, document: d}
}

func (c *validator) documentName() {
	d := c.document
	metadata := d.Root().Get("metadata")
	c.references(metadata.Get("name"))
	c.references(metadata.Get("namespace"))
	switch metadata.Kind() {
	case tree.Map:
		c.RequiredName(metadata, terms.MaxName)
	case tree.Absent:
		c.Lacks(d.Root(), "metadata", "is required; write metadata.name")
	}
	if namespace := metadata.Get("namespace"); namespace.Text() != "" {
		c.Namespace(namespace)
	}
}

// references reports references in a value in which they are not replaced.
func (c *validator) references(n tree.Node) {
	c.noReferences(n, "no reference is replaced here; write the value")
}

func (c *validator) noReferences(n tree.Node, detail string) {
	if reference.Is(n) {
		c.Refuse(n, finding.CodeReference, "%s", detail)
	}
	for child := range n.Children() {
		c.noReferences(child, detail)
	}
}

// LabelSelector is what [Selector] reads.
type LabelSelector = check.LabelSelector

// Selector reads a label selector as Kubernetes does. Without problems there is a selector.
func Selector(n tree.Node) (LabelSelector, []finding.Problem) { return check.Selector(n) }
