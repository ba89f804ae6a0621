package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/outputs"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/repeated"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// hasApplication reports whether there is anything to render.
func (in *input) hasApplication() bool {
	return slices.ContainsFunc(in.docs, func(d *schema.Document) bool { return d.Class == schema.App })
}

// mayBeEmpty reports whether input without an application may be meant: an empty stdin more likely means that the command before the
// pipe failed.
func (in *input) mayBeEmpty() bool { return !in.stdin || len(in.docs) > 0 }

// noApplication refuses input without an application, and names what was read. The folder is the one to write; empty when there is none.
func noApplication(args []string, r rendering, dir string) schema.Error {
	detail := "there is no FluxApplication; " + r.in.contents() +
		" (an application has the kind FluxApplication, or Application with spec.kind fluxcd)"
	if left := leftIn(dir, r.outputs()); left > 0 {
		detail += fmt.Sprintf("; %s holds %s of earlier runs: --prune-orphans deletes them", dir, counted(left, "file"))
	}
	return schema.Error{Severity: schema.SeverityError, Code: schema.CodeNoApplication, File: strings.Join(args, " "), Detail: detail}
}

// leftIn counts the files of a folder that --prune-orphans would delete.
func leftIn(dir string, run outputs.Run) int {
	if dir == "" {
		return 0
	}
	f, _ := openFolder(dir) // of a folder that cannot be read there are none
	f.close()
	run.Folder, run.Prune, run.Shard = true, true, render.Shard{}
	return len(run.Decide(f.existing(), nil).Removed)
}

// contents counts what was read by kind, the most frequent one first. Skipped files are opened again: they most likely hold what
// somebody took for an application.
func (in *input) contents() string {
	number := map[string]int{}
	for _, d := range in.docs {
		number[kindOf(d)]++
	}
	opened := min(len(in.skipped), manySkipped)
	others := len(in.skipped) - opened
	for _, name := range in.skipped[:opened] {
		kinds := kindsIn(name)
		for _, kind := range kinds {
			number[kind]++
		}
		if len(kinds) == 0 {
			others++
		}
	}
	kinds := slices.SortedFunc(maps.Keys(number), func(a, b string) int { return cmp.Or(cmp.Compare(number[b], number[a]), cmp.Compare(a, b)) })
	for i, kind := range kinds {
		kinds[i] = repeated.Number(number[kind]) + " " + kind
	}
	if others > 0 {
		kinds = append(kinds, counted(others, "other file"))
	}
	return "read " + cmp.Or(strings.Join(kinds, ", "), "no document")
}

// manySkipped is how many skipped files are opened again.
const manySkipped = 1000

// kindsIn returns the kinds of a file's documents; none when it cannot be read, or has others.
func kindsIn(name string) (kinds []string) {
	data, _ := readFile(name)
	docs, _ := schema.Parse(name, data)
	for _, d := range docs {
		if d.Kind == "" {
			return nil
		}
		kinds = append(kinds, kindOf(d))
	}
	return kinds
}

// counted returns a number of things.
func counted(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return repeated.Number(n) + " " + thing
}

// kindOf returns what messages call documents of a kind.
func kindOf(d *schema.Document) string {
	switch {
	case d.Kind == "":
		return "document without a kind"
	case d.Class == schema.Argo:
		return d.Kind + " of Argo CD"
	case d.Class == schema.Rendered:
		return d.Kind + " rendered by fluxapp"
	}
	return d.Kind
}
