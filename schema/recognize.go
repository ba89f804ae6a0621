package schema

import (
	"bytes"
	"iter"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// neighbours are groups of others that are a slip away from one of package kinds. cluster.k8s.io is the group of
// Cluster API until v1alpha1, and multicluster.k8s.io is in drafts of the Multi-Cluster Services API.
var neighbours = []string{"cluster.k8s.io", "multicluster.k8s.io"}

// How many letters a group and a kind may differ from what fluxapp reads. The other kinds of these groups, and other
// groups of a Cluster or an Application, differ in more; TestForeignKindsAreLeftAlone has them.
const (
	slackGroupAlone = 3 // the kind is right
	slackGroup      = 2 // the kind is nearly right
	slackKind       = 2
)

// meant returns the kind of document that an apiVersion and a kind name, or nearly; nil when fluxapp reads none.
func meant(apiVersion, kind string) *kinds.Kind {
	group := kinds.GroupOf(apiVersion)
	if exact := kinds.Find(kinds.Read, group, kind); exact != nil || slices.Contains(neighbours, group) {
		return exact
	}
	return each.First(kinds.With(kinds.Read), func(k *kinds.Kind) bool { return isNear(k, group, kind) })
}

// isNear reports whether a group and a kind are a slip away from a row of the table. A FluxApplication or its base
// without a group is near: Kubernetes has no such kinds.
func isNear(k *kinds.Kind, group, kind string) bool {
	if !strings.Contains(group, ".") {
		return (k == kinds.FluxApplication || k == kinds.FluxApplicationBase) &&
			names.Differ(kind, k.Name, slackKind) <= slackKind
	}
	slack := slackGroup
	if k.Is(kinds.Decision) && k.Group != kinds.ClusterProfile.Group { // the others of the group are many
		return false
	}
	if kind == k.Name {
		slack = slackGroupAlone
	}
	near := names.Differ(group, k.Group, slack) <= slack
	if isOwn(k.Group) { // the kind is written with the other of the two
		near = names.Differ(group, kinds.Group, slack) <= slack || names.Differ(group, kinds.KubeSphereGroup, slack) <= slack
	}
	return near && names.Differ(kind, k.Name, slackKind) <= slackKind
}

// Recognizes reports whether a document may be one that [Parse] reads, or refuses because it is nearly one.
func Recognizes(document tree.Node) bool {
	return recognizesKind(topField(document, "apiVersion").Text(), topField(document, "kind").Text())
}

// topField returns the field of a name at the top of a document, or else the first one whose key is nearly that name.
func topField(document tree.Node, name string) tree.Node {
	near := ""
	for field := range check.Map(document).Children() {
		switch key := field.Key(); {
		case key == name:
			return document.Get(key)
		case near == "" && names.Nearest(key, []string{name}) != "":
			near = key
		}
	}
	return document.Get(near)
}

func recognizesKind(apiVersion, kind string) bool {
	group := kinds.GroupOf(apiVersion)
	cluster := clusterIn(group)
	return meant(apiVersion, kind) != nil || isOwn(group) || isHalfRepository(apiVersion, kind) ||
		group == kinds.KubeSphereRepository.Group && kind == kinds.KubeSphereRepository.Name+"List" ||
		kind == kinds.FluxApplication.Name || kind == kinds.FluxApplicationBase.Name ||
		apiVersion == "" && clusterNamed(kind) != nil ||
		cluster != nil && (kind == "" || kind == cluster.Name+"List") ||
		kinds.Find(kinds.Decision, group, strings.TrimSuffix(kind, "List")) != nil
}

// isHalfRepository reports whether apiVersion or kind is that of a KubeSphere GitRepository, and the other is missing.
func isHalfRepository(apiVersion, kind string) bool {
	return apiVersion == "" && kind == kinds.KubeSphereRepository.Name ||
		kinds.GroupOf(apiVersion) == kinds.KubeSphereRepository.Group && kind == ""
}

// MayHold reports whether a text may hold documents that [Parse] reads, or refuses because they are nearly such ones.
// It looks for words and does not parse: most files are for others, need not be YAML, and are many.
func MayHold(text []byte) bool {
	isUTF16 := len(text) > 1 && (text[0] == 0 || text[1] == 0 || text[0] == 0xff && text[1] == 0xfe ||
		text[0] == 0xfe && text[1] == 0xff)
	if isUTF16 { // which package schema refuses: if it was skipped, clusters would be deleted
		text = bytes.ReplaceAll(text, []byte{0}, nil)
	}
	return slices.ContainsFunc(mentioned, func(group string) bool { return bytes.Contains(text, []byte(group)) }) ||
		holdsKind(text)
}

// MayHoldBeside reports whether a text may hold what fluxapp counts with in files of others: an ImagePolicy of Flux, a
// cluster in another inventory, or a Secret of a ClusterProfile. It looks for words and does not parse.
func MayHoldBeside(text []byte) bool {
	words := func(key string) []string { return slices.Collect(valuesOf(text, key)) }
	for known := range kinds.With(kinds.Inventoried | kinds.ImagePolicy.Role) {
		isOfGroup := func(version string) bool { return kinds.GroupOf(version) == known.Group }
		if (known.Is(kinds.Inventoried) || known == kinds.ImagePolicy) && bytes.Contains(text, []byte(known.Group+"/")) &&
			slices.ContainsFunc(words("apiVersion"), isOfGroup) && slices.Contains(words("kind"), known.Name) {
			return true
		}
	}
	return slices.Contains(words("argocd.argoproj.io/secret-type"), "cluster") ||
		len(words("x-k8s.io/cluster-profile")) > 0
}

// mentioned are the groups that hardly any other text has.
var mentioned = func() []string {
	groups := []string{kinds.Group, kinds.KubeSphereGroup, kinds.KubeSphereRepository.Group + "/"}
	for k := range kinds.With(kinds.Cluster) {
		groups = append(groups, k.Group+"/")
	}
	return groups
}()

func holdsKind(text []byte) bool {
	words, versions := slices.Collect(valuesOf(text, "kind")), slices.Collect(valuesOf(text, "apiVersion"))
	return slices.ContainsFunc(words, func(kind string) bool {
		return meant("", kind) != nil || len(versions) == 0 && clusterNamed(kind) != nil ||
			names.Differ(kind, kinds.HelmChart.Name, slackKind) <= slackKind || kind == "ENC" // which SOPS has encrypted
	}) || slices.ContainsFunc(versions, func(version string) bool {
		group := kinds.GroupOf(version)
		isNear := func(k *kinds.Kind) bool { return names.Differ(group, k.Group, slackGroupAlone) <= slackGroupAlone }
		return each.First(kinds.With(kinds.Read), isNear) != nil &&
			slices.ContainsFunc(words, func(kind string) bool { return recognizesKind(version, kind) })
	})
}

func valuesOf(text []byte, key string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for {
			_, rest, found := bytes.Cut(text, []byte(key))
			if !found {
				return
			}
			if word := wordBehindColon(rest); word != "" && !yield(word) {
				return
			}
			text = rest
		}
	}
}

func wordBehindColon(text []byte) string {
	const space = " \t\r\n"
	text = text[:min(len(text), maxWord)]
	value, found := bytes.CutPrefix(bytes.TrimLeft(text, `"'`+space), []byte(":"))
	if !found {
		return ""
	}
	value = bytes.TrimLeft(value, `"'`+space)
	if end := bytes.IndexAny(value, `"',{}[]#`+space); end >= 0 {
		value = value[:end]
	}
	return string(value)
}

// maxWord is how many bytes behind a key are looked at; groups and kinds are shorter.
const maxWord = 128

// isOwn reports whether a group is one of those whose documents fluxapp reads as its own.
func isOwn(group string) bool { return group == kinds.Group || group == kinds.KubeSphereGroup }

// clusterNamed returns the first kind of cluster with a name; nil when there is none.
func clusterNamed(name string) *kinds.Kind {
	return each.First(kinds.With(kinds.Cluster), func(k *kinds.Kind) bool { return k.Name == name })
}

// clusterIn returns the kind of cluster of a group; nil when the group has none.
func clusterIn(group string) *kinds.Kind {
	return each.First(kinds.With(kinds.Cluster), func(k *kinds.Kind) bool { return k.Group == group })
}

// ownKinds returns the names of the kinds of documents that fluxapp reads of some of its own groups.
func ownKinds(groups ...string) []string {
	isOwn := func(k *kinds.Kind) bool { return slices.Contains(groups, k.Group) }
	own := each.Only(slices.Collect(kinds.With(kinds.Read)), isOwn)
	return each.Of(own, func(k *kinds.Kind) string { return k.Name })
}
