package kinds_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	helmv2 "github.com/fluxcd/helm-controller/api/v2"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"

	"github.com/fluxapp-dev/fluxapp/schema/kcl"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

// TestRows compares the rows of objects with the types of the controllers that read them.
func TestRows(t *testing.T) {
	want := map[*kinds.Kind]string{
		kinds.HelmRelease:    helmv2.GroupVersion.String() + "/" + helmv2.HelmReleaseKind,
		kinds.Kustomization:  kustomizev1.GroupVersion.String() + "/" + kustomizev1.KustomizationKind,
		kinds.KCLRun:         kcl.APIVersion + "/" + kcl.Kind,
		kinds.HelmChart:      sourcev1.GroupVersion.String() + "/" + sourcev1.HelmChartKind,
		kinds.GitRepository:  sourcev1.GroupVersion.String() + "/" + sourcev1.GitRepositoryKind,
		kinds.HelmRepository: sourcev1.GroupVersion.String() + "/" + sourcev1.HelmRepositoryKind,
		kinds.OCIRepository:  sourcev1.GroupVersion.String() + "/" + sourcev1.OCIRepositoryKind,
		kinds.Bucket:         sourcev1.GroupVersion.String() + "/" + sourcev1.BucketKind,
		kinds.KustomizeFile:  "kustomize.config.k8s.io/v1beta1/Kustomization",
	}
	for k := range kinds.With(kinds.Written) {
		assert.Equal(t, k.APIVersion+"/"+k.Name, want[k])
		delete(want, k)
	}
	assert.Equal(t, len(want), 0, "not in the table: %v", want)
}

// TestEachGroupHasANameOnce makes sure that a group and a name find one row.
func TestEachGroupHasANameOnce(t *testing.T) {
	seen := map[string]bool{}
	for k := range kinds.With(^kinds.Role(0)) {
		of := k.Group + "/" + k.Name
		assert.Check(t, !seen[of], "%s is in the table twice", of)
		seen[of] = true
		assert.Check(t, k.APIVersion == k.Group+"/"+k.Version && k.Version != "", of)
		assert.Check(t, k.Plural == "" || k.Plural == strings.ToLower(k.Name)+"s", of)
		assert.Equal(t, kinds.Find(k.Role, kinds.GroupOf(k.APIVersion), k.Name), k)
	}
}

// TestRoles has what the roles of a row decide.
func TestRoles(t *testing.T) {
	assert.Assert(t, kinds.HelmChart.Is(kinds.Read) && kinds.HelmChart.Is(kinds.Written), "fluxapp reads and writes HelmCharts")
	assert.Assert(t, !kinds.KubeSphereRepository.Is(kinds.Written) && !kinds.ApplicationSet.Is(kinds.Read|kinds.Written))
	assert.Assert(t, kinds.Find(kinds.Written, kinds.Group, v1alpha1.KindApplication) == nil)
	assert.Assert(t, !kinds.Find(kinds.Read, "apps", "Deployment").Is(^kinds.Role(0)))
	var fields []string
	for k := range kinds.With(kinds.Workload) {
		fields = append(fields, k.Field)
	}
	assert.DeepEqual(t, fields, []string{string(v1alpha1.Kustomizations), string(v1alpha1.HelmReleases), string(v1alpha1.KCLRuns)})
	assert.Assert(t, kinds.GitRepository.Rank < kinds.HelmChart.Rank && kinds.HelmChart.Rank < kinds.Kustomization.Rank &&
		kinds.Kustomization.Rank < kinds.HelmRelease.Rank && kinds.HelmRelease.Rank < kinds.KCLRun.Rank)
}
