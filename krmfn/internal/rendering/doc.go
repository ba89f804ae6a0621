// Package rendering is a run of the command that renders: what it reads, its options, its result, and what it
// reports. A [Run] also compares its documents with earlier ones: of a file, of a folder, or of a revision of a
// repository.
package rendering
