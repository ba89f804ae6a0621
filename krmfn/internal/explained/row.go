package explained

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

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

// The types of the JSON. COMMAND.md describes their fields.
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
