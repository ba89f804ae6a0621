// Package layout writes the shortest readable FluxApplication from which fluxapp renders given objects of one application.
//
// It is the inverse of rendering. [Document] is the whole way, one step for each file:
//
//	read    entry.go     an object → the fields of an entry that makes it, without what fluxapp would write itself
//	names   pattern.go   a text that differs by the name of the cluster alone → a text with $(cluster.name)
//	divide  divide.go    the entries of all clusters → what they have in common, and the differences with the clusters that have each
//	try     candidates.go  what each candidate has in common, in overrides of several clusters and in entries of single ones
//	write   document.go  a candidate → a document; the one with the fewest lines is the result
//	print   value.go     the order of keys for readers
//	        print.go     values → YAML, with short maps on one line
//
// The document is not proved here: package adopt renders it and compares.
package layout
