package adopt

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// Options are what an adoption cannot know. The zero value is ready to use.
type Options struct {
	// ClusterFrom is where the name of the cluster of an object comes from: the first place that the object has. Without
	// one, Adopt finds it out from the objects.
	ClusterFrom []ClusterFrom
	// Documents is the folder where the documents will be, named as the files are; empty where nobody knows.
	Documents string
	// All adopts the objects of one cluster too.
	All bool
}

// Application is a document for the objects of one application.
type Application struct {
	// Namespace and Name are the document's. The namespace is empty when the objects have none.
	Namespace, Name string
	// Kind is the kind of the objects, for example HelmRelease.
	Kind string
	// Clusters are the names of the clusters, in order, the hub first, which is called hub.
	Clusters []string
	// Objects is the number of objects.
	Objects int
	// File is the name of the document's file. No other document of the run has it.
	File string
	// YAML is the document.
	YAML []byte
}

// Owner returns the namespace/name of the document; without a namespace, the name.
func (a Application) Owner() string { return strings.TrimPrefix(a.Namespace+"/"+a.Name, "/") }

// Result is what an adoption made.
type Result struct {
	// Applications are those that are proved, in the order of namespace and name.
	Applications []Application
	// Edits are the new texts of the files of their objects, in order: rendering into these files changes nothing.
	Edits []Edit
	// ClusterFrom is where the names of clusters came from, and Guessed why; empty when the options have it.
	ClusterFrom []ClusterFrom
	Guessed     string
	// Fleet are the files of the clusters, which rendering needs too, in order.
	Fleet []string
	// Left are the workloads that stay as they are, in file order.
	Left []Left
	// Findings are the errors, warnings and notes of the run, in file order.
	Findings finding.Findings
}

// Adopt returns a document for each application that has files of its own on two clusters or more, and the new texts of
// these files: HelmReleases, Kustomizations and KCLRuns of any API version that fluxapp converts. Clusters in the files
// are their fleet.
//
// The objects of an application have one kind, and one name, in which only the cluster differs.
//
// What stays is in Result.Left. The error is Result.Findings.Err(): a text that cannot be read, a wrong ClusterFrom, an
// object that a cluster has from two places, or a folder of documents that Flux applies. Applications without an error
// are in the result also when there is one, unless nobody can know which cluster reads what, or the folder is wrong.
func Adopt(files []File, o Options) (Result, error) {
	in := read(files)
	readings := follow(in)
	lists := built(in, readings)
	findHomes(in, readings, lists)
	leave(in, readings, lists)
	p := places{remote: o.ClusterFrom, local: o.ClusterFrom}
	if len(o.ClusterFrom) == 0 {
		p = guess(in, readings)
	}
	wrong := refuseFolder(in, readings, o.Documents)
	problems := slices.Concat(in.problems, wrong, settle(in, readings, place(in, readings, p), o.ClusterFrom),
		refuseClashes(in, readings))
	fleet := each.Of(in.fleet, (*schema.Document).File)
	slices.Sort(fleet)
	result := Result{ClusterFrom: p.all(), Guessed: p.why, Fleet: slices.Compact(fleet)}
	if !in.blind && len(wrong) == 0 {
		leaveWritten(in)
		check(in)
		groups := collect(in, o.All)
		takeSources(in, groups)
		groups, edited := prove(in, leaveAutomated(in, groups, o.Documents), o.All)
		result.Applications, result.Edits = each.Of(groups, (*group).application), edited.edits()
		problems = append(problems, converted(groups)...)
	}
	result.Left = left(in.objects)
	result.Findings = finding.Locate(problems)
	return result, result.Findings.Err()
}

func (g *group) application() Application {
	on := each.Of(g.objects, func(o *object) string { return cmp.Or(o.cluster(), kinds.Hub) })
	return Application{Namespace: g.namespace, Name: g.name, Kind: g.kind.Name, Objects: len(g.objects),
		Clusters: slices.Compact(on), File: g.file(), YAML: g.document}
}

// converted tells what the API version that fluxapp renders does not have, or spells otherwise.
func converted(groups []*group) (problems []finding.Problem) {
	for _, g := range groups {
		for _, o := range g.all() {
			for d := range proof.Differences(o.root, o.given) {
				if keys := d.Path.Keys(); !d.Before.Exists() || keys[len(keys)-1] == "apiVersion" {
					continue
				}
				what := "is written in the file as " + o.kind.APIVersion + " spells it"
				if !d.After.Exists() {
					what = o.kind.APIVersion + " has no such field: it is taken out of the file, or written as that version " +
						"spells it"
				}
				problems = append(problems, finding.Problem{Severity: finding.SeverityWarning, Code: codes.Converted,
					Subject: o.subject, Node: d.Before.Node, OnKey: true, Detail: what})
			}
		}
	}
	return problems
}

// left returns what stays, in file order.
func left(objects []*object) (all []Left) {
	for _, o := range objects {
		if o.left != nil && o.left != isDouble && o.left != isBroken && o.kind.Is(kinds.Workload) {
			all = append(all, Left{o.position(), o.kind.Name, o.namespace, o.name, o.left.text, o.left.code})
		}
	}
	slices.SortStableFunc(all, func(x, y Left) int { return x.Position.Compare(y.Position) })
	return all
}
