package main

import (
	"os"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// newIn210 is what release notes tell of Flux 2.10, and what its modules have beside that: the beginnings of lines.
var newIn210 = []string{
	// a chart of a HelmRelease has a kind, and the fields of an OCIRepository inline
	"HelmRelease v2 spec.chart.kind is new: string, one of HelmChart OCIRepository",
	"HelmRelease v2 spec.chart.spec.url is new: string, pattern ^oci://.*$",
	"HelmRelease v2 spec.chart.spec.ref.semver is new: string",
	"HelmRelease v2 spec.chart: rule !has(self.kind) || self.kind != 'OCIRepository' || !has(self.spec.chart) is new",
	"HelmRelease v2 spec.chart",
	// Provider and Alert are v1, without what was deprecated, and with more types
	"Provider v1 is new", "Alert v1 is new",
	"Provider v1beta3: served, deprecated; before: served", "Alert v1beta3: served, deprecated; before: served",
	"Alert v1 lacks spec.summary of v1beta3", "Provider v1 lacks spec.interval of v1beta3",
	"Provider v1 lacks spec.proxy of v1beta3",
	"Provider v1beta3 spec.type takes zoom, incident.io too", "Provider v1 spec.type takes mastodon too",
	"ImageUpdateAutomation v1 spec.policyChangeDelay is new: string",
	"ArtifactGenerator v1beta1 spec.serviceAccountName is new", "ArtifactGenerator v1beta1 spec.managedNamespaces is new",
	"ArtifactGenerator v1beta1 spec",
	// the required fields of an OCIRepository are required by rules
	"OCIRepository v1: rule has(self.spec) && has(self.spec.url) is new",
	"OCIRepository v1: rule has(self.spec) && has(self.spec.interval) is new", "OCIRepository v1 spec.",
	"HelmRelease v2 spec.kubeConfig: rule has(self.configMapRef) != has(self.secretRef) is new",
	"HelmRelease v2 spec.kubeConfig: rule has(self.configMapRef) || has(self.secretRef) is gone",
	"HelmRelease v2 spec.kubeConfig: rule !has(self.configMapRef) || !has(self.secretRef) is gone",
	"Kustomization v1 spec.kubeConfig: rule",
	"ImageUpdateAutomation v1 spec.git.push.refspec: string, pattern ^$|^[^+:]; before: string",
}

// TestCompare compares Flux 2.9 and 2.10: each line is expected, and each one that is expected is there.
func TestCompare(t *testing.T) {
	found := map[string]bool{}
	for _, line := range compare(factsOf(t, "2.9"), factsOf(t, "2.10")) {
		i := slices.IndexFunc(newIn210, func(begin string) bool { return strings.HasPrefix(line, begin) })
		assert.Check(t, i >= 0, "not expected: %s", line)
		if i >= 0 {
			found[newIn210[i]] = true
		}
	}
	for _, begin := range newIn210 {
		assert.Check(t, found[begin], "not found: %s", begin)
	}
	// source-watcher had it before
	assert.Assert(t, slices.ContainsFunc(factsOf(t, "2.9"), func(f fact) bool {
		return f.Place == "ArtifactGenerator v1beta1 spec.pathPattern"
	}))
}

// TestCompareBack finds the same from the newer version to the older one, as gone.
func TestCompareBack(t *testing.T) {
	lines := compare(factsOf(t, "2.10"), factsOf(t, "2.9"))
	for _, want := range []string{"Provider v1 is gone", "HelmRelease v2 spec.chart.kind is gone",
		"Provider v1beta3: served; before: served, deprecated",
		"OCIRepository v1: rule has(self.spec) && has(self.spec.url) is gone"} {
		assert.Check(t, slices.Contains(lines, want), want)
	}
	assert.Equal(t, len(compare(factsOf(t, "2.9"), factsOf(t, "2.9"))), 0)
}

func factsOf(t *testing.T, version string) []fact {
	t.Helper()
	data, err := os.ReadFile("flux/" + version + "/" + factsFile)
	assert.NilError(t, err)
	return parse(data)
}
