package adopt

import (
	"cmp"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Left is an object that no document replaces. It stays as it is.
type Left struct {
	// Position is where the object begins.
	Position tree.Position
	// Kind, Namespace and Name are the object's.
	Kind, Namespace, Name string
	// Reason is why it stays, in words that follow its name: "is being deleted".
	Reason string
}

func (a *adoption) leave(s *finding.Subject, reason string) {
	at := s.Root().Position()
	at.File = s.File()
	a.left = append(a.left, Left{Position: at, Kind: s.Kind(), Namespace: s.Namespace(), Name: s.Name(), Reason: reason})
}

// reasonOf returns why an object of a kind that is not adopted stays.
func reasonOf(group, kind string) string {
	switch {
	case kinds.Standard().Find(kinds.Source|kinds.Chart, group, kind) != nil:
		return "is a source, which the documents refer to"
	case kinds.Standard().Find(kinds.FolderList, group, kind) != nil:
		return "is a file of kustomize; adopt what kustomize build prints of it"
	case kinds.IsOwn(group):
		return "is a document of fluxapp or KubeSphere"
	}
	return "is no HelmRelease, Kustomization or KCLRun of Flux"
}

// leaveRendered leaves objects whose document is among the files: fluxapp renders them.
func (a *adoption) leaveRendered() {
	a.objects = slices.DeleteFunc(a.objects, func(o *object) bool {
		o.known = knownOf(o)
		if !o.known.rendered || !a.written[o.known.owner()] {
			return false
		}
		a.leave(o.subject, "is rendered from "+o.known.owner()+", which is among the files")
		return true
	})
}

func (a *adoption) sortedLeft() []Left {
	slices.SortStableFunc(a.left, func(x, y Left) int {
		p, q := x.Position, y.Position
		return cmp.Or(cmp.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Column, q.Column))
	})
	return a.left
}
