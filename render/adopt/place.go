package adopt

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
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
	if p.given && a.refuseFlag(p.local) {
		return
	}
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
			if o.problem = p.elsewhere(o); p.given && !from[0].isPath() {
				o.problem = unplacedProblem(from, at, err)
			}
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
	a.forgetUnread(p.local)
	a.share(unplaced, p.later)
	a.mixed = p.given && scene(a.objects).isMixed()
}

// forgetUnread forgets files that cannot be read where no cluster reads them: their paths have none.
func (a *adoption) forgetUnread(local []ClusterFrom) {
	local = slices.Clone(local)
	for i, from := range local {
		if !from.isPath() {
			return
		}
		local[i].pattern.only = nil // the file could be all that a cluster has
	}
	a.unread = slices.DeleteFunc(a.unread, func(file string) bool {
		name, _, err := read(local, &object{file: file})
		return err != nil && name == "" && len(a.buildsOf[file]) == 0
	})
}

// refuseFlag refuses all objects at once if several are there, and none has a place that the flag names.
func (a *adoption) refuseFlag(from []ClusterFrom) bool {
	all := scene(slices.DeleteFunc(slices.Clone(a.objects), func(o *object) bool { return o.stays || o.isPatch }))
	isThere := func(o *object) bool {
		name, _, err := read(from, o)
		return name != "" || err == nil
	}
	if len(all) < 2 || slices.ContainsFunc(all, isThere) {
		return false
	}
	p := finding.Problem{Code: finding.CodeUnplaced, Detail: fmt.Sprintf("none of the %s objects has a cluster from %s; "+
		"write another --cluster-from%s", names.Number(len(all)), Join(from), named(": ", all.candidates()))}
	for _, o := range all {
		o.problem, o.refused = p, true
	}
	a.problems = append(a.problems, p)
	return true
}

// elsewhere tells that an object is in a folder of no cluster.
func (p places) elsewhere(o *object) finding.Problem {
	remedy := "write --cluster-from"
	if p.given {
		remedy = "write one more --cluster-from"
	}
	return finding.Problem{Code: finding.CodeUnplaced, Node: o.root, Detail: "no part of its path is a cluster as in " +
		Join(p.all()) + ", and no Kustomization of a cluster reads this folder; " + remedy + ", or adopt what kustomize " +
		"build prints for each cluster"}
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
