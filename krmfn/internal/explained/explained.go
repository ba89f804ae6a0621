// Package explained has the rows of fluxapp explain: what set each field of objects, without secrets, and as JSON.
package explained

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// Row is a field of an object without its secrets. Its Value is empty where the object does not have the field.
type Row struct {
	render.Leaf
	Hidden bool // a value was a secret
}

// Rows makes rows of many objects; it searches a long value of several only once. Zero is ready; not concurrent.
type Rows struct {
	Redactor change.Redactor
	known    map[field]field
	size     int // of the values in known
}

// field is a value of a field as JSON, or what people see of it.
type field struct {
	path, value string
	hidden      bool
}

// How long a value is that is worth remembering, and how much of them is remembered at most.
const longValue, maxKnown = 1 << 10, 64 << 20

// Of returns a field without its secrets. The name fields that [Rows.At] finds tell whether it is a secret.
func (r *Rows) Of(leaf render.Leaf, names ...render.Leaf) Row {
	row, paths := Row{Leaf: leaf}, append([]string{leaf.Path}, pathsByName(leaf.Path, names)...)
	if leaf.Item { // a removed one is called by a value: users[password=x]
		name, value, _ := strings.Cut(leaf.Keys[len(leaf.Keys)-1], "=")
		shown, _ := r.Redactor.Secrets.Redact(name, value)
		row.Path = strings.TrimSuffix(leaf.Path, value+"]") + shown + "]"
	}
	shown := func(value string) string {
		for _, path := range paths {
			found := r.shown(path, value)
			value, row.Hidden = found.value, row.Hidden || found.hidden
		}
		return value
	}
	row.Value = shown(leaf.Value)
	if row.Setting.Value = row.Value; leaf.Setting.Value != leaf.Value { // long values are looked through once
		row.Setting.Value = shown(leaf.Setting.Value)
	}
	isHidden := row.Hidden
	row.Covered, row.Params = shownSettings(leaf.Covered, shown), shownSettings(leaf.Params, shown)
	for i, p := range row.Params { // what is hidden with the value may look harmless by itself
		if text := strings.Trim(p.Value, `"`); isHidden && strings.Contains(leaf.Value, text) &&
			!strings.Contains(row.Value, text) {
			row.Params[i].Value = strconv.Quote(finding.Hidden)
		}
	}
	return row
}

// At returns the field at some keys without its secrets. Field explains it, and the names beside it.
func (r *Rows) At(field func(keys ...string) render.Leaf, keys []string) Row {
	names := each.Of(namesBeside(keys), func(name []string) render.Leaf { return field(name...) })
	return r.Of(field(keys...), names...)
}

// namesBeside returns the paths that may name a secret: each name beside a value, as {name: DB_PASSWORD, value: …} has.
func namesBeside(keys []string) (names [][]string) {
	for i, key := range keys {
		if i > 0 && key == "value" {
			names = append(names, append(slices.Clone(keys[:i]), "name"))
		}
	}
	return names
}

// OfAll returns all fields of an object, as [render.Object.Explain] returns them, without their secrets.
func (r *Rows) OfAll(leaves []render.Leaf) (rows []Row) {
	names := map[string]render.Leaf{}
	for _, leaf := range leaves {
		if leaf.Keys[len(leaf.Keys)-1] == "name" {
			names[FieldPath(leaf.Keys).String()] = leaf
		}
	}
	for _, leaf := range leaves {
		var beside []render.Leaf
		for _, keys := range namesBeside(leaf.Keys) {
			if name, found := names[FieldPath(keys).String()]; found {
				beside = append(beside, name)
			}
		}
		rows = append(rows, r.Of(leaf, beside...))
	}
	return rows
}

// pathsByName returns the path for each name that the fields beside it have, or have covered, in the place of value.
func pathsByName(path string, names []render.Leaf) (paths []string) {
	for _, name := range names {
		around := strings.TrimSuffix(name.Path, ".name")
		below, found := strings.CutPrefix(path, around+".value")
		if !found {
			continue
		}
		values := []string{name.Value, name.Setting.Value}
		values = append(values, each.Of(name.Covered, func(covered render.Setting) string { return covered.Value })...)
		for _, value := range slices.Compact(values) {
			var text string
			if json.Unmarshal([]byte(value), &text) == nil && text != "" {
				paths = append(paths, around+"."+text+below)
			}
		}
	}
	return paths
}

func (r *Rows) shown(path, value string) field {
	if len(value) < longValue {
		return r.redacted(path, value)
	}
	key := field{path: path, value: value}
	found, isKnown := r.known[key]
	if !isKnown {
		if r.size += len(value); r.known == nil || r.size > maxKnown {
			r.known, r.size = map[field]field{}, len(value)
		}
		found = r.redacted(path, value)
		r.known[key] = found
	}
	return found
}

func (r *Rows) redacted(path, value string) field {
	_, shown, hidden := r.Redactor.Field(change.Field{Path: path, After: value})
	return field{path, shown, hidden}
}

func shownSettings(settings []render.Setting, shown func(value string) string) (all []render.Setting) {
	for _, s := range settings {
		s.Value = shown(s.Value)
		all = append(all, s)
	}
	return all
}

// IsSet reports whether anything set the field, or removed it.
func (r Row) IsSet() bool { return r.Value != "" || r.Setting != (render.Setting{}) }

// Value is a field as JSON. The page of fluxapp explain describes its fields.
type Value struct {
	Value  json.RawMessage `json:"value,omitempty"`
	Hidden bool            `json:"hidden,omitempty"`
	Set    *Setting        `json:"set,omitempty"`
	Reason string          `json:"reason,omitempty"`
	Params []Setting       `json:"params,omitempty"`
	Covers []Setting       `json:"covers,omitempty"`
	Piece  *int            `json:"piece,omitempty"` // in a report, the number of a long value in its place
}

// Setting is what set a field, as JSON. In a report, it has no value where its author wrote the field's.
type Setting struct {
	Layer  string          `json:"layer"`
	File   string          `json:"file,omitempty"`
	Line   int             `json:"line,omitempty"`
	Column int             `json:"column,omitempty"`
	Value  json.RawMessage `json:"value,omitempty"`
	Piece  *int            `json:"piece,omitempty"`
}

// JSON returns the field as JSON.
func (r Row) JSON() Value {
	v := Value{Value: json.RawMessage(r.Value), Hidden: r.Hidden, Reason: r.Reason, Params: settings(r.Params),
		Covers: settings(r.Covered)}
	if r.IsSet() {
		v.Set = &settings([]render.Setting{r.Setting})[0]
	}
	return v
}

func settings(from []render.Setting) []Setting {
	return each.Of(from, func(s render.Setting) Setting {
		return Setting{LayerOf(s), s.At.File, s.At.Line, s.At.Column, json.RawMessage(s.Value), nil}
	})
}

// LayerOf returns the layer of a setting in words.
func LayerOf(s render.Setting) string { return cmp.Or(s.Layer, "fluxapp") }

// ClusterOf returns the name of an object's cluster for people: hub for the hub, and empty for an object of no cluster.
func ClusterOf(o render.Object) string {
	if o.Cluster() == "" && !o.Shared() {
		return kinds.Hub
	}
	return o.Cluster()
}
