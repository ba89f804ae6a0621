package v1alpha1

import "github.com/fluxapp-dev/fluxapp/schema/internal/kcl"

// KCLRun is the object of the flux-kcl-controller (https://github.com/kcl-lang/flux-kcl-controller), and the other
// types are those of its fields. They are equal to its CRD. The controller's own Go module requires versions of Flux's
// APIs that no longer exist.
type (
	KCLRun                 = kcl.KCLRun
	KCLRunSpec             = kcl.KCLRunSpec
	KCLSourceReference     = kcl.SourceReference
	KCLConfig              = kcl.ConfigSpec
	KCLArgumentsReference  = kcl.ArgumentsReference
	KCLCommonMetadata      = kcl.CommonMetadata
	KCLKubeConfigReference = kcl.KubeConfigReference
)
