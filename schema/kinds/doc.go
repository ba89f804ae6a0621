// Package kinds is the one table of the kinds that fluxapp knows: the documents that it reads and the objects that it
// writes, with their API versions, their order and their roles.
//
// A kind is one row; the documentation of package render lists what else a new kind needs. The other packages ask the
// table: package schema which documents are for fluxapp, package render which API version an object has and where it
// is sorted, package krmfn which items and files fluxapp may have written.
//
//	kinds.HelmRelease.APIVersion                                       // helm.toolkit.fluxcd.io/v2
//	kinds.Find(kinds.Written, "helm.toolkit.fluxcd.io", "HelmRelease") // kinds.HelmRelease
//
// The fields of a kind are not here, and no annotation is read here.
package kinds
