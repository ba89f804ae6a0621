package krmfn

import (
	"bufio"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folder"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/output"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/checks"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Run reads a ResourceList from in, writes the answer to out, and returns the exit code: 0, or 1 after an error.
//
// Run prints a line to errw for input that is no ResourceList. It also prints the errors and warnings among the
// results there, a line each, unless the client prints them itself: kpt's render and eval do, while kustomize and
// kpt's sink do not. Of findings that repeat each other, which are of one rule and about one field of many entries,
// it prints five and a count. The answer has all of them.
//
// Items that stay keep their bytes, unless the list is in flow style.
func Run(in io.Reader, out, errw io.Writer) int { return RunWith(nil, in, out, errw) }

// ReadCharts returns what checks by the charts of a RenderConfig, what is wrong with some, and what cannot be read.
type ReadCharts func(places []string) (render.ValuesCheck, finding.Findings, error)

// RunWith is [Run] for a program that can read the charts by which values are checked. With nil, charts are an error.
func RunWith(read ReadCharts, in io.Reader, out, errw io.Writer) int {
	data, err := folder.ReadAll(in, "the input")
	if err != nil {
		return fail(errw, err)
	}
	pieces, results, input, err := respond(data, read) // half an answer is worse than none
	if err != nil {
		return fail(errw, err)
	}
	// Only kpt prints the results itself, when it runs the function. It gives items a file, an id and a style: those of
	// kpt fn source have no id, of kustomize fn run no style, of a build no file.
	if !input.has(resource.Path, resource.ID, resource.SeqIndent) {
		results.print(errw)
	}
	answer := bufio.NewWriterSize(out, 64<<10)
	for _, piece := range pieces {
		answer.WriteString(piece) // Flush returns its error
	}
	if err := answer.Flush(); err != nil {
		return fail(errw, err)
	}
	if results.failed() {
		return 1
	}
	return 0
}

// respond returns the answer to a list in pieces of its text, with the results among them, and the list.
func respond(data []byte, read ReadCharts) (pieces []string, results functionResults, input list, err error) {
	t, err := readResourceList(data)
	if err != nil {
		return nil, nil, input, err
	}
	items, results := t.answer(read)
	pieces, err = t.answered(items, results.text())
	return pieces, results, t.list, err
}

func fail(errw io.Writer, err error) int {
	fmt.Fprintf(errw, "fluxapp: %v\n", err)
	return 1
}

// answer returns the items after the run. When one of the results is an error, they are those that came in.
func (l list) answer(read ReadCharts) ([]*item, functionResults) {
	req, refused := readRequest(l)
	if !refused.failed() {
		refused = append(refused, req.readCharts(l, read)...)
	}
	if refused.failed() {
		return l.items, refused
	}
	req.config.options.Expressions, req.config.options.AllowEmpty = checks.CompileExpression, true
	rendered, _ := render.Render(req.docs, req.config.options) // the findings hold the error too
	items, results := req.answer(l, rendered)
	for i := range results {
		results[i].Message = rendered.Secrets().Hide(results[i].Message)
	}
	results = results.ignore(req.config.options.Ignore, rendered.Ignored)
	if req.config.options.Strict && results.strict() {
		items = l.items
	}
	return items, results
}

func (req request) answer(l list, rendered render.Result) ([]*item, functionResults) {
	findings := slices.DeleteFunc(slices.Clone(rendered.Findings), func(f finding.Finding) bool {
		return f.Code == codes.UnusedBase && req.config.alone != nil // other items may use the base
	})
	switch {
	case l.fileBased():
		findings = append(findings, finding.From(rendered.CheckPaths())...)
	case len(rendered.Delivery) > 0:
		findings = append(findings, req.deliveryWithoutFiles())
	}
	results := req.results(findings)
	if !results.failed() {
		results = append(results, req.rejectAmbiguous(l, rendered.Objects)...)
	}
	if results.failed() {
		return l.items, results
	}
	return req.finish(l, rendered, results)
}

// deliveryWithoutFiles refuses delivery where the client keeps no files, so that nothing is in a folder.
func (req request) deliveryWithoutFiles() finding.Finding {
	config := req.config.document
	return finding.Locate([]finding.Problem{{Code: output.CodeDelivery, Subject: config.Subject(),
		Node: config.Spec().Get("delivery"), OnKey: true, Detail: "puts objects into folders, and this client keeps no " +
			"files; write folders with fluxapp render -o dir=PATH, or render in a package of kpt"}})[0]
}

func (req request) finish(l list, rendered render.Result, results functionResults) ([]*item, functionResults) {
	previous, all, found := req.outputs(l, rendered)
	if !found.failed() && !req.config.Check {
		if changes, touched := previous.Changes(); touched || req.config.Acknowledge != "" {
			found = append(found, req.results(changes.Check(change.LimitOptions{Config: req.config.document,
				Acknowledge: req.config.Acknowledge}))...)
		}
	}
	for _, f := range previous.Renamed(path.Clean) {
		found = append(found, newResult(f.Severity, f.Code, f.Path+": "+f.Detail).about(previous.lists[f.File]))
	}
	results = slices.Concat(results, found, req.noApplication())
	items := l.items
	switch {
	case found.failed():
	case req.config.Check:
		results = slices.Concat(results, compareAll(previous, all, rendered.Secrets()), previous.orphans(true), selection(l))
	default:
		results = slices.Concat(results, previous.removals(finding.SeverityInfo, "removed it"), previous.orphans(false),
			selection(l), inOnePlace(l.items))
		items = nil
		for i, item := range previous.items {
			if previous.Before[i].Fate == output.Keep {
				items = append(items, item)
			}
		}
		for _, out := range all {
			items = append(items, out.item)
		}
	}
	return items, results.sorted()
}

// compareAll reports how the items differ from those of a run. Comments and the style of a file are the user's.
func compareAll(previous previousOutput, all []made, secrets finding.Secrets) (results functionResults) {
	for _, out := range all {
		if out.earlier == nil {
			results = append(results, errorResult(output.CodeMissing, fmt.Sprintf("the %s is missing; run fluxapp without "+
				"check", out.item.name)).about(out.item))
		} else if field, differs := difference(out.earlier, out.item); differs || out.earlier.isWrong() {
			_, hidden := secrets.Redact(field.Path, field.ProposedValue)
			if _, was := secrets.Redact(field.Path, field.CurrentValue); hidden || was || finding.MayBeSecret(field.Path) {
				field.CurrentValue, field.ProposedValue = "", ""
			}
			r := errorResult(output.CodeOutOfDate, fmt.Sprintf("the %s is out of date; run fluxapp without check",
				out.item.name))
			r.Field = field
			results = append(results, r.about(out.earlier))
		}
	}
	return append(results, previous.removals(finding.SeverityError, "run fluxapp without check, which removes it")...)
}

// difference returns the first field in which two items differ, in alphabetical order, with the present and the right
// value. A number may have another spelling, and the annotations of clients do not count.
func difference(have, want *item) (resultField, bool) {
	rules := tree.Comparison{Before: tree.NoNulls, After: tree.NoNulls, Skip: resource.IsAtClient}
	all := slices.DeleteFunc(slices.Collect(rules.Differences(have.values(), want.values())),
		func(d tree.Difference) bool {
			return d.Before.Kind() == d.After.Kind() && d.Before.Kind() < tree.List &&
				scalarText(d.Before) == scalarText(d.After)
		})
	if len(all) == 0 {
		return resultField{}, false
	}
	first := slices.MinFunc(all, func(a, b tree.Difference) int { return a.Path.Compare(b.Path) })
	return resultField{first.Path.String(), scalarText(first.Before), scalarText(first.After)}, true
}

func scalarText(v tree.Compared) string {
	if number, err := strconv.ParseFloat(v.Text(), 64); v.Kind() == tree.Number && err == nil {
		return fmt.Sprint(number)
	}
	return v.Text()
}
