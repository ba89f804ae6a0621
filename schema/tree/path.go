package tree

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Paths returns the path of each node within its document, as `spec.deploy[1].destination` or, for a key that is no plain
// word, `metadata.labels[app.kubernetes.io/name]`. One walk per document serves all of them, because no node knows its
// parent. A node that was built has the path of what it was made from; an absent one, or one without, has an empty path.
func Paths(nodes []Node) []string {
	wanted := map[*Tree]map[int32]string{}
	places := make([]Node, len(nodes))
	for i, n := range nodes {
		place := n.parsed()
		if !place.Exists() {
			continue
		}
		places[i] = place
		if wanted[place.tree] == nil {
			wanted[place.tree] = map[int32]string{}
		}
		wanted[place.tree][place.at] = ""
	}
	for t, paths := range wanted {
		w := walker{paths: paths, wanted: slices.Sorted(maps.Keys(paths)), seen: make([]bool, len(t.doc.Records))}
		w.walk(t.Root())
	}
	found := make([]string, len(nodes))
	for i, place := range places {
		if place.Exists() {
			found[i] = wanted[place.tree][place.at]
		}
	}
	return found
}

type walker struct {
	paths  map[int32]string
	wanted []int32 // the nodes of paths, in order
	way    []step
	seen   []bool // aliases share nodes: the first way to one is its path
}

// step is a child on the way down. It becomes text only on the way to a node that somebody asked for.
type step struct {
	child Node
	index int
	inMap bool
}

func (w *walker) walk(n Node) {
	if !n.Exists() || w.seen[n.at] {
		return
	}
	w.seen[n.at] = true
	if _, ok := w.paths[n.at]; ok {
		w.paths[n.at] = w.path()
	}
	s := step{inMap: n.Kind() == Map}
	for c := n.First(); c.Exists(); c = c.Next() {
		s.child = c
		if s.inMap || w.wants(c) {
			w.way = append(w.way, s)
			w.walk(c)
			w.way = w.way[:len(w.way)-1]
		}
		s.index++
	}
}

// wants reports whether a wanted node was written in an item of a list, which was read before the next one. Lists are long, and few
// items are to blame for anything.
func (w *walker) wants(item Node) bool {
	i, _ := slices.BinarySearch(w.wanted, item.at)
	return i < len(w.wanted) && (!item.Next().Exists() || w.wanted[i] < item.Next().at)
}

func (w *walker) path() string {
	var path strings.Builder
	for _, s := range w.way {
		if s.inMap {
			path.WriteString(Step(s.child.WrittenKey()))
		} else {
			path.WriteString("[" + strconv.Itoa(s.index) + "]")
		}
	}
	return strings.TrimPrefix(path.String(), ".")
}

// Step returns what a key adds to a path.
func Step(key string) string {
	if key == "" || strings.ContainsAny(key, "./[] \t\n\"'") {
		return "[" + key + "]"
	}
	return "." + key
}
