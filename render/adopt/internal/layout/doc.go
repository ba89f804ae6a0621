// Package layout writes the FluxApplication that renders to the given objects of one application, as a careful person
// would write it.
//
// It is the inverse of rendering. There is one document for a group, by fixed rules:
//
//	read     read.go, inline.go    an object → the fields of an entry that makes it, without what fluxapp derives
//	author   author.go, note.go    these fields → values with the order of keys and the comments of their author
//	divide   divide.go             the entries of all clusters → what is in common, and what each has over it
//	compose  write.go, config.go   both → a document
//	print    print.go, flow.go     a document → YAML, with what is small on one line
//
// A text that differs by the name of the cluster has $(cluster.name) in it (pattern.go). Of a value that differs
// otherwise, the one that most clusters have, and two at least, is in common; the others are in the override of their
// cluster. Clusters with equal overrides share one. Where documents of the run have the clusters, what their labels
// tell apart is in an override by these labels (selector.go). Lists and maps in lists are whole.
//
// One entry selects all clusters, and has what is in common. Where no selector does, for example for objects of the hub
// itself, or where names have no pattern, each member has its own entry with what differs, and defaults what is in
// common.
//
// Whether the objects are one application to a reader at all is in shared.go. The document is not proved here: package
// adopt renders it and compares.
//
// # Comments
//
// A comment stays at its value. Where several members have a value, the comments are those of the first one that has
// any, in the order of the clusters, and what all of them tell programs, for example Renovate. Comments that differ at
// the top of the files are at the cluster of each. Comments for editors about the schema of an object are left out. The
// files keep their text, so that nothing is lost.
package layout
