// Package comment reads the comments of YAML texts, and tells which line each of them is about.
//
// A comment at the end of a line is about this line. One on a line of its own is about the next line, or about a line
// above it where it is further in than the next one:
//
//	values:
//	  # about replicas
//	  replicas: 2 # about replicas too
//	  # also about replicas: the next line is further out
//	interval: 1h
//
// The package reads any text that package tree can read; of others it finds what it finds.
package comment
