// Package graph draws a result: which applications wait for which, the order of clusters, and which sources feed it.
//
//	result, err := render.Render(docs, render.Options{})
//	err = graph.Of(result, graph.Options{}).WriteMermaid(os.Stdout)
//
// A picture is for people. Objects that differ in their cluster only are one box with a count and the names of the
// clusters, so that a fleet of 1,000 clusters has the picture of one of three. Everything runs from left to right:
// from sources to what is made of them, and from what must be ready first to what waits for it.
//
// # The way of a picture
//
// [Of] is the whole way.
//
//	items    picture.go: the objects, what they refer to, and what is only named; then the items that the options ask
//	         for, and what these refer to
//	boxes    detail.go: what the objects of a box have in common, and how fine the boxes are. A picture that has too
//	         many of them, or an application in it, is drawn with coarser ones
//	drawing  draw.go decides how fine the picture is, puts items into boxes, and orders these; arrows.go: references
//	         and waves; label.go: the text of boxes
//	writers  write.go: Mermaid; graph.go: JSON
//
// It is pure, like package render, and reads no cluster. Time and order do not depend on the order of documents.
package graph
