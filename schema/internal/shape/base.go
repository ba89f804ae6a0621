package shape

import (
	"cmp"
	"maps"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// layersOfBase returns the layers of the config of a base, by workload. A base that is for any workload has those of
// the empty workload, which take the fields of all of them.
func layersOfBase(layers map[kinds.WorkloadField]Layers) map[kinds.WorkloadField]Layers {
	layers = maps.Clone(layers)
	u := unions{}
	var all Layers
	for _, workload := range kinds.WorkloadFields {
		all.Defaults = u.union(all.Defaults, layers[workload].Defaults)
		all.Overrides = u.union(all.Overrides, layers[workload].Overrides)
	}
	layers[""] = all
	return layers
}

// BaseLayers returns the shape of the layers of a base for a workload, as a map of both.
func BaseLayers(workload kinds.WorkloadField) *Shape {
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

func (r *Rule) takesTheSame(other *Rule) bool {
	if r == nil || other == nil {
		return r == other
	}
	return slices.Equal(r.Enum, other.Enum) && r.Pattern == other.Pattern && r.Min == other.Min && r.Max == other.Max
}

// wordsLike are the types of bases, with the types of applications whose words mean the same there.
var wordsLike = map[string]string{"FluxApplicationBase": "FluxApplication",
	"FluxApplicationBaseSpec": "FluxApplicationSpec", "BaseConfig": "Config", "BaseHelmRelease": "HelmRelease"}
