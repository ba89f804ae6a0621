package graph

import (
	"encoding/json"
	"io"
)

// Options limit a picture. The zero value is all applications on all clusters.
type Options struct {
	// Application is the namespace/name of an application, or the name of several; the picture adds what they depend on.
	Application string
	// Cluster is the name of a cluster, whose objects are drawn one by one; the hub is called hub.
	Cluster string
}

// Graph is a picture of a result: boxes, frames around them and arrows between them, as data for any writer.
type Graph struct {
	// Frames are the applications that have several boxes. Of one box, the first line is the application.
	Frames []Frame `json:"frames"`
	// Boxes are in the order of their applications, without one last. The boxes of a frame follow each other.
	Boxes []Box `json:"boxes"`
	// Arrows are in the order of where they begin: boxes, then frames.
	Arrows []Arrow `json:"arrows"`
}

// Frame is an application.
type Frame struct {
	// Title is the namespace/name of the application.
	Title string `json:"title"`
}

// Box is an object, or objects that are alike.
type Box struct {
	Shape Shape `json:"shape"`
	// Lines are the text of the box. Names in them are what authors wrote: a writer must quote them.
	Lines []string `json:"lines"`
	// Frame is the index of the frame around the box; -1 for none.
	Frame int `json:"frame"`
	// Rank orders the boxes of a frame: sources have 0, the first wave has 1. Boxes of one rank stand beside each other.
	Rank int `json:"rank"`
	// Outside is true for objects that are only named: they must exist already.
	Outside bool `json:"outside,omitempty"`
	// Objects counts the objects in the box; 0 for a gate.
	Objects int `json:"objects"`
}

// Shape is what a box is.
type Shape int

// The shapes of boxes.
const (
	// Workload is a box of objects that entries become, or of all that an application renders.
	Workload Shape = iota
	// Source is a box of sources or charts.
	Source
	// Around is a box of objects around the workload: of image automation, notification or tenancy.
	Around
	// Gate is no object: all boxes with an arrow to it must be ready before those behind it begin.
	Gate
)

// Arrow leads from a box or a frame to another one.
type Arrow struct {
	From    End     `json:"from"`
	To      End     `json:"to"`
	Meaning Meaning `json:"meaning"`
}

// End is where an arrow begins or ends: at a box, or at a frame, and then it is about all workloads in it.
type End struct {
	// Index is the index of the box or the frame.
	Index int  `json:"index"`
	Frame bool `json:"frame,omitempty"`
}

// Meaning is what an arrow means.
type Meaning int

// The meanings of arrows.
const (
	// Feeding leads from a source to what is made of it.
	Feeding Meaning = iota
	// Then leads from what must be ready first to what waits for it: dependsOn, and the waves.
	Then
	// Writing leads from an ImageUpdateAutomation to the repository that it commits to, and from an Alert to its Provider.
	Writing
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
