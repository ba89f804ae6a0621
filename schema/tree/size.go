package tree

import "github.com/fluxapp-dev/fluxapp/schema/internal/record"

// Size returns about how many bytes the value has as JSON: escapes are not counted, and nulls are. Beyond most it stops
// counting, because aliases may repeat any number of values.
func (n Node) Size(most int) int {
	n = n.value()
	switch r := n.record(); {
	case Kind(r.Kind) == Absent:
		return 0
	case r.Flags&record.IsPrinted != 0:
		return len(n.tree.beside.printed[n.at].json)
	case Kind(r.Kind) == String:
		return len(n.Written()) + len(`""`)
	case Kind(r.Kind) < List:
		return max(1, len(n.Written()))
	}
	size := len("{")
	for c := n.First(); c.Exists() && size <= most; c = c.Next() {
		if key := c.Key(); key != "" {
			size += len(key) + len(`"":`)
		}
		size += len(",")
		size += c.Size(most - size)
	}
	return max(size, len("{}"))
}

// Heaviest returns the deepest value that has more than half of the Size of n: n itself, or one below it.
func (n Node) Heaviest(most int) Node {
	half := n.Size(most) / 2
	for heavy := n; heavy.Exists(); {
		n = heavy
		heavy = Node{}
		for c := range n.Children() {
			if c.Size(half) > half {
				heavy = c
				break
			}
		}
	}
	return n
}
