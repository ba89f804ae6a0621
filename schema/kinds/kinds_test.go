package kinds_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	helmv2 "github.com/fluxcd/helm-controller/api/v2"
	automationv1 "github.com/fluxcd/image-automation-controller/api/v1"
	reflectorv1 "github.com/fluxcd/image-reflector-controller/api/v1"
	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	notificationv1beta3 "github.com/fluxcd/notification-controller/api/v1beta3"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	sourcewatcherv1beta1 "github.com/fluxcd/source-watcher/api/v2/v1beta1"
	"gotest.tools/v3/assert"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// TestRows compares the rows of objects with the types of the controllers that read them.
func TestRows(t *testing.T) {
	want := map[*kinds.Kind]string{
		kinds.HelmRelease:    helmv2.GroupVersion.String() + "/" + helmv2.HelmReleaseKind,
		kinds.Kustomization:  kustomizev1.GroupVersion.String() + "/" + kustomizev1.KustomizationKind,
		kinds.KCLRun:         "krm.kcl.dev.fluxcd/v1alpha1/KCLRun",
		kinds.HelmChart:      sourcev1.GroupVersion.String() + "/" + sourcev1.HelmChartKind,
		kinds.GitRepository:  sourcev1.GroupVersion.String() + "/" + sourcev1.GitRepositoryKind,
		kinds.HelmRepository: sourcev1.GroupVersion.String() + "/" + sourcev1.HelmRepositoryKind,
		kinds.OCIRepository:  sourcev1.GroupVersion.String() + "/" + sourcev1.OCIRepositoryKind,
		kinds.Bucket:         sourcev1.GroupVersion.String() + "/" + sourcev1.BucketKind,

		kinds.ArtifactGenerator: sourcewatcherv1beta1.GroupVersion.String() + "/" +
			sourcewatcherv1beta1.ArtifactGeneratorKind,

		kinds.ImageRepository:       reflectorv1.GroupVersion.String() + "/" + reflectorv1.ImageRepositoryKind,
		kinds.ImagePolicy:           reflectorv1.GroupVersion.String() + "/" + reflectorv1.ImagePolicyKind,
		kinds.ImageUpdateAutomation: automationv1.GroupVersion.String() + "/" + automationv1.ImageUpdateAutomationKind,
		kinds.Provider:              notificationv1beta3.GroupVersion.String() + "/" + notificationv1beta3.ProviderKind,
		kinds.Alert:                 notificationv1beta3.GroupVersion.String() + "/" + notificationv1beta3.AlertKind,
		kinds.Namespace:             corev1.SchemeGroupVersion.String() + "/Namespace",
		kinds.ServiceAccount:        corev1.SchemeGroupVersion.String() + "/" + rbacv1.ServiceAccountKind,
		kinds.RBACRole:              rbacv1.SchemeGroupVersion.String() + "/Role",
		kinds.RoleBinding:           rbacv1.SchemeGroupVersion.String() + "/RoleBinding",

		kinds.LoginMap: corev1.SchemeGroupVersion.String() + "/ConfigMap",

		kinds.KustomizeFile: "kustomize.config.k8s.io/v1beta1/Kustomization",
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
		assert.Check(t, (k.APIVersion == k.Group+"/"+k.Version || k.APIVersion == k.Version && k.Group == "v1") &&
			k.Version != "", of)
		assert.Check(t, k.Plural == "" || k.Plural == strings.ToLower(k.Name)+"s", of)
		assert.Equal(t, kinds.Find(k.Role, kinds.GroupOf(k.APIVersion), k.Name), k)
	}
}

// TestRoles has what the roles of a row decide.
func TestRoles(t *testing.T) {
	assert.Assert(t, kinds.HelmChart.Is(kinds.Read) && kinds.HelmChart.Is(kinds.Written),
		"fluxapp reads and writes HelmCharts")
	assert.Assert(t, !kinds.KubeSphereRepository.Is(kinds.Written))
	assert.Assert(t, kinds.Find(kinds.Read|kinds.Written, kinds.KubeSphereGroup, "ApplicationSet") == nil)
	assert.Assert(t, kinds.Find(kinds.Written, kinds.Group, kinds.Application.Name) == nil)
	assert.Assert(t, !kinds.Find(kinds.Read, "apps", "Deployment").Is(^kinds.Role(0)))
	var fields []string
	for k := range kinds.With(kinds.Workload) {
		fields = append(fields, k.Field)
	}
	assert.DeepEqual(t, fields, []string{string(kinds.Kustomizations), string(kinds.HelmReleases), string(kinds.KCLRuns)})
	assert.Equal(t, kinds.ArtifactGenerator.Referred(), sourcev1.ExternalArtifactKind)
	assert.Equal(t, kinds.Bucket.Referred(), sourcev1.BucketKind)
	assert.Assert(t, kinds.Bucket.Rank < kinds.ArtifactGenerator.Rank &&
		kinds.ArtifactGenerator.Rank < kinds.HelmRelease.Rank)
	assert.Assert(t, kinds.GitRepository.Rank < kinds.HelmChart.Rank && kinds.HelmChart.Rank < kinds.Kustomization.Rank &&
		kinds.Kustomization.Rank < kinds.HelmRelease.Rank && kinds.HelmRelease.Rank < kinds.KCLRun.Rank)
}

// TestTable writes down what each kind is: what is one of fluxapp's documents, objects or sources changes on purpose
// only.
func TestTable(t *testing.T) {
	names := map[kinds.Role]string{
		kinds.App: "app", kinds.Base: "base", kinds.Options: "options", kinds.Cluster: "cluster", kinds.Template: "template",
		kinds.Repository: "repository", kinds.Workload: "workload", kinds.Source: "source",
		kinds.Around: "around", kinds.Chart: "chart", kinds.FolderList: "folder list", kinds.Foreign: "foreign",
		kinds.Made: "made", kinds.Inventoried: "inventoried", 1 << 15: "login", kinds.Decision: "decision",
	}
	var rows []string
	for k := range kinds.With(^kinds.Role(0)) {
		row := k.APIVersion + " " + k.Name + ":"
		for _, role := range slices.Sorted(maps.Keys(names)) {
			if k.Is(role) {
				row += " " + names[role]
			}
		}
		assert.Equal(t, k.Rank, len(rows))
		rows = append(rows, strings.TrimSpace(row+" "+k.Field+k.Plural))
	}
	assert.DeepEqual(t, rows, []string{
		"gitops.kubesphere.io/v1alpha1 Application: app applications",
		"fluxapp.dev/v1alpha1 FluxApplication: app fluxapplications",
		"fluxapp.dev/v1alpha1 FluxApplicationBase: base fluxapplicationbases", "fluxapp.dev/v1alpha1 RenderConfig: options",
		"gitops.kubesphere.io/v1alpha1 ApplicationSet: foreign", "gitops.kubesphere.io/v1alpha1 ImageUpdater: foreign",
		"fluxapp.dev/v1alpha1 Changes: foreign", "fluxapp.dev/v1alpha1 Status: foreign",
		"cluster.kubesphere.io/v1alpha1 Cluster: cluster", "cluster.x-k8s.io/v1beta1 Cluster: cluster",
		"multicluster.x-k8s.io/v1alpha1 ClusterProfile: cluster",
		"multicluster.x-k8s.io/v1alpha1 PlacementDecision: decision",
		"cluster.open-cluster-management.io/v1beta1 PlacementDecision: decision",
		"cluster.open-cluster-management.io/v1 ManagedCluster: inventoried", "fleet.cattle.io/v1alpha1 Cluster: inventoried",
		"lib.projectsveltos.io/v1beta1 SveltosCluster: inventoried", "provisioning.cattle.io/v1 Cluster: inventoried",
		"management.cattle.io/v3 Cluster: inventoried", "cluster.karmada.io/v1alpha1 Cluster: inventoried",
		"clusters.clusternet.io/v1beta1 ManagedCluster: inventoried",
		"cluster.kurator.dev/v1alpha1 AttachedCluster: inventoried",
		"devops.kubesphere.io/v1alpha3 GitRepository: repository",
		"v1 Namespace: around tenancy", "v1 ServiceAccount: around tenancy", "v1 ConfigMap: login",
		"rbac.authorization.k8s.io/v1 Role: around tenancy", "rbac.authorization.k8s.io/v1 RoleBinding: around tenancy",
		"notification.toolkit.fluxcd.io/v1beta3 Provider: around notification",
		"notification.toolkit.fluxcd.io/v1beta3 Alert: around notification",
		"image.toolkit.fluxcd.io/v1 ImageRepository: around imageAutomation",
		"image.toolkit.fluxcd.io/v1 ImagePolicy: around imageAutomation",
		"source.toolkit.fluxcd.io/v1 GitRepository: source gitRepository",
		"source.toolkit.fluxcd.io/v1 HelmRepository: source helmRepository", "source.toolkit.fluxcd.io/v1 OCIRepository: " +
			"source ociRepository", "source.toolkit.fluxcd.io/v1 Bucket: source bucket",
		"source.extensions.fluxcd.io/v1beta1 ArtifactGenerator: source artifact",
		"source.toolkit.fluxcd.io/v1 ExternalArtifact: made",
		"image.toolkit.fluxcd.io/v1 ImageUpdateAutomation: around imageAutomation",
		"source.toolkit.fluxcd.io/v1 HelmChart: template chart", "kustomize.toolkit.fluxcd.io/v1 Kustomization: workload " +
			"kustomization", "helm.toolkit.fluxcd.io/v2 HelmRelease: workload helmRelease",
		"krm.kcl.dev.fluxcd/v1alpha1 KCLRun: workload kclRun", "kustomize.config.k8s.io/v1beta1 Kustomization: folder list",
	})
}

// TestResource names the resources of all objects that a cluster can have, as their CustomResourceDefinitions do.
func TestResource(t *testing.T) {
	var got []string
	for k := range kinds.With(kinds.Workload | kinds.Source | kinds.Chart | kinds.Around) {
		got = append(got, k.Resource())
	}
	assert.DeepEqual(t, got, []string{
		"namespaces", "serviceaccounts", "roles.rbac.authorization.k8s.io", "rolebindings.rbac.authorization.k8s.io",
		"providers.notification.toolkit.fluxcd.io", "alerts.notification.toolkit.fluxcd.io",
		"imagerepositories.image.toolkit.fluxcd.io",
		"imagepolicies.image.toolkit.fluxcd.io", "gitrepositories.source.toolkit.fluxcd.io",
		"helmrepositories.source.toolkit.fluxcd.io",
		"ocirepositories.source.toolkit.fluxcd.io", "buckets.source.toolkit.fluxcd.io",
		"artifactgenerators.source.extensions.fluxcd.io",
		"imageupdateautomations.image.toolkit.fluxcd.io", "helmcharts.source.toolkit.fluxcd.io",
		"kustomizations.kustomize.toolkit.fluxcd.io",
		"helmreleases.helm.toolkit.fluxcd.io", "kclruns.krm.kcl.dev.fluxcd",
	})
}
