package kinds

import (
	"bytes"
	"iter"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// neighbours are groups of others that are a slip away from one of the groups above. cluster.k8s.io is the group of
// Cluster API until v1alpha1, and multicluster.k8s.io is in drafts of the Multi-Cluster Services API.
var neighbours = []string{"cluster.k8s.io", "multicluster.k8s.io"}

// How many letters a group and a kind may differ from what fluxapp reads. The other kinds of these groups, and other
// groups of a Cluster or an Application, differ in more; TestForeignKindsAreLeftAlone has them.
const (
	slackGroupAlone = 3 // the kind is right
	slackGroup      = 2 // the kind is nearly right
	slackKind       = 2
)

// Meant returns the kind of document that an apiVersion and a kind name, or nearly; nil when fluxapp reads none.
func Meant(apiVersion, kind string) *Kind {
	group := GroupOf(apiVersion)
	if exact := Find(Read, group, kind); exact != nil || slices.Contains(neighbours, group) {
		return exact
	}
	return first(Read, func(k *Kind) bool { return isNear(k, group, kind) })
}

// isNear reports whether a group and a kind are a slip away from the group and kind of a row in the table. A
// FluxApplication without a group is near, and so is its base: the core group of Kubernetes has no such kinds.
func isNear(k *Kind, group, kind string) bool {
	if !strings.Contains(group, ".") {
		return (k == FluxApplication || k == FluxApplicationBase) && names.Differ(kind, k.Name, slackKind) <= slackKind
	}
	slack := slackGroup
	if k.Is(Decision) && k != placementDecision { // the others of the group are many
		return false
	}
	if kind == k.Name {
		slack = slackGroupAlone
	}
	near := names.Differ(group, k.Group, slack) <= slack
	if IsOwn(k.Group) { // the kind is written with the other of the two
		near = names.Differ(group, Group, slack) <= slack || names.Differ(group, KubeSphereGroup, slack) <= slack
	}
	return near && names.Differ(kind, k.Name, slackKind) <= slackKind
}

// Recognizes reports whether a document with these fields at its top, keys and texts, may be one that [Parse] reads,
// or refuses because it is nearly one. Parse leaves all other documents alone.
func Recognizes(fields iter.Seq2[string, string]) bool {
	_, version := TopField(fields, "apiVersion")
	_, kind := TopField(fields, "kind")
	return RecognizesKind(version, kind)
}

// TopField returns the key and the text of a field, or else of the first one whose key is nearly its name.
func TopField(fields iter.Seq2[string, string], name string) (key, text string) {
	for k, t := range fields {
		if k == name {
			return k, t
		}
		if key == "" && names.Nearest(k, []string{name}) != "" {
			key, text = k, t
		}
	}
	return key, text
}

func RecognizesKind(apiVersion, kind string) bool {
	group := GroupOf(apiVersion)
	cluster := ClusterIn(group)
	return Meant(apiVersion, kind) != nil || IsOwn(group) || IsHalfRepository(apiVersion, kind) ||
		group == KubeSphereRepository.Group && kind == KubeSphereRepository.Name+"List" || kind == FluxApplication.Name ||
		kind == FluxApplicationBase.Name || apiVersion == "" && ClusterNamed(kind) != nil ||
		cluster != nil && (kind == "" || kind == cluster.Name+"List") ||
		Find(Decision, group, strings.TrimSuffix(kind, "List")) != nil
}

// IsHalfRepository reports whether one of apiVersion and kind is that of a GitRepository of KubeSphere, and the other
// one is missing.
func IsHalfRepository(apiVersion, kind string) bool {
	return apiVersion == "" && kind == KubeSphereRepository.Name ||
		GroupOf(apiVersion) == KubeSphereRepository.Group && kind == ""
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
	for known := range With(Inventoried | ImagePolicy.Role) {
		isOfGroup := func(version string) bool { return GroupOf(version) == known.Group }
		if (known.Is(Inventoried) || known == ImagePolicy) && bytes.Contains(text, []byte(known.Group+"/")) &&
			slices.ContainsFunc(words("apiVersion"), isOfGroup) && slices.Contains(words("kind"), known.Name) {
			return true
		}
	}
	return slices.Contains(words(argoCluster), "cluster") || len(words(labelProfile)) > 0
}

// mentioned are the groups that hardly any other text has. ClusterProfiles have a group that ends in Cluster API's.
var mentioned = []string{Group, KubeSphereGroup, KubeSphereRepository.Group + "/", KubeSphereCluster.Group + "/",
	clusterAPICluster.Group + "/"}

func holdsKind(text []byte) bool {
	words, versions := slices.Collect(valuesOf(text, "kind")), slices.Collect(valuesOf(text, "apiVersion"))
	return slices.ContainsFunc(words, func(kind string) bool {
		return Meant("", kind) != nil || len(versions) == 0 && ClusterNamed(kind) != nil ||
			names.Differ(kind, HelmChart.Name, slackKind) <= slackKind || kind == "ENC" // which SOPS has encrypted
	}) || slices.ContainsFunc(versions, func(version string) bool {
		group := GroupOf(version)
		isNear := func(k *Kind) bool { return names.Differ(group, k.Group, slackGroupAlone) <= slackGroupAlone }
		return first(Read, isNear) != nil &&
			slices.ContainsFunc(words, func(kind string) bool { return RecognizesKind(version, kind) })
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
