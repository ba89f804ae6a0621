// Package rendering is a run of the command that renders: what it reads, its options, its result, and what it reports.
// A [Run] also compares its documents with earlier ones: of a file, a folder, or a revision of a repository.
package rendering
