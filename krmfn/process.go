package krmfn

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Run reads a ResourceList from in, writes the answer to out, and returns the exit code: 0, or 1 when there is an error.
//
// Run prints a line to errw for input that is no ResourceList. It also prints the errors and warnings among the results there, a line
// each, unless the client prints them itself: kpt's render and eval do, while kustomize and kpt's sink do not. Of findings that repeat
// each other, which are of one rule and about one field of many entries, it prints five and a count. The answer has all of them.
func Run(in io.Reader, out, errw io.Writer) int {
	rl, err := Read(in)
	if err != nil {
		return fail(errw, err)
	}
	rl = Process(rl)
	var answer bytes.Buffer // half an answer is worse than none
	if err := rl.Write(&answer); err != nil {
		return fail(errw, err)
	}
	if !rl.clientPrintsResults() {
		rl.Results.print(errw)
	}
	if _, err := out.Write(answer.Bytes()); err != nil {
		return fail(errw, err)
	}
	if rl.Results.Failed() {
		return 1
	}
	return 0
}

func fail(errw io.Writer, err error) int {
	fmt.Fprintf(errw, "fluxapp: %v\n", err)
	return 1
}

// Process returns the list with the objects of its applications and with the findings as results. When one of the results is an error,
// the items are those that came in. No node that came in is changed.
func Process(rl ResourceList) ResourceList {
	req, refused := readRequest(rl)
	if rl.Results = refused; refused.Failed() {
		return rl
	}
	rendered, _ := render.Render(req.docs, req.config.options) // the findings hold the error too
	rl = req.answer(rl, rendered)
	rl.Results = rl.Results.ignore(req.config.options.Ignore, rendered.Ignored)
	return rl
}

// answer returns the list with the objects of the run, or with what is wrong.
func (req request) answer(rl ResourceList, rendered render.Result) ResourceList {
	findings := req.withoutUnusedBases(rendered.Findings)
	if rl.FileBased() {
		findings = append(findings, finding.From(rendered.CheckPaths())...)
	}
	if rl.Results = req.results(findings); rl.Results.Failed() {
		return rl
	}
	if rl.Results = append(rl.Results, req.rejectAmbiguous(rl, rendered.Objects)...); rl.Results.Failed() {
		return rl
	}
	return req.finish(rl, rendered)
}

// finish returns the list with the objects of the run, or with what a check finds.
func (req request) finish(rl ResourceList, rendered render.Result) ResourceList {
	previous, all, found := req.outputs(rl, rendered.Objects)
	if !found.Failed() && !req.config.check {
		found = append(found, req.brake(previous, rendered, all)...)
	}
	rl.Results = slices.Concat(rl.Results, found, req.noApplication())
	switch {
	case found.Failed():
	case req.config.check:
		rl.Results = slices.Concat(rl.Results, compare(previous, all), previous.orphansLeft(), selection(rl))
	default:
		rl.Results = slices.Concat(rl.Results, previous.removals(), previous.orphans(), selection(rl), inOnePlace(rl.Items))
		rl.Items = previous.kept()
		for _, out := range all {
			rl.Items = append(rl.Items, out.node)
		}
	}
	rl.Results = rl.Results.sorted()
	return rl
}

// compare reports how the items differ from those that a run would leave: what is missing, out of date or left over. Comments and
// the style of a file are the user's, and no difference.
func compare(previous previousOutput, all []output) (results Results) {
	for _, out := range all {
		if out.earlier == nil {
			results = append(results, errorResult(CodeMissing, fmt.Sprintf("the %s is missing; run fluxapp without check", out.name)).about(out.node))
			continue
		}
		if field, differs := difference("", valueOf(out.earlier), valueOf(out.node)); differs {
			if finding.MayBeSecret(field.Path) {
				field.CurrentValue, field.ProposedValue = "", ""
			}
			r := errorResult(CodeOutOfDate, fmt.Sprintf("the %s is out of date; run fluxapp without check", out.name))
			r.Field = &field
			results = append(results, r.about(out.earlier))
		}
	}
	for _, item := range previous.removed {
		results = append(results, errorResult(CodeOrphan, fmt.Sprintf(
			"is no longer rendered from %s; run fluxapp without check, which removes it", renderedFrom(item))).about(item))
	}
	return results
}

// valueOf returns the value of a resource without the annotations of clients.
func valueOf(item *yaml.RNode) (value any) {
	if err := resource.WithoutClient(item).YNode().Decode(&value); err != nil {
		return err // which no object equals
	}
	return value
}

// difference returns the first field in which two values differ, in alphabetical order, with the present and the right value.
func difference(path string, have, want any) (Field, bool) {
	haveMap, haveIsMap := have.(map[string]any)
	wantMap, wantIsMap := want.(map[string]any)
	haveList, haveIsList := have.([]any)
	wantList, wantIsList := want.([]any)
	switch {
	case haveIsMap && wantIsMap:
		keys := maps.Clone(haveMap)
		maps.Copy(keys, wantMap)
		for _, key := range slices.Sorted(maps.Keys(keys)) {
			if field, differs := difference(strings.TrimPrefix(path+tree.Step(key), "."), haveMap[key], wantMap[key]); differs {
				return field, true
			}
		}
		return Field{}, false
	case haveIsList && wantIsList && len(haveList) == len(wantList):
		for i := range haveList {
			if field, differs := difference(fmt.Sprintf("%s[%d]", path, i), haveList[i], wantList[i]); differs {
				return field, true
			}
		}
		return Field{}, false
	}
	return Field{Path: path, CurrentValue: scalarText(have), ProposedValue: scalarText(want)}, !reflect.DeepEqual(have, want)
}

// scalarText returns a scalar as results print it; empty for anything else.
func scalarText(value any) string {
	switch value.(type) {
	case nil, map[string]any, []any:
		return ""
	}
	return fmt.Sprint(value)
}
