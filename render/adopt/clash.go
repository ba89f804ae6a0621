package adopt

import (
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/identity"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// leaveWritten leaves objects that documents among the files render already.
func (a *adoption) leaveWritten() {
	if len(a.documents) == 0 {
		return
	}
	rendered := map[render.ID]render.Object{}
	for _, object := range a.renderWritten() {
		rendered[object.ID()] = object
	}
	for _, o := range a.objects {
		id := render.ID{Server: o.server, Kind: o.workload.Name, Namespace: o.namespace, Name: o.name}
		if object, ok := rendered[id]; ok && !o.refused {
			a.stay(o, "is in the document "+object.Application()+" already, which is among the files")
		}
	}
}

// renderWritten renders the documents among the files. It reports the errors of wrong ones, and renders the others.
func (a *adoption) renderWritten() []render.Object {
	for docs := slices.Clone(a.documents); ; {
		result, err := render.Render(slices.Concat(docs, a.fleet), delivered())
		if err == nil {
			a.documents = docs
			return result.Objects
		}
		wrong := map[string]bool{}
		for _, f := range finding.From(err) {
			if f.Severity == finding.SeverityError {
				wrong[f.File] = true
				a.found = append(a.found, f)
			}
		}
		before := len(docs)
		docs = slices.DeleteFunc(docs, func(d *schema.Document) bool { return wrong[d.File()] })
		if len(docs) == before || len(docs) == 0 {
			return nil
		}
	}
}

// refuseClashes refuses objects that an API server would take for one, and releases that Helm would.
func (a *adoption) refuseClashes() {
	objects, releases := map[render.ID]*object{}, map[identity.Key]*object{}
	elsewhere := ""
	if candidates := scene(a.objects).candidates(); candidates != "" {
		elsewhere = ", or, if each is of another cluster, write where its name is with --cluster-from: " + candidates
	}
	for _, o := range a.objects {
		if o.isLost() || o.isPatch {
			continue
		}
		id := render.ID{Server: o.server, Kind: o.workload.Name, Namespace: o.namespace, Name: o.name}
		if first := objects[id]; first != nil {
			remedy := "; keep one of them"
			switch {
			case o.namespace == "" && a.repository.Namespace(o.file) != a.repository.Namespace(first.file):
				remedy = "; lists of kustomize give them different namespaces: write metadata.namespace"
			case o.server == "" || a.mixed:
				remedy += elsewhere
			}
			a.refuseBoth(o, first, finding.CodeSameObject, id.String()+named(" of cluster ", o.server)+" is already at ",
				remedy)
			continue
		}
		objects[id] = o
		if !o.isRelease() {
			continue
		}
		release := o.identity().Runs()
		if first := releases[release]; first != nil {
			a.refuseBoth(o, first, finding.CodeSameRelease,
				fmt.Sprintf("Helm would store this release as %s/%s%s, like that of the HelmRelease at ",
					o.part(kinds.StorageNamespace), o.part(kinds.ReleaseName), named(" on cluster ", o.cluster)),
				"; give one of them another releaseName or storageNamespace")
			continue
		}
		releases[release] = o
	}
}

// refuseBoth refuses two objects. One that is refused already, for another reason or of another cluster, has its error.
func (a *adoption) refuseBoth(o, first *object, code finding.Code, detail, rest string) {
	for _, of := range [][2]*object{{o, first}, {first, o}} {
		if of[0].stays || of[0].refused || a.clashed[of[0].root] {
			of[0].refused = of[0].refused || !of[0].stays
			continue
		}
		a.clashed[of[0].root] = true
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

// leaveRendered leaves objects whose document is among the files: fluxapp renders them.
func (a *adoption) leaveRendered() {
	for _, o := range a.objects {
		if o.known = knownOf(o); o.known.rendered && a.written[o.known.owner()] {
			a.stay(o, "is rendered from "+o.known.owner()+", which is among the files")
		}
	}
}

// delivered are options with some delivery: only with one can an application wait for one of another kind. The objects
// themselves are the same with each.
func delivered() render.Options {
	return render.Options{AllowEmpty: true, Delivery: schema.Parse("", []byte(`{"apiVersion": "fluxapp.dev/v1alpha1",
		"kind": "RenderConfig", "metadata": {"name": "adopt", "namespace": "fluxapp-adopt"}, "spec": {"delivery": {
		"groups": 1, "sourceRef": {"kind": "GitRepository", "name": "adopt"}}}}`))[0]}
}
