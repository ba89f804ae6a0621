package adopt

import (
	"cmp"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Options are what an adoption cannot know. The zero value is ready to use.
type Options struct {
	// ClusterFrom is where the name of the cluster of an object comes from. The zero value finds it out from the objects.
	ClusterFrom ClusterFrom
	// Kinds has the workloads that are adopted; nil for those that fluxapp renders.
	Kinds *kinds.Table
}

// Result is what an adoption made.
type Result struct {
	// Applications are those that are proved, in the order of namespace and name.
	Applications []Application
	// ClusterFrom is where the names of clusters came from.
	ClusterFrom ClusterFrom
	// Guessed is the reason why ClusterFrom was chosen; empty when the options have it.
	Guessed string
	// Left are the objects that stay as they are, in file order.
	Left []Left
	// Findings are the errors, warnings and information of the run, in file order.
	Findings finding.Findings
}

// Adopt returns a document for each application with objects in the files: HelmReleases, Kustomizations and KCLRuns of
// any API version that fluxapp converts. Clusters in the files are their fleet; other objects are left alone.
//
// The objects of an application have one kind, and one name but for the name of their cluster. Where an object names
// its application, that decides: KubeSphere's label beside its annotation, or fluxapp's annotation rendered-from.
//
// The labels of objects stay labels of objects. They name a cluster when [ClusterFrom] says so, and are never labels
// of clusters: only a document of the fleet knows those.
//
// The error is Result.Findings.Err(). Applications without an error are in the result also when there is one.
func Adopt(files []File, o Options) (Result, error) {
	a := adoption{kinds: o.Kinds, build: tree.NewBuilder(), written: map[string]bool{},
		kustomizations: kustomizations{}}
	for _, file := range files {
		a.read(file)
	}
	a.sort()
	a.leaveRendered()
	a.leaveRoots()
	a.leavePatches()
	a.warnOwned()
	a.warnProtected()
	a.tellVariables()
	for _, object := range a.objects {
		object.refused = object.refused || a.broken
		a.check(object)
	}
	result := Result{ClusterFrom: o.ClusterFrom, Left: a.sortedLeft()}
	if o.ClusterFrom == (ClusterFrom{}) {
		result.ClusterFrom, result.Guessed = a.guess()
	}
	if len(a.objects) > 0 && result.ClusterFrom != (ClusterFrom{}) {
		a.place(result.ClusterFrom)
		groups := a.groups()
		a.refuseClashes()
		a.readWaves(groups)
		result.Applications = a.prove(a.write(groups))
	}
	result.Findings = a.findings()
	return result, result.Findings.Err()
}

// sort puts the objects in file order, so that the order of the files does not matter.
func (a *adoption) sort() {
	slices.SortStableFunc(a.objects, func(x, y *object) int { return compareNodes(x.root, y.root) })
	slices.SortStableFunc(a.fleet, func(x, y *schema.Document) int { return compareNodes(x.Root(), y.Root()) })
	for _, d := range a.fleet {
		a.members = append(a.members, d.Members()...)
	}
}

// findings returns everything that was found, in file order.
func (a *adoption) findings() finding.Findings {
	all := slices.Concat(finding.Locate(a.problems), a.found)
	slices.SortStableFunc(all, func(x, y finding.Finding) int {
		return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Line, y.Line), cmp.Compare(x.Column, y.Column),
			cmp.Compare(x.Code, y.Code), cmp.Compare(x.Detail, y.Detail))
	})
	return all
}
