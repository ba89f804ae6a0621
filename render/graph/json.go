package graph

import (
	"encoding/json"
	"io"
)

// WriteJSON writes the picture for programs that draw it, as one JSON object. Its fields are the fields of [Graph],
// with a small first letter. False or empty fields are left out, but for lists, numbers and the shape.
func (g Graph) WriteJSON(w io.Writer) error {
	g.Frames = append([]Frame{}, g.Frames...)
	g.Boxes = append([]Box{}, g.Boxes...)
	g.Arrows = append([]Arrow{}, g.Arrows...)
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	return out.Encode(g)
}

// MarshalText returns the shape as JSON has it: workload, source, around or gate.
func (s Shape) MarshalText() ([]byte, error) {
	return []byte([]string{Workload: "workload", Source: "source", Around: "around", Gate: "gate"}[s]), nil
}

// MarshalText returns the meaning as JSON has it: feeding, then or writing.
func (m Meaning) MarshalText() ([]byte, error) {
	return []byte([]string{Feeding: "feeding", Then: "then", Writing: "writing"}[m]), nil
}
