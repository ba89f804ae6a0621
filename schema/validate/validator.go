package validate

import (
	"regexp"
	"regexp/syntax"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

type validator struct {
	check.Checker
	document *schema.Document
	workload kinds.WorkloadField // of an entry
	sharded  bool                // fluxapp sets the shard
}

func newValidator(d *schema.Document, flux kinds.FluxVersion) *validator {
	return &validator{Checker: check.Checker{Subject: d.Subject(), Flux: flux}, document: d,
		sharded: d.Class() == schema.ClassApplication && d.Spec().Get("sharding").Exists()}
}

// LabelSelector is what [Selector] reads.
type LabelSelector = check.LabelSelector

// Selector reads a label selector as Kubernetes does. Without problems there is a selector.
func Selector(n tree.Node) (LabelSelector, []finding.Problem) { return check.Selector(n) }

// section validates the fields of a section around the workload, except the absence of those that fluxapp fills in.
func (c *validator) section(n tree.Node, s *shape.Shape, filledIn ...string) {
	c.required(slices.DeleteFunc(shape.CheckFields(n, s, c.Flux), func(p finding.Problem) bool {
		return p.Code == codes.Required && slices.Contains(filledIn, p.Child)
	}))
}

// replacedTypes validates the types of a section with replaced references. It repeats nothing that Parse has found.
func replacedTypes(c *validator, n tree.Node, field string, s *shape.Shape) {
	if c.document.Facts().MayMentionReferences() && names.HasReferences(c.document.Spec().Get(field)) {
		c.Add(slices.DeleteFunc(shape.Check(n, s, true).Problems,
			func(p finding.Problem) bool { return hasFound(c.document, p) }))
	}
}

// hasFound reports whether Parse has found a problem already, or knows better where an unknown field belongs.
func hasFound(d *schema.Document, p finding.Problem) bool {
	return slices.ContainsFunc(d.Problems(), func(found finding.Problem) bool {
		known := found.Detail == p.Detail || found.Code == codes.Misplaced && p.Code == codes.UnknownField
		return known && found.Node.Position() == p.Node.Position()
	})
}

func (c *validator) once(seen map[string]tree.Node, n tree.Node, key, already, instead string) {
	if first, again := seen[key]; again && key != "" {
		c.Report(finding.Problem{Code: check.CodeContradiction, Node: n, Current: n.Text(), Detail: already}.
			Beside(first, instead))
		return
	}
	seen[key] = n
}

// expression reports what Flux cannot compile. The message ends in the effect.
func (c *validator) expression(n tree.Node, effect string) {
	text, ok := names.PlainText(n)
	if _, err := regexp.Compile(text); ok && err != nil {
		detail := err.Error()
		if wrong, ok := err.(*syntax.Error); ok {
			if detail = string(wrong.Code); wrong.Expr != text {
				detail += ": `" + wrong.Expr + "`"
			}
		}
		c.Refuse(n, codes.Unsupported, "%q is no regular expression (%s)%s; correct it, in the syntax of Go's "+
			"package regexp", text, detail, effect)
	}
}

// LeftOpen returns the fields of a merged entry that Flux requires and that a null leaves to another tool.
func LeftOpen(d *schema.Document, entry tree.Node) (fields []string) {
	isOpen := func(name string) bool { return open(d, entry, name).Exists() }
	return each.Only([]string{"interval", "prune"}, isOpen)
}

// OpenInterval returns the null that leaves the interval of a spec to another tool; absent where it is none.
func OpenInterval(d *schema.Document, spec tree.Node) tree.Node { return open(d, spec, "interval") }

// open returns the null that leaves a field to another tool. An Application of KubeSphere has nulls for fields that
// are not set, and the null of a removal leaves nothing.
func open(d *schema.Document, spec tree.Node, name string) tree.Node {
	null := spec.Find(name)
	if null.Kind() != tree.Null || null.Written() == names.Removal || d.Facts().IsKubeSphereApplication() {
		return tree.Node{}
	}
	return null
}

// LeftOpenBy informs of a field that a null leaves to another tool.
func LeftOpenBy(null tree.Node) finding.Problem {
	return finding.Problem{Severity: finding.SeverityInfo, Code: codes.LeftOpen, Node: null, OnKey: true,
		Detail: "null leaves " + null.Key() + " to another tool, for example a patch; where none sets it, the API server " +
			"refuses the object: write a value then"}
}

// required takes over what a spec lacks, except an interval that a null leaves to another tool.
func (c *validator) required(problems []finding.Problem) {
	for i, p := range problems {
		if p.Code != codes.Required || p.Child != "interval" {
			continue
		}
		if null := OpenInterval(c.document, p.Node); null.Exists() {
			problems[i] = LeftOpenBy(null)
		}
	}
	c.Add(problems)
}

// A value is wrong where nothing can make it work, and doubtful where a registry or another release of Flux may.
var (
	wrong    = finding.Problem{Code: codes.Unsupported}
	doubtful = finding.Problem{Severity: finding.SeverityWarning, Code: codes.Unsupported}
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
