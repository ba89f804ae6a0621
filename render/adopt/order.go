package adopt

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// tellOrder tells, once, that Kustomizations which apply the files of objects that came in wait for others: whoever
// lets another Kustomization apply the new files loses that order.
func (a *adoption) tellOrder(proved []Application) {
	files := map[string]bool{}
	for _, app := range proved {
		for _, root := range app.roots {
			files[root.Position().File] = true
		}
	}
	var first *object
	seen := map[tree.Node]bool{}
	for _, o := range a.objects {
		waits := o.workload == kinds.Kustomization && o.root.At("spec", "dependsOn").First().Exists()
		if dir, ok := a.folderOf(o); !waits || seen[o.root] || !ok || !a.appliesAny(dir, files, o.file) {
			continue
		}
		if seen[o.root] = true; first == nil {
			first = o
		}
	}
	if first == nil {
		return
	}
	what := "this Kustomization waits"
	if others := len(seen) - 1; others > 0 {
		what = "this Kustomization and " + names.Counted(others, "other one") + " wait"
	}
	a.report(first, finding.Problem{Severity: finding.SeverityInfo, Code: finding.CodeOrder,
		Node: first.root.At("spec", "dependsOn"), OnKey: true, Current: first.name,
		Detail: what + " for others before files of objects that came in are applied; let the same Kustomizations apply " +
			"the new files, or write dependsOn into the documents"})
}

// appliesAny reports whether a folder has any of some files, but for one.
func (a *adoption) appliesAny(dir string, files map[string]bool, but string) bool {
	for file := range a.repository.Build(dir) {
		if files[file] && file != but {
			return true
		}
	}
	return false
}

// warnPruned warns, once, that Kustomizations of several clusters delete objects that came in when their files go. The
// new files cannot be in the same folder, because they are of one cluster each.
func (a *adoption) warnPruned(proved []Application) {
	a.warnFirst(proved, finding.CodePruned, func(o *object) tree.Node { return o.prunedBy },
		"several clusters read the folder of %s, whose new files are elsewhere, and the Kustomization at ",
		" deletes what is no longer there; commit the annotation kustomize.toolkit.fluxcd.io/prune: disabled on it first, "+
			"and take it away with the old file")
}

// warnLabelled warns, once, that kustomize adds to the metadata of objects what no document has.
func (a *adoption) warnLabelled(proved []Application) {
	a.warnFirst(proved, finding.CodeLabelled, func(o *object) tree.Node { return o.labelledBy },
		"labels or annotations are added to %s at ",
		", and its document does not have them; let the same list have the new file, or write them as commonMetadata")
}

// warnFirst warns of the first object that came in and has something to refer to: with words for it and the others, and
// the place of what it has behind them.
func (a *adoption) warnFirst(proved []Application, code finding.Code, of func(*object) tree.Node, words, rest string) {
	in := map[tree.Node]bool{}
	for _, app := range proved {
		for _, root := range app.roots {
			in[root] = true
		}
	}
	var first *object
	others := 0
	for _, o := range a.objects {
		switch {
		case !in[o.root] || !of(o).Exists():
		case first == nil:
			first = o
		default:
			others++
		}
		delete(in, o.root)
	}
	if first == nil {
		return
	}
	what := "this object"
	if others > 0 {
		what += " and " + names.Counted(others, "other one")
	}
	p := finding.Problem{Severity: finding.SeverityWarning, Code: code, Node: first.root.At("metadata", "name"),
		Current: first.name, Detail: fmt.Sprintf(words, what)}
	a.report(first, p.Beside(of(first), rest))
}
