package validate

import (
	"regexp"
	"regexp/syntax"
	"slices"

	"k8s.io/apimachinery/pkg/api/validate/content"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// section validates the fields of a section around the workload, but for the absence of those that fluxapp fills in.
func (c *validator) section(n tree.Node, s *shape.Shape, filledIn ...string) {
	c.Add(slices.DeleteFunc(shape.CheckFields(n, s, c.Flux), func(p finding.Problem) bool {
		return p.Code == finding.CodeRequired && slices.Contains(filledIn, p.Child)
	}))
}

// replacedTypes validates the types of a section around the workload, by its field, whose references are replaced.
// Parse has validated the section as it is written, and what it found is not reported again.
func (c *validator) replacedTypes(n tree.Node, field string, s *shape.Shape) {
	if c.document.MayMentionReferences() && reference.Contains(c.document.Spec().Get(field)) {
		c.Add(slices.DeleteFunc(shape.Check(n, s, true).Problems,
			func(p finding.Problem) bool { return hasFound(c.document, p) }))
	}
}

func (c *validator) namedRefs(spec tree.Node, fields ...string) {
	for _, field := range fields {
		c.RequiredName(spec.Get(field), content.DNS1123SubdomainMaxLength)
	}
}

// expression compiles a regular expression as Flux does; nil for one that is not valid, or that has a placeholder.
// The effect of one that is not valid completes the message.
func (c *validator) expression(n tree.Node, effect string) *regexp.Regexp {
	text, ok := reference.PlainText(n)
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
