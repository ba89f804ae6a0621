// Package shape knows the fields of documents: which there are, of which types, with which rules, and since which Flux.
//
// The types of package v1alpha1 and of Flux are the only list of fields: make generate makes the table of all types
// from them by reflection, and from their comments the rules and descriptions of fields. Nothing that is linked needs
// these types. [Check] compares a value with a shape, and [CheckFields] applies the rules.
package shape

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Shape describes the values that a Go type takes.
type Shape struct {
	Kind   Kind
	Name   string // the Go type's name
	Path   string // the type with its package, for what has descriptions
	Bits   int    // of an integer
	Elem   *Shape // of lists and dicts
	Fields map[string]Field
	// of a config, or of a base's config; the empty workload has the layers of a base for any
	Layers map[kinds.WorkloadField]Layers
	Short  string // the field that a string in the place of the object is short for; empty when none is

	required []string // fields that some Flux requires, in alphabetical order
}

// Field is a field of an object. The zero Field is none.
type Field struct {
	Shape *Shape
	Rule  *Rule  // nil when any value of the shape is valid
	From  string // the type that declares the field; empty for a field of an old API, which is converted
}

// Layers are the shapes of the layers below and above the entries of a workload.
type Layers struct{ Defaults, Overrides *Shape }

// Names returns the fields in alphabetical order.
func (s *Shape) Names() []string { return slices.Sorted(maps.Keys(s.Fields)) }

// Set holds the shapes of the documents and of their parts.
type Set struct {
	Application, FluxApplication, Base, HelmChart, Repository, RenderConfig *Shape
	Metadata                                                                *Shape // of a document
	Chart, Cluster, Sharding, Limits, Template                              *Shape
	ImageAutomation, Notification, Tenancy                                  *Shape
	// inline sources by their field
	Sources map[string]*Shape
	entries map[kinds.WorkloadField]*Shape
}

// All returns all shapes. They are made on first use, because a program that links this package may never parse.
var All = sync.OnceValue(func() Set { return newSet(Of) })

func newSet(find func(goType string) *Shape) Set {
	own := func(name string) *Shape { return find(ourAPI + name) }
	set := Set{
		Application: own("Application"), FluxApplication: own("FluxApplication"), Base: own("FluxApplicationBase"),
		RenderConfig: own("RenderConfig"),
		HelmChart:    find(legacyAPI + "helmChart"), Repository: find(legacyAPI + "repository"), Metadata: find(objectMeta),
		Chart: own("Chart"), Template: own("TemplateReference"), Cluster: own("Cluster"), Sharding: own("Sharding"),
		Limits:          own("Limits"),
		ImageAutomation: own("ImageAutomation"), Notification: own("Notification"), Tenancy: own("Tenancy"),
		Sources: map[string]*Shape{},
		entries: map[kinds.WorkloadField]*Shape{kinds.HelmReleases: own("HelmReleaseEntry"),
			kinds.Kustomizations: own("KustomizationEntry"), kinds.KCLRuns: own("KCLRunEntry")},
	}
	layers := map[kinds.WorkloadField]Layers{}
	for workload, entry := range set.entries {
		layers[workload] = layersOf(entry, own("LayerDestination"), own("Override"))
	}
	own("Config").Layers = layers
	own("BaseConfig").Layers = layersOfBase(layers)
	for field := range kinds.With(kinds.Source) {
		set.Sources[field.Field] = own("Source").Fields[field.Field].Shape
	}
	return set
}

// Entry returns the shape of the entries of a workload.
func Entry(workload kinds.WorkloadField) *Shape { return All().entries[workload] }

// layersOf makes the shapes of an entry's layers: its fields, none required, and in overrides those of selection.
func layersOf(entry, destination, selection *Shape) Layers {
	name := OurPath + strings.TrimSuffix(entry.Name, "Entry")
	defaults := &Shape{Kind: Object, Name: entry.Name, Path: name + "Layer", Fields: maps.Clone(entry.Fields)}
	defaults.Fields["destination"] = Field{Shape: destination, From: entry.Fields["destination"].From}
	override := &Shape{Kind: Object, Name: entry.Name, Path: name + overrideSuffix, Fields: maps.Clone(defaults.Fields)}
	maps.Copy(override.Fields, selection.Fields)
	return Layers{defaults, &Shape{Kind: List, Elem: override}}
}

const (
	// OurPath is the path of this package in the paths of shapes that no type has.
	OurPath        = "github.com/fluxapp-dev/fluxapp/schema/internal/shape."
	overrideSuffix = "Override"
)

// IsOverride reports whether the shape is of the overrides of an entry.
func (s *Shape) IsOverride() bool { return strings.HasSuffix(s.Path, overrideSuffix) }

// field knows that the layers of a config depend on its workload; nil when the map n has no such field.
func (s *Shape) field(n tree.Node, key string) *Shape {
	if s.Layers == nil || key != "defaults" && key != "overrides" {
		return s.Fields[key].Shape
	}
	switch layers := s.Layers[check.WorkloadOf(n)]; {
	case layers.Defaults == nil:
		return s.Fields[key].Shape
	case key == "defaults":
		return layers.Defaults
	default:
		return layers.Overrides
	}
}

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
