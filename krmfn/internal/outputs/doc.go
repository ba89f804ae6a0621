// Package outputs decides what happens to the output of earlier runs: which objects a run keeps, replaces or removes,
// which are orphans, and what is in conflict with a new object. It decides once for both doors, the items of a
// ResourceList and the files of a folder. Values go in, decisions come out; the doors read before and write after.
//
//	decisions := run.Decide(existing, rendered)
//
// [Run.Decide] has the table of the decisions. The doors differ in three points, which [Run] holds:
//
//  1. A folder knows an object by its file alone. A ResourceList knows it by its identity, because clients move
//     objects to other files. The file counts too for an object of the topology Standalone: several clusters can have
//     an object of one identity.
//  2. A ResourceList can hold several packages, each with a document of one name, or a selection of a package. A
//     folder is one package.
//  3. Several shards can write to one folder at the same time. Each decides about its own files.
package outputs
