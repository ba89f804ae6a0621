// Package graph draws a result: which applications wait for which, the order of clusters, and which sources feed it.
//
//	result, err := render.Render(docs, render.Options{})
//	err = graph.Of(result, graph.Options{}).WriteMermaid(os.Stdout)
//
// A picture is for people. Objects that differ in their cluster only are one box with a count and the names of the
// clusters, so that a fleet of 1,000 clusters has the picture of one of three. Everything runs from left to right:
// from sources to what is made of them, and from what must be ready first to what waits for it.
//
// [Of] is the whole way: the objects and what they refer to (picture.go) are put into boxes of a detail (detail.go),
// and a picture with too many boxes is drawn once more with a coarser detail (draw.go).
//
// It is pure, like package render, and reads no cluster. Time and order do not depend on the order of documents.
package graph
