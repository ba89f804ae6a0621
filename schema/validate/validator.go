package validate

import (
	"regexp"
	"regexp/syntax"
	"slices"

	"k8s.io/apimachinery/pkg/api/validate/content"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

type validator struct {
	check.Checker
	document *schema.Document
	sharded  bool // fluxapp sets the shard
}

func newValidator(d *schema.Document, flux kinds.FluxVersion) validator {
	return validator{Checker: check.Checker{Subject: d.Subject(), Flux: flux}, document: d}
}

func (c *validator) documentName() {
	d := c.document
	metadata := d.Root().Get("metadata")
	c.references(metadata.Get("name"))
	c.references(metadata.Get("namespace"))
	switch metadata.Kind() {
	case tree.Map:
		c.RequiredName(metadata, kinds.MaxName)
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
	for value := range n.All() {
		if names.IsReference(value) {
			c.Refuse(value, finding.CodeReference, "%s", detail)
		}
	}
}

// LabelSelector is what [Selector] reads.
type LabelSelector = check.LabelSelector

// Selector reads a label selector as Kubernetes does. Without problems there is a selector.
func Selector(n tree.Node) (LabelSelector, []finding.Problem) { return check.Selector(n) }

// section validates the fields of a section around the workload, but for the absence of those that fluxapp fills in.
func (c *validator) section(n tree.Node, s *shape.Shape, filledIn ...string) {
	c.required(slices.DeleteFunc(shape.CheckFields(n, s, c.Flux), func(p finding.Problem) bool {
		return p.Code == finding.CodeRequired && slices.Contains(filledIn, p.Child)
	}))
}

// replacedTypes validates the types of a section with replaced references. It repeats nothing that Parse has found.
func (c *validator) replacedTypes(n tree.Node, field string, s *shape.Shape) {
	if c.document.MayMentionReferences() && names.HasReferences(c.document.Spec().Get(field)) {
		c.Add(slices.DeleteFunc(shape.Check(n, s, true).Problems,
			func(p finding.Problem) bool { return hasFound(c.document, p) }))
	}
}

// hasFound reports whether Parse has found a problem already, or knows better where an unknown field belongs.
func hasFound(d *schema.Document, p finding.Problem) bool {
	return slices.ContainsFunc(d.Problems(), func(found finding.Problem) bool {
		known := found.Detail == p.Detail || found.Code == finding.CodeMisplaced && p.Code == finding.CodeUnknownField
		return known && found.Node.Position() == p.Node.Position()
	})
}

// once reports a value whose key an earlier one has, with what to say before and behind the place of that one.
func (c *validator) once(seen map[string]tree.Node, n tree.Node, key, already, instead string) {
	if first, again := seen[key]; again && key != "" {
		c.Report(finding.Problem{Code: finding.CodeContradiction, Node: n, Current: n.Text(), Detail: already}.
			Beside(first, instead))
		return
	}
	seen[key] = n
}

func (c *validator) namedRefs(spec tree.Node, fields ...string) {
	for _, field := range fields {
		c.RequiredName(spec.Get(field), content.DNS1123SubdomainMaxLength)
	}
}

// expression compiles as Flux does; nil for a placeholder, and for what is not valid: the message ends in the effect.
func (c *validator) expression(n tree.Node, effect string) *regexp.Regexp {
	text, ok := names.PlainText(n)
	if !ok {
		return nil
	}
	compiled, err := regexp.Compile(text)
	if err != nil {
		detail := err.Error()
		if wrong, ok := err.(*syntax.Error); ok {
			if detail = string(wrong.Code); wrong.Expr != text {
				detail += ": `" + wrong.Expr + "`"
			}
		}
		c.Refuse(n, finding.CodeUnsupported, "%q is no regular expression (%s)%s; correct it, in the syntax of Go's "+
			"package regexp", text, detail, effect)
	}
	return compiled
}
