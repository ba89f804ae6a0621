package adopt

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/kustomize"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// inKustomize is what kustomize finds the object by.
func (o *object) inKustomize() kustomize.Object {
	return kustomize.Object{File: o.file, Group: o.workload.Group, Kind: o.workload.Name, Namespace: o.namespace,
		Name: o.name, Refers: o.root.At("spec", "valuesFrom").Exists() || o.root.At("spec", "postBuild").Exists()}
}

// leavePatches leaves what is a patch of kustomize rather than an object, and refuses what patches change: what
// kustomize makes of both is deployed, and neither alone.
func (a *adoption) leavePatches() {
	all := slices.Concat(a.objects, a.parts)
	var patches []kustomize.Patch
	applied := map[string][]kustomize.Patch{} // by their files
	for _, p := range a.repository.Patches() {
		if p.File != "" {
			applied[p.File] = append(applied[p.File], p)
		}
		if !p.NeedsObject() {
			patches = append(patches, p)
		}
	}
	for _, o := range all {
		patches = append(patches, a.leavePatch(o, applied[o.file])...)
	}
	for _, o := range all {
		i := slices.IndexFunc(patches, func(p kustomize.Patch) bool { return p.Changes(o.inKustomize()) })
		if o.stays || o.isPatch {
			continue
		}
		if i >= 0 {
			a.refuseChanged(o, "is patched", patches[i].At)
			continue
		}
		switch at, what := a.repository.ChangedByLists(o.inKustomize()); what {
		case kustomize.None:
		case kustomize.Metadata:
			o.labelledBy = at
		case kustomize.Whole:
			a.refuseChanged(o, "is changed", at)
		default:
			a.refuseChanged(o, "has "+string(what)+" changed", at)
		}
	}
}

// tellUnlisted tells of objects whose files the list of their folder leaves out: perhaps somebody switched them off.
func (a *adoption) tellUnlisted() {
	for _, o := range a.leaving() {
		if list := a.repository.List(path.Dir(o.file)); list.Exists() && len(a.buildsOf[o.file]) == 0 {
			p := finding.Problem{Severity: finding.SeverityInfo, Code: finding.CodeUnlisted,
				Node: o.root.At("metadata", "name"), Current: o.name,
				Detail: "kustomize does not build this file, because it is not in "}
			a.report(o, p.Beside(list, "; if it is switched off, delete it first: its document would deploy it"))
		}
	}
}

// leavePatch leaves an object that is a patch, and returns what it patches.
func (a *adoption) leavePatch(o *object, uses []kustomize.Patch) (patches []kustomize.Patch) {
	reason, lacks := "is a patch of kustomize", o.lacks()
	switch {
	case len(uses) > 0:
		for _, p := range uses {
			if p.NeedsObject() {
				patches = append(patches, p.For(o.inKustomize(), o.root))
			}
		}
	case lacks == "":
		return nil
	case len(a.buildsOf[o.file]) > 0: // it is a resource, and no patch
		a.refuseIncomplete(o, lacks)
		return nil
	case a.repository.Lists(o.file):
		reason = "is no whole object but a patch of kustomize that no kustomization.yaml applies: " + lacks
	default:
		reason = "is no whole object but a patch of kustomize: " + lacks
		patches = append(patches, kustomize.PatchIn(o.inKustomize(), o.root))
	}
	if o.isPatch = true; o.workload.Is(kinds.Workload) {
		a.stay(o, reason)
	} else {
		o.refused, o.reason = true, reason
	}
	return patches
}

// refuseIncomplete refuses an object that a list has as a resource, and to which something adds what Flux requires.
func (a *adoption) refuseIncomplete(o *object, lacks string) {
	o.isPatch = true
	if !o.workload.Is(kinds.Workload) {
		o.refused, o.reason = true, "is not whole: "+lacks
		return
	}
	a.report(o, finding.Problem{Code: finding.CodeNotAdoptable, Node: o.root.At("metadata", "name"), Current: o.name,
		Detail: lacks + ", which something adds on the way; adopt what kustomize build prints, or what the cluster has"})
}

// refuseChanged refuses an object that a patch or a list changes.
func (a *adoption) refuseChanged(o *object, how string, at tree.Node) {
	o.altered = true
	if !o.workload.Is(kinds.Workload) {
		o.refused, o.reason = true, fmt.Sprintf("%s at %s:%d", how, at.Position().File, at.Position().Line)
		return
	}
	a.report(o, finding.Problem{Code: finding.CodeNotAdoptable, Node: o.root.At("metadata", "name"), Current: o.name,
		Detail: how + " at "}.Beside(at, "; what kustomize makes of both is deployed, so adopt what kustomize build prints"))
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
