package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/repeated"
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
	if left := leftIn(dir, r.owners()); left > 0 {
		detail += fmt.Sprintf("; %s holds %s of earlier runs: --prune-orphans deletes them", dir, counted(left, "file"))
	}
	return schema.Error{Severity: schema.SeverityError, Code: schema.CodeNoApplication, File: strings.Join(args, " "), Detail: detail}
}

// leftIn counts the files of a folder that --prune-orphans would delete.
func leftIn(dir string, owners documents) (left int) {
	if dir == "" {
		return 0
	}
	f, err := openFolder(dir)
	if err == nil && f.root != nil {
		f.root.Close()
	}
	for _, owner := range f.ours {
		if !owners.read[owner] || owners.rendered[owner] {
			left++
		}
	}
	return left
}

// contents counts what was read by kind, the most frequent one first.
func (in *input) contents() string {
	number := map[string]int{}
	var kinds []string
	for _, d := range in.docs {
		kind := kindOf(d)
		if number[kind]++; number[kind] == 1 {
			kinds = append(kinds, kind)
		}
	}
	slices.SortFunc(kinds, func(a, b string) int { return cmp.Or(cmp.Compare(number[b], number[a]), cmp.Compare(a, b)) })
	for i, kind := range kinds {
		kinds[i] = repeated.Number(number[kind]) + " " + kind
	}
	what := "read " + strings.Join(kinds, ", ")
	if len(kinds) == 0 {
		what = "read no document"
	}
	if in.skipped > 0 {
		what += ", skipped " + counted(in.skipped, "other file")
	}
	return what
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
