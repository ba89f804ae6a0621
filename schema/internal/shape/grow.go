package shape

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Plus ends the key of a list in a layer whose items come behind the items of the layers below.
const Plus = "+"

// sameLists are old fields that become a part of another list.
var sameLists = map[string][]string{
	"patches":     {"patches", "patchesStrategicMerge", "patchesJson6902"},
	"valuesFiles": {"valuesFiles", "valuesFile"},
}

// growing is false for a field whose key ends in no plus, or whose name no field has.
func (c *checker) growing(n tree.Node) bool {
	at := c.maps[len(c.maps)-1]
	name, ok := strings.CutSuffix(n.Key(), Plus)
	field := at.shape.Fields[name]
	if !ok || field.Shape == nil {
		return false
	}
	p := finding.Problem{Code: finding.CodeUnknownField, Node: n, OnKey: true, Current: n.Key(), Proposed: name}
	switch {
	case field.Shape.Kind != List:
		p.Detail = fmt.Sprintf("only a list grows with a plus, and %s is none; write %s", name, name)
	case !c.inLayer() || strings.HasSuffix(field.From, ".Override"):
		p.Detail = fmt.Sprintf("a list grows in an entry, in defaults or in overrides only, behind that of the layers "+
			"below; write %s", name)
	case n.Kind() != tree.List:
		p.Code, p.Current, p.Proposed, p.OnKey = finding.CodeType, n.Written(), "", false
		p.Detail = fmt.Sprintf("is %s, and a list that grows is written with its items; begin each item with \"- \"",
			n.Kind())
	default:
		c.Grows = true
		c.value(n, field.Shape, field.Rule)
		other := beside(at.node, name)
		if !other.Exists() {
			return true
		}
		p.Code, p.Current, p.Proposed = finding.CodeContradiction, "", ""
		p.Detail = fmt.Sprintf("%s beside it replaces the list of the layers below, and this one grows it; write one of "+
			"the two", other.Key())
	}
	c.report(p)
	return true
}

// beside returns a field of a map that replaces a list; absent when there is none.
func beside(n tree.Node, name string) tree.Node {
	for _, names := range append([][]string{{name}}, sameLists["patches"], sameLists["valuesFiles"]) {
		if !slices.Contains(names, name) {
			continue
		}
		for _, other := range names {
			if found := n.Find(other); found.Exists() {
				return found
			}
		}
	}
	return tree.Node{}
}

// inLayer reports whether the innermost map is merged with the maps of other layers: it is in an entry or a layer, and
// in no list of it, and in no selector.
func (c *checker) inLayer() bool {
	for _, at := range slices.Backward(c.maps) {
		if at.shape.Kind == List || at.node.Key() == "clusterSelector" {
			return false
		}
		if at.shape.isEntry() {
			return true
		}
	}
	return false
}

func (s *Shape) isEntry() bool { return strings.HasSuffix(s.Name, "Entry") }
