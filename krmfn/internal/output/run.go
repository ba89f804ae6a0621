package output

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
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
	known := each.Below(r.documents, owner)
	known[pkg] = known[pkg] || renders
}

// AddConfig adds the RenderConfig of the run. The objects that deliver belong to it, also of an earlier delivery.
func (r *Run) AddConfig(config *schema.Document, pkg string) {
	if config == nil || config.Name() == "" {
		return
	}
	r.delivers = config.Facts().DeliverySource().Exists()
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
