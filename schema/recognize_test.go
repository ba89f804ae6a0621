package schema_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema"
)

// object returns a document with a name and nothing else.
func object(apiVersion, kind string) string {
	return fmt.Sprintf("apiVersion: %s\nkind: %s\nmetadata: {name: a}\n", apiVersion, kind)
}

// repository returns a document with the label of KubeSphere's GitRepositories.
func repository(apiVersion, kind string) string {
	return strings.Replace(object(apiVersion, kind), "name: a",
		`name: a, labels: {gitops.kubesphere.io/is-artifact-repository: "true"}`, 1)
}

// TestForeignKindsAreLeftAlone has kinds of others whose group or kind is like one of ours.
func TestForeignKindsAreLeftAlone(t *testing.T) {
	for apiVersion, kinds := range map[string][]string{
		"argoproj.io/v1alpha1":             {"Application", "ApplicationSet", "AppProject"},
		"app.k8s.io/v1beta1":               {"Application"},
		"core.oam.dev/v1beta1":             {"Application", "ApplicationRevision"},
		"application.kubesphere.io/v2":     {"Application", "ApplicationRelease"},
		"appstudio.redhat.com/v1alpha1":    {"Application"},
		"sparkoperator.k8s.io/v1beta2":     {"SparkApplication"},
		"gitops.kubesphere.io/v1alpha1":    {"ApplicationSet", "ImageUpdater"},
		"fluxapp.dev/v1alpha1":             {"Changes", "Status"},
		"devops.kubesphere.io/v1alpha3":    {"Pipeline", "DevOpsProject", "ClusterTemplate"},
		"cluster.kubesphere.io/v1alpha1":   {"Label"},
		"kubekey.kubesphere.io/v1alpha2":   {"Cluster"},
		"installer.kubesphere.io/v1alpha1": {"ClusterConfiguration"},
		"cluster.x-k8s.io/v1beta2": {"ClusterClass", "Machine", "MachineSet", "MachineDeployment",
			"MachinePool", "MachineHealthCheck", "MachineDrainRule"},
		"addons.cluster.x-k8s.io/v1beta2":         {"ClusterResourceSet", "ClusterResourceSetBinding", "HelmChartProxy"},
		"infrastructure.cluster.x-k8s.io/v1beta1": {"AWSCluster", "DockerCluster", "KubevirtCluster"},
		"controlplane.cluster.x-k8s.io/v1beta1":   {"KubeadmControlPlane"},
		"cluster.k8s.io/v1alpha1":                 {"Cluster", "Machine"},
		"kops.k8s.io/v1alpha2":                    {"Cluster"},
		"kind.x-k8s.io/v1alpha4":                  {"Cluster"},
		"multicluster.x-k8s.io/v1alpha1":          {"ServiceExport", "ServiceImport"},
		"multicluster.k8s.io/v1alpha1":            {"ServiceExport", "ServiceImport"},
		"about.k8s.io/v1beta1":                    {"ClusterProperty"},
		"config.projectsveltos.io/v1beta1":        {"ClusterProfile", "Profile"},
		"cluster.open-cluster-management.io/v1":   {"ManagedCluster", "ManagedClusterSet", "Placement", "PlacementDecisions"},
		"placement.kubernetes-fleet.io/v1":        {"ClusterResourcePlacement", "PlacementDecision"},
		"cluster.karmada.io/v1alpha1":             {"Cluster"},
		"cluster.kurator.dev/v1alpha1":            {"Cluster", "CustomCluster", "AttachedCluster"},
		"clusters.clusternet.io/v1beta1":          {"ManagedCluster"},
		"postgresql.cnpg.io/v1":                   {"Cluster", "ClusterImageCatalog"},
		"kafka.strimzi.io/v1beta2":                {"Kafka"},
		"provisioning.cattle.io/v1":               {"Cluster"},
		"management.cattle.io/v3":                 {"Cluster"},
		"fleet.cattle.io/v1alpha1":                {"Cluster", "ClusterGroup"},
		"anywhere.eks.amazonaws.com/v1alpha1":     {"Cluster"},
		"eks.aws.upbound.io/v1beta1":              {"Cluster"},
		"container.gcp.upbound.io/v1beta1":        {"Cluster"},
		"apps.kubeblocks.io/v1":                   {"Cluster", "ClusterDefinition"},
		"extensions.gardener.cloud/v1alpha1":      {"Cluster"},
		"k0smotron.io/v1beta1":                    {"Cluster"},
		"helm.cattle.io/v1":                       {"HelmChart", "HelmChartConfig"},
		"source.toolkit.fluxcd.io/v1": {"HelmRepository", "GitRepository", "OCIRepository", "Bucket",
			"ExternalArtifact"},
		"image.toolkit.fluxcd.io/v1":         {"ImageRepository", "ImagePolicy"},
		"helm.toolkit.fluxcd.io/v2":          {"HelmRelease"},
		"fluxcd.controlplane.io/v1":          {"FluxInstance", "ResourceSet"},
		"configmanagement.gke.io/v1":         {"ClusterSelector", "Cluster"},
		"clusterregistry.k8s.io/v1alpha1":    {"Cluster"},
		"v1":                                 {"ConfigMap", "List", "Namespace"},
		"apps/v1":                            {"Deployment"},
		"kubeadm.k8s.io/v1beta4":             {"ClusterConfiguration"},
		"apiextensions.k8s.io/v1":            {"CustomResourceDefinition"},
		"rbac.authorization.k8s.io/v1":       {"ClusterRole", "ClusterRoleBinding"},
		"kyverno.io/v1":                      {"ClusterPolicy"},
		"external-secrets.io/v1":             {"ClusterSecretStore"},
		"networking.k8s.io/v1":               {"Ingress"},
		"\"\"":                               {"Cluster", "Application", "RenderConfig"},
		"policy.kubesphere.io/v1":            {"Application"},
		"tenant.kubesphere.io/v1beta1":       {"Workspace"},
		"servicemesh.kubesphere.io/v1alpha2": {"Strategy"},
		"kustomize.config.k8s.io/v1beta1":    {"Kustomization", "Component"},
		"gateway.networking.k8s.io/v1":       {"Gateway"},
		"bootstrap.cluster.x-k8s.io/v1beta1": {"KubeadmConfig"},
		"cluster.loft.sh/v1":                 {"Cluster"},
		"storage.loft.sh/v1":                 {"Cluster", "App"},
	} {
		for _, kind := range kinds {
			docs := schema.Parse("a.yaml", []byte(repository(apiVersion, kind)))
			err := docs.Findings().Err()
			assert.NilError(t, err, "%s %s", apiVersion, kind)
			isLeft := docs[0].Class() == schema.ClassForeign || docs[0].Facts().OtherFleet() != ""
			assert.Check(t, isLeft && len(docs[0].Problems()) == 0, "%s %s", apiVersion, kind)
		}
	}
}

// TestNearMisses expects each to be an error that names what is right, and to get through what looks for documents in
// a text.
func TestNearMisses(t *testing.T) {
	for text, want := range map[string]string{
		object("fluxap.dev/v1alpha1", "FluxApplication"): "a.yaml:1:13: apiVersion: fluxap.dev/v1alpha1 has no " +
			"kind FluxApplication; did you mean fluxapp.dev/v1alpha1? [FA007]",
		object("gitops.kubesphere.io/v1alpha1", "FluxApplication"): "a.yaml:1:13: apiVersion: " +
			"gitops.kubesphere.io/v1alpha1 has no kind FluxApplication; write apiVersion: fluxapp.dev/v1alpha1 [FA007]",
		object("gitops.kubesphere.io/v1alpha1", "RenderConfig"): "a.yaml:1:13: apiVersion: " +
			"gitops.kubesphere.io/v1alpha1 has no kind RenderConfig; write apiVersion: fluxapp.dev/v1alpha1 [FA007]",
		object("fluxapp.dev/v1alpha1", "Application"): "a.yaml:1:13: apiVersion: fluxapp.dev/v1alpha1 has no " +
			"kind Application; write apiVersion: gitops.kubesphere.io/v1alpha1 [FA007]",
		object("fluxapp.dev", "FluxApplication"): "a.yaml:1:13: apiVersion: there is no version " +
			"fluxapp.dev of FluxApplication; write fluxapp.dev/v1alpha1 [FA007]",
		object("gitops.kubesphere.oi/v1alpha1", "Application"): "a.yaml:1:13: apiVersion: " +
			"gitops.kubesphere.oi/v1alpha1 has no kind Application; did you mean gitops.kubesphere.io/v1alpha1? [FA007]",
		object("fluxapp.de/v1alpha1", "RenderConfig"): "a.yaml:1:13: apiVersion: fluxapp.de/v1alpha1 has no " +
			"kind RenderConfig; did you mean fluxapp.dev/v1alpha1? [FA007]",
		object("flux-app.dev/v1alpha1", "FluxAplication"): "a.yaml:1:13: apiVersion: flux-app.dev/v1alpha1 has no kind " +
			"FluxApplication; did you mean fluxapp.dev/v1alpha1? [FA007]\n" +
			"a.yaml:2:7: kind: there is no kind FluxAplication in fluxapp.dev; did you mean FluxApplication? [FA007]",
		object("fluxapp.dev/v1alpha1", "FluxAplication"): "a.yaml:2:7: kind: " +
			"there is no kind FluxAplication in fluxapp.dev; did you mean FluxApplication? [FA007]",
		object("gitops.kubesphere.io/v1alpha1", "application"): "a.yaml:2:7: kind: " +
			"there is no kind application in gitops.kubesphere.io; did you mean Application? [FA007]",
		object("v1alpha1", "FluxApplication"): "a.yaml:1:13: " +
			"apiVersion: v1alpha1 has no kind FluxApplication; did you mean fluxapp.dev/v1alpha1? [FA007]",
		"kind: Cluster\nmetadata: {name: a}\n": "a.yaml:1:1: " +
			"apiVersion: is required; write that of the Cluster, for example cluster.kubesphere.io/v1alpha1 [FA007]",
		"kind: ClusterProfile\nmetadata: {name: a}\n": "a.yaml:1:1: " +
			"apiVersion: is required; write that of the ClusterProfile, for example multicluster.x-k8s.io/v1alpha1 [FA007]",
		object("cluster.x-k8s.io", "Cluster"): "a.yaml:1:13: " +
			"apiVersion: names no version; write cluster.x-k8s.io/ and the version [FA007]",
		"apiVersion: cluster.x-k8s.io/v1beta1\nkind: ClusterList\nitems:\n- metadata: {name: a}\n": "a.yaml:4:3: " +
			"items[0].kind: is required in each item of a ClusterList, beside apiVersion; kubectl get -o yaml prints " +
			"both [FA007]",
		"kind: FluxApplication\n": "a.yaml:1:1: " +
			"apiVersion: is required; write apiVersion: fluxapp.dev/v1alpha1 [FA007]",
		object("cluster.x-k8.io/v1beta1", "Cluster"): "a.yaml:1:13: " +
			"apiVersion: cluster.x-k8.io/v1beta1 has no kind Cluster; did you mean cluster.x-k8s.io/v1beta1? [FA007]",
		object("cluster.x-k8s/v1beta1", "Cluster"): "a.yaml:1:13: " +
			"apiVersion: cluster.x-k8s/v1beta1 has no kind Cluster; did you mean cluster.x-k8s.io/v1beta1? [FA007]",
		object("clusters.x-k8s.io/v1beta1", "Cluster"): "a.yaml:1:13: " +
			"apiVersion: clusters.x-k8s.io/v1beta1 has no kind Cluster; did you mean cluster.x-k8s.io/v1beta1? [FA007]",
		object("cluster.x-k8s.io/v1beta1", "Clutser"): "a.yaml:2:7: kind: " +
			"there is no kind Clutser in cluster.x-k8s.io; did you mean Cluster? [FA007]",
		object("cluster.x-k8s.io/v1beta1", "cluster"): "a.yaml:2:7: kind: " +
			"there is no kind cluster in cluster.x-k8s.io; did you mean Cluster? [FA007]",
		object("cluster.kubesphere.io/v1alpha1", "Clusters"): "a.yaml:2:7: kind: " +
			"there is no kind Clusters in cluster.kubesphere.io; did you mean Cluster? [FA007]",
		object("Cluster.KubeSphere.io/v1alpha1", "Cluster"): "a.yaml:1:13: " +
			"apiVersion: Cluster.KubeSphere.io/v1alpha1 has no kind Cluster; did you mean " +
			"cluster.kubesphere.io/v1alpha1? [FA007]",
		object("cluster.kubesphere.io/v1alpha1", "null"): "a.yaml:1:1: kind: is " +
			"required; write kind: Cluster [FA007]",
		object("multicluster.x-k8s.io/v1alpha1", "ClusterProfil"): "a.yaml:2:7: kind: " +
			"there is no kind ClusterProfil in multicluster.x-k8s.io; did you mean ClusterProfile? [FA007]",
		object("multiclusters.x-k8s.io/v1alpha1", "ClusterProfile"): "a.yaml:1:13: " +
			"apiVersion: multiclusters.x-k8s.io/v1alpha1 has no kind ClusterProfile; did you mean " +
			"multicluster.x-k8s.io/v1alpha1? [FA007]",
		object("source.toolkit.fluxcd.io/v1", "HelmChrat"): "a.yaml:2:7: kind: " +
			"there is no kind HelmChrat in source.toolkit.fluxcd.io; did you mean HelmChart? [FA007]",
		object("source.toolkit.flux.io/v1", "HelmChart"): "a.yaml:1:13: " +
			"apiVersion: source.toolkit.flux.io/v1 has no kind HelmChart; did you mean source.toolkit.fluxcd.io/v1? [FA007]",
		repository("devop.kubesphere.io/v1alpha3", "GitRepository"): "a.yaml:1:13: " +
			"apiVersion: devop.kubesphere.io/v1alpha3 has no kind GitRepository; did you mean " +
			"devops.kubesphere.io/v1alpha3? [FA007]",
		repository("devops.kubesphere.io/v1alpha3", "null"): "a.yaml:1:1: kind: " +
			"is required; write kind: GitRepository [FA007]",
		repository("null", "GitRepository"): "a.yaml:1:1: apiVersion: is required; write " +
			"apiVersion: devops.kubesphere.io/v1alpha3 [FA007]",
		repository("devops.kubesphere.io/v1", "GitRepository"): "a.yaml:1:13: apiVersion: there is no version " +
			"devops.kubesphere.io/v1 of GitRepository; write devops.kubesphere.io/v1alpha3 [FA007]",
		"apiversion: cluster.kubesphere.io/v1alpha1\nkind: Cluster\nmetadata: {name: a}\n": "a.yaml:1:1: " +
			"apiversion: unknown field; did you mean \"apiVersion\"? [FA101]",
		"apiVersion: cluster.kubesphere.io/v1alpha1\nKind: Cluster\nmetadata: {name: a}\n": "a.yaml:2:1: Kind: " +
			"unknown field; did you mean \"kind\"? [FA101]",
		"apiVerison: fluxapp.dev/v1alpha1\nkind: FluxApplication\nmetadata: {name: a}\n": "a.yaml:1:1: " +
			"apiVerison: unknown field; did you mean \"apiVersion\"? [FA101]",
		"apiVersion: fluxapp.dev/v1alpha1\nknd: FluxApplication\nmetadata: {name: a}\n": "a.yaml:2:1: knd: " +
			"unknown field; did you mean \"kind\"? [FA101]",
		object("multicluster.xk8s.io/v1alpha1", "PlacementDecision"): "a.yaml:1:13: apiVersion: " +
			"multicluster.xk8s.io/v1alpha1 has no kind PlacementDecision; did you mean multicluster.x-k8s.io/v1alpha1? [FA007]",
		object("multicluster.x-k8s.io/v1alpha1", "PlacementDecisons"): "a.yaml:2:7: kind: there is no kind " +
			"PlacementDecisons in multicluster.x-k8s.io; did you mean PlacementDecision? [FA007]",
		`{"apiVersion":"cluster.x-k8.io/v1beta1","kind":"Cluster","metadata":{"name":"a"}}`: "a.yaml:1:15: " +
			"apiVersion: cluster.x-k8.io/v1beta1 has no kind Cluster; did you mean cluster.x-k8s.io/v1beta1? [FA007]",
	} {
		err := schema.Parse("a.yaml", []byte(text)).Findings().Err()
		assert.Check(t, err != nil, text)
		if err != nil {
			assert.Check(t, err.Error() == want, "%s\ngot  %s\nwant %s", text, err, want)
		}
		assert.Check(t, schema.MayHold([]byte(text)), text)
	}
}

// TestMayHold leaves the files of others alone, which need not be YAML.
func TestMayHold(t *testing.T) {
	for _, text := range []string{
		"", "kind", "kind:", "{{- if .Values.cluster }}\napiVersion: apps/v1\nkind: Deployment\n{{- end }}\n",
		object("postgresql.cnpg.io/v1", "Cluster"), object("argoproj.io/v1alpha1", "Application"),
		object("cluster.k8s.io/v1alpha1", "Cluster"),
		object("source.toolkit.fluxcd.io/v1", "GitRepository"), object("multicluster.k8s.io/v1alpha1", "ServiceExport"),
		object("cluster.open-cluster-management.io/v1beta1", "Placement"),
		"apiVersion: cluster.x-k8.io/v1beta1\nkind: Machine\n", object("kind.x-k8s.io/v1alpha4", "Cluster"),
	} {
		assert.Check(t, !schema.MayHold([]byte(text)), text)
	}
}

// TestMayHoldUTF16 finds the documents of texts that are refused later: a file that was left alone would be missed by
// nobody.
func TestMayHoldUTF16(t *testing.T) {
	for _, text := range []string{object("fluxapp.dev/v1alpha1", "FluxApplication"),
		object("cluster.x-k8.io/v1beta1", "Cluster"), object("apps/v1", "Deployment")} {
		for _, units := range []string{text, "\ufeff" + text} {
			var little, big []byte
			for _, unit := range utf16.Encode([]rune(units)) {
				little, big = append(little, byte(unit), byte(unit>>8)), append(big, byte(unit>>8), byte(unit))
			}
			want := !strings.Contains(text, "Deployment")
			assert.Check(t, schema.MayHold([]byte(units)) == want, "%q", units)
			assert.Check(t, schema.MayHold(little) == want, "%q", little)
			assert.Check(t, schema.MayHold(big) == want, "%q", big)
		}
	}
	assert.Check(t, !schema.MayHold([]byte("a")) && !schema.MayHold([]byte{0}) && !schema.MayHold([]byte{0xff, 0xfe}))
}
