package promote

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Request is what to promote.
type Request struct {
	// Application is the name of the application, or its namespace/name.
	Application string
	// From and To are the stages.
	From, To Selector
	// Fields are promoted together or not at all. None is the version of the chart or the source in the layer of From.
	Fields []Field
	// Options are the options of the rendering that proves the edit.
	Options render.Options
}

// Edit is the change of one scalar for each field in the text of a document.
type Edit struct {
	// Values are what is promoted, each field once, in the order of the request.
	Values []Value
	// File is the name of the file whose text the edit changes, as schema.Parse was given it.
	File string
	// Before and After are what the documents render to without and with the edit.
	Before, After render.Result
	// Findings are warnings about clusters of the stages that another layer gives another value.
	Findings finding.Findings
	// Ignored counts the findings that Options.Ignore left out, by rule.
	Ignored map[finding.Code]int

	from, to    Selector
	subject     *finding.Subject
	application string
	owner       string          // of the objects
	watched     map[string]bool // the clusters of From that have a workload; the hub has the empty name
	text, after string          // of the file
}

// Value is a value that is promoted.
type Value struct {
	// Field is its path in the layers.
	Field Field
	// From is the stage that has the value, and To the one that gets it.
	From, To Stage
	// Old and New are how the layer of To spells the value, with quotes. They are equal where it has the value already.
	Old, New string

	target        tree.Node
	before, after string // for people
}

// Stage is a stage of an application.
type Stage struct {
	// Selector selects its clusters.
	Selector Selector
	// At is the place of the value in the uppermost layer of the stage: of From before the edit, of To after it.
	At tree.Position
	// Layer is the path of that layer in its document, for example spec.config.overrides[0].
	Layer string
	// Clusters are the names of the clusters that get the value from this layer, in order. The hub is called hub.
	Clusters []string
}

// Plan returns the edit that gives stage To the values of stage From. It renders the documents with it, as a check.
//
// The error has findings, see [finding.From]: of documents that are wrong before the edit, or why there is no edit and
// what to write instead. The Edit then has the results that are known.
func Plan(docs schema.Documents, r Request) (Edit, error) {
	before, err := render.Render(docs, r.Options)
	e := Edit{from: r.From, to: r.To, Before: before}
	if err != nil {
		return e, err
	}
	if err := r.check(); err != nil {
		return e, err
	}
	p := &promotion{Request: r, before: before}
	if problems := p.choose(); len(problems) > 0 {
		return e, finding.Locate(problems).Err()
	}
	problems := p.plan(docs, &e)
	e.Findings, e.Ignored = finding.Locate(problems).Ignore(r.Options.Ignore)
	return e, slices.Concat(e.Findings, e.After.Findings.Only(finding.SeverityError)).Err()
}

func (r Request) check() error {
	switch {
	case len(r.From.requirements) == 0 || len(r.To.requirements) == 0:
		return errors.New("a stage has no selector; name both stages")
	case r.From.Equals(r.To):
		return errors.New("both stages have the same selector; name two stages")
	}
	for _, f := range r.Fields {
		if err := f.check(); err != nil {
			return err
		}
	}
	return nil
}

type promotion struct {
	Request
	before      render.Result
	application render.Application
	document    *schema.Document
	style       style
}

func (p *promotion) choose() []finding.Problem {
	wanted, count := p.Options, 0
	wanted.Applications = []string{p.Application}
	for _, a := range p.before.Applications() {
		if wanted.Selects(a.Document()) {
			p.application, p.document, count = a, a.Document(), count+1
		}
	}
	switch {
	case count == 0:
		return []finding.Problem{inventory.NoSuchApplication(p.Application)}
	case count > 1:
		detail := fmt.Sprintf("there are %d applications %q; write namespace/name", count, p.Application)
		return []finding.Problem{{Code: codes.NoSuchApplication, Current: p.Application, Detail: detail}}
	case p.document.Root().Source().FileText() == "":
		return []finding.Problem{p.problem(wording.CodeNotPromoted, tree.Node{},
			"a program made this document, so it has no text to edit; change it in the program")}
	}
	p.style.json = strings.HasPrefix(p.document.Root().Get("apiVersion").KeySpelling(), `"`)
	return nil
}

func (p *promotion) plan(docs schema.Documents, e *Edit) []finding.Problem {
	problems := p.values(e)
	if len(problems) > 0 {
		return problems
	}
	e.application, e.owner, e.subject = p.document.Name(), p.application.Name(), p.document.Subject()
	e.watched = each.Once(p.workloads(p.before, p.From), render.Object.Cluster)
	e.File, e.text = p.document.File(), e.Values[0].target.Source().FileText() // all are in one document
	e.after = e.text
	byPlace := slices.SortedFunc(slices.Values(e.Values), func(a, b Value) int { return b.To.At.Compare(a.To.At) })
	for _, v := range byPlace { // the last one first, which moves no other
		start, end := v.target.Span()
		e.after = e.after[:start] + v.New + e.after[end:]
	}
	if e.After = p.before; e.Changes() {
		after := e.in(docs)
		var err error
		if e.After, err = render.Render(after, p.Options); err != nil {
			return []finding.Problem{p.problem(wording.CodeWrongAfter, e.Values[0].target, fmt.Sprintf("the documents are "+
				"wrong with %s of %s here; correct what the other errors are about", e.Values[0].after, p.From))}
		}
		p.document = after[slices.Index(docs, p.document)]
	}
	for i := range e.Values {
		v := &e.Values[i]
		to, _ := p.find(p.To, v.Field, anyValue, isAtOnePlace) // an edit moves what is behind it in its line
		v.To.At = to.value.Position()
		problems = slices.Concat(problems, p.reachStage(e.Before, v.Field, &v.From), p.reachStage(e.After, v.Field, &v.To))
	}
	return problems
}

func (p *promotion) values(e *Edit) (problems []finding.Problem) {
	fields := p.Fields
	if len(fields) == 0 {
		version, problems := p.version(p.From)
		if len(problems) > 0 {
			return problems
		}
		fields = []Field{version}
	}
	for _, f := range fields {
		if slices.ContainsFunc(e.Values, func(v Value) bool { return slices.Equal(v.Field, f) }) {
			continue
		}
		v, wrong := p.value(f)
		e.Values, problems = append(e.Values, v), append(problems, wrong...)
	}
	return problems
}

func (p *promotion) value(f Field) (v Value, problems []finding.Problem) {
	from, to, problems := p.places(f)
	if len(problems) > 0 {
		return Value{Field: f}, problems
	}
	v = Value{Field: f, From: Stage{Selector: p.From, Layer: from.layer.path(), At: from.value.Position()},
		To: Stage{Selector: p.To, Layer: to.layer.path(), At: to.value.Position()}, Old: to.value.Spelling(),
		New: to.value.Spelling(), target: to.value, before: p.shown(f, to.value), after: p.shown(f, from.value)}
	// for example true and "true"
	if from.value.Kind() != to.value.Kind() && v.before == v.after && v.after == from.value.Text() {
		v.before, v.after = string(tree.AppendJSON(nil, to.value)), string(tree.AppendJSON(nil, from.value))
	}
	if !isSame(from.value, to.value) {
		v.New, problems = p.replace(to.value, from.value)
	}
	return v, problems
}

func (p *promotion) places(f Field) (from, to place, problems []finding.Problem) {
	from, problems = p.find(p.From, f, anyValue, isSame)
	if len(problems) > 0 {
		return from, to, problems
	}
	value := anyValue // or how a remedy spells it, unless it is a secret
	if _, hidden := p.before.Secrets().Redact(f.String(), from.value.Text()); !hidden && from.value.Kind() < tree.List {
		value = p.style.scalar(from.value)
	}
	if problems = p.checkScalar(from.value, f, value); len(problems) == 0 {
		to, problems = p.find(p.To, f, value, isAtOnePlace)
	}
	if len(problems) == 0 {
		problems = p.checkScalar(to.value, f, value)
	}
	return from, to, problems
}

// anyValue is in a remedy for a stage whose value nobody knows.
const anyValue = "VALUE"

func (p *promotion) shown(f Field, n tree.Node) string {
	text, _ := p.before.Secrets().Redact(f.String(), n.Text())
	if strings.TrimSpace(text) != text || text == "" {
		return strconv.Quote(text)
	}
	return wording.Visible(text)
}

// Changes reports whether the edit changes the text.
func (e Edit) Changes() bool { return e.text != e.after }

// Text returns the text of the file after the edit.
func (e Edit) Text() []byte { return []byte(e.after) }

// Apply returns the file's text after the edit. Another text before than the one that was read is an error.
func (e Edit) Apply(text []byte) ([]byte, error) {
	if string(text) != e.text {
		return nil, fmt.Errorf("%s is not the text that was read; run again", e.File)
	}
	return e.Text(), nil
}

// Summary tells what the edit does, on one line for the message of a commit.
func (e Edit) Summary() string {
	var changed, same, clusters []string
	for _, v := range e.Values {
		clusters = append(clusters, v.To.Clusters...)
		if v.Old == v.New {
			same = append(same, fmt.Sprintf("%s is %s already", v.Field, v.before))
		} else {
			changed = append(changed, fmt.Sprintf("%s %s → %s", v.Field, v.before, v.after))
		}
	}
	what := "promote " + e.application + ": " + strings.Join(append(changed, same...), ", ")
	if len(changed) == 0 {
		what = "nothing to promote for " + e.application + ": " + strings.Join(same, ", ")
	}
	return fmt.Sprintf("%s (%s → %s, %s)", what, e.from, e.to, names.Counted(len(distinct(clusters)), "cluster"))
}
