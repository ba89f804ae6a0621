package schema

import (
	"github.com/fluxapp-dev/fluxapp/schema/kcl"
)

// KCLRunEntry is a KCLRun on one destination: every field of its spec but those that have another place here (kubeConfig,
// targetNamespace), and those of fluxapp.
type KCLRunEntry struct {
	EntryMetadata `json:",inline"`

	// SourceRef is this entry's own source.
	SourceRef *kcl.SourceReference `json:"sourceRef,omitempty"`

	// DependsOn are what must be ready first: KCLRuns, or all of an application.
	DependsOn []KCLRunDependency `json:"dependsOn,omitempty"`

	kcl.KCLRunSpec `json:",inline"`
}
