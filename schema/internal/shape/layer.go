package shape

import (
	"maps"
	"reflect"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

// Layers are the shapes of what lies below and above the entries of a workload.
type Layers struct{ Defaults, Overrides *Shape }

// layers makes the shapes of the layers of an entry: the entry's own fields, of which none must be there, and for an override
// where it goes.
func (types maker) layers(entry *Shape, name string) Layers {
	defaults := &Shape{
		Kind: Object, Name: entry.Name, Path: OurPath + name + "Layer",
		Fields: maps.Clone(entry.Fields), From: entry.From, Rules: maps.Clone(entry.Rules),
	}
	defaults.Fields["destination"] = types.shape(reflect.TypeFor[v1alpha1.LayerDestination]())
	delete(defaults.Rules, "destination")
	more := types.shape(reflect.TypeFor[v1alpha1.Override]())
	override := &Shape{
		Kind: Object, Name: entry.Name, Path: OurPath + name + OverrideSuffix,
		Fields: maps.Clone(defaults.Fields), From: maps.Clone(entry.From), Rules: maps.Clone(defaults.Rules),
	}
	for field, below := range more.Fields {
		override.Fields[field], override.From[field] = below, more.From[field]
		if r := more.Rules[field]; r != nil {
			override.Rules[field] = r
		}
	}
	return Layers{defaults, &Shape{Kind: List, Elem: override}}
}

// field returns the shape of a field of the map n; nil when there is no such field. Those of the layers of a config depend on what
// it runs.
func (s *Shape) field(n tree.Node, key string) *Shape {
	if s.Layers == nil {
		return s.Fields[key]
	}
	for _, workload := range v1alpha1.Workloads {
		layers := s.Layers[workload]
		switch {
		case layers.Defaults == nil || !n.Get(string(workload)).Exists():
		case key == "defaults":
			return layers.Defaults
		case key == "overrides":
			return layers.Overrides
		}
	}
	return s.Fields[key]
}

// OverrideSuffix ends the names of the shapes of overrides.
const OverrideSuffix = "Override"

// OurPath is where this package's types are, as shapes name them.
const OurPath = "github.com/fluxapp-dev/fluxapp/schema/internal/shape."
