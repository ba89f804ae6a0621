// Package kinds is the one table of what fluxapp knows of Flux: the documents that it reads and the objects that it
// writes, with their API versions, their order and roles; which fields name other objects; what a controller knows by
// an object; and what follows when one of these fields changes, or when the object is deleted.
//
//	kinds.HelmRelease.APIVersion          // helm.toolkit.fluxcd.io/v2
//	kinds.OfObject(object)                // the row of an object that was read
//	for reference, value := range kinds.HelmRelease.Named(object.At) {
//		reference.Target(value, namespace, object.At) // what it names: {HelmRepository apps podinfo}
//	}
//
// A kind is one row, in table.go. Its fields are compiled paths, and whoever knows the facts of a kind reads them
// from the row: the objects of package render have theirs (Object.Row). Nothing else in fluxapp names these fields, but
// for what writes and reads the language of documents; TestFieldsAreInTheTable has the list.
//
// It also has the words of the language: the workloads ([WorkloadFields]), the labels and annotations, the limits of
// names, and the versions of Flux ([FluxVersion]).
//
// The table has no values of fields, and it reads no annotation.
//
// The package is public because options and results name kinds, workloads and versions of Flux. All else in it is for
// fluxapp itself: packages render and krmfn need it.
package kinds
