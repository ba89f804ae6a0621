package explained

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/identity"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Pair is an object of one cluster and its counterpart on another one; nil where a cluster has none.
type Pair struct{ Object, Against *render.Object }

// Pairs finds the counterpart of each object of a cluster among the objects of another one, in this order: the one
// whose namespace and name differ by the cluster's only, the one whose name does, one that the same entry or section
// made, and the only one of its kind that is left. Behind the objects are the others without a counterpart.
func Pairs(objects, others []render.Object) (pairs []Pair) {
	found, paired := identity.Pairs(others, objects, byFullName, byName, byOrigin, byKind), map[int]bool{}
	for i := range objects {
		pairs = append(pairs, Pair{Object: &objects[i]})
		if at, ok := found[i]; ok {
			pairs[i].Against, paired[at] = &others[at], true
		}
	}
	for i := range others {
		if !paired[i] {
			pairs = append(pairs, Pair{Against: &others[i]})
		}
	}
	return pairs
}

// Groups finds the counterparts of objects on all clusters, as [Pairs] does, except those that have only their kind
// in common. It returns the group of each object, counted from 0; -1 for an object of no cluster. A further key joins
// groups of which no cluster has objects of both.
func Groups(objects []render.Object) []int {
	var groups []*group
	known, numbers := map[string]*group{}, slices.Repeat([]int{-1}, len(objects))
	for i, o := range objects {
		cluster := ClusterOf(o)
		if cluster == "" {
			continue
		}
		key := byFullName(o)
		if known[key] == nil {
			known[key] = &group{clusters: map[string]bool{}}
			groups = append(groups, known[key])
		}
		known[key].objects = append(known[key].objects, i)
		known[key].clusters[cluster] = true
	}
	for _, key := range []func(render.Object) string{byName, byOrigin} {
		groups = joined(groups, func(i int) string { return key(objects[i]) })
	}
	for number, g := range groups {
		for _, i := range g.objects {
			numbers[i] = number
		}
	}
	return numbers
}

// group is the objects that are counterparts, by their indexes, and their clusters.
type group struct {
	objects  []int
	clusters map[string]bool
}

// joined puts each group into the first one before it with an object of the same key, unless a cluster has both.
func joined(groups []*group, key func(int) string) (left []*group) {
	first := map[string]*group{}
	for _, g := range groups {
		into, keys := g, map[string]bool{}
		for _, i := range g.objects {
			k := key(i)
			isShared := func(cluster string) bool { return first[k].clusters[cluster] }
			if known := first[k]; into == g && !keys[k] && known != nil && !each.Any(maps.Keys(g.clusters), isShared) {
				into = known
			}
			keys[k] = true
		}
		if into == g {
			left = append(left, g)
		} else {
			into.objects = append(into.objects, g.objects...)
			maps.Copy(into.clusters, g.clusters)
		}
		for k := range keys {
			if first[k] == nil {
				first[k] = into
			}
		}
	}
	return left
}

// The keys of objects that are counterparts.
func byFullName(o render.Object) string {
	return byKind(o) + " " + AnyCluster(o.Namespace(), o.Cluster()) + " " + AnyCluster(o.Name(), o.Cluster())
}

func byName(o render.Object) string {
	words := strings.FieldsFunc(AnyCluster(o.Name(), o.Cluster()), func(r rune) bool { return r == '-' || r == 0 })
	return byKind(o) + " " + strings.Join(words, "-")
}

func byOrigin(o render.Object) string {
	at := o.Origin()
	return fmt.Sprintf("%s %s:%d:%d", byKind(o), at.File, at.Line, at.Column)
}

func byKind(o render.Object) string { return o.Application() + " " + o.Kind() }

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
	return jsonString().ReplaceAllStringFunc(value, func(quoted string) string {
		var text string
		if json.Unmarshal([]byte(quoted), &text) != nil {
			return quoted
		}
		parts := around(text, cluster)
		if len(parts) == 1 {
			return quoted
		}
		return `"` + strings.Join(each.Of(parts, escaped), ClusterMark) + `"`
	})
}

var jsonString = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`"(?:[^"\\]|\\.)*"`) })

// OfCluster returns a value in JSON with a cluster's name in the place of ClusterMark.
func OfCluster(value, cluster string) string {
	return strings.ReplaceAll(value, ClusterMark, escaped(cluster))
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
		inWord := found > 0 && isWord(text[found-1]) || end < len(text) && isWord(text[end])
		if at = found + 1; !inWord {
			parts = append(parts, text[begin:found])
			begin, at = end, end
		}
	}
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
