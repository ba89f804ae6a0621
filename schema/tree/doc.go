// Package tree reads a YAML or JSON text into a tree that keeps each value's place and spelling.
//
// A [Tree] is one document: compact nodes in one slice, whose keys and scalars are spans of the source text. Nothing is
// decoded into Go values, so a scalar keeps the digits and the spelling of its author, and the line of a node is computed
// only when somebody asks for it. A [Node] is a handle to one value of a tree: cheap to copy, and absent when zero.
//
//	docs, problems := tree.Parse("app.yaml", data)
//	name := docs[0].Root().At("metadata", "name").Text()
//
// Scalars mean what kubectl and Flux read (sigs.k8s.io/yaml, which is YAML 1.1): on is true and 0123 is 83. An alias shares
// the nodes of its anchor. Merge keys are expanded. The children of a map are in the order in which sigs.k8s.io/yaml prints
// them, in any order of the source.
//
// A tree never changes after it was made. A [Builder] makes new values around the nodes of others, without copying them.
//
// [AppendYAML] and [AppendJSON] print a value as sigs.k8s.io/yaml and encoding/json would, but with the author's own numbers:
//
//	out := tree.AppendYAML(nil, docs[0].Root())
//
// A long document is parsed in parts, so that reading it takes little more memory than its tree. The result is the same as
// without parts.
//
// Most items of a long list are alike. [Node.Twin] is the first item with the same shape, and [Node.Differences] are the scalars in
// which an item differs from it. What is true of the first one need not be computed again.
//
// The package knows nothing of Kubernetes or Flux.
package tree
