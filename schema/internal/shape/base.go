package shape

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// layersOfBase returns the layers of the config of a base: the layers of each workload, and under the empty workload
// the layers of a base that does not say which workload it is for, which take the fields of all of them.
func layersOfBase(layers map[terms.Workload]Layers) map[terms.Workload]Layers {
	layers = maps.Clone(layers)
	u := unions{}
	var all Layers
	for _, workload := range terms.Workloads {
		all.Defaults = u.union(all.Defaults, layers[workload].Defaults)
		all.Overrides = u.union(all.Overrides, layers[workload].Overrides)
	}
	layers[""] = all
	return layers
}

// BaseLayers returns the shape of the layers of a base for a workload, as a map of both.
func BaseLayers(workload terms.Workload) *Shape {
	layers := All().Base.Fields["spec"].Shape.Fields["config"].Shape.Layers[workload]
	return &Shape{Kind: Object, Name: "BaseConfig", Fields: map[string]Field{"defaults": {Shape: layers.Defaults},
		"overrides": {Shape: layers.Overrides}}}
}

// unions are shapes that take what one of two shapes takes, made once for each two: types hold themselves.
type unions map[[2]*Shape]*Shape

func (u unions) union(a, b *Shape) *Shape {
	switch {
	case a == nil || b == nil || a == b:
		return cmp.Or(a, b)
	case u[[2]*Shape{a, b}] != nil:
		return u[[2]*Shape{a, b}]
	case a.Kind != b.Kind:
		return &Shape{}
	}
	both := &Shape{Kind: a.Kind, Name: a.Name, Path: a.Path, Bits: max(a.Bits, b.Bits), Short: a.Short}
	u[[2]*Shape{a, b}] = both
	both.Elem = u.union(a.Elem, b.Elem)
	if a.Kind == Object {
		both.Fields = u.fields(a.Fields, b.Fields)
	}
	return both
}

func (u unions) fields(a, b map[string]Field) map[string]Field {
	both := maps.Clone(b)
	maps.Copy(both, a)
	for name, field := range both {
		first, second := a[name], b[name]
		if first.Shape == nil || second.Shape == nil {
			continue
		}
		field.Shape = u.union(first.Shape, second.Shape)
		if !first.Rule.takesTheSame(second.Rule) {
			field.Rule = nil
		}
		both[name] = field
	}
	return both
}

// takesTheSame reports whether two rules take the same values, whichever Flux has them.
func (r *Rule) takesTheSame(other *Rule) bool {
	if r == nil || other == nil {
		return r == other
	}
	return slices.Equal(r.Enum, other.Enum) && r.Pattern == other.Pattern && r.Min == other.Min && r.Max == other.Max
}

// wordsLike are the types of bases, with the types of applications whose words mean the same there.
var wordsLike = map[string]string{"FluxApplicationBase": "FluxApplication",
	"FluxApplicationBaseSpec": "FluxApplicationSpec", "BaseConfig": "Config", "BaseHelmRelease": "HelmRelease"}

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

// inLayer reports whether the innermost map is merged with others: in an entry or a layer, and in no list or selector.
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
