// Package output decides what happens to the documents of earlier runs: which ones a run keeps, replaces or removes,
// and what is in conflict with a new object. It decides once for both doors, the items of a ResourceList and the files
// of a folder. Values go in, decisions come out; the doors read before and write after.
//
//	decisions := run.Decide(before, objects)
//
// [Run.Decide] has the table of the decisions. A document is known by its file and its identity, in a stream by its
// identity alone. fluxapp owns documents, and no files or folders: what others have written beside them stays.
package output
