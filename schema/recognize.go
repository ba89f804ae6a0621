package schema

import (
	"iter"
	"slices"
	"strings"
)

// groupKind is what tells documents apart.
type groupKind struct{ group, kind string }

// read are the documents that fluxapp reads.
var read = []groupKind{
	{Group, KindFluxApplication}, {Group, KindApplication}, {Group, KindRenderConfig},
	{groupKubeSphereCluster, "Cluster"}, {groupClusterAPI, "Cluster"}, {groupClusterProfile, "ClusterProfile"},
	{sourceGroup, kindHelmChart}, {groupDevops, kindGitRepository},
}

// groupDevops is the group of KubeSphere's GitRepositories.
const groupDevops = "devops.kubesphere.io"

// isCluster reports whether a document is one of a fleet.
func (m groupKind) isCluster() bool { return m.kind != "" && m.kind == fleetKinds[m.group] }

// clusterOfKind returns a document of a fleet that is of a kind; false when none is.
func clusterOfKind(kind string) (groupKind, bool) {
	i := slices.IndexFunc(read, func(m groupKind) bool { return m.isCluster() && m.kind == kind })
	if i < 0 {
		return groupKind{}, false
	}
	return read[i], true
}

// neighbours are groups of others that are a slip away from one of the groups above. cluster.k8s.io is that of Cluster API until
// v1alpha1, and multicluster.k8s.io is in drafts of the Multi-Cluster Services API.
var neighbours = []string{"cluster.k8s.io", "multicluster.k8s.io"}

// How many letters a group and a kind may differ from those of a document that fluxapp reads. The other kinds of these groups, and the
// groups of other kinds called Cluster or Application, differ in more; TestForeignKindsAreLeftAlone has them.
const (
	slackGroupAlone = 3 // the kind is right
	slackGroup      = 2 // the kind is nearly right
	slackKind       = 2
)

// groupOf returns the group of an apiVersion. The version may be missing.
func groupOf(apiVersion string) string {
	group, _, _ := strings.Cut(apiVersion, "/")
	return group
}

// meant returns the document that an apiVersion and a kind name, or nearly name; false when they name none.
func meant(apiVersion, kind string) (groupKind, bool) {
	group := groupOf(apiVersion)
	if exact := (groupKind{group, kind}); slices.Contains(read, exact) {
		return exact, true
	}
	if slices.Contains(neighbours, group) {
		return groupKind{}, false
	}
	for _, other := range read {
		if other.isNear(group, kind) {
			return other, true
		}
	}
	return groupKind{}, false
}

// isNear reports whether a group and a kind are a slip away from those of a document. A FluxApplication without a group is one too: the
// core group of Kubernetes has no such kind.
func (m groupKind) isNear(group, kind string) bool {
	if !strings.Contains(group, ".") {
		return m.kind == KindFluxApplication && differs(kind, m.kind, slackKind) <= slackKind
	}
	slack := slackGroup
	if kind == m.kind {
		slack = slackGroupAlone
	}
	return differs(group, m.group, slack) <= slack && differs(kind, m.kind, slackKind) <= slackKind
}

// differs returns in how many letters two words differ, in any case; more than limit as soon as that is sure.
func differs(a, b string, limit int) int {
	if more := max(len(a)-len(b), len(b)-len(a)); more > limit {
		return more
	}
	return distance(strings.ToLower(a), strings.ToLower(b))
}

// Recognizes reports whether a document with these fields at its top, keys and texts, may be one that [Parse] reads, or refuses because
// it is nearly one. Parse leaves all other documents alone.
func Recognizes(fields iter.Seq2[string, string]) bool {
	_, version := topField(fields, "apiVersion")
	_, kind := topField(fields, "kind")
	return recognizes(version, kind)
}

// topField returns the key and the text of the field of a name, or else of the first field whose key is nearly that name.
func topField(fields iter.Seq2[string, string], name string) (key, text string) {
	for k, t := range fields {
		if k == name {
			return k, t
		}
		if key == "" && nearest(k, []string{name}) != "" {
			key, text = k, t
		}
	}
	return key, text
}

func recognizes(apiVersion, kind string) bool {
	group := groupOf(apiVersion)
	_, ok := meant(apiVersion, kind)
	_, cluster := clusterOfKind(kind)
	return ok || group == Group || kind == KindFluxApplication || apiVersion == "" && cluster ||
		fleetKinds[group] != "" && (kind == "" || kind == fleetKinds[group]+"List")
}
