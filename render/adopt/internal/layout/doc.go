// Package layout writes the shortest readable FluxApplication that renders to the given objects of one application.
//
// It is the inverse of rendering. [Document] is the whole way, one step for each file:
//
//	read      entry.go       an object → the fields of an entry that makes it, without what fluxapp would write itself
//	divide    divide.go      the entries of all clusters → what they have in common, with references in texts that
//	                         differ by the cluster alone (pattern.go), and the differences (difference.go)
//	try       candidates.go  what each candidate has in the common part, in overrides of several clusters
//	                         (difference.go, selector.go), and in the entries of single ones
//	write     write.go       a candidate → a document, with its keys in the order for readers (value.go)
//	                         with its inline sources (source.go) and sections (section.go)
//	print     print.go       a document → YAML, with short maps on one line
//	choose    document.go    the text that a reader needs the fewest lines for
//
// The document is not proved here: package adopt renders it and compares.
package layout
