package schema

import (
	"github.com/fluxapp-dev/fluxapp/schema/kcl"
)

// KCLRunEntry is a KCLRun on one destination: every field of its spec but those that have another place here (kubeConfig,
// targetNamespace), and those of fluxapp.
type KCLRunEntry struct {
	EntryMetadata `json:",inline"`

	// SourceRef is the source of this entry, in place of the application's.
	SourceRef *kcl.SourceReference `json:"sourceRef,omitempty"`

	// DependsOn lists what must be ready first: KCLRuns by name, or all KCLRuns of an application.
	DependsOn []KCLRunDependency `json:"dependsOn,omitempty"`

	kcl.KCLRunSpec `json:",inline"`
}
