package validate

import (
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// LeftOpen returns the fields of a merged entry that Flux requires and that a null leaves to another tool.
func LeftOpen(d *schema.Document, entry tree.Node) (fields []string) {
	for _, name := range []string{"interval", "prune"} {
		if open(d, entry, name).Exists() {
			fields = append(fields, name)
		}
	}
	return fields
}

// OpenInterval returns the null that leaves the interval of a spec to another tool; absent where it is none.
func OpenInterval(d *schema.Document, spec tree.Node) tree.Node { return open(d, spec, "interval") }

// open returns the null that leaves a field to another tool. An Application of KubeSphere has nulls for fields that
// are not set, and the null of a removal leaves nothing.
func open(d *schema.Document, spec tree.Node, name string) tree.Node {
	null := spec.Find(name)
	if null.Kind() != tree.Null || null.Written() == names.Removal || d.IsKubeSphereApplication() {
		return tree.Node{}
	}
	return null
}

// LeftOpenBy informs of a field that a null leaves to another tool.
func LeftOpenBy(null tree.Node) finding.Problem {
	return finding.Problem{Severity: finding.SeverityInfo, Code: finding.CodeLeftOpen, Node: null, OnKey: true,
		Detail: "null leaves " + null.Key() + " to another tool, for example a patch; where none sets it, the API server " +
			"refuses the object: write a value then"}
}

// required takes over what a spec lacks, but for an interval that a null leaves to another tool.
func (c *validator) required(problems []finding.Problem) {
	for i, p := range problems {
		if p.Code != finding.CodeRequired || p.Child != "interval" {
			continue
		}
		if null := OpenInterval(c.document, p.Node); null.Exists() {
			problems[i] = LeftOpenBy(null)
		}
	}
	c.Add(problems)
}
