package explained

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// reader explains fields of many objects. If not whole, objects lack what others cause, for example the gates of waves.
type reader struct {
	whole   bool
	own     *render.OwnReader
	last    render.Object
	items   map[string]render.Leaf        // of merged lists of the last object, by their paths
	current render.FieldExplainer         // of the last object
	sources map[render.ID][]render.Object // the sources and charts that objects name, by these
	shown   Rows
}

func newReader(whole bool, result render.Result) *reader {
	r := &reader{whole: whole, own: render.NewOwnReader(), sources: map[render.ID][]render.Object{},
		shown: Rows{Redactor: change.Redactor{Secrets: result.Secrets()}}}
	for link := range result.Links() {
		if link.To.Row().Is(kinds.Source|kinds.Chart) && link.To.Kind() == link.ID.Kind { // no artifact of a generator
			r.sources[link.From.ID()] = append(r.sources[link.From.ID()], link.To)
		}
	}
	return r
}

// explainer returns what explains the fields of an object. A whole object does not have its wave.
func (r *reader) explainer(o render.Object, path FieldPath) render.FieldExplainer {
	if !r.whole || (FieldPath{"spec", "wave"}).has(path) {
		return r.own.FieldExplainer(o)
	}
	if r.last != o {
		r.last, r.current = o, o.FieldExplainer()
	}
	return r.current
}

// field explains a field of an object, or a value in a list. No value: the object lacks it, or a layer removed it.
func (r *reader) field(o render.Object, path FieldPath) render.Leaf {
	if path.isOfSource() {
		return r.fieldOfSource(o, path)
	}
	if item, known := r.items[path.String()]; known && r.last == o {
		return item
	}
	return r.explainer(o, path).Field(path...)
}

// leaves returns fields at or below a path that hold no others: nulls of layers too and, if asked, merged lists' items.
func (r *reader) leaves(o render.Object, path FieldPath, items bool) (paths []FieldPath) {
	if path.isOfSource() {
		if source, found := r.source(o, path[1]); found {
			for _, p := range r.leaves(source, path.inSource(), items) {
				paths = append(paths, below(p[1:], path[:2]...))
			}
		}
		return paths
	}
	r.items = nil
	for _, leaf := range r.explainer(o, path).Leaves() {
		keys := FieldPath(leaf.Keys)
		if leaf.Item && items {
			if r.items == nil {
				r.items = map[string]render.Leaf{}
			}
			r.items[keys.String()] = leaf
		}
		isValue := leaf.Item || leaf.Value != "" || !FieldPath{"spec", "values"}.has(keys) // a null there is no removed field
		if path.has(keys) && isValue && (items || !leaf.Item) {
			paths = append(paths, keys)
		}
	}
	return paths
}

func (r *reader) row(o render.Object, path FieldPath) fieldRow {
	return fieldRow{o, r.shown.At(func(keys ...string) render.Leaf { return r.field(o, keys) }, path)}
}

// fieldOfSource explains a field of the source of a workload, with what sets it for this workload.
func (r *reader) fieldOfSource(o render.Object, path FieldPath) (leaf render.Leaf) {
	keys := path
	if source, found := r.source(o, path[1]); found {
		leaf = r.field(source, path.inSource())
		keys = below(leaf.Keys[1:], path[:2]...)
	}
	if settings := o.Facts().EntryField(keys...); len(settings) > 0 {
		if len(keys) < len(path) { // an item of a list, which has its own place
			settings[0].Value, settings[0].At = leaf.Value, leaf.Setting.At
		}
		leaf.Setting, leaf.Covered = settings[0], settings[1:]
	}
	leaf.Keys, leaf.Path = keys, path.String()
	return leaf
}

// source returns the object that a field of source describes, as ociRepository, and that an object or its chart uses.
func (r *reader) source(o render.Object, field string) (render.Object, bool) {
	for _, named := range r.sources[o.ID()] {
		switch {
		case named.Row().Is(kinds.Chart):
			return r.source(named, field)
		case named.Row().Field == field:
			return named, true
		}
	}
	return render.Object{}, false
}

func (p FieldPath) inSource() FieldPath { return below(p[2:], "spec") }

// noField is the error about a field that no object has. It proposes fields of workloads before other objects'.
func noField(objects []render.Object, path FieldPath) error {
	workloads := slices.DeleteFunc(slices.Clone(objects),
		func(o render.Object) bool { return !o.Row().Is(kinds.Workload) })
	known := fieldsOf(workloads)
	if all := fieldsOf(objects); len(known) == 0 || len(path.namesakes(known)) == 0 && len(path.namesakes(all)) > 0 {
		known = all
	}
	return fmt.Errorf("no object of the application has the field %s; %s", path, path.belowSpec().instead(known))
}

func fieldsOf(objects []render.Object) []FieldPath {
	read, known := newReader(false, render.Result{}), map[string]FieldPath{}
	for _, o := range objects {
		for _, keys := range read.leaves(o, nil, false) {
			for end := 1; end <= len(keys); end++ {
				if name := keys[:end].belowSpec(); end > 1 || name[0] != "spec" {
					known[name.String()] = name
				}
			}
		}
	}
	return slices.SortedFunc(maps.Values(known),
		func(a, b FieldPath) int { return strings.Compare(a.String(), b.String()) })
}

// fieldRow is a field of an object without secrets. Its Value is empty where the object does not have the field.
type fieldRow struct {
	object render.Object
	Row
}

func nameOf(o render.Object) string { return strings.TrimPrefix(o.Namespace()+"/"+o.Name(), "/") }

func placeText(at tree.Position) string { return fmt.Sprintf("%s:%d:%d", at.File, at.Line, at.Column) }

func (r Row) setBy() string {
	text := r.Setting.String()
	if r.Value == "" {
		text = "removed by " + text
	}
	return strings.Join(append([]string{text + r.written(" as ", whole)}, r.others(whole)...), ", ")
}

// written returns the value with its references, as the author wrote it, behind a word; empty where it has none.
func (r Row) written(as string, print func(value string) string) string {
	if r.Value == "" || r.Setting.Value == r.Value || r.Setting.Value == "" {
		return ""
	}
	return as + print(r.Setting.Value)
}

// others returns in words the params that the value reads, what it covers, and why fluxapp has written it.
func (r Row) others(print func(value string) string) (words []string) {
	for _, param := range r.Params {
		words = append(words, fmt.Sprintf("with %s of %s", print(param.Value), param))
	}
	for _, covered := range r.Covered {
		words = append(words, fmt.Sprintf("over %s of %s", print(covered.Value), covered))
	}
	if r.Reason != "" {
		words = append(words, "because "+r.Reason)
	}
	return words
}

// The types of the JSON. The page of fluxapp explain describes their fields.
type (
	jsonRow struct {
		Application string `json:"application"`
		Cluster     string `json:"cluster,omitempty"`
		Object      jsonID `json:"object"`
		Path        string `json:"path"`
		Value
	}
	jsonID struct {
		Kind      string `json:"kind"`
		Namespace string `json:"namespace,omitempty"`
		Name      string `json:"name"`
	}
)

func (r fieldRow) writeJSON(w io.Writer) {
	writeJSONLine(w, jsonRow{r.object.Application(), ClusterOf(r.object), idOf(r.object), r.Path, r.JSON()})
}

func idOf(o render.Object) jsonID { return jsonID{o.Kind(), o.Namespace(), o.Name()} }

func writeJSONLine(w io.Writer, value any) {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(value) // it has nothing that is no JSON
}
