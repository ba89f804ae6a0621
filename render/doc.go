// Package render turns applications into the Flux objects of every cluster.
//
//	docs := schema.Parse("app.yaml", data)
//	result, err := render.Render(docs, render.Options{})
//	err = result.WriteYAML(os.Stdout)
//
// The same documents and options give the same bytes, in any order of documents, keys and entries. The spec of an
// object is the author's own tree: scalars are printed as they were written, and [Render] lists everything that is
// added. An object is built when it is asked for, so writing a large fleet needs little memory.
//
// The package reads no file, clock, environment, network or random number; what a run needs to know is in [Options].
// It applies nothing, and does not know what is in a cluster.
package render
