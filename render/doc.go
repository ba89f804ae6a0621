// Package render turns applications into the Flux objects of every cluster.
//
//	docs, err := schema.Parse("app.yaml", data)
//	result, err := render.Render(docs, render.Options{})
//	err = result.WriteYAML(os.Stdout)
//
// The same documents and options give the same bytes, in whatever order the documents, their keys and their entries stand.
// An object's spec is the author's own tree with its fields in their places: scalars stay as written, and nothing is added
// but what [Render] names. Objects are built when they are asked for, so that writing a large fleet needs little memory, and what
// many of them have in common is planned, judged and printed once.
//
// The package reads no file, clock, environment, network or random number; what a run needs to know is in [Options]. It
// does not apply anything, and does not know what is in a cluster.
package render
