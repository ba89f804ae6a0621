// Package v1alpha1 is the language: the Go types of the documents that fluxapp reads.
//
// [FluxApplication] and [Application] hold an application, [FluxApplicationBase] what several of them begin with, and
// [RenderConfig] the options of a run. A field of Flux has Flux's own type. The comments are the descriptions that
// editors show, and the markers are rules that are checked. LANGUAGE.md of package schema explains the language.
package v1alpha1
