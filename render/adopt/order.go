package adopt

import (
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
	in := map[tree.Node]bool{}
	for _, app := range proved {
		for _, root := range app.roots {
			in[root] = true
		}
	}
	var first *object
	count := 0
	for _, o := range a.objects {
		if in[o.root] && o.prunedBy.Exists() {
			if count++; first == nil {
				first = o
			}
		}
	}
	if first == nil {
		return
	}
	what := "this object"
	if count > 1 {
		what += " and " + names.Counted(count-1, "other one")
	}
	p := finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodePruned,
		Node: first.root.At("metadata", "name"), Current: first.name, Detail: "several clusters read the folder of " + what +
			", whose new files are elsewhere, and the Kustomization at "}
	a.report(first, p.Beside(first.prunedBy, " deletes what is no longer there; commit the annotation "+
		"kustomize.toolkit.fluxcd.io/prune: disabled on it first, and take it away with the old file"))
}
