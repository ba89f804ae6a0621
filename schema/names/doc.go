// Package names is what texts mean: names in Kubernetes, misspelt names, and references, as $(cluster.name). It also
// writes lists and numbers of names for people.
//
// [Valid], [ValidLabel] and the functions that begin with Plainly answer without a message; package schema words what
// is wrong. [SplitReferences] cuts a text into references and the texts between them. [ReferenceSlip] finds what is
// nearly a reference. [Placeholder] knows ${…}, which Flux replaces later. [ReadLayerKey] reads the keys of merged
// lists. The package knows no clusters: package render replaces references.
//
// The package is for fluxapp itself. It is public because packages render and krmfn could not import it below
// schema/internal.
package names
