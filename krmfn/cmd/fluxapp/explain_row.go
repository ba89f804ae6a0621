package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// row is a field of an object as explain prints it: without secrets. Its Value is empty where the object does not have the field.
type row struct {
	object render.Object
	render.Leaf
	hidden bool // a value was a secret
}

// newRow returns a field of an object without its secrets.
func newRow(o render.Object, leaf render.Leaf) row {
	r := row{object: o, Leaf: leaf}
	r.Value = r.shown(leaf.Value)
	r.Setting.Value = r.shown(leaf.Setting.Value)
	r.Covered, r.Params = r.shownSettings(leaf.Covered), r.shownSettings(leaf.Params)
	return r
}

// shown returns a value without its secrets.
func (r *row) shown(value string) string {
	_, value, hidden := change.Field{Path: r.Path, After: value}.Redacted()
	r.hidden = r.hidden || hidden
	return value
}

func (r *row) shownSettings(settings []render.Setting) (all []render.Setting) {
	for _, s := range settings {
		s.Value = r.shown(s.Value)
		all = append(all, s)
	}
	return all
}

// clusterOf returns the name of an object's cluster on the command line; empty for an object of no cluster.
func clusterOf(o render.Object) string {
	if o.Cluster() == "" && !o.Shared() {
		return "hub"
	}
	return o.Cluster()
}

// noValue is in the place of the value that an object does not have.
const noValue = "(none)"

func nameOf(o render.Object) string { return strings.TrimPrefix(o.Namespace()+"/"+o.Name(), "/") }

func placeText(at tree.Position) string { return fmt.Sprintf("%s:%d:%d", at.File, at.Line, at.Column) }

// isSet reports whether anything set the field, or removed it.
func (r row) isSet() bool { return isSet(r.Leaf) }

func isSet(leaf render.Leaf) bool { return leaf.Value != "" || leaf.Setting != (render.Setting{}) }

// setBy returns in words what set the field, and what that covers.
func (r row) setBy() string {
	text := r.Setting.String()
	if r.Value == "" {
		text = "removed by " + text
	}
	if written := r.written(); written != "" {
		text += " as " + written
	}
	for _, others := range r.others(whole) {
		text += ", " + others
	}
	return text
}

// written returns the value with its references, as the author wrote it; empty where it has none.
func (r row) written() string {
	if r.Value == "" || r.Setting.Value == r.Value {
		return ""
	}
	return r.Setting.Value
}

func whole(value string) string { return value }

// layerOf returns the layer of a setting in words.
func layerOf(s render.Setting) string { return cmp.Or(s.Layer, "fluxapp") }

// others returns in words the params that the value reads, and what it covers.
func (r row) others(print func(value string) string) (words []string) {
	for _, param := range r.Params {
		words = append(words, fmt.Sprintf("with %s of %s", print(param.Value), param))
	}
	for _, covered := range r.Covered {
		words = append(words, fmt.Sprintf("over %s of %s", print(covered.Value), covered))
	}
	return words
}

// The types of the JSON. COMMAND.md describes their fields.
type (
	jsonRow struct {
		Application string `json:"application"`
		Cluster     string `json:"cluster,omitempty"`
		Object      jsonID `json:"object"`
		Path        string `json:"path"`
		jsonValue
	}
	jsonID struct {
		Kind      string `json:"kind"`
		Namespace string `json:"namespace,omitempty"`
		Name      string `json:"name"`
	}
	jsonValue struct {
		Value  json.RawMessage `json:"value,omitempty"`
		Hidden bool            `json:"hidden,omitempty"`
		Set    *jsonSetting    `json:"set,omitempty"`
		Params []jsonSetting   `json:"params,omitempty"`
		Covers []jsonSetting   `json:"covers,omitempty"`
	}
	jsonSetting struct {
		Layer  string          `json:"layer"`
		File   string          `json:"file,omitempty"`
		Line   int             `json:"line,omitempty"`
		Column int             `json:"column,omitempty"`
		Value  json.RawMessage `json:"value"`
	}
)

// writeJSON prints the field as a line.
func (r row) writeJSON(w io.Writer) error {
	return writeJSONLine(w, jsonRow{r.object.Application(), clusterOf(r.object), idOf(r.object), r.Path, r.json()})
}

func (r row) json() jsonValue {
	v := jsonValue{Value: json.RawMessage(r.Value), Hidden: r.hidden, Params: settingsJSON(r.Params), Covers: settingsJSON(r.Covered)}
	if r.isSet() {
		v.Set = &settingsJSON([]render.Setting{r.Setting})[0]
	}
	return v
}

func settingsJSON(settings []render.Setting) (all []jsonSetting) {
	for _, s := range settings {
		all = append(all, jsonSetting{layerOf(s), s.At.File, s.At.Line, s.At.Column, json.RawMessage(s.Value)})
	}
	return all
}

func idOf(o render.Object) jsonID { return jsonID{o.Kind(), o.Namespace(), o.Name()} }

// writeJSONLine prints a value as a line of JSON.
func writeJSONLine(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(value)
}
