package explained

import (
	"encoding/json"
	"strings"
	"unicode"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// NamesCluster reports whether a field only names its cluster or how to reach it: it differs on all clusters.
func NamesCluster(path string) bool {
	return path == "metadata.name" || path == "metadata.namespace" ||
		strings.HasPrefix(path, kinds.HelmRelease.Part(kinds.KubeConfig).At.String())
}

// ClusterMark is what AnyCluster writes in the place of a name. No JSON has it, and no name.
const ClusterMark = "\x00"

// AnyCluster puts ClusterMark in the place of a cluster's name, where that is a word. A number is no name in a text.
func AnyCluster(text, cluster string) string { return strings.Join(around(text, cluster), ClusterMark) }

// AnyClusterIn returns a value in JSON with ClusterMark in the place of a cluster's name, where that is a word of a
// string. The letter of an escape is none, and neither are true, false and null.
func AnyClusterIn(value, cluster string) string {
	if !isName(cluster) || !strings.Contains(value, escaped(cluster)) {
		return value
	}
	var b strings.Builder
	for {
		begin := strings.IndexByte(value, '"')
		if begin < 0 {
			b.WriteString(value)
			return b.String()
		}
		end := begin + stringLen(value[begin:])
		b.WriteString(value[:begin] + anyClusterInString(value[begin:end], cluster))
		value = value[end:]
	}
}

// OfCluster returns a value in JSON with a cluster's name in the place of ClusterMark.
func OfCluster(value, cluster string) string {
	if !strings.Contains(value, ClusterMark) {
		return value
	}
	return strings.ReplaceAll(value, ClusterMark, escaped(cluster))
}

// anyClusterInString is AnyClusterIn for a string.
func anyClusterInString(value, cluster string) string {
	text := value[1 : len(value)-1]
	if !strings.Contains(text, `\`) {
		return `"` + AnyCluster(text, cluster) + `"`
	}
	if json.Unmarshal([]byte(value), &text) != nil {
		return value
	}
	parts := around(text, cluster)
	if len(parts) == 1 {
		return value
	}
	for i, part := range parts {
		parts[i] = escaped(part)
	}
	return `"` + strings.Join(parts, ClusterMark) + `"`
}

// stringLen returns the length of the string that JSON begins with.
func stringLen(value string) int {
	for i := 1; i < len(value); i++ {
		switch value[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(value)
}

// escaped returns what a text is between the quotes of JSON.
func escaped(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return r >= 0x80 || !isWord(byte(r)) && r != '-' && r != '.' }) {
		return text
	}
	quoted := string(tree.AppendJSON(nil, tree.NewBuilder().String(text, tree.Node{})))
	return quoted[1 : len(quoted)-1]
}

// isName reports whether a cluster's name can be told from a number in a text.
func isName(cluster string) bool { return strings.ContainsFunc(cluster, unicode.IsLetter) }

// around returns what of a text is around the names of a cluster.
func around(text, cluster string) (parts []string) {
	if !isName(cluster) {
		return []string{text}
	}
	begin := 0
	for at := 0; ; {
		i := strings.Index(text[at:], cluster)
		if i < 0 {
			return append(parts, text[begin:])
		}
		found, end := at+i, at+i+len(cluster)
		if at = found + 1; !isInWord(text[:found], text[end:]) {
			parts = append(parts, text[begin:found])
			begin, at = end, end
		}
	}
}

// isInWord reports whether what is between two texts is a part of a word.
func isInWord(before, after string) bool {
	return before != "" && isWord(before[len(before)-1]) || after != "" && isWord(after[0])
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
