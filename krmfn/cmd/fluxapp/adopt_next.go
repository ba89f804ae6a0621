package main

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/input"
	"github.com/fluxapp-dev/fluxapp/render/adopt"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// tellNext prints how to go on after the documents were written.
func (o adoptOptions) tellNext(result adopt.Result) {
	see := "kubectl diff -R -f deploy"
	if result.Standalone {
		see = "kubectl --context CLUSTER diff -k deploy/CLUSTER"
	}
	render := arguments(append([]string{o.write}, result.Fleet...))
	o.reporter.Note("next, to see that nothing changes: fluxapp render " + render + " -o dir=deploy; " + see +
		" shows the annotation " + kinds.AnnotationRenderedFrom + " alone, except for objects to which kustomize gives a " +
		"namespace")
	o.reporter.Note("next, in one commit: " + removal(result))
	o.reporter.Note("next, in the same commit" + delivering(result))
}

// delivering tells how Flux gets the rendered files, now and after later changes.
func delivering(result adopt.Result) string {
	if cluster, folder := folderPerCluster(result); folder != "" {
		up := strings.Repeat("../", strings.Count(path.Clean(folder+"/fluxapp"), "/")+1)
		return fmt.Sprintf(": write %[1]s/fluxapp/kustomization.yaml with resources: "+
			"[%[2]sdeploy/%[3]s], and so for each cluster, and put fluxapp into the resources of %[1]s/kustomization.yaml if "+
			"it exists; each later render into deploy then reaches the clusters", folder, up, cluster)
	}
	but := ""
	whole := "; where one Flux Kustomization reads these folders and nothing else, set its path to ./deploy instead"
	if result.Standalone {
		but, whole = " but kustomization.yaml", ""
	}
	return " and after each later render: put each file of deploy" + but + " into the folder of its old one, and into " +
		"the resources of its kustomization.yaml if it has one" + moves(result.Applications) + "; an object that another " +
		"Flux Kustomization applies then may be deleted by the old one" + whole
}

// folderPerCluster returns the first cluster and its folder, where all objects of each cluster are in one folder, from
// which its own Flux applies them; empty for all others.
func folderPerCluster(result adopt.Result) (cluster, folder string) {
	folders := map[string]string{}
	for _, app := range result.Applications {
		for _, move := range app.Moves {
			name, _, _ := strings.Cut(move.To, "/")
			isOne := folders[name] == "" || folders[name] == move.Folder
			if !result.Standalone || move.Leaves || !isOne || move.From == input.Stdin || !fs.ValidPath(move.Folder) {
				return "", ""
			}
			folders[name] = move.Folder
		}
	}
	for _, cluster = range slices.Sorted(maps.Keys(folders)) {
		return cluster, folders[cluster]
	}
	return "", ""
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
