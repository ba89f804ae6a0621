package validate

import (
	"slices"

	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

// Notification validates the notification of an application, in which the references to the application are replaced.
func Notification(d *schema.Document, n tree.Node, flux v1alpha1.FluxVersion) []finding.Problem {
	c := newValidator(d, flux)
	for _, list := range []string{"providers", "alerts"} {
		for item := range n.Get(list).Children() {
			c.optionalNames(item.Get("name"))
		}
	}
	c.section(n, shape.All().Notification, "providerRef", "eventSources")
	return c.Problems
}

// section validates the fields of a section around the workload, but for the absence of those that fluxapp fills in.
func (c *validator) section(n tree.Node, s *shape.Shape, filledIn ...string) {
	c.Add(slices.DeleteFunc(shape.CheckFields(n, s, c.Flux), func(p finding.Problem) bool {
		return p.Code == finding.CodeRequired && slices.Contains(filledIn, p.Child)
	}))
}

// replacedTypes validates the types of a section around the workload, by its field, whose references are replaced. Parse has validated the
// section as it is written, and what it found is not reported again.
func (c *validator) replacedTypes(n tree.Node, field string, s *shape.Shape) {
	if c.document.MayMentionReferences() && reference.Contains(c.document.Spec().Get(field)) {
		c.Add(slices.DeleteFunc(shape.Check(n, s, true).Problems, func(p finding.Problem) bool { return hasFound(c.document, p) }))
	}
}

// optionalNames validates names of objects that are there.
func (c *validator) optionalNames(all ...tree.Node) {
	for _, name := range all {
		if name.Exists() && name.Kind() == tree.String {
			c.Name(name, validation.DNS1123SubdomainMaxLength)
		}
	}
}
