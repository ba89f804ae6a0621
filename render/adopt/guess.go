package adopt

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// guess finds out where the names of clusters are. Without a place for objects without kubeConfig, these are for the
// hub itself.
func (a *adoption) guess() (p places) {
	var remote, local scene
	for _, o := range a.objects {
		switch {
		case o.name == "" || o.isPatch:
		case o.hasKubeConfig():
			remote = append(remote, o)
		default:
			local = append(local, o)
		}
	}
	if len(remote) > 0 {
		p.addRemote(remote)
	}
	folders := a.clusterFolders(local)
	switch {
	case !local.repeats() && a.isByNamespace(local):
		p.local, p.reasons = []ClusterFrom{{place: fromNamespace}}, append(p.reasons, inNamespaces)
	case len(folders.from) > 0 && (folders.certain || a.isBetterThanHub(folders, local)):
		p.local, p.later, p.reasons = folders.from, folders.later, append(p.reasons, folders.reason())
	case local.repeats():
		if p.addLabel(local); len(p.local) == 0 && local.isUntold() {
			a.refuseUntold(local)
		}
	case len(remote) == 0 && len(local) > 0:
		p.remote, p.reasons = []ClusterFrom{{place: fromKubeConfig}},
			append(p.reasons, "no object has a kubeConfig, so all are for one cluster")
	}
	return p
}

// isByNamespace reports whether each application is in several namespaces, and these come back with other applications,
// or are called like clusters of the fleet or like stages: one application can be there for two teams.
func (a *adoption) isByNamespace(local scene) bool {
	f := local.fit(ClusterFrom{place: fromNamespace})
	isOfFleet := func(m schema.Member) bool {
		return slices.ContainsFunc(local, func(o *object) bool { return o.namespace == m.Name })
	}
	isNoStage := func(o *object) bool { return !stageWord.MatchString(o.namespace) }
	return f.isWhole() &&
		(f.several > 1 || slices.ContainsFunc(a.members, isOfFleet) || !slices.ContainsFunc(local, isNoStage))
}

// isBetterThanHub reports whether folders leave a tenth of the objects without a cluster at most, or fewer than the hub
// does, which can have one object of a name.
func (a *adoption) isBetterThanHub(folders clusterFolders, local scene) bool {
	uncovered, count, doubled := a.uncovered(local, folders), map[groupKey]int{}, 0
	for _, o := range local {
		count[o.key()]++
	}
	for _, n := range count {
		if n > 1 {
			doubled += n
		}
	}
	return 10*uncovered <= len(local) || uncovered < doubled
}

const inNamespaces = "the objects of each application are in different namespaces"

// addRemote chooses the place for objects of a hub: their kubeConfigs or, where each cluster has a namespace with a
// kubeConfig of one name, their namespaces.
func (p *places) addRemote(s scene) {
	secrets, namespaces := map[string]bool{}, map[string]bool{}
	for _, o := range s {
		secrets[o.kubeConfigName().Text()], namespaces[o.namespace] = true, true
	}
	namespace := ClusterFrom{place: fromNamespace}
	if len(secrets) == 1 && len(namespaces) > 1 && s.fit(namespace).groups() {
		p.remote, p.reasons = []ClusterFrom{namespace},
			append(p.reasons, inNamespaces)
		return
	}
	p.remote, p.reasons = []ClusterFrom{{place: fromKubeConfig}},
		append(p.reasons, "the kubeConfigs tell the objects of each application apart")
}

// addLabel chooses a label that tells apart objects without a kubeConfig, which are there several times.
func (p *places) addLabel(s scene) {
	for _, key := range s.labels() {
		if from := (ClusterFrom{place: fromLabel, label: key}); s.fit(from).groups() {
			p.local, p.reasons = []ClusterFrom{from},
				append(p.reasons, "the label tells the objects of each application apart")
			return
		}
	}
}

// isUntold reports whether several applications are there twice, and most objects are of these.
func (s scene) isUntold() bool {
	count := map[groupKey]int{}
	for _, o := range s {
		count[o.key()]++
	}
	doubled, objects := 0, 0
	for _, n := range count {
		if n > 1 {
			doubled, objects = doubled+1, objects+n
		}
	}
	return doubled > 1 && 2*objects > len(s)
}

// refuseUntold refuses objects when most of them have the kind, namespace and name of another one, and nothing tells
// for which clusters they are.
func (a *adoption) refuseUntold(s scene) {
	others := map[groupKey][]*object{}
	for _, o := range s {
		others[o.key()] = append(others[o.key()], o)
	}
	remedy := "; write where the names of the clusters are with --cluster-from"
	remedy += named(": ", s.candidates())
	for _, o := range s {
		p := finding.Problem{Code: finding.CodeUnplaced, Node: o.root.At("metadata", "name"), Current: o.name,
			Detail: "nothing tells for which cluster this " + o.workload.Name + " is"}
		same := others[o.key()]
		other := same[0]
		if other == o {
			other = same[len(same)-1]
		}
		if other == o {
			p.Detail += ", or any other one" + remedy
		} else {
			p.Detail += ": one of the same name is at "
			p = p.Beside(other.root.At("metadata", "name"), remedy)
		}
		if o.problem = p; !o.refused && !o.stays {
			a.report(o, p)
		}
	}
}
