// Package explained has the rows of fluxapp explain, for all who show what set the fields of objects: without secrets, and as JSON.
package explained

import (
	"cmp"
	"encoding/json"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
)

// Row is a field of an object without its secrets. Its Value is empty where the object does not have the field.
type Row struct {
	render.Leaf
	// Hidden: a value was a secret.
	Hidden bool
}

// Of returns a field of an object without its secrets.
func Of(leaf render.Leaf) Row {
	r := Row{Leaf: leaf}
	r.Value = r.shown(leaf.Value)
	if r.Setting.Value = r.Value; leaf.Setting.Value != leaf.Value { // long values are looked through once
		r.Setting.Value = r.shown(leaf.Setting.Value)
	}
	r.Covered, r.Params = r.shownSettings(leaf.Covered), r.shownSettings(leaf.Params)
	return r
}

// shown returns a value without its secrets.
func (r *Row) shown(value string) string {
	_, value, hidden := change.Field{Path: r.Path, After: value}.Redacted()
	r.Hidden = r.Hidden || hidden
	return value
}

func (r *Row) shownSettings(settings []render.Setting) (all []render.Setting) {
	for _, s := range settings {
		s.Value = r.shown(s.Value)
		all = append(all, s)
	}
	return all
}

// IsSet reports whether anything set the field, or removed it.
func (r Row) IsSet() bool { return r.Value != "" || r.Setting != (render.Setting{}) }

// Value is a field as JSON. COMMAND.md describes its fields.
type Value struct {
	Value  json.RawMessage `json:"value,omitempty"`
	Hidden bool            `json:"hidden,omitempty"`
	Set    *Setting        `json:"set,omitempty"`
	Params []Setting       `json:"params,omitempty"`
	Covers []Setting       `json:"covers,omitempty"`
}

// Setting is what set a field, as JSON.
type Setting struct {
	Layer  string          `json:"layer"`
	File   string          `json:"file,omitempty"`
	Line   int             `json:"line,omitempty"`
	Column int             `json:"column,omitempty"`
	Value  json.RawMessage `json:"value"`
}

// JSON returns the field as JSON.
func (r Row) JSON() Value {
	v := Value{Value: json.RawMessage(r.Value), Hidden: r.Hidden, Params: settings(r.Params), Covers: settings(r.Covered)}
	if r.IsSet() {
		v.Set = &settings([]render.Setting{r.Setting})[0]
	}
	return v
}

func settings(from []render.Setting) (all []Setting) {
	for _, s := range from {
		all = append(all, Setting{LayerOf(s), s.At.File, s.At.Line, s.At.Column, json.RawMessage(s.Value)})
	}
	return all
}

// LayerOf returns the layer of a setting in words.
func LayerOf(s render.Setting) string { return cmp.Or(s.Layer, "fluxapp") }

// ClusterOf returns the name of an object's cluster for people: hub for the hub, and empty for an object of no cluster.
func ClusterOf(o render.Object) string {
	if o.Cluster() == "" && !o.Shared() {
		return "hub"
	}
	return o.Cluster()
}
