package adopt

import (
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Application is a document for the objects of one application.
type Application struct {
	// Namespace and Name are the document's. The namespace is empty when the objects have none.
	Namespace, Name string
	// Kind is the kind of the objects, for example HelmRelease.
	Kind string
	// Clusters are the names of the clusters, in order, each once. The hub has the empty name.
	Clusters []string
	// Objects is the number of objects.
	Objects int
	// Lines is the number of lines of the objects, when each is printed as YAML without what [Adopt] leaves out.
	Lines int
	// File is the name of the document's file. No other document of the run has it.
	File string
	// Moves are the files of the objects, as they were read and as they are written, in the order of the objects.
	Moves []Move
	// YAML is the document.
	YAML []byte

	roots []tree.Node // its objects, as they were read
}

// Move is where an object was, and where it goes.
type Move struct {
	// From is its old file, and To the file that -o dir= writes.
	From, To string
	// Folder is where the new file goes: where the old one is or, of one that several clusters read, beside the
	// Kustomization that reads it. Leaves is true of the latter: another Kustomization applies the new file.
	Folder string
	Leaves bool
}

// Cut is what to take out of a file in which something stays.
type Cut struct {
	// File is the file's name, and Objects are its objects that came in, in file order: HelmRelease apps/web.
	File    string
	Objects []string
}

// List is a kustomization.yaml of kustomize that names files all of whose documents came in.
type List struct {
	// File is the list's file, and Resources are the names to take out of it.
	File      string
	Resources []string
}

// Owner returns the namespace/name of the document; without a namespace, the name.
func (a Application) Owner() string {
	if a.Namespace == "" {
		return a.Name
	}
	return a.Namespace + "/" + a.Name
}

// replaced returns the files all of whose documents came in, and those of which some did.
func (a *adoption) replaced(proved []Application) (whole []string, partly []Cut) {
	in := map[string]map[tree.Node]bool{}
	for _, app := range proved {
		for _, root := range app.roots {
			file := root.Position().File
			if in[file] == nil {
				in[file] = map[tree.Node]bool{}
			}
			in[file][root] = true
		}
	}
	for _, o := range slices.Concat(a.objects, a.parts) { // of several clusters, it is in when it is in for all of them
		if o.refused || !o.workload.Is(kinds.Workload) && !o.taken {
			delete(in[o.file], o.root)
		}
	}
	for _, file := range slices.Sorted(maps.Keys(in)) {
		switch len(in[file]) {
		case 0:
		case a.files[file]:
			whole = append(whole, file)
		default:
			partly = append(partly, Cut{file, described(slices.SortedFunc(maps.Keys(in[file]), compareNodes))})
		}
	}
	return whole, partly
}

// described returns what objects are called in messages.
func described(objects []tree.Node) (all []string) {
	for _, o := range objects {
		metadata := o.Get("metadata")
		name := strings.TrimPrefix(metadata.Get("namespace").Text()+"/"+metadata.Get("name").Text(), "/")
		all = append(all, o.Get("kind").Text()+" "+name)
	}
	return all
}

// listsOf returns the lists that name files.
func (a *adoption) listsOf(files []string) (all []List) {
	named := map[string]bool{}
	for _, file := range files {
		named[file] = true
	}
	entries := a.repository.Entries(named)
	for _, file := range slices.Sorted(maps.Keys(entries)) {
		all = append(all, List{file, entries[file]})
	}
	return all
}
