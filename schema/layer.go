package schema

import (
	"maps"
	"reflect"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Override is what an item of overrides has besides the fields of a layer.
type Override struct {
	// ClusterSelector selects the clusters of the fleet that the override is for, by their labels. An empty selector matches every
	// cluster.
	ClusterSelector *metav1.LabelSelector `json:"clusterSelector,omitempty"`
	// Cluster is the name of the one cluster that the override is for.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:Pattern="^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$"
	Cluster string `json:"cluster,omitempty"`
	// Disable removes the clusters from the application: nothing is rendered for them. When their objects are deleted, Flux
	// uninstalls what runs there, unless the object was suspended or, for a Kustomization, has prune: false.
	Disable bool `json:"disable,omitempty"`
	// AllowEmpty allows the override to match no cluster of any entry, and to name a cluster that does not exist yet. Without it the
	// first is a warning and the second an error.
	AllowEmpty bool `json:"allowEmpty,omitempty"`
}

// LayerDestination is what a layer may say of where entries go.
type LayerDestination struct {
	// TargetNamespace is the namespace on the clusters.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:Pattern="^[a-z0-9]([-a-z0-9]*[a-z0-9])?$"
	TargetNamespace string `json:"targetNamespace,omitempty"`
}

// Defaults returns the fields that lie below every entry of the application; absent when there are none.
func (d *Document) Defaults() tree.Node { return d.Spec.At("config", "defaults") }

// Overrides returns the layers above the entries, in the order in which they are laid.
func (d *Document) Overrides() (layers []tree.Node) {
	for layer := range d.Spec.At("config", "overrides").Children() {
		if layer.Kind() == tree.Map {
			layers = append(layers, layer)
		}
	}
	return layers
}

// written returns what the merged entries of the application are made of: its entries and layers.
func (d *Document) written() []tree.Node {
	_, entries := d.Entries()
	return append(append(entries, d.Defaults()), d.Overrides()...)
}

// layerShapes are the shapes of what lies below and above the entries of a workload.
type layerShapes struct{ defaults, overrides *shape }

// layers makes the shapes of the layers of an entry: the entry's own fields, of which none must be there, and for an override
// where it goes.
func (types shapeMaker) layers(entry *shape, name string) layerShapes {
	defaults := &shape{
		kind: shapeObject, name: entry.name, path: ourPath + name + "Layer",
		fields: maps.Clone(entry.fields), from: entry.from, rules: maps.Clone(entry.rules),
	}
	defaults.fields["destination"] = types.shape(reflect.TypeFor[LayerDestination]())
	delete(defaults.rules, "destination")
	more := types.shape(reflect.TypeFor[Override]())
	override := &shape{
		kind: shapeObject, name: entry.name, path: ourPath + name + overrideSuffix,
		fields: maps.Clone(defaults.fields), from: maps.Clone(entry.from), rules: maps.Clone(defaults.rules),
	}
	for field, below := range more.fields {
		override.fields[field], override.from[field] = below, more.from[field]
		if r := more.rules[field]; r != nil {
			override.rules[field] = r
		}
	}
	return layerShapes{defaults, &shape{kind: shapeList, elem: override}}
}

// field returns the shape of a field of the map n; nil when there is no such field. Those of the layers of a config depend on what
// it runs.
func (s *shape) field(n tree.Node, key string) *shape {
	if s.layers == nil {
		return s.fields[key]
	}
	for _, workload := range workloads {
		layers := s.layers[workload]
		switch {
		case layers.defaults == nil || !n.Get(string(workload)).Exists():
		case key == "defaults":
			return layers.defaults
		case key == "overrides":
			return layers.overrides
		}
	}
	return s.fields[key]
}

// overrideSuffix ends the names of the shapes of overrides.
const overrideSuffix = "Override"

// ourPath is where this package's types are, as shapes name them.
const ourPath = "github.com/fluxapp-dev/fluxapp/schema."
