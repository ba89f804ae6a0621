// Package tree reads YAML and JSON into values that keep the position and the spelling of the author, builds values
// from them, and prints them.
//
// A [Tree] is one document, and a [Node] is a handle to one of its values: cheap to copy, and absent when zero.
//
//	docs, problems := tree.Parse("app.yaml", data)
//	name := docs[0].Root().At("metadata", "name").Text()
//
// Nothing is decoded into Go values: a key or a scalar is a span of the text, so a number keeps its digits. A
// position is computed when it is asked for. Scalars have the meaning that kubectl and Flux give them
// (sigs.k8s.io/yaml, which is YAML 1.1): on is true, and 0123 is 83. An alias shares the nodes of its anchor. Merge
// keys are expanded. The fields of a map are in the order in which sigs.k8s.io/yaml prints keys, whatever their order
// in the text.
//
// A value never changes. A [Builder] makes new values around the nodes of others, without copying them; their positions
// are the positions of the nodes that they were made from.
//
// [AppendYAML] and [AppendJSON] print a value as sigs.k8s.io/yaml and encoding/json print it, but with the author's
// own numbers:
//
//	out := tree.AppendYAML(nil, docs[0].Root())
//
// To print many values that differ in a few places, [Compile] one of them with these places as holes.
//
// A [Comparison] tells which values of two trees differ, under the rules of whoever asks:
//
//	for d := range (tree.Comparison{}).Differences(before, after) {
//		fmt.Println(d.Path, d.Before.JSON(), d.After.JSON())
//	}
//
// The package knows nothing of Kubernetes or Flux. How a text is read is the task of schema/internal/reader, how values
// are stored of schema/internal/record, and what a scalar means of schema/internal/scalar.
//
// The package is public because documents and objects are given as trees, which package render makes and prints too.
package tree
