package tree

import (
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
		place, ok := n.parsed()
		if !ok {
			continue
		}
		places[i] = place
		if wanted[place.tree] == nil {
			wanted[place.tree] = map[int32]string{}
		}
		wanted[place.tree][place.at] = ""
	}
	for t, paths := range wanted {
		w := walker{paths: paths, seen: make([]bool, len(t.nodes))}
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
	paths map[int32]string
	path  []string
	seen  []bool // aliases share nodes: the first way to one is its path
}

func (w *walker) walk(n Node) {
	if !n.Exists() || w.seen[n.at] {
		return
	}
	w.seen[n.at] = true
	if _, ok := w.paths[n.at]; ok {
		w.paths[n.at] = strings.TrimPrefix(strings.Join(w.path, ""), ".")
	}
	index := 0
	for c := range n.Children() {
		step := "[" + strconv.Itoa(index) + "]"
		if n.Kind() == Map {
			step = Step(c.Key())
		}
		w.path = append(w.path, step)
		w.walk(c)
		w.path = w.path[:len(w.path)-1]
		index++
	}
}

// Step returns what a key adds to a path.
func Step(key string) string {
	if key == "" || strings.ContainsAny(key, "./[] \t\n\"'") {
		return "[" + key + "]"
	}
	return "." + key
}
