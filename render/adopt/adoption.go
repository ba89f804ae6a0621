package adopt

import (
	"cmp"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

type adoption struct {
	kinds     *kinds.Table
	build     *tree.Builder
	objects   []*object              // in file order
	parts     []*object              // what documents can hold besides workloads, likewise
	partsAt   map[groupKey][]*object // the parts by what references name
	times     map[tree.Node]int      // how many clusters read each part
	fleet     schema.Documents
	members   []schema.Member // the clusters of the fleet
	broken    bool            // a cluster was refused, so that nobody knows the fleet
	written   map[string]bool // namespace/name of the applications among the files
	left      []Left
	workloads bool            // there is one, if only one that is left
	files     map[string]int  // how many documents each file has
	generated map[string]bool // the files that flux bootstrap writes

	repository *repository

	kustomizations kustomizations
	problems       []finding.Problem
	found          finding.Findings // of rules that made findings themselves
}

func newAdoption(table *kinds.Table) *adoption {
	return &adoption{kinds: table, build: tree.NewBuilder(), written: map[string]bool{}, files: map[string]int{},
		generated: map[string]bool{}, kustomizations: kustomizations{}}
}

// object is a workload of the input, or a part of a document besides workloads.
type object struct {
	file      string
	root      tree.Node // as it was read
	workload  *kinds.Kind
	namespace string
	name      string
	subject   *finding.Subject
	given     tree.Node // in current API versions, with what its author wrote only: what a document must render
	current   tree.Node // the same, with its wave in place of gates: what a document is made of
	known     known     // what the object itself tells of its application
	refused   bool
	stays     bool             // it is left as it is, without an error
	isPatch   bool             // it is no object of a cluster
	reason    string           // of a part: why it stays where it is, in words that follow its name
	metadata  tree.Node        // of a part: the labels and annotations that its author wrote
	converted finding.Findings // of a part

	cluster string          // empty for the hub
	spelt   string          // the cluster as ClusterFrom has it
	server  string          // the API server that has the object: the cluster, or empty for the hub
	taken   bool            // of a part: a document has it
	problem finding.Problem // why nobody knows the cluster, unless clusters read the folder
}

// groupKey is what the objects of an application have in common, or what one object is known by.
type groupKey struct {
	kind, namespace, name string
	known                 bool
}

// key is what an API server knows the object by.
func (o *object) key() groupKey {
	return groupKey{kind: o.workload.Name, namespace: o.namespace, name: o.name}
}

// report adds a problem of an object. An error keeps its application from being written.
func (a *adoption) report(o *object, p finding.Problem) {
	p.Subject = o.subject
	o.refused = o.refused || p.IsError()
	a.problems = append(a.problems, p)
}

func compareNodes(x, y tree.Node) int { return comparePositions(x.Position(), y.Position()) }

func comparePositions(p, q tree.Position) int {
	return cmp.Or(cmp.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Column, q.Column))
}
