package layout

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// clusterName is what a text has in the place of the name of its cluster.
const clusterName = "$(cluster.name)"

// pattern returns the text that is texts[i] on the cluster clusters[i]; false where all are equal.
func pattern(clusters, texts []string) (string, bool) {
	other := slices.IndexFunc(texts, func(text string) bool { return text != texts[0] })
	if other < 0 {
		return "", false
	}
	found, ok := align(texts[0], texts[other], clusters[0], clusters[other])
	if !ok || names.WithoutEscapes(found) != found { // there is a $ in front of the reference
		return "", false
	}
	for i := range texts {
		if clusters[i] == "" || strings.ReplaceAll(found, clusterName, clusters[i]) != texts[i] {
			return "", false
		}
	}
	return found, true
}

// align returns the text that is a on one cluster, and b on another one.
func align(a, b, clusterA, clusterB string) (string, bool) {
	if clusterA == clusterB || clusterA == "" || clusterB == "" || names.MayHaveReference(a) || names.MayHaveReference(b) {
		return "", false
	}
	var found strings.Builder
	for i, j := 0, 0; i < len(a) || j < len(b); {
		switch {
		case hasName(a, i, clusterA) && hasName(b, j, clusterB):
			found.WriteString(clusterName)
			i, j = i+len(clusterA), j+len(clusterB)
		case i < len(a) && j < len(b) && a[i] == b[j]:
			found.WriteByte(a[i])
			i, j = i+1, j+1
		default:
			return "", false
		}
	}
	return found.String(), true
}

// general returns a text of one cluster with a reference wherever it has the cluster's name.
func general(text, cluster string) string {
	if names.MayHaveReference(text) {
		return text
	}
	var found strings.Builder
	for i := 0; i < len(text); {
		if hasName(text, i, cluster) {
			found.WriteString(clusterName)
			i += len(cluster)
			continue
		}
		found.WriteByte(text[i])
		i++
	}
	if names.WithoutEscapes(found.String()) != found.String() { // there is a $ in front of a reference
		return text
	}
	return found.String()
}

// generalized returns a value of one cluster with a reference wherever its texts have the cluster's name.
func generalized(v *value, cluster string) *value {
	made := *v
	made.below = each.Of(v.below, func(child *value) *value { return generalized(child, cluster) })
	if v.kind == tree.String {
		made.scalar = MapStrings(tree.NewBuilder(), v.scalar, func(text string) string { return general(text, cluster) })
	}
	return &made
}

// shortName is the length up to which a cluster's name must be a whole word of a text: inside a word it may be chance.
const shortName = 3

// hasName reports whether the name of a cluster is in a text at some place.
func hasName(text string, at int, cluster string) bool {
	if cluster == "" || !strings.HasPrefix(text[at:], cluster) {
		return false
	}
	end := at + len(cluster)
	return len(cluster) > shortName ||
		(at == 0 || !isAlphanumeric(text[at-1])) && (end == len(text) || !isAlphanumeric(text[end]))
}

func isAlphanumeric(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}
