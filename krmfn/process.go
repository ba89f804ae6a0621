package krmfn

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// Process returns the list with the objects of its applications, and with what there is to say as results. When one of
// the results is an error, the items are those that came in. No node that came in is changed.
func Process(rl ResourceList) ResourceList {
	in, refused := gather(rl)
	if rl.Results = refused; refused.Failed() {
		return rl
	}
	rendered, _ := render.Render(in.docs, in.config.options) // the findings say what the error says
	findings := rendered.Findings
	if rl.FileBased() {
		findings = append(findings, schema.Errors(rendered.CheckPaths())...)
	}
	if rl.Results = in.results(findings); rl.Results.Failed() {
		return rl
	}
	if rl.Results = append(rl.Results, in.apart(rl, rendered.Objects)...); rl.Results.Failed() {
		return rl
	}
	b, all, refused := in.own(rl, rendered.Objects)
	rl.Results = append(append(rl.Results, refused...), in.nothing()...)
	switch {
	case refused.Failed():
	case in.config.check:
		rl.Results = slices.Concat(rl.Results, compare(b, all), b.left(), in.selection(rl))
	default:
		rl.Results = slices.Concat(rl.Results, b.removed(), b.orphaned(), in.selection(rl), inOnePlace(rl.Items))
		rl.Items = b.kept
		for _, m := range all {
			rl.Items = append(rl.Items, m.node)
		}
	}
	rl.Results = rl.Results.sorted()
	return rl
}

// inOnePlace warns of items that are in one place of one file, of which a client keeps one.
func inOnePlace(items []*yaml.RNode) (results Results) {
	seen := map[inPackage[File]]*yaml.RNode{}
	for _, item := range items {
		at := Result{}.place(item)
		if at.File == nil {
			continue
		}
		key := packaged(item, *at.File)
		if first := seen[key]; first != nil {
			at.Severity, at.Tags = schema.SeverityWarning, map[string]string{"code": string(CodeForeignFile)}
			at.Message = fmt.Sprintf("the %s %s has the same index in this file; change the index of one of them", text(first, "kind"), text(first, "metadata", "name"))
			results = append(results, at)
		}
		seen[key] = item
	}
	return results
}

// selection warns of a selection of the package: what was not handed over is neither seen nor removed.
func (in input) selection(rl ResourceList) Results {
	if !selected(rl) {
		return nil
	}
	return Results{{
		Message: "only a selection of the package was handed over, so that objects outside of it may be written twice, those of " +
			"documents that are gone stay, and so does each kustomization.yaml of a cluster; leave out selectors and exclude",
		Severity: schema.SeverityWarning, Tags: map[string]string{"code": string(CodeSelection)},
	}}
}

// nothing says that there is no application, which no client would show by itself.
func (in input) nothing() Results {
	if slices.ContainsFunc(in.docs, func(d *schema.Document) bool { return d.Class == schema.App }) {
		return nil
	}
	return Results{{
		Message: "there is no application among the items", Severity: schema.SeverityInfo,
		Tags: map[string]string{"code": string(schema.CodeNoApplication)},
	}}
}

// results puts the findings of the library into results.
func (in input) results(findings schema.ErrorList) Results {
	files := map[string]bool{}
	for _, d := range in.docs {
		files[d.File] = true
	}
	var results Results
	for _, e := range findings {
		r := Result{
			Message: withoutLines(e.Detail, files), Severity: e.Severity, Tags: map[string]string{"code": string(e.Code)},
		}
		if e.Path != "" {
			r.Field = &Field{Path: e.Path, CurrentValue: e.Current, ProposedValue: e.Proposed}
		}
		results = append(results, r.place(in.from[e.Document]))
	}
	return results.sorted()
}

var lineAndColumn = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`:[0-9]+:[0-9]+`) })

// withoutLines leaves the file alone of each file:line:column in a message: the lines are those of the item as the client
// printed it, and not of the author's file.
func withoutLines(message string, files map[string]bool) string {
	var out strings.Builder
	end := 0
	for _, at := range lineAndColumn().FindAllStringIndex(message, -1) {
		if endsInFile(message[:at[0]], files) {
			out.WriteString(message[end:at[0]])
			end = at[1]
		}
	}
	return out.String() + message[end:]
}

func endsInFile(text string, files map[string]bool) bool {
	for file := range files {
		if strings.HasSuffix(text, file) {
			return true
		}
	}
	return false
}
