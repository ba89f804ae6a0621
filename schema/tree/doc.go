// Package tree holds what a YAML or JSON text says, together with where and how it says it.
//
// A [Tree] is one document: compact nodes in one slice, whose keys and scalars are spans of the source text. Nothing is
// decoded into Go values, so a scalar keeps the digits and the spelling of its author, and a node's place costs nothing
// until somebody asks for it. A [Node] is a handle to one value of a tree: cheap to copy, and absent when zero.
//
//	docs, problems := tree.Parse("app.yaml", data)
//	name := docs[0].Root().At("metadata", "name").Text()
//
// Scalars mean what kubectl and Flux read (sigs.k8s.io/yaml, which is YAML 1.1): on is true and 0123 is 83. Aliases share
// the nodes that they name; merge keys are laid out; the children of a map stand in the order in which sigs.k8s.io/yaml
// prints them, whatever order the author chose.
//
// Trees never change once they are made. A [Builder] makes new values around the nodes of others, without copying them.
//
// [AppendYAML] and [AppendJSON] print a value as sigs.k8s.io/yaml and encoding/json would, but with the author's own numbers:
//
//	out := tree.AppendYAML(nil, docs[0].Root())
//
// A long document is parsed in parts, so that reading it takes little more memory than its tree. What comes out is the same as
// of the whole.
//
// Items of a long list are mostly alike. [Node.Twin] is the first item that one is like, and [Node.Differences] are the scalars that are
// its own: what is true of the first one need not be found out again.
//
// The package knows nothing of Kubernetes or Flux.
package tree
