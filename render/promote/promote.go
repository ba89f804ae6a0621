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
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Request is what to promote.
type Request struct {
	// Application is the name of the application, or its namespace/name.
	Application string
	// From and To are the stages.
	From, To Selector
	// Field is the value; the empty Field is the version that the layer of From has, of its chart or else of its source.
	Field Field
	// Options are the options of the rendering that proves the edit.
	Options render.Options
}

// Edit is the change of one scalar in the text of a document.
type Edit struct {
	// Field is what is promoted.
	Field Field
	// From is the stage that has the value, and To the one that gets it.
	From, To Stage
	// Old and New are how the layer of To spells the value, with quotes. They are equal where it has the value already.
	Old, New string
	// Before and After are what the documents render to without and with the edit.
	Before, After render.Result
	// Findings are warnings about clusters of the stages that another layer gives another value.
	Findings finding.Findings
	// Ignored counts the findings that Options.Ignore left out, by rule.
	Ignored map[finding.Code]int

	subject                 *finding.Subject
	application             string
	owner                   string          // of the objects
	watched                 map[string]bool // the clusters of From that have a workload; the hub has the empty name
	text                    string          // of the file
	start                   int             // of Old in the text
	valueBefore, valueAfter string          // for people
}

// Stage is a stage of an application.
type Stage struct {
	// Selector selects its clusters.
	Selector Selector
	// At is the place of the value in the uppermost layer of the stage.
	At tree.Position
	// Layer is the path of that layer in its document, for example spec.config.overrides[0].
	Layer string
	// Clusters are the names of the clusters that get the value from this layer, in order. The hub is called hub.
	Clusters []string
}

// Plan returns the edit that gives stage To the value of stage From. It renders the documents with it, as a check.
//
// The error has findings, see [finding.From]: of documents that are wrong before the edit, or why there is no edit and
// what to write instead. The Edit then has the results that are known.
func Plan(docs schema.Documents, r Request) (Edit, error) {
	before, err := render.Render(docs, r.Options)
	e := Edit{Field: r.Field, From: Stage{Selector: r.From}, To: Stage{Selector: r.To}, Before: before}
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

// check refuses a request that is about no two stages, or about no value of a stage.
func (r Request) check() error {
	switch {
	case len(r.From.requirements) == 0 || len(r.To.requirements) == 0:
		return errors.New("a stage has no selector; name both stages")
	case r.From.Equals(r.To):
		return errors.New("both stages have the same selector; name two stages")
	case len(r.Field) == 0:
		return nil
	}
	return r.Field.check()
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
		return []finding.Problem{{Code: finding.CodeNoSuchApplication, Current: p.Application, Detail: detail}}
	case p.document.Root().Source().FileText() == "":
		return []finding.Problem{p.problem(finding.CodeNotPromoted, tree.Node{},
			"a program made this document, so it has no text to edit; change it in the program")}
	}
	p.style.json = strings.HasPrefix(p.document.Root().Get("apiVersion").KeySpelling(), `"`)
	return nil
}

// plan completes the edit. It returns what is wrong, and warnings.
func (p *promotion) plan(docs schema.Documents, e *Edit) []finding.Problem {
	from, to, problems := p.places()
	e.Field = p.Field
	if len(problems) > 0 {
		return problems
	}
	e.describe(p, from, to)
	e.After = p.before
	if !isSame(from.value, to.value) {
		r, problems := p.replace(to.value, from.value)
		if len(problems) > 0 {
			return problems
		}
		after, err := render.Render(r.in(docs, to.value), p.Options)
		if e.New, e.After = r.spelling, after; err != nil {
			return []finding.Problem{p.problem(finding.CodeWrongAfter, to.value, fmt.Sprintf(
				"the documents are wrong with %s of %s here; correct what the other errors are about",
				p.remedial(from.value), p.From))}
		}
	}
	// the edit can move its value within a line
	return append(p.reachStage(e.Before, &e.From), p.reachStage(e.After, &e.To)...)
}

func (p *promotion) places() (from, to place, problems []finding.Problem) {
	if len(p.Field) == 0 {
		if p.Field, problems = p.version(p.From); len(problems) > 0 {
			return from, to, problems
		}
	}
	from, problems = p.find(p.From, p.Field, anyValue, isSame)
	if len(problems) > 0 {
		return from, to, problems
	}
	value := p.remedial(from.value)
	if problems = p.checkScalar(from.value, p.Field, value); len(problems) == 0 {
		to, problems = p.find(p.To, p.Field, value, isAtOnePlace)
	}
	if len(problems) == 0 {
		problems = p.checkScalar(to.value, p.Field, value)
	}
	return from, to, problems
}

// anyValue is in a remedy for a stage whose value nobody knows.
const anyValue = "VALUE"

// remedial returns how a remedy spells a value. One that is a secret is not shown.
func (p *promotion) remedial(n tree.Node) string {
	if _, hidden := p.before.Secrets().Redact(p.Field.String(), n.Text()); hidden || n.Kind() >= tree.List {
		return anyValue
	}
	return p.style.scalar(n)
}

func (e *Edit) describe(p *promotion, from, to place) {
	e.From.Layer, e.From.At = from.layer.path(), from.value.Position()
	e.To.Layer, e.To.At = to.layer.path(), to.value.Position()
	e.Old, e.New = to.value.Spelling(), to.value.Spelling()
	e.application, e.owner, e.subject = p.document.Name(), p.application.Name(), p.document.Subject()
	e.watched = map[string]bool{}
	for _, o := range p.workloads(p.before, p.From) {
		e.watched[o.Cluster()] = true
	}
	e.text = to.value.Source().FileText()
	e.start, _ = to.value.Span()
	e.valueBefore, e.valueAfter = p.shown(to.value), p.shown(from.value)
	// for example true and "true"
	if from.value.Kind() != to.value.Kind() && e.valueBefore == e.valueAfter && e.valueAfter == from.value.Text() {
		e.valueBefore, e.valueAfter = string(tree.AppendJSON(nil, to.value)), string(tree.AppendJSON(nil, from.value))
	}
}

// shown returns a value for people, on one line and without secrets.
func (p *promotion) shown(n tree.Node) string {
	text, _ := p.before.Secrets().Redact(p.Field.String(), n.Written())
	if strings.TrimSpace(text) != text || text == "" {
		return strconv.Quote(text)
	}
	return wording.Visible(text)
}

// Changes reports whether the edit changes the text.
func (e Edit) Changes() bool { return e.Old != e.New }

// File returns the name of the file whose text the edit changes, as schema.Parse was given it.
func (e Edit) File() string { return e.To.At.File }

// Text returns the text of the file after the edit.
func (e Edit) Text() []byte { return []byte(e.text[:e.start] + e.New + e.text[e.start+len(e.Old):]) }

// Apply returns the file's text after the edit. Another text before than the one that was read is an error.
func (e Edit) Apply(text []byte) ([]byte, error) {
	if string(text) != e.text {
		return nil, fmt.Errorf("%s is not the text that was read; run again", e.File())
	}
	return e.Text(), nil
}

// Summary tells what the edit does, on one line for the message of a commit.
func (e Edit) Summary() string {
	stages := fmt.Sprintf("(%s → %s, %s)", e.From.Selector, e.To.Selector, names.Counted(len(e.To.Clusters), "cluster"))
	if !e.Changes() {
		return fmt.Sprintf("nothing to promote for %s: %s is %s already %s", e.application, e.Field, e.valueBefore, stages)
	}
	return fmt.Sprintf("promote %s: %s %s → %s %s", e.application, e.Field, e.valueBefore, e.valueAfter, stages)
}
