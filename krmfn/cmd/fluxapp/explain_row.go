package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/explained"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// row is a field of an object as explain prints it: without secrets. Its Value is empty where the object does not
// have the field.
type row struct {
	object render.Object
	explained.Row
}

// noValue is in the place of the value that an object does not have.
const noValue = "(none)"

func nameOf(o render.Object) string { return strings.TrimPrefix(o.Namespace()+"/"+o.Name(), "/") }

func placeText(at tree.Position) string { return fmt.Sprintf("%s:%d:%d", at.File, at.Line, at.Column) }

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
		explained.Value
	}
	jsonID struct {
		Kind      string `json:"kind"`
		Namespace string `json:"namespace,omitempty"`
		Name      string `json:"name"`
	}
)

// writeJSON prints the field as a line.
func (r row) writeJSON(w io.Writer) error {
	return writeJSONLine(w, jsonRow{r.object.Application(), explained.ClusterOf(r.object), idOf(r.object), r.Path,
		r.JSON()})
}

func idOf(o render.Object) jsonID { return jsonID{o.Kind(), o.Namespace(), o.Name()} }

// writeJSONLine prints a value as a line of JSON.
func writeJSONLine(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(value)
}
