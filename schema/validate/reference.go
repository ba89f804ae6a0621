package validate

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// referenceKeys reports references in the keys of an application, where nothing is replaced. Parameters of clusters are text.
func (c *validator) referenceKeys(spec tree.Node) {
	if !c.document.MayMentionReferences() || !holdsReferenceKey(spec) {
		return
	}
	for field := range spec.Children() {
		if field.Key() != "clusters" {
			c.referenceKeysBelow(field)
		}
	}
}

// holdsReferenceKey reports whether a key below a value has a reference.
func holdsReferenceKey(n tree.Node) bool {
	for child := range n.Children() {
		if reference.In(reference.Unescaped(child.Key())) || holdsReferenceKey(child) {
			return true
		}
	}
	return false
}

func (c *validator) referenceKeysBelow(n tree.Node) {
	for child := range n.Children() {
		if reference.In(reference.Unescaped(child.Key())) {
			c.Report(finding.Problem{Code: finding.CodeReference, Node: child, OnKey: true,
				Detail: "references are replaced in values and never in keys; write the key itself, and the reference as a value"})
		}
		c.referenceKeysBelow(child)
	}
}

// referenceSlips reports what is nearly a reference in the entries and layers of an application and in what they share.
func (c *validator) referenceSlips(d *schema.Document) {
	if !d.MayMentionSlips() {
		return
	}
	for _, part := range d.EntriesAndLayers() {
		c.slipsBelow(part, "write %s")
	}
	for _, part := range []tree.Node{d.Spec().Get("source"), d.Spec().Get("commonMetadata"), d.Chart(), d.TemplateName()} {
		c.slipsBelow(part, "%s would be one, in entries, defaults and overrides only")
	}
}

func (c *validator) slipsBelow(n tree.Node, remedy string) {
	if written, right := reference.Slip(n.Text()); n.Kind() == tree.String && written != "" {
		c.Report(finding.Problem{Severity: finding.SeverityInfo, Code: finding.CodeReferenceSlip, Node: n,
			Detail: fmt.Sprintf("%s is no reference and is printed as it is; "+remedy, written, right)})
	}
	for child := range n.Children() {
		c.slipsBelow(child, remedy)
	}
}
