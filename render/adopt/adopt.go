package adopt

import (
	"cmp"
	"maps"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/kustomize"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// Options are what an adoption cannot know. The zero value is ready to use.
type Options struct {
	// ClusterFrom is where the name of the cluster of an object comes from: the first place that the object has. Without
	// one, Adopt finds it out from the objects.
	ClusterFrom []ClusterFrom
	// Documents is the folder where the documents will be, named as the files are; empty where nobody knows. Adopt warns
	// of a folder that Flux applies.
	Documents string
	// Kinds has the workloads that are adopted; nil for those that fluxapp renders.
	Kinds *kinds.Table
}

// Result is what an adoption made.
type Result struct {
	// Applications are those that are proved, in the order of namespace and name.
	Applications []Application
	// ClusterFrom is where the names of clusters came from.
	ClusterFrom []ClusterFrom
	// Guessed are the reasons why ClusterFrom was chosen; none when the options have it.
	Guessed []string
	// Left are the objects that stay as they are, without those that an error of Findings is about, in file order.
	Left []Left
	// Fleet are the files of the clusters, which rendering needs too, in order.
	Fleet []string
	// Standalone is true where clusters have API servers of their own, so that each has a folder of its own.
	Standalone bool
	// Replaced are the files all of whose documents are in Applications, in order.
	Replaced []string
	// Lists are the lists of kustomize that name files of Replaced, in the order of their files.
	Lists []List
	// Partly are the other files that have documents which are in Applications, in order.
	Partly []Cut
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
	a := newAdoption(o.Kinds)
	for _, file := range files {
		a.read(file)
	}
	a.sort()
	a.findRepository(files)
	a.leaveRendered()
	a.leaveRoots()
	a.leavePatches()
	for _, object := range a.objects {
		if !object.stays && !object.refused {
			a.check(object)
		}
		object.refused = object.refused || a.broken
	}
	for _, part := range a.parts {
		a.checkPart(part)
	}
	a.warnOwned()
	a.warnProtected()
	a.tellVariables()
	a.tellTexts()
	a.tellUnlisted()
	result := a.adopt(o.ClusterFrom)
	if len(result.Applications) > 0 {
		a.warnApplied(o.Documents)
	}
	result.Findings = a.findings()
	return result, result.Findings.Err()
}

// adopt writes and proves the documents of the objects that were read.
func (a *adoption) adopt(from []ClusterFrom) Result {
	a.leaveDelivering()
	if len(a.objects) == 0 && !a.workloads {
		if len(a.problems) == 0 { // otherwise nobody knows what a file has
			a.problems = append(a.problems, finding.Problem{Code: finding.CodeNothingToAdopt,
				Detail: "there is no HelmRelease, Kustomization or KCLRun of Flux; name the files that have them, or pipe what " +
					"kubectl get prints"})
		}
		a.leaveParts(nil, nil)
		return Result{ClusterFrom: from, Left: a.sortedLeft(nil)}
	}
	p := places{remote: from, local: from, given: len(from) > 0}
	if len(from) == 0 {
		p = a.guess()
	}
	result := Result{ClusterFrom: p.all(), Guessed: p.reasons, Fleet: a.fleetFiles()}
	p.repeats = scene(a.objects).repeats()
	a.place(p)
	a.refuseSpread()
	a.leaveWritten()
	a.placeParts(p)
	a.refuseClashes()
	a.refuseWaves()
	a.refuseTogether()
	groups := slices.DeleteFunc(a.groups(), (*group).leave)
	a.takeSources(groups)
	result.Standalone = slices.ContainsFunc(groups, (*group).standalone)
	result.Applications = a.prove(a.write(groups))
	a.leaveParts(groups, result.Applications)
	a.tellOrder(result.Applications)
	a.warnPruned(result.Applications)
	a.warnLabelled(result.Applications)
	result.Replaced, result.Partly = a.replaced(result.Applications)
	result.Lists = a.listsOf(result.Replaced)
	result.Left = a.sortedLeft(result.Applications)
	return result
}

// sortedLeft returns what stays, in file order. What fluxapp has rendered for an application that came in without it
// gets that reason.
func (a *adoption) sortedLeft(proved []Application) []Left {
	again := owners(proved)
	for i, left := range a.left {
		if again[left.from] && left.Reason != reasonDelivers {
			a.left[i].Reason = reasonLost
		}
	}
	slices.SortStableFunc(a.left, func(x, y Left) int { return x.Position.Compare(y.Position) })
	return a.left
}

// sort puts the objects in file order, so that the order of the files does not matter.
func (a *adoption) sort() {
	inFileOrder := func(x, y *object) int { return compareNodes(x.root, y.root) }
	slices.SortStableFunc(a.objects, inFileOrder)
	slices.SortStableFunc(a.parts, inFileOrder)
	slices.SortStableFunc(a.fleet, func(x, y *schema.Document) int { return compareNodes(x.Root(), y.Root()) })
	for _, d := range a.fleet {
		a.members = append(a.members, d.Members()...)
	}
}

// fleetFiles returns the files with clusters, in order.
func (a *adoption) fleetFiles() (files []string) {
	for _, d := range a.fleet {
		files = append(files, d.File())
	}
	slices.Sort(files)
	return slices.Compact(files)
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

// findRepository finds what Kustomizations of Flux read, and which of them read themselves.
func (a *adoption) findRepository(files []File) {
	a.repository = kustomize.NewRepository(slices.Sorted(maps.Keys(a.files)))
	for _, file := range files {
		a.repository.Read(file.Name, file.Data)
	}
	var paths []string
	isOther := func(o *object) bool { return o.workload != kinds.Kustomization }
	kustomizations := slices.DeleteFunc(slices.Clone(a.objects), isOther)
	for _, o := range kustomizations {
		paths = append(paths, o.root.At("spec", "path").Text())
	}
	a.repository.FindRoot(paths)
	a.source = a.ownSource(kustomizations)
	folders := a.repository.Folders()
	for _, o := range kustomizations {
		dir, ok := a.folderOf(o)
		if ok && a.builds(o) {
			a.roots = append(a.roots, root{dir, o.key()})
		}
		for component := range o.root.At("spec", "components").Children() {
			a.repository.Use(dir, component.Text())
		}
		if ok && !isTop(o) {
			folders = append(folders, dir)
		}
	}
	a.buildsOf = map[string][]int{}
	for i, dir := range folders {
		for file := range a.repository.Build(dir) {
			a.buildsOf[file] = append(a.buildsOf[file], i)
		}
	}
}
