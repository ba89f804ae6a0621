// Package layout writes the shortest readable FluxApplication that renders to the given objects of one application.
//
// It is the inverse of rendering. [Write] is the whole way, one step after the other:
//
//	read      entry.go         an object → the fields of an entry that makes it, without what fluxapp writes itself
//	listen    listen.go        the files of the objects → the order of keys and the comments of their authors, in
//	                           internal/authored
//	divide    internal/divide  the entries of all clusters → what they have in common, with references in texts that
//	                           differ by the cluster alone, merged lists, and params; and the differences
//	try       candidates.go    what each candidate has in the common part, in overrides of several clusters (layers.go,
//	                           selector.go), and in the entries of single ones
//	write     write.go         a candidate → a document, with its keys in the order for readers (order.go), otherwise
//	                           in that of the authors, and sources (sources.go)
//	print     internal/page    a document → YAML, with short maps on one line, and texts as their authors write them
//	choose    document.go      the text that a reader needs the fewest lines for, and no more than the files have
//
// Whether the objects are one application to a reader at all is in shared.go. The document is not proved here: package
// adopt renders it and compares.
//
// # Comments
//
// A comment stays at its line. Where several members have a value, the comments are those of the first one that has
// any, in the order of the clusters. What differs at the top of the files is at the entry of each member. A comment
// that tells a program what to do, for example Renovate, is always in the document: at the nearest line, if its own is
// not there. Comments for editors about the schema of an object are left out. [Result] counts all others that are lost.
package layout
