package adopt

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// places are where the names of clusters come from: of objects with a kubeConfig, and of others. The first one counts.
type places struct {
	remote, local []ClusterFrom
	tenants       bool   // each cluster has a namespace of the hub, also for objects without a kubeConfig
	why           string // they were chosen
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

// hasServers reports whether each cluster has its own API server.
func (p places) hasServers() bool {
	return len(p.local) > 0 && slices.Contains([]string{fromPath, fromPattern, fromLabel}, p.local[0].place)
}

// place finds the clusters of all objects: where their names are, and whose Kustomizations read their files.
func place(in *input, readings []reading, p places) map[*object]spot {
	spots := map[*object]spot{}
	tenants := map[string]bool{}
	for _, o := range in.objects {
		if p.tenants && o.isRemote() {
			tenants[o.namespace] = true
		}
	}
	reached := reached(in.members)
	for _, o := range in.objects {
		switch {
		case o.isRemote():
			spots[o] = remoteSpot(o, p.remote, reached)
		case p.hasServers():
			s := spotOf(o, p.local)
			s.isLocal = true
			spots[o] = s
		case tenants[o.namespace]:
			spots[o] = spot{clusters: []string{o.namespace}, spelt: o.namespace}
		default:
			spots[o] = spot{clusters: []string{""}}
			if len(p.local) > 0 {
				spots[o] = spotOf(o, p.local)
			}
		}
	}
	if p.hasServers() {
		followClusters(in, readings, spots)
	}
	return spots
}

// remoteSpot places an object by its kubeConfig, where the fleet has that, and otherwise by the places of names.
func remoteSpot(o *object, from []ClusterFrom, reached map[string]string) spot {
	home, known := reached[reachedBy(o.namespace, o.kubeConfig())], reached[reachedBy("", o.kubeConfig())]
	if known = cmp.Or(home, known); known != "" {
		return spot{clusters: []string{known}, spelt: known, isHome: home != "" && o.namespace != ""}
	}
	return spotOf(o, from)
}

// spotOf places an object by the first of the places of names that it has; on no cluster where it has none of them.
func spotOf(o *object, from []ClusterFrom) (s spot) {
	for _, c := range from {
		if s.spelt, s.at, s.err = c.read(o); s.err == nil || s.spelt != "" {
			break
		}
	}
	switch {
	case s.spelt == "hub": // only the hub itself may be called so, which is the name of its folder
		s.clusters = []string{"hub-cluster"}
	case s.spelt != "" || s.err == nil:
		s.clusters = []string{s.spelt}
	}
	return s
}

// followClusters adds the clusters whose Kustomizations read an object's file.
func followClusters(in *input, readings []reading, spots map[*object]spot) {
	inFile := map[string][]*object{}
	on := sets[*object, string]{}
	for _, o := range in.objects {
		if spots[o].isLocal {
			inFile[o.file] = append(inFile[o.file], o)
			on.add(o, spots[o].clusters...)
		}
	}
	for isNew := true; isNew; {
		isNew = false
		for _, r := range readings {
			for file := range r.files {
				for _, o := range inFile[file] {
					before := len(on[o])
					if !r.by.isRemote() && !r.by.altered && r.by.left != isPatch {
						maps.Copy(on[o], on[r.by])
					}
					isNew = isNew || len(on[o]) > before
				}
			}
		}
	}
	for o, clusters := range on {
		s := spots[o]
		if s.clusters = slices.Sorted(maps.Keys(clusters)); len(s.clusters) == 1 && s.spelt == "" {
			s.spelt, s.err = s.clusters[0], nil
		}
		spots[o] = s
	}
}

// reached returns the names of the clusters of the fleet by their kubeConfigs, each with the namespace of its Secret
// where the cluster has one. Clusters that a kubeConfig does not tell apart have the empty name.
func reached(members []schema.Member) map[string]string {
	all := make(map[string]string, len(members))
	for i := range members {
		m := &members[i]
		if !m.KubeConfig().Exists() {
			continue
		}
		by, name := reachedBy(m.Namespace().Text(), m.KubeConfig()), m.Name
		if _, twice := all[by]; twice {
			name = ""
		}
		all[by] = name
	}
	return all
}

func reachedBy(namespace string, kubeConfig tree.Node) string {
	return namespace + "/" + string(tree.AppendJSON(nil, kubeConfig))
}

// settle keeps where objects are, and leaves those that no cluster has, and those of several clusters. A place that the
// user gave, and that no object has, or that has what is no name of a cluster, is an error.
func settle(in *input, readings []reading, spots map[*object]spot, given []ClusterFrom) (problems []finding.Problem) {
	readers := map[string][]*object{}
	for _, r := range readings {
		for file := range r.files {
			readers[file] = append(readers[file], r.by)
		}
	}
	placed, count := 0, 0
	for _, o := range in.objects {
		o.spot = spots[o]
		if o.left == nil && o.kind.Is(kinds.Workload) {
			count++
			if len(o.clusters) > 0 {
				placed++
			}
		}
		switch isInvalid := o.err != nil && o.spelt != ""; {
		case o.left != nil:
		case isInvalid && len(given) > 0:
			problems = append(problems, finding.Problem{Code: wording.CodeUnplaced, Subject: o.subject, Node: o.at,
				Current: o.spelt, Detail: o.err.Error() + "; correct it, or write another --cluster-from"})
			o.stay(isNoCluster)
		case isInvalid:
			o.stay(isNoCluster)
		case len(o.clusters) == 0:
			o.stay(isUnread)
		case len(o.clusters) > 1:
			isChanging := func(by *object) bool { return isChangedBy(in, by, o) }
			if o.stay(isShared); slices.ContainsFunc(readers[o.file], isChanging) {
				o.left = isChanged
			}
		}
	}
	if len(given) > 0 && count > 0 && placed == 0 {
		problems = append(problems, finding.Problem{Code: wording.CodeUnplaced, Detail: fmt.Sprintf(
			"none of the %s objects has a cluster from %s; write another --cluster-from", names.Number(count), Join(given))})
	}
	return problems
}
