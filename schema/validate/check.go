package validate

import (
	"strconv"

	"k8s.io/apimachinery/pkg/api/validate/content"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// A value is wrong where nothing can make it work, and doubtful where a registry or another release of Flux may.
var (
	wrong    = finding.Problem{Code: finding.CodeUnsupported}
	doubtful = finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeUnsupported}
)

// propose reports a value, which programs get only with another one that is right: it may hold a password.
func (c *validator) propose(n tree.Node, p finding.Problem, proposed, detail string) {
	p.Node, p.Proposed, p.Detail = n, proposed, detail
	if proposed != "" {
		p.Current = n.Text()
	}
	c.Report(p)
}

func (c *validator) say(n tree.Node, p finding.Problem, detail string) { c.propose(n, p, "", detail) }

// What a row says about a field that is there, with a value or an absence that is wrong, or with an effect that it
// does not have. The values of wrong and doubtful are not shown to programs: they may hold passwords.

func contradicts(c *validator, f field) {
	c.says(f, finding.Problem{Code: check.CodeContradiction, OnKey: true})
}

func unused(c *validator, f field) {
	c.says(f, finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeNoEffect, OnKey: true})
}

func refused(c *validator, f field) {
	c.says(f, finding.Problem{Code: finding.CodeUnsupported, Current: f.Text()})
}

func tooPowerful(c *validator, f field) {
	c.says(f, finding.Problem{Code: finding.CodePermissions, Current: f.Text()})
}

func isWrong(c *validator, f field)    { c.says(f, wrong) }
func isDoubtful(c *validator, f field) { c.says(f, doubtful) }

func (c *validator) says(f field, p finding.Problem) {
	if p.Node, p.Detail = f.Node, f.says(); f.Exists() {
		c.Report(p)
	}
}

// required refuses the absence of a field, and lacks an empty one too.
func required(c *validator, f field) {
	if !f.Exists() {
		lacks(c, f)
	}
}

func lacks(c *validator, f field) { c.Lacks(f.around, f.key, f.says()) }

// notEmpty refuses a list without items.
func notEmpty(c *validator, f field) {
	if f.Kind() == tree.List && f.Len() == 0 {
		c.Refuse(f.Node, check.CodeEmpty, "is empty%s", f.text)
	}
}

// isListed refuses an absent list and one without items.
func isListed(c *validator, f field) {
	if notEmpty(c, f); !f.Exists() {
		c.Lacks(f.around, f.key, "is required"+f.text)
	}
}

// hasAtMost refuses more items than an API server takes.
func hasAtMost(c *validator, f field) {
	if most, _ := strconv.Atoi(f.text); f.Kind() == tree.List && f.Len() > most {
		c.RefuseKey(f.Node, finding.CodeTooLong, "has %d items, and Flux takes at most %d; leave some out", f.Len(), most)
	}
}

// The forms of texts. An absent field has each of them, but for isThere, isNamed and isRef.

func isName(c *validator, f field)      { c.Name(f.Node, content.DNS1123SubdomainMaxLength) }
func isNamespace(c *validator, f field) { c.Namespace(f.Node) }
func isThere(c *validator, f field)     { c.Required(f.around, f.key) }

// isNamed is a name that must be there, and isRef a map with one.
func isNamed(c *validator, f field) { c.RequiredName(f.around, content.DNS1123SubdomainMaxLength) }
func isRef(c *validator, f field)   { c.RequiredName(f.Node, content.DNS1123SubdomainMaxLength) }

// isWritten has no reference, because none is replaced there.
func isWritten(c *validator, f field) { c.references(f.Node) }

// isExpression is a regular expression; the message about another text ends in the text of the row.
func isExpression(c *validator, f field) { c.expression(f.Node, f.text) }

// isSegment is a name that can be a part of a path, also with the text of the row behind it.
func isSegment(c *validator, f field) {
	c.PathSegment(f.Node, content.DNS1123SubdomainMaxLength-len(f.text))
}
