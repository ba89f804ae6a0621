package validate

import (
	"fmt"

	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

// Base validates a base by itself. Everything that an application may still change is validated in the application.
func Base(d *schema.Document, flux v1alpha1.FluxVersion) []finding.Problem {
	c := newValidator(d, flux)
	c.documentName()
	c.Required(d.Root(), "spec")
	c.layers(d)
	c.removals(d)
	c.referenceKeys(d.Spec())
	c.referenceSlips(d)
	return c.Problems
}

// BaseReferences validates the names of the bases of an application.
func BaseReferences(d *schema.Document) []finding.Problem {
	c := newValidator(d, 0)
	for _, r := range d.BaseReferences() {
		c.references(r.Node)
		switch {
		case r.Node.Kind() == tree.Map:
			c.RequiredName(r.Node, validation.DNS1123SubdomainMaxLength)
			c.Namespace(r.Node.Get("namespace"))
		case r.Node.Kind() == tree.String:
			c.Name(r.Node, validation.DNS1123SubdomainMaxLength)
		}
		for _, part := range []tree.Node{r.Node, r.Node.Get("name"), r.Node.Get("namespace")} {
			if part.Kind() == tree.String && reference.Placeholder(part.Text()) {
				c.Report(finding.Problem{Code: finding.CodePlaceholder, Node: part, Current: part.Text(),
					Detail: fmt.Sprintf("fluxapp needs the base before %s is replaced; write its name", part.Text())})
			}
		}
	}
	return c.Problems
}
