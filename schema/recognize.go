package schema

import (
	"iter"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// clusterKindNamed returns the first kind of cluster with a name; nil when there is none.
func clusterKindNamed(name string) *kinds.Kind {
	for k := range kinds.With(kinds.Cluster) {
		if k.Name == name {
			return k
		}
	}
	return nil
}

// clusterKindIn returns the kind of cluster of a group; nil when the group has none.
func clusterKindIn(group string) *kinds.Kind {
	for k := range kinds.With(kinds.Cluster) {
		if k.Group == group {
			return k
		}
	}
	return nil
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

// meant returns the kind of document that an apiVersion and a kind name, or nearly name; nil when fluxapp reads no such document.
func meant(apiVersion, kind string) *kinds.Kind {
	group := kinds.GroupOf(apiVersion)
	if exact := kinds.Find(kinds.Read, group, kind); exact != nil || slices.Contains(neighbours, group) {
		return exact
	}
	for k := range kinds.With(kinds.Read) {
		if isNear(k, group, kind) {
			return k
		}
	}
	return nil
}

// isNear reports whether a group and a kind are a slip away from those of a kind in the table. A FluxApplication without a group is
// near: the core group of Kubernetes has no such kind.
func isNear(k *kinds.Kind, group, kind string) bool {
	if !strings.Contains(group, ".") {
		return k == kinds.FluxApplication && differs(kind, k.Name, slackKind) <= slackKind
	}
	slack := slackGroup
	if kind == k.Name {
		slack = slackGroupAlone
	}
	return differs(group, k.Group, slack) <= slack && differs(kind, k.Name, slackKind) <= slackKind
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
	group := kinds.GroupOf(apiVersion)
	cluster := clusterKindIn(group)
	return meant(apiVersion, kind) != nil || group == Group || kind == KindFluxApplication ||
		apiVersion == "" && clusterKindNamed(kind) != nil ||
		cluster != nil && (kind == "" || kind == cluster.Name+"List")
}
