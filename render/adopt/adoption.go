package adopt

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/kustomize"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

type adoption struct {
	kinds     *kinds.Table
	build     *tree.Builder
	objects   []*object          // in file order
	parts     []*object          // what documents can hold besides workloads, likewise
	partsAt   map[spot][]*object // the parts, by what references name
	times     map[tree.Node]int  // how many clusters read each part
	fleet     schema.Documents
	members   []schema.Member  // the clusters of the fleet
	broken    bool             // a cluster was refused, so that nobody knows the fleet
	written   map[string]bool  // namespace/name of the applications among the files
	documents schema.Documents // these
	left      []Left
	workloads bool            // there is one, if only one that is left
	files     map[string]int  // how many documents each file has
	generated map[string]bool // the files that flux bootstrap writes
	unread    []string        // the files that cannot be read, and may have what reads folders

	repository *kustomize.Repository
	clashed    map[tree.Node]bool
	mixed      bool             // the places that the user gave do not tell most objects apart
	source     string           // what most Kustomizations read, which is the repository of the files
	buildsOf   map[string][]int // the builds of kustomize that have each file
	roots      []root           // the Kustomizations that read their own folders

	textCount int // of texts that kubectl takes for booleans
	firstText tree.Position

	problems []finding.Problem
	found    finding.Findings // of rules that made findings themselves
}

func newAdoption(table *kinds.Table) *adoption {
	return &adoption{kinds: table, build: tree.NewBuilder(), written: map[string]bool{}, files: map[string]int{},
		generated: map[string]bool{}, clashed: map[tree.Node]bool{}}
}

// report adds a problem of an object. An error keeps its application from being written.
func (a *adoption) report(o *object, p finding.Problem) {
	p.Subject = o.subject
	o.refused = o.refused || p.IsError()
	a.problems = append(a.problems, p)
}

func (a *adoption) leave(s *finding.Subject, reason string) {
	at := s.Root().Position()
	at.File = s.File()
	kind := s.Kind()
	isList := kinds.GroupOf(s.APIVersion()) == kinds.KustomizeFile.Group ||
		s.APIVersion() == "" && kustomize.IsList(s.File())
	var sets []string
	from := s.Root().At("metadata", "annotations", kinds.AnnotationRenderedFrom).Text()
	if isList {
		kind, reason, sets, from = "kustomization.yaml", ofKustomize, kustomize.Sets(s.Root()), ""
	}
	a.left = append(a.left, Left{Position: at, Kind: kind, Namespace: s.Namespace(), Name: s.Name(), Reason: reason,
		Sets: sets, from: from})
}

// stay leaves a workload as it is.
func (a *adoption) stay(o *object, reason string) {
	if o.stays {
		return
	}
	o.stays = true
	a.leave(o.subject, reason)
	a.report(o, finding.Problem{Severity: finding.SeverityInfo, Code: finding.CodeStays, Node: o.root, Current: o.name,
		Detail: "the " + o.workload.Name + " " + strings.TrimPrefix(o.namespace+"/"+o.name, "/") + " stays as it is: it " +
			reason})
}
