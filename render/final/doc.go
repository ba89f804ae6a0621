// Package final makes the final Kubernetes objects of what fluxapp renders, and compares those of before and after a
// change: Helm's templates of HelmReleases, as helm-controller renders them, and the builds of Kustomizations, as
// kustomize-controller builds them. It is a module of its own, because both bring large libraries.
//
// Releases that differ in texts only are rendered once, with a mark for each text; see package internal/engine.
package final
