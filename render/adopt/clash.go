package adopt

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/naming"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// refuseClashes refuses objects that an API server would take for one, and releases that Helm would.
func (a *adoption) refuseClashes() {
	objects, releases := map[render.ID]*object{}, map[release]*object{}
	remedy := "; keep one of them"
	if candidates := scene(a.objects).candidates(); candidates != "" {
		remedy += ", or, if each is of another cluster, write where its name is with --cluster-from: " + candidates
	}
	for _, o := range a.objects {
		if o.isLost() || o.isPatch {
			continue
		}
		id := render.ID{Server: o.server, Kind: o.workload.Name, Namespace: o.namespace, Name: o.name}
		if first := objects[id]; first != nil {
			a.refuseBoth(o, first, finding.CodeSameObject, id.String()+named(" of cluster ", o.server)+" is already at ",
				remedy)
			continue
		}
		objects[id] = o
		if !o.isRelease() {
			continue
		}
		r := releaseOf(o)
		if first := releases[r]; first != nil {
			a.refuseBoth(o, first, finding.CodeSameRelease,
				fmt.Sprintf("Helm would store this release as %s/%s%s, like that of the HelmRelease at ", r.namespace, r.name,
					named(" on cluster ", o.cluster)),
				"; give one of them another releaseName or storageNamespace")
			continue
		}
		releases[r] = o
	}
}

func (a *adoption) refuseBoth(o, first *object, code finding.Code, detail, rest string) {
	for _, of := range [][2]*object{{o, first}, {first, o}} {
		if of[0].stays {
			continue
		}
		p := finding.Problem{Code: code, Node: of[0].root.At("metadata", "name"), Current: of[0].name, Detail: detail}
		a.report(of[0], p.Beside(of[1].root.At("metadata", "name"), rest))
	}
}

// named returns words with a name; empty for the hub, which has none.
func named(words, name string) string {
	if name == "" {
		return ""
	}
	return words + name
}

// release is what Helm knows a release by.
type release struct {
	server, kubeConfig string // the cluster
	namespace, name    string
}

func (o *object) part(what kinds.Naming) string {
	return naming.Part(o.workload, o.workload.Part(what), o.root.At, o.namespace, o.name)
}

func releaseOf(o *object) release {
	r := release{server: o.server, namespace: o.part(kinds.StorageNamespace), name: o.part(kinds.ReleaseName)}
	if o.kubeConfigName().Exists() { // Secrets of two namespaces may reach one cluster, which nobody knows
		r.kubeConfig = reachedBy(o.namespace, o.kubeConfig())
	}
	return r
}

// Left is an object that no document replaces. It stays as it is.
type Left struct {
	// Position is where the object begins.
	Position tree.Position
	// Kind, Namespace and Name are the object's. The kind of a list of kustomize is kustomization.yaml, and a document
	// that is no object has none.
	Kind, Namespace, Name string
	// Reason is why it stays, in words that follow its name: "is being deleted".
	Reason string
	// Sets are the fields of a kustomization.yaml of kustomize that change the objects of its folder, in order; none of
	// another object.
	Sets []string
}

func (a *adoption) leave(s *finding.Subject, reason string) {
	at := s.Root().Position()
	at.File = s.File()
	kind := s.Kind()
	if kinds.GroupOf(s.APIVersion()) == kinds.KustomizeFile.Group || kind == "" && isKustomizeFile(s.File()) {
		kind, reason = kustomizeFiles[0], ofKustomize
	}
	a.left = append(a.left, Left{Position: at, Kind: kind, Namespace: s.Namespace(), Name: s.Name(), Reason: reason,
		Sets: setsOf(s)})
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

// helmOperator are the groups of Flux v1, the older one last.
var helmOperator = []string{"helm.fluxcd.io", "flux.weave.works", "helm.integrations.flux.weave.works"}

// reasonOf returns why an object of a kind that is not adopted stays.
func reasonOf(apiVersion, kind string) string {
	switch group := kinds.GroupOf(apiVersion); {
	case kinds.Standard().Find(kinds.Source|kinds.Chart, group, kind) != nil:
		return referredTo
	case kinds.IsOwn(group):
		return "is a document of fluxapp or KubeSphere"
	case slices.Contains(helmOperator, group):
		return "is a " + kind + " of " + apiVersion + ", the Helm Operator of Flux v1; write it as " +
			kinds.HelmRelease.APIVersion + " first"
	}
	return "is no HelmRelease, Kustomization or KCLRun of Flux"
}

// leaveRendered leaves objects whose document is among the files: fluxapp renders them.
func (a *adoption) leaveRendered() {
	for _, o := range a.objects {
		if o.known = knownOf(o); o.known.rendered && a.written[o.known.owner()] {
			a.stay(o, "is rendered from "+o.known.owner()+", which is among the files")
		}
	}
}

func (a *adoption) sortedLeft() []Left {
	slices.SortStableFunc(a.left, func(x, y Left) int { return comparePositions(x.Position, y.Position) })
	return a.left
}
