package explained

import (
	"strings"
	"unicode"
)

// NamesCluster reports whether a field of an object only names its cluster, or tells how to reach it: such fields differ on all clusters.
func NamesCluster(path string) bool {
	return path == "metadata.name" || path == "metadata.namespace" || strings.HasPrefix(path, "spec.kubeConfig")
}

// ClusterMark is what AnyCluster writes in the place of a name. No text of YAML has it.
const ClusterMark = "\x00"

// AnyCluster returns a text with ClusterMark in the place of a cluster's name, where that is a word. A number is no name in a text.
func AnyCluster(text, cluster string) string {
	if !strings.ContainsFunc(cluster, unicode.IsLetter) {
		return text
	}
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, cluster)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		if isInWord(before, after) {
			b.WriteString(cluster)
		} else {
			b.WriteString(ClusterMark)
		}
		text = after
	}
}

// isInWord reports whether what is between two texts is a part of a word.
func isInWord(before, after string) bool {
	return before != "" && isWord(before[len(before)-1]) || after != "" && isWord(after[0])
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
