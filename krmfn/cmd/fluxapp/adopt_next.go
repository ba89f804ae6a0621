package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/input"
	"github.com/fluxapp-dev/fluxapp/render/adopt"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// tellNext prints how to go on after the documents were written.
func (o adoptOptions) tellNext(result adopt.Result) {
	see, but := "kubectl diff -R -f deploy", ""
	if result.Standalone {
		see, but = "kubectl --context CLUSTER diff -k deploy/CLUSTER", " but kustomization.yaml"
	}
	render := arguments(append([]string{o.write}, result.Fleet...))
	if result.Ordered { // which is an error without delivery
		render += " --config FILE"
	}
	o.reporter.Note("next, to see that nothing changes: fluxapp render " + render + " -o dir=deploy; " + see +
		" shows the annotation " + kinds.AnnotationRenderedFrom + " alone, except for objects to which kustomize gives a " +
		"namespace")
	o.reporter.Note("next, in one commit: " + removal(result))
	o.reporter.Note("next, in the same commit: put each file of deploy" + but + " into the folder of its old one, and " +
		"into the resources of its kustomization.yaml if it has one" + moves(result.Applications) +
		"; an object that another Flux Kustomization applies then may be deleted by the old one")
}

// removal tells what goes when the documents are there.
func removal(result adopt.Result) string {
	var steps, cuts []string
	isStdin := func(file string) bool { return file == input.Stdin }
	if files := slices.DeleteFunc(slices.Clone(result.Replaced), isStdin); len(files) > 0 {
		steps = append(steps, "git rm "+arguments(files))
	}
	if slices.ContainsFunc(result.Replaced, isStdin) {
		steps = append(steps, "take what came in out of the files that Flux reads")
	}
	for _, cut := range result.Partly {
		file := "the files that Flux reads"
		if !isStdin(cut.File) {
			file = arguments([]string{cut.File})
		}
		cuts = append(cuts, file+" ("+names.List(cut.Objects, maxListed)+")")
	}
	if len(cuts) > 0 {
		steps = append(steps, "take what came in out of "+strings.Join(cuts, ", "))
	}
	if n := len(result.Lists); n > 0 {
		first := result.Lists[0]
		steps = append(steps, fmt.Sprintf("take the names of these files out of %s kustomization.yaml, for example %s out "+
			"of %s", names.Number(n), names.List(first.Resources, 3), first.File))
	}
	return cmp.Or(strings.Join(steps, "; "), "no file goes")
}

// moves has an example of a file that stays in its folder, and one of a file that leaves it.
func moves(applications []adopt.Application) (text string) {
	told := map[bool]bool{}
	for _, app := range applications {
		for _, move := range app.Moves {
			if told[move.Leaves] || move.From == input.Stdin {
				continue
			}
			told[move.Leaves] = true
			example := fmt.Sprintf("for example deploy/%s into %s", move.To, move.Folder)
			if move.Leaves {
				text += "; where several clusters read that folder, put it beside the Kustomization that reads it, " + example
			} else {
				text = ", " + example + text
			}
		}
	}
	return text
}

// arguments returns names of files as a shell takes them.
func arguments(files []string) string {
	var all []string
	for _, name := range files {
		if strings.HasPrefix(name, "-") { // no option
			name = "./" + name
		}
		if strings.ContainsAny(name, " '\"$&|;<>()*?[]{}!\\`#~") {
			name = "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
		}
		all = append(all, name)
	}
	return strings.Join(all, " ")
}
