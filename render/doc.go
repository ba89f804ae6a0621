// Package render turns applications into the Flux objects of every cluster.
//
//	docs := schema.Parse("app.yaml", data)
//	result, err := render.Render(docs, render.Options{})
//	err = result.WriteYAML(os.Stdout)
//
// The same documents and options give the same bytes, in any order of documents, keys and entries. The spec of an object is the
// author's own tree: scalars are printed as they were written, and [Render] lists everything that is added. An object is built when it
// is asked for, so writing a large fleet needs little memory.
//
// The package reads no file, clock, environment, network or random number; what a run needs to know is in [Options]. It applies
// nothing, and does not know what is in a cluster.
//
// # The way of an entry
//
// [Render] is the whole way, one call for each step, and each step has a package of its own below render/internal. A step reads what
// the steps before it made, and nothing of those after it:
//
//	collect  inventory  documents: applications (collect.go), their sources and chart templates (source.go), clusters
//	merge    entries    entry + layers + clusters → Template and Instances. Clusters are chosen in choose.go. Which overrides reach a
//	                    cluster: override.go (reaching); they are applied in merge.go (layer). References: hole.go and package fleet
//	check    rules      every rule about one document or one merged entry: check.go; the values of references: check_holes.go
//	plan     plan       Instance → Placement (placement.go). Names of objects are made in plan.go (name) by package naming; those of
//	                    shared charts too (sharedChart), those of inline sources in inventory/source.go. Dependencies: depend.go
//	gate     emit       the gates of waves: wave.go (newGates); build.go (waitsForAll) puts them into dependsOn
//	verify   verify     the rules about all placements together: verify.go
//	order    render     the total order of objects: render.go (order)
//	emit     emit       Placement → object → bytes: build.go, printer.go
//
// What only some documents have is in files of its own, and a run without it does not enter them: references, overrides, waves,
// dependencies, shards of controllers, and things that must exist on every cluster (verify/prerequisites.go).
//
// A new kind of object is: a row in package schema/kinds (kinds.go); the Go type of its fields in package schema/v1alpha1; for a
// workload its spec in emit/build.go (specOf), for any other object its placement and spec in plan/plan.go (share); what follows from
// its deletion in schema/kinds (EffectOfDeletion); its type in render/typed; and its cases in testdata.
package render
