package validate

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// referenceSlips reports texts that are nearly references in the entries and layers of an application, in what they
// share and in the sections around the workload, and references in their params.
func (c *validator) referenceSlips(d *schema.Document) {
	if !d.MayMentionSlips() && !d.MayMentionReferences() {
		return
	}
	beside := d.HasReferences()
	for _, layer := range d.EntriesAndLayers() {
		for field := range layer.Children() {
			c.removalSlips(field)
			if field.Key() == "params" {
				c.referencesInParams(field)
			} else {
				c.slipsBelow(field, beside)
			}
		}
	}
	spec := d.Spec()
	for _, part := range append(d.Shared(), spec.Get("imageAutomation"), spec.Get("notification"), spec.Get("tenancy")) {
		c.slipsBelow(part, beside)
	}
}

func (c *validator) slipsBelow(n tree.Node, beside bool) {
	if !c.document.MayMentionSlips() {
		return
	}
	if written, right := reference.Slip(n.Text(), beside); n.Kind() == tree.String && written != "" {
		c.Report(finding.Problem{Severity: finding.SeverityInfo, Code: finding.CodeReferenceSlip, Node: n,
			Detail: fmt.Sprintf("%s is no reference and is printed as it is; write %s", written, right)})
	}
	for child := range n.Children() {
		c.slipsBelow(child, beside)
	}
}

func (c *validator) removalSlips(n tree.Node) {
	switch {
	case !c.document.MayMentionSlips() || n.Kind() == tree.List:
		return
	case n.Kind() == tree.String && reference.IsRemovalSlip(n.Text()):
		c.Report(finding.Problem{Severity: finding.SeverityInfo, Code: finding.CodeReferenceSlip, Node: n,
			Detail: fmt.Sprintf("%s removes nothing and is printed as it is; write %s", n.Text(), reference.Removal)})
	}
	for child := range n.Children() {
		c.removalSlips(child)
	}
}

func (c *validator) referencesInParams(n tree.Node) {
	if n.Kind() == tree.String && reference.In(reference.Unescaped(n.Text())) {
		c.Report(finding.Problem{Severity: finding.SeverityInfo, Code: finding.CodeReferenceSlip, Node: n,
			Detail: "references inside params are not replaced, so this is text; write the reference where the param is used"})
	}
	for child := range n.Children() {
		c.referencesInParams(child)
	}
}
