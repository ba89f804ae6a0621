// Package kcl holds the KCLRun, the object of the flux-kcl-controller
// (https://github.com/kcl-lang/flux-kcl-controller).
//
// fluxapp cannot depend on the controller's own Go module, because that module requires versions of Flux's APIs that no
// longer exist. The types here are the types of the CRD that the controller ships, and their markers generate an equal
// CRD.
//
// +kubebuilder:object:generate=true
// +groupName=krm.kcl.dev.fluxcd
// +versionName=v1alpha1
package kcl
