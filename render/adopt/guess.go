package adopt

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// places are where the names of clusters come from: of objects with a kubeConfig, and of the others. The first that an
// object has counts.
type places struct {
	remote, local []ClusterFrom
	reasons       []string // why they were chosen
	repeats       bool     // objects have one kind, namespace and name, so that they have several API servers
}

// hasServers reports whether each cluster has its own API server.
func (p places) hasServers() bool {
	return len(p.local) > 0 && (p.local[0].isPath() || p.local[0].place == fromLabel && p.repeats)
}

// all returns the places, each once.
func (p places) all() (all []ClusterFrom) {
	for _, from := range slices.Concat(p.local, p.remote) {
		same := func(other ClusterFrom) bool { return other.String() == from.String() }
		if !slices.ContainsFunc(all, same) {
			all = append(all, from)
		}
	}
	return all
}

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
	folders, namespace := a.clusterFolders(local), ClusterFrom{place: fromNamespace}
	switch {
	case !local.repeats() && local.fit(namespace).isWhole():
		p.local, p.reasons = []ClusterFrom{namespace}, append(p.reasons, inNamespaces)
	case len(folders.from) > 0:
		p.local, p.reasons = folders.from, append(p.reasons, folders.reason())
	case local.repeats():
		if p.addLabel(local); len(p.local) == 0 && 2*local.fit(ClusterFrom{place: fromKubeConfig}).told < len(local) {
			a.refuseUntold(local)
		}
	case len(remote) == 0 && len(local) > 0:
		p.remote, p.reasons = []ClusterFrom{{place: fromKubeConfig}},
			append(p.reasons, "no object has a kubeConfig, so all are for the hub itself")
	}
	return p
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

type scene []*object

// repeats reports whether two objects have one kind, namespace and name: they have two API servers.
func (s scene) repeats() bool {
	seen := map[groupKey]bool{}
	return slices.ContainsFunc(s, func(o *object) bool {
		before := seen[o.key()]
		seen[o.key()] = true
		return before
	})
}

// labels returns the keys of the labels that all objects have.
func (s scene) labels() []string {
	count := map[string]int{}
	for _, o := range s {
		for label := range o.root.At("metadata", "labels").Children() {
			if label.Text() != "" && !slices.Contains(addedLabels, label.Key()) {
				count[label.Key()]++
			}
		}
	}
	maps.DeleteFunc(count, func(_ string, n int) bool { return n < len(s) })
	return slices.Sorted(maps.Keys(count))
}

// fit is how well a place of the names of clusters distinguishes objects.
type fit struct {
	told    int // objects that it tells from all others
	objects int
	common  int // objects of applications that have several clusters
}

// groups reports whether a place is plausible: it tells most objects apart, and most are of applications that come back
// on other clusters. Where only a few names are there twice, the places of these are most likely no clusters.
func (f fit) groups() bool { return 2*f.told > f.objects && f.common > 0 && 2*f.common >= f.objects }

// isWhole reports whether each application is on several clusters, so that nobody can take them for single ones.
func (f fit) isWhole() bool { return f.told == f.objects && f.common > 0 && f.common == f.objects }

// fit tries a place of the names of clusters.
func (s scene) fit(from ClusterFrom) (f fit) {
	type spot struct {
		object  groupKey
		cluster string
	}
	f.objects = len(s)
	there, clusters := map[spot]int{}, map[groupKey]map[string]int{}
	for _, o := range s {
		cluster, _, err := from.read(o)
		if err != nil {
			continue
		}
		placed := *o
		placed.spelt = cluster
		application := placed.application()
		if clusters[application] == nil {
			clusters[application] = map[string]int{}
		}
		there[spot{o.key(), cluster}]++
		clusters[application][cluster]++
	}
	for _, n := range there {
		if n == 1 {
			f.told++
		}
	}
	for _, on := range clusters {
		for _, n := range on {
			if len(on) > 1 {
				f.common += n
			}
		}
	}
	return f
}

// refuseUntold refuses objects when most of them have the kind, namespace and name of another one, and nothing tells
// for which clusters they are.
func (a *adoption) refuseUntold(s scene) {
	others := map[groupKey][]*object{}
	for _, o := range s {
		others[o.key()] = append(others[o.key()], o)
	}
	remedy := "; write where the names of the clusters are with --cluster-from"
	if candidates := s.candidates(); candidates != "" {
		remedy += ": " + candidates
	}
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

// isLost reports whether nobody knows the object or its cluster.
func (o *object) isLost() bool { return o.name == "" || o.cluster == "" && o.problem.Detail != "" }

// candidates returns the places of clusters that a user can try, with the number of objects that each tells apart;
// empty where none tells all apart.
func (s scene) candidates() string {
	longest := 0
	for _, o := range s {
		longest = max(longest, len(partsOf(o.file)))
	}
	var all []ClusterFrom
	for i := range longest {
		all = append(all, ClusterFrom{place: fromPath, segment: i + 1})
	}
	for _, key := range s.labels() {
		all = append(all, ClusterFrom{place: fromLabel, label: key})
	}
	var texts []string
	for _, from := range all {
		if s.fit(from).told == len(s) && len(texts) < maxCandidates {
			texts = append(texts, fmt.Sprintf("%s tells all %s apart", from, names.Number(len(s))))
		}
	}
	return strings.Join(texts, ", ")
}

// maxCandidates is how many places a message has.
const maxCandidates = 3
