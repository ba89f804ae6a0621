package schema

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// referenceKeys refuses references in the keys of an application, where nothing is replaced. Parameters of clusters are text.
func (c *check) referenceKeys(spec tree.Node) {
	if !c.document.mentionsReference || !holdsReferenceKey(spec) {
		return
	}
	for field := range spec.Children() {
		if field.Key() != "clusters" {
			c.referenceKeysBelow(field)
		}
	}
}

// holdsReferenceKey reports whether a key below a value has a reference. Items of lists that are twins have the same keys.
func holdsReferenceKey(n tree.Node) bool {
	for child := range n.Children() {
		if hasReference(unescaped(child.Key())) || !child.Twin().Exists() && holdsReferenceKey(child) {
			return true
		}
	}
	return false
}

func (c *check) referenceKeysBelow(n tree.Node) {
	for child := range n.Children() {
		if hasReference(unescaped(child.Key())) {
			c.refuse(Problem{Code: CodeReference, Node: child, OnKey: true,
				Detail: "references are replaced in values and never in keys; write the key itself, and the reference as a value"})
		}
		c.referenceKeysBelow(child)
	}
}

// referenceSlips reports what is nearly a reference in the entries and layers of an application and in what they share.
func (c *check) referenceSlips(d *Document) {
	if !d.mentionsSlip {
		return
	}
	for _, part := range d.written() {
		c.slipsBelow(part, "write %s")
	}
	for _, part := range []tree.Node{d.Spec.Get("source"), d.Spec.Get("commonMetadata"), d.Chart(), d.TemplateName()} {
		c.slipsBelow(part, "%s would be one, in entries, defaults and overrides only")
	}
}

func (c *check) slipsBelow(n tree.Node, remedy string) {
	if written, right := referenceSlip(n.Text()); n.Kind() == tree.String && written != "" {
		c.refuse(Problem{Severity: SeverityInfo, Code: CodeReferenceSlip, Node: n,
			Detail: fmt.Sprintf("%s is no reference and is printed as it is; "+remedy, written, right)})
	}
	for child := range n.Children() {
		c.slipsBelow(child, remedy)
	}
}
