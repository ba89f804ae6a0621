// Package krmfn is fluxapp as a KRM function: a ResourceList in, a ResourceList out, as kpt and kustomize run it.
//
//	os.Exit(krmfn.Run(os.Stdin, os.Stdout, os.Stderr))
//
// [Run] answers with an edit of the text that came in: the items that stay keep their bytes, and the comments around
// them stay. A list that clients do not write is printed anew, without its comments: one in flow style or JSON, one
// that ends in a marker or in a block of lines without a line break, and one in which an item that goes has an anchor
// that others use.
//
// The functionConfig selects what is rendered:
//
//  1. an Application or FluxApplication: that document. If the items hold it too, the item is used, because it has a
//     file;
//  2. a [schema.RenderConfig], or a ConfigMap with the fields of its spec as strings: the applications among the
//     items that it selects, with its options, and with the HelmCharts that they use;
//  3. none, or a ConfigMap without data, which is what kpt fn eval sends: every application among the items, and
//     every devops GitRepository.
//
// The items are returned unchanged and in their order, without the objects that an earlier run rendered from the same
// documents. The objects of this run follow them. An object that existed before keeps its file, also if somebody
// moved that file. It is an error when the file of a new object would be outside of the package, because the file of
// its document is. Objects whose document is not among the items are kept, with a warning. With pruneOrphans: true
// they are removed in forms 2 and 3, unless the client has sent a selection only.
//
// In the topology Standalone several clusters can have an object of one name, so that objects are told apart by their
// files. Each is written at its own path, also if somebody moved an earlier one, and a kustomization.yaml in the
// folder of each cluster lists them. A client that keeps no files cannot have such objects of several clusters.
//
// A change of the items that passes a limit of an application or of the RenderConfig is an error, unless its
// acknowledge is the digest of this change: see [github.com/fluxapp-dev/fluxapp/render/change.Changes.Check].
//
// With check: true nothing changes, and every change that the function would make is an error.
//
// After an error the items are unchanged, and the exit code is 1: kpt and kustomize read nothing else.
//
// The package takes nothing from the environment, and neither reads nor writes a file.
package krmfn
