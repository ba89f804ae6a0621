package adopt

import (
	"cmp"
	"fmt"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// notHub returns the name of a cluster. Only the hub itself may be called hub, which is the name of its folder.
func notHub(name string) string {
	if name == "hub" {
		return "hub-cluster"
	}
	return name
}

// place finds out for which cluster each object is, and which API server has it. An object in a folder that several
// clusters read is there for each of them.
func (a *adoption) place(p places) {
	fleet := a.reached()
	hasServers := p.hasServers()
	var unplaced []*object
	for _, o := range a.objects {
		from := p.local
		if o.hasKubeConfig() {
			from = p.remote
		}
		name, at, err := read(from, o)
		if err != nil && o.stays {
			continue
		}
		if err != nil && name == "" && hasServers && !o.hasKubeConfig() {
			unplaced = append(unplaced, o)
			o.problem = finding.Problem{Code: finding.CodeUnplaced, Node: o.root, Detail: "no part of its path is a cluster " +
				"as in " + Join(p.all()) + ", and no Kustomization of a cluster reads this folder; write --cluster-from, or " +
				"adopt what kustomize build prints for each cluster"}
			continue
		}
		if err != nil {
			a.report(o, unplacedProblem(from, at, err))
		}
		o.cluster, o.spelt = notHub(name), name
		if kubeConfig := o.kubeConfig(); kubeConfig.Exists() {
			if known := cmp.Or(fleet[reachedBy(o.namespace, kubeConfig)], fleet[reachedBy("", kubeConfig)]); known != "" {
				o.cluster, o.spelt = known, known
			}
		} else if hasServers && err == nil {
			o.server = o.cluster
		}
	}
	a.share(unplaced, p.later)
}

func unplacedProblem(from []ClusterFrom, at tree.Node, err error) finding.Problem {
	return finding.Problem{Code: finding.CodeUnplaced, Node: at, Detail: fmt.Sprintf(
		"%v, and the clusters come from %s; correct it, or write another --cluster-from", err, Join(from))}
}

// reached returns the names of the clusters of the fleet by their kubeConfigs, each with the namespace of its Secret
// where the cluster has one. Clusters that a kubeConfig does not tell apart have the empty name.
func (a *adoption) reached() map[string]string {
	all := make(map[string]string, len(a.members))
	for i := range a.members {
		m := &a.members[i]
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
