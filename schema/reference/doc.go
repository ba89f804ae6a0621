// Package reference reads the references $(cluster.…) and $(app.…) in texts of entries and layers.
//
// [Split] cuts a text into references and the texts between them, [Slip] finds what is nearly a reference, and
// [Placeholder] knows ${…}, which Flux replaces later. The package knows no clusters: package render replaces
// references, and could not import this one below schema/internal.
package reference
