package output

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// Run is what the decisions of a run depend on.
type Run struct {
	Folder    bool // of documents that fluxapp did not write, only those beside its own are known
	Selection bool // only a part of a package was handed over, so that a document that is missing may exist
	Alone     bool // the run renders one document, and keeps the objects of all others
	Prune     bool // orphans go; in a folder, those in files that have a name of fluxapp's
	Partial   bool // the run renders some of its applications, and leaves everything else alone
	// Pruned are documents, by namespace/name, whose objects go wherever they are.
	Pruned  []string
	Exclude []string      // folders whose files are not fluxapp's
	Result  render.Result // what the run has rendered
	Absent  string        // in messages, what a document is that is not among those of the run: "was not read"
	Remedy  string        // what removes its objects: "--prune-orphans"

	documents map[Owner]map[string]bool // by package, whether the run renders the document
	delivers  bool                      // the RenderConfig has delivery
}

// AddDocument adds a document that the run has read, and whether the run renders it, perhaps to nothing.
func (r *Run) AddDocument(owner Owner, pkg string, renders bool) {
	if r.documents == nil {
		r.documents = map[Owner]map[string]bool{}
	}
	if r.documents[owner] == nil {
		r.documents[owner] = map[string]bool{}
	}
	r.documents[owner][pkg] = r.documents[owner][pkg] || renders
}

// AddConfig adds the RenderConfig of the run. What delivers belongs to it, also when it has no delivery any more.
func (r *Run) AddConfig(config *schema.Document, pkg string) {
	if config == nil || config.Name() == "" {
		return
	}
	r.delivers = config.DeliverySource().Exists()
	namespace := cmp.Or(config.Namespace(), config.Spec().At("delivery", "namespace").Text())
	r.AddDocument(Owner{Document: strings.TrimPrefix(namespace+"/"+config.Name(), "/"), Delivery: true}, pkg, true)
}

type relation int

const (
	foreign relation = iota // fluxapp did not render it, or from a document that this run does not render
	orphan                  // rendered from a document that does not exist
	own                     // rendered from a document that this run renders
	unclear                 // rendered from a document that several packages have, and in another package
)

// relationTo returns the run's relation to the objects of an owner in a package. They belong to their document in any
// package, because either may have been moved. When several packages have the document, each owns its own objects. In a
// selection, nobody knows which other packages have the document.
func (r Run) relationTo(owner Owner, pkg string) relation {
	documents := r.documents[owner]
	renders, here := documents[pkg]
	for _, rendersThere := range documents {
		renders = renders || rendersThere && !here
	}
	switch {
	case owner.Document == "" || r.Selection && !here || len(documents) == 0 && r.Alone:
		return foreign
	case len(documents) == 0:
		return orphan
	case !renders:
		return foreign
	case !here && len(documents) > 1:
		return unclear
	}
	return own
}

// Excludes reports whether a file or folder is in a folder whose files are not fluxapp's.
func (r Run) Excludes(name string) bool {
	return slices.ContainsFunc(r.Exclude, func(folder string) bool {
		return name == path.Clean(folder) || strings.HasPrefix(name, path.Clean(folder)+"/")
	})
}

// Rules of files, packages and the function. The rules of documents are in package schema.
const (
	// CodeDelivery: delivery cannot apply the objects from where they are written, or a run over some applications would
	// change what delivers the others.
	CodeDelivery finding.Code = "FA240"
	// CodeFunctionConfig: the functionConfig is not one that the function reads.
	CodeFunctionConfig finding.Code = "FA401"
	// CodeForeignObject: an object has the name of a rendered one, and fluxapp did not make it, or made it from another
	// document.
	CodeForeignObject finding.Code = "FA402"
	// CodeForeignFile: a file has the path of a rendered one, and fluxapp did not write it, or wrote it for another
	// document.
	CodeForeignFile finding.Code = "FA403"
	// CodeOrphan: an existing object is no longer rendered: its document renders it no more, is gone, or was not read.
	CodeOrphan finding.Code = "FA405"
	// CodeMissing: a check found that a rendered object does not exist.
	CodeMissing finding.Code = "FA407"
	// CodeOutOfDate: a check found an object that differs from the rendered one.
	CodeOutOfDate finding.Code = "FA408"
	// CodeSelection: the client passed only a part of the package.
	CodeSelection finding.Code = "FA409"
	// CodeApart: objects for several API servers have the same name, and the client does not keep the files that tell
	// them apart.
	CodeApart finding.Code = "FA410"
	// CodeDeleted: the run deleted or moved an object. The message says what Flux then does.
	CodeDeleted finding.Code = "FA416"
	// CodeEmptied: the run deleted the last file of a folder that Flux reads.
	CodeEmptied finding.Code = "FA417"
	// CodeLeft: a file with the annotation of objects cannot be read, and stays.
	CodeLeft finding.Code = "FA418"
	// CodeHides: a new kustomization.yaml would leave out files, which Flux then deletes.
	CodeHides finding.Code = "FA419"
	// CodeSecondOwner: another object of a document that the run does not render has the same Helm release, or the same
	// manifests, on the same cluster.
	CodeSecondOwner finding.Code = "FA420"
	// CodeMisplaced: an object of a document of the run is in a file to which this document writes nothing.
	CodeMisplaced finding.Code = "FA422"
	// CodeLowered: a version goes down in a file that a document names.
	CodeLowered finding.Code = "FA423"
	// CodeReprinted: an object is printed anew, because its values cannot be set in its text.
	CodeReprinted finding.Code = "FA424"
	// CodeRenamed: a kustomization.yaml changes names or the namespace of rendered objects, and no reference to them.
	CodeRenamed finding.Code = "FA426"
	// CodeWrittenBack: image automation changes rendered files, and not the document that they are rendered from.
	CodeWrittenBack finding.Code = "FA427"
	// CodeOtherConfig: a comparison renders both sides with a RenderConfig that had other options in the revision.
	CodeOtherConfig finding.Code = "FA606"
	// CodeConfigAbove: a fluxapp.yaml lies above the folder that is read, where its options and limits do not hold.
	CodeConfigAbove finding.Code = "FA927"
)
