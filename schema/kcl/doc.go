// Package kcl holds the KCLRun, the object of the flux-kcl-controller (https://github.com/kcl-lang/flux-kcl-controller).
//
// The controller's own Go module cannot be depended on: it names versions of Flux's APIs that no longer exist. The types here
// are those of the CRD that it ships, and their markers make an equal one.
//
// +groupName=krm.kcl.dev.fluxcd
// +versionName=v1alpha1
package kcl
