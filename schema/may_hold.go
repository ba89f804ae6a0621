package schema

import (
	"bytes"
	"iter"
	"slices"
)

// MayHold reports whether a text may hold documents that [Parse] reads, or refuses because they are nearly such documents. It looks for
// words and does not parse: most files of a folder are for others, need not even be YAML, and are many.
func MayHold(text []byte) bool {
	return slices.ContainsFunc(mentioned, func(group string) bool { return bytes.Contains(text, []byte(group)) }) || holdsKind(text)
}

// mentioned are the groups that hardly any text but our documents mentions. That of Cluster API ends the group of ClusterProfiles too.
var mentioned = []string{Group, groupDevops + "/", groupKubeSphereCluster + "/", groupClusterAPI + "/"}

// holdsKind reports whether a text has a kind of ours whatever the group, or any kind with a group that is nearly one of ours.
func holdsKind(text []byte) bool {
	for kind := range valuesOf(text, "kind") {
		if differs(kind, kindHelmChart, slackKind) <= slackKind || recognizes("", kind) {
			return true
		}
	}
	for version := range valuesOf(text, "apiVersion") {
		if isNearGroup(version) && recognizesAny(version, valuesOf(text, "kind")) {
			return true
		}
	}
	return false
}

func recognizesAny(version string, kinds iter.Seq[string]) bool {
	for kind := range kinds {
		if recognizes(version, kind) {
			return true
		}
	}
	return false
}

// isNearGroup reports whether an apiVersion is of a group that is nearly one of ours, but not one of ours.
func isNearGroup(version string) bool {
	group := groupOf(version)
	return slices.ContainsFunc(read, func(m groupKind) bool {
		return group != m.group && differs(group, m.group, slackGroupAlone) <= slackGroupAlone
	})
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
