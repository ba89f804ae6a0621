// Package krmfn is fluxapp as a KRM function: a ResourceList in, a ResourceList out, as kpt and kustomize run it.
//
//	os.Exit(krmfn.Run(os.Stdin, os.Stdout, os.Stderr))
//
// [Process] is the function without its streams. Which applications it renders is what the functionConfig says:
//
//  1. an Application or FluxApplication: that document, taken from the items if they hold it, because there it has a file;
//  2. a [schema.RenderConfig], or a ConfigMap with the fields of its spec as texts: the applications among the items that it
//     selects, rendered as it says, together with the HelmCharts that they use;
//  3. none, or a ConfigMap without data, which is what kpt fn eval sends: every application among the items, and every devops
//     GitRepository.
//
// The items come out as they went in, in their order, without the objects that an earlier run made of the same documents,
// and with the objects of this run behind them. An object that was there before stays in its file, wherever that is now.
// A new one whose file would lie outside of the package, because the path of its document does, is an error. In forms 2 and 3
// objects go too whose document is not among the items any more, unless there is no document at all, or the client has handed
// over a selection only.
//
// Objects of the topology Standalone are told apart by their files, because several clusters may have one of the same name: each
// lies at its own path, wherever an earlier one was moved, and a kustomization.yaml in the folder of each cluster lists them. A
// client that keeps no files cannot have such objects of several clusters.
//
// With check: true nothing changes, and what would is an error.
//
// After an error the items are untouched, and the exit code is 1: kpt and kustomize look at nothing else.
//
// The package takes nothing from the environment, and neither reads nor writes a file.
package krmfn
