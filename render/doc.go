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
//	collect  inventory  documents: applications, their sources, chart templates, clusters
//	merge    entries    entry + layers + clusters → Template and Instances; an override is applied in merge.go (layer), clusters are
//	                    chosen in choose.go, references are replaced by package fleet
//	check    rules      every rule about one document or one merged entry
//	plan     plan       Instance → Placement: names (with package naming), namespaces, sources, charts, dependencies
//	gate     emit       the gates of waves: wave.go
//	verify   verify     the rules about all placements together
//	order    render     the total order of objects: order.go
//	emit     emit       Placement → object → bytes: build.go, printer.go
//
// A new kind of object is a row in package schema/kinds, its fields in package schema, its spec in emit/build.go, and its cases in
// testdata.
package render
