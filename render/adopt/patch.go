package adopt

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// patch changes objects before they are deployed.
type patch struct {
	at        tree.Node // where it is written
	target    tree.Node // which objects it is for; absent for those of its kind and name
	kind      string
	namespace string
	name      string
	reach     *reach // of the kustomization that has it; nil where none is among the files
}

// changes reports whether an object is changed. Kustomize may add a namespace before, and labels are not looked at: an
// object that only may be changed is not known either.
func (p patch) changes(o *object) bool {
	if p.reach != nil && !p.reach.has(o.file) {
		return false
	}
	if p.target.Exists() {
		group := p.target.Get("group").Text()
		return fitsTarget(p.target.Get("kind"), o.workload.Name) && fitsTarget(p.target.Get("name"), o.name) &&
			(group == "" || group == o.workload.Group) &&
			(o.namespace == "" || fitsTarget(p.target.Get("namespace"), o.namespace))
	}
	return p.kind == o.workload.Name && p.name == o.name &&
		(p.namespace == "" || o.namespace == "" || p.namespace == o.namespace)
}

// leavePatches leaves what is a patch of kustomize rather than an object, and refuses what patches change: what
// kustomize makes of both is deployed, and neither alone.
func (a *adoption) leavePatches() {
	var patches []patch
	applied := map[string][]patch{} // by the file of the patch
	for _, p := range a.kustomizations.patchings() {
		within := a.kustomizations.reachOf(p.dir)
		made := patch{at: p.at, target: p.target, reach: &within}
		switch {
		case p.file != "":
			applied[p.file] = append(applied[p.file], made)
			if !p.target.Exists() {
				continue // its kind and name are in the file
			}
		case !p.target.Exists():
			if made.of(p.inline); made.kind == "" {
				continue
			}
		}
		patches = append(patches, made)
	}
	for _, o := range slices.Concat(a.objects, a.parts) {
		uses := applied[path.Clean(o.file)]
		reason := "is a patch of kustomize"
		if lacks := o.lacks(); len(uses) == 0 && lacks == "" {
			continue
		} else if len(uses) == 0 {
			if reason = "is no whole object but a patch of kustomize"; a.kustomizations.around(o.file) {
				reason += " that no kustomization.yaml applies"
			} else {
				uses = []patch{{}}
			}
			reason += ": " + lacks
		}
		for _, p := range uses {
			if p.at = o.root; !p.target.Exists() {
				p.of(o.root)
				patches = append(patches, p)
			}
		}
		if o.isPatch = true; o.workload.Is(kinds.Workload) {
			a.stay(o, reason)
		} else {
			o.refused, o.reason = true, reason
		}
	}
	for _, o := range a.objects {
		a.refusePatched(o, patches)
	}
	for _, o := range a.parts {
		if i := slices.IndexFunc(patches, func(p patch) bool { return p.changes(o) }); i >= 0 && !o.isPatch {
			at := patches[i].at.Position()
			o.refused, o.reason = true, fmt.Sprintf("is patched at %s:%d", at.File, at.Line)
		}
	}
}

// of makes the patch one for the object that is called like it.
func (p *patch) of(root tree.Node) {
	p.kind, p.name = root.Get("kind").Text(), root.At("metadata", "name").Text()
	p.namespace = root.At("metadata", "namespace").Text()
}

// refusePatched refuses an object that a patch changes, and names the first one.
func (a *adoption) refusePatched(o *object, patches []patch) {
	if o.stays {
		return
	}
	i := slices.IndexFunc(patches, func(p patch) bool { return p.changes(o) })
	if i < 0 {
		return
	}
	a.report(o, finding.Problem{Code: finding.CodeNotAdoptable, Node: o.root.At("metadata", "name"), Current: o.name,
		Detail: "is patched at "}.Beside(patches[i].at, "; what kustomize makes of both is deployed, so adopt what "+
		"kustomize build prints"))
}

// lacks tells what an object does not have that Flux requires and no document can leave open; empty for a whole one,
// and for what nobody can take for a patch, because it has no name either.
func (o *object) lacks() string {
	spec := o.root.Get("spec")
	switch {
	case o.root.Find("$patch").Exists() || spec.Find("$patch").Exists():
		return "it has $patch"
	case o.name == "" || !slices.Contains(o.workload.APIVersions(), o.subject.APIVersion()):
		return ""
	case !spec.Exists():
		return "it has no spec"
	case spec.Kind() != tree.Map:
		return ""
	}
	if missing := missingFields(o.workload, spec); len(missing) > 0 {
		return fmt.Sprintf("it has no %s", strings.Join(missing, ", "))
	}
	return ""
}
