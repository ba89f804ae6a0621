// Package krmfn is fluxapp as a KRM function: a ResourceList in, a ResourceList out, as kpt and kustomize run it.
//
//	os.Exit(krmfn.Run(os.Stdin, os.Stdout, os.Stderr))
//
// [Process] is the function without its streams. Which applications it renders is what the functionConfig says:
//
//  1. an Application or FluxApplication: that document, taken from the items if they hold it, because there it has a file;
//  2. none, or a ConfigMap without data, which is what kpt fn eval sends: every application among the items, together
//     with the HelmCharts and devops GitRepositories that they use.
//
// The items come out as they went in, in their order, without the objects that an earlier run made of the same documents,
// and with the objects of this run behind them. An object that was there before stays in its file, wherever that is now.
// A new one whose file would lie outside of the package, because the path of its document does, is an error.
// After an error the items are untouched, and the exit code is 1: kpt and kustomize look at nothing else.
//
// The package takes nothing from the environment, and neither reads nor writes a file.
package krmfn
