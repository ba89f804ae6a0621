package releases

import (
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Chart is a chart as Flux looks for it.
type Chart struct {
	// SourceKind is the kind of the source: HelmRepository, GitRepository, Bucket or OCIRepository.
	SourceKind string `json:"sourceKind"`
	// URL is the URL of the source, of a Bucket its endpoint and bucketName with a slash between; empty where no document
	// has the source.
	URL string `json:"url,omitempty"`
	// Name is the name of the chart, and in a GitRepository or a Bucket its path; empty for an OCIRepository.
	Name string `json:"name,omitempty"`
	// Version is a version or a range of SemVer, as it is written: of an OCIRepository the semver or the tag. Empty is
	// the newest. A GitRepository and a Bucket have one version.
	Version string `json:"version,omitempty"`
	// Digest is the digest that an OCIRepository names; empty where it names none.
	Digest string `json:"digest,omitempty"`
	// ValuesFiles are the files whose values replace those of the chart's values.yaml: of the chart, and in a
	// GitRepository or a Bucket of the whole source. Empty leaves values.yaml.
	ValuesFiles []string `json:"valuesFiles,omitempty"`
	// IgnoreMissingValuesFiles leaves out those of ValuesFiles that do not exist.
	IgnoreMissingValuesFiles bool `json:"ignoreMissingValuesFiles,omitempty"`
}

// Values is what Flux gives Helm beside a chart.
type Values struct {
	// Inline are the merged values of a HelmRelease, with the place of each; absent without any.
	Inline tree.Node
	// From: valuesFrom brings others below them, which nobody knows here.
	From bool
	// SchemaDisabled: Helm does not validate them, on install and on upgrade.
	SchemaDisabled bool
}

// Check checks values for a chart.
type Check struct {
	// Problems returns what is wrong with values. Each has its code, severity, place and text, and as its current
	// value the file of valuesFiles that is wrong.
	Problems func(Values) []finding.Problem
	// Accepts reports whether a value without fields or items is right at a path of the values, whatever the others are,
	// and whether none of the others is wrong because of it. Values that differ only there need no check of their own.
	Accepts func(path []string, value tree.Node) bool
}

// Find finds a chart and returns how to check values for it, or problems without a place: what keeps them from being
// checked.
type Find func(Chart) (Check, []finding.Problem)
