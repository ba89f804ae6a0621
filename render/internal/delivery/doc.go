// Package delivery plans how Flux carries the rendered objects: it puts each into the portion that one Kustomization
// applies, and plans these Kustomizations. A portion is a group of clusters, so that Flux builds and applies a part of
// a large fleet at a time.
package delivery
