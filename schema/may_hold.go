package schema

import (
	"bytes"
	"iter"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// MayHold reports whether a text may hold documents that [Parse] reads, or refuses because they are nearly such documents. It looks for
// words and does not parse: most files of a folder are for others, need not even be YAML, and are many.
func MayHold(text []byte) bool {
	return slices.ContainsFunc(mentioned, func(group string) bool { return bytes.Contains(text, []byte(group)) }) || holdsKind(text)
}

// mentioned are the groups that hardly any text but our documents mentions. That of Cluster API ends the group of ClusterProfiles too.
var mentioned = []string{
	Group, kinds.KubeSphereRepository.Group + "/", kinds.KubeSphereCluster.Group + "/", kinds.ClusterAPICluster.Group + "/",
}

// holdsKind reports whether a text has a kind of ours whatever the group, any kind with a group that is nearly one of ours, or a cluster
// of no group.
func holdsKind(text []byte) bool {
	names, versions := slices.Collect(valuesOf(text, "kind")), slices.Collect(valuesOf(text, "apiVersion"))
	return slices.ContainsFunc(names, func(kind string) bool {
		return meant("", kind) != nil || len(versions) == 0 && clusterKindNamed(kind) != nil || differs(kind, kindHelmChart, slackKind) <= slackKind
	}) || slices.ContainsFunc(versions, func(version string) bool {
		return isNearGroup(version) && slices.ContainsFunc(names, func(kind string) bool { return recognizes(version, kind) })
	})
}

// isNearGroup reports whether an apiVersion is of one of our groups, or of a group that is nearly one.
func isNearGroup(version string) bool {
	group := kinds.GroupOf(version)
	for k := range kinds.With(kinds.Read) {
		if differs(group, k.Group, slackGroupAlone) <= slackGroupAlone {
			return true
		}
	}
	return false
}

// valuesOf returns the words that follow a key in a text of YAML or JSON, in quotes or without.
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

// wordBehindColon returns the word behind the colon that a text begins with, after the quote and the space that may end a key.
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
