// Package promote moves values from one stage's layer to the next one's, in the text of the document: for example a
// chart's version from staging to production. It changes one scalar for each field and no other byte, so comments and
// order stay.
//
//	docs := schema.Parse("app.yaml", data)
//	edit, err := promote.Plan(docs, promote.Request{Application: "shop", From: staging, To: production})
//	changed, err := edit.Apply(data)
//
// A stage is a label selector. Its layers are the overrides and entries of the application whose clusterSelector has
// the same requirements, in any order and spelling, but not layers of bases, which other applications share. The
// uppermost layer that has the field counts. The value is copied with its references, into the quotes that are there.
//
// # The way of a promotion
//
// [Plan] is the whole way:
//
//	stages   selector.go, stage.go: the layers of both stages
//	field    field.go: the path in a layer; without one, the version in the layer of the first stage (stage.go)
//	scalars  replace.go: both values are scalars in one piece of one line; remedy.go: what to write where a layer or a
//	         field is missing
//	edit     replace.go: the new text, by package yamledit, if no alias has the value too
//	proof    reach.go: the new text is rendered, and each cluster of both stages has the value of the stage
//
// [Edit.CheckReady] compares the first stage with what its servers have, and asks how long it has been ready
// (ready.go). It is for the caller to call: Plan knows documents only.
//
// It is pure, like package render: it reads no file and no clock, and what a run needs to know is in the [Request].
package promote
