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
	{sourceGroup, kindHelmChart}, {groupDevops, kindDevopsRepository},
}

const (
	kindHelmChart        = "HelmChart"
	groupDevops          = "devops.kubesphere.io"
	kindDevopsRepository = "GitRepository"
)

// neighbours are groups that are near one of those above, and are groups of others: the first one is that of Cluster API before 2020.
var neighbours = []string{"cluster.k8s.io", "multicluster.k8s.io"}

// How many letters a group and a kind may differ from those of a document that fluxapp reads. The other kinds of these groups, and the
// groups of other kinds called Cluster or Application, differ in more; TestForeignKindsAreLeftAlone has them.
const (
	slackGroupAlone = 3 // the kind is right
	slackGroup      = 2 // the kind is nearly right
	slackKind       = 2
)

// meant returns the document that an apiVersion and a kind name, or nearly name; false when they name none.
func meant(apiVersion, kind string) (groupKind, bool) {
	group, _, _ := strings.Cut(apiVersion, "/")
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
	kindDiffers := differs(kind, m.kind, slackKind)
	if !strings.Contains(group, ".") {
		return m.kind == KindFluxApplication && kindDiffers <= slackKind
	}
	slack := slackGroup
	if kind == m.kind {
		slack = slackGroupAlone
	}
	return kindDiffers <= slackKind && differs(group, m.group, slack) <= slack
}

// differs returns in how many letters two words differ, in any case; more than limit as soon as that is sure.
func differs(a, b string, limit int) int {
	if more := max(len(a)-len(b), len(b)-len(a)); more > limit {
		return more
	}
	return distance(strings.ToLower(a), strings.ToLower(b))
}

// Recognizes reports whether [Parse] reads a document with these fields at its top, keys and texts, or refuses it because it is nearly
// one that it reads. What it reports of other documents, Parse leaves alone.
func Recognizes(fields iter.Seq2[string, string]) bool {
	version, kind := topField(fields, "apiVersion"), topField(fields, "kind")
	return recognizes(version.text, kind.text)
}

func recognizes(apiVersion, kind string) bool {
	group, _, _ := strings.Cut(apiVersion, "/")
	_, ok := meant(apiVersion, kind)
	return ok || group == Group || fleetKinds[group] != "" && (kind == "" || kind == fleetKinds[group]+"List")
}

// top is a field at the top of a document.
type top struct{ key, text string }

// topField returns the field of a name, or else the one that its key most likely means.
func topField(fields iter.Seq2[string, string], name string) (found top) {
	for key, text := range fields {
		if key == name {
			return top{key, text}
		}
		if found.key == "" && nearest(key, []string{name}) != "" {
			found = top{key, text}
		}
	}
	return found
}
