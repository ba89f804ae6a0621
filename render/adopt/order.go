package adopt

import (
	"slices"

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

// warnApplied warns of Kustomizations that would apply the documents, which are no objects of a cluster.
func (a *adoption) warnApplied(documents string) {
	if documents == "" {
		return
	}
	for _, o := range a.objects {
		dir, ok := a.folderOf(o)
		isOther := isTop(o) && a.source == "" && !o.stays // it may read any other repository, unless it is a root
		if o.workload != kinds.Kustomization || !ok || isOther || !a.repository.Takes(dir, documents) {
			continue
		}
		at := o.root.At("spec", "path")
		if !at.Exists() { // then Flux applies the whole repository
			at = o.root.At("metadata", "name")
		}
		a.report(o, finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeDocumentsApplied,
			Node: at, Current: o.name, Detail: "would apply the documents in " + documents +
				" too, and clusters do not know them; write them to a folder that Flux does not apply"})
	}
}

// warnPruned warns of each object that came in and that a Kustomization of several clusters deletes when its file goes.
// The new files cannot be in the same folder, because they are of one cluster each.
func (a *adoption) warnPruned(proved []Application) {
	a.warn(proved, finding.CodePruned, func(o *object) tree.Node { return o.prunedBy },
		"several clusters read this folder, so the new files are elsewhere, and the Kustomization at ",
		" may delete the object then; commit the annotation kustomize.toolkit.fluxcd.io/prune: disabled on it first, and "+
			"take it away with the old file")
}

// warnLabelled warns of each object that came in and to whose metadata kustomize adds what no document has.
func (a *adoption) warnLabelled(proved []Application) {
	a.warn(proved, finding.CodeLabelled, func(o *object) tree.Node { return o.labelledBy },
		"labels or annotations are added to this object at ",
		", and its document does not have them; let the same list have the new file, or write them as commonMetadata")
}

// warn warns of each object that came in and has something to refer to: with words, its place and the rest.
func (a *adoption) warn(proved []Application, code finding.Code, of func(*object) tree.Node, words, rest string) {
	in := map[tree.Node]bool{}
	for _, app := range proved {
		for _, root := range app.roots {
			in[root] = true
		}
	}
	for _, o := range slices.Concat(a.objects, a.parts) {
		if !in[o.root] || !of(o).Exists() {
			continue
		}
		delete(in, o.root) // it is there once for each cluster
		p := finding.Problem{Severity: finding.SeverityWarning, Code: code, Node: o.root.At("metadata", "name"),
			Current: o.name, Detail: words}
		a.report(o, p.Beside(of(o), rest))
	}
}
