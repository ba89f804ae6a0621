package tree

import "github.com/fluxapp-dev/fluxapp/schema/internal/record"

// Size returns about how many bytes the value has as JSON: escapes are not counted, and nulls are. Beyond most it stops
// counting, because aliases may repeat any number of values.
func (n Node) Size(most int) int {
	n = n.value()
	doc := &n.tree.doc
	r := &doc.Records[n.at]
	switch first := r.First(); {
	case Kind(r.Kind) == Absent:
		return 0
	case r.Flags&record.IsPrinted != 0:
		return len(n.tree.beside.printed[n.at].json)
	case Kind(r.Kind) < List:
		return doc.Length(r)
	case first == 0:
		return len("{}")
	default:
		size := len("{")
		for at := first; at != 0 && size <= most; at = doc.Records[at].Next {
			c := &doc.Records[at]
			size += doc.KeyLength(c) + len(",")
			if c.Flags&record.IsLink == 0 && Kind(c.Kind) < List { // most are
				size += doc.Length(c)
			} else {
				size += Node{n.tree, at}.Size(most - size)
			}
		}
		return size
	}
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
