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
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/spf13/cobra"
)

// allFindings is the flag of the commands that print findings.
const allFindings = "all-findings"

// report prints findings to stderr, in a line each and in their order. Of findings that repeat each other, which are of one rule and
// about one field of many entries, it prints five and a count, unless the command line asks for all.
func report(cmd *cobra.Command, findings finding.Findings) {
	lines := make([]repeated.Finding, len(findings))
	for i, f := range findings {
		lines[i] = repeated.Finding{Kind: repeated.KindOf(f.Severity, f.Code, f.Path, f.Detail), Line: f.String()}
	}
	printLines(cmd, lines, repeated.Few)
}

// printLines prints findings to stderr, at most many of one kind, unless the command line asks for all.
func printLines(cmd *cobra.Command, findings []repeated.Finding, many int) {
	if all, _ := cmd.Flags().GetBool(allFindings); all { // a command without the flag has few findings
		many = len(findings)
	}
	repeated.Print(cmd.ErrOrStderr(), findings, many, "--"+allFindings+" prints them")
}

// noApplication refuses input without an application, and counts what was read. Dir is the folder to write; empty for none.
func noApplication(args []string, r rendering, dir string) finding.Finding {
	detail := "there is no FluxApplication; " + r.files.contents() +
		" (an application has the kind FluxApplication, or Application with spec.kind fluxcd)"
	if left := leftIn(dir, r.outputs()); left > 0 {
		detail += fmt.Sprintf("; %s holds %s of earlier runs: --prune-orphans deletes them", dir, counted(left, "file"))
	}
	return finding.Finding{Severity: finding.SeverityError, Code: finding.CodeNoApplication, File: strings.Join(args, " "), Detail: detail}
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

// contents counts what was read by kind, the most frequent kind first. Skipped files are opened again: most likely the user takes one
// of them for an application.
func (in *files) contents() string {
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
	docs := schema.Parse(name, data)
	for _, d := range docs {
		if d.Kind() == "" {
			return nil
		}
		kinds = append(kinds, kindOf(d))
	}
	return kinds
}

// counted returns a number with its noun.
func counted(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return repeated.Number(n) + " " + thing
}

// kindOf returns the kind of a document in messages.
func kindOf(d *schema.Document) string {
	switch {
	case d.Kind() == "":
		return "document without a kind"
	case d.Class() == schema.ClassArgoCD:
		return d.Kind() + " of Argo CD"
	case d.Class() == schema.ClassRendered:
		return d.Kind() + " rendered by fluxapp"
	}
	return d.Kind()
}
