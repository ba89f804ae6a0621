package adopt

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/naming"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// refuseClashes refuses objects that an API server would take for one, and releases that Helm would.
func (a *adoption) refuseClashes() {
	objects, releases := map[render.ID]*object{}, map[release]*object{}
	for _, o := range a.objects {
		if o.name == "" || o.patch {
			continue
		}
		id := render.ID{Server: o.server, Kind: o.workload.Name, Namespace: o.namespace, Name: o.name}
		if first := objects[id]; first != nil {
			a.refuseBoth(o, first, finding.CodeSameObject, id.String()+onServer(o.server)+" is already at ",
				"; keep one of them, or, if each is of another cluster, write where its name is: --cluster-from path:N")
			continue
		}
		objects[id] = o
		if !o.isRelease() || o.refused {
			continue
		}
		r := releaseOf(o)
		if first := releases[r]; first != nil {
			a.refuseBoth(o, first, finding.CodeSameRelease,
				fmt.Sprintf("Helm would store this release as %s/%s%s, like that of the HelmRelease at ", r.namespace, r.name,
					onCluster(o)),
				"; give one of them another releaseName or storageNamespace")
			continue
		}
		releases[r] = o
	}
}

func (a *adoption) refuseBoth(o, first *object, code finding.Code, detail, rest string) {
	first.refused = true
	p := finding.Problem{Code: code, Node: o.root.At("metadata", "name"), Current: o.name, Detail: detail}
	a.report(o, p.Beside(first.root.At("metadata", "name"), rest))
}

func onServer(server string) string {
	if server == "" {
		return ""
	}
	return " of cluster " + server
}

func onCluster(o *object) string {
	if o.cluster == "" {
		return ""
	}
	return " on cluster " + o.cluster
}

// release is what Helm knows a release by.
type release struct {
	server, kubeConfig string // the cluster
	namespace, name    string
}

func (o *object) part(is kinds.Naming) string {
	return naming.Part(o.workload, o.workload.Part(is), o.root.At, o.namespace, o.name)
}

func releaseOf(o *object) release {
	r := release{server: o.server, namespace: o.part(kinds.StorageNamespace), name: o.part(kinds.ReleaseName)}
	if o.kubeConfigName().Exists() { // Secrets of two namespaces may reach one cluster, which nobody knows
		r.kubeConfig = reachedBy(o.namespace, o.kubeConfig())
	}
	return r
}
