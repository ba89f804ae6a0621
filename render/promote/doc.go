// Package promote moves values from one stage's layer to the next one's, in the text of the document: for example a
// chart's version from staging to production. It changes one scalar for each field and no other byte, so comments and
// order stay.
//
//	docs := schema.Parse("app.yaml", data)
//	edit, err := promote.Plan(docs, promote.Request{Application: "shop", From: staging, To: production})
//	changed, err := edit.Apply(data)
//
// A stage is a label selector. Its layers are the overrides and entries of the application whose clusterSelector has
// the same requirements, in any order and spelling, but not one with a placement, or of bases, which others share. The
// uppermost layer that has the field counts. The value is copied with its references, into the quotes that are there.
//
// [Plan] is the whole way: it finds both values in the layers of the stages (stage.go), writes one in the place of the
// other, and renders the new text: each cluster of both stages must have the value of its stage (edit.go).
//
// [Edit.CheckReady] compares the first stage with what its servers have, and asks how long it has been ready
// (ready.go). It is for the caller to call: Plan knows documents only.
//
// It is pure, like package render: it reads no file and no clock, and what a run needs to know is in the [Request].
package promote
