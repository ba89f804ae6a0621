// +kubebuilder:object:generate=true

// Package v1alpha1 is the language: the Go types of the documents that fluxapp reads.
//
// [FluxApplication] and [Application] hold an application, [FluxApplicationBase] what several of them begin with, and
// [RenderConfig] the options of a run. A field of Flux has Flux's own type. The comments are the descriptions that
// editors show, and the markers are rules that are checked; shortName, objectName and namespaceName are strings with
// rules of names. Each type is public because a document has a field of it. LANGUAGE.md explains the language.
//
// [FluxApplicationOf] gives a document its Go type, [FromObject] makes a document of a Go value, and [YAML] the text of
// a file with it:
//
//	docs := schema.Parse("app.yaml", data)
//	app, err := v1alpha1.FluxApplicationOf(docs[0])
//
// Defaults and overrides are JSON in [Config], because they may remove fields and merge lists. [HelmReleaseLayer],
// [KustomizationLayer] and [KCLRunLayer] are their types for programs: [DefaultsJSON] and [OverrideJSON] write only the
// fields that are set.
//
// [As] and [DecodeObject] give a rendered object the Go type of Flux:
//
//	release, err := v1alpha1.As[*helmv2.HelmRelease](object.JSON())
//
// The package links the Go API of Flux and its parts of Kubernetes: several times as much as packages schema and
// render. For a program that only reads and renders documents, [schema.Document] has the tree of each.
package v1alpha1
