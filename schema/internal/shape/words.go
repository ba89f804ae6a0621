package shape

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

type hint struct{ field, remedy string }

const (
	// moved is the field of a word that belongs to another place of the document. The shape leaves it out, even if Flux's
	// struct has it. Fields one level too high or too low need no row: [checker.place] finds them.
	moved = "moved"
	// nothing is the field of a word that nothing replaces.
	nothing = ""

	inApplications = "write entries in the applications, and what they have in common as config.defaults"

	application  = "FluxApplicationSpec"
	release      = "HelmReleaseEntry"
	entries      = "HelmReleaseEntry KustomizationEntry KCLRunEntry"
	repositories = "GitRepositorySpec HelmRepositorySpec OCIRepositorySpec"
)

// words are words that authors know from Flux and from other tools: in these types, these words mean this field, and
// the remedy tells what to write. An empty remedy means "write" and the field. KEY is the word.
var words = []struct{ types, words, field, remedy string }{
	{"Application FluxApplication", "annotations labels name namespace", moved, "write it as metadata.KEY"},
	{"Application", "commonMetadata config source", moved, "write it as spec.fluxApp.spec.KEY"},
	{"Application", "fluxApp", moved, "write it as spec.fluxApp"},
	{"FluxApplication", "commonMetadata config source", moved, "write it as spec.KEY"},
	{"ApplicationSpec", "commonMetadata config source", moved,
		"write it as fluxApp.spec.KEY, or write kind: FluxApplication"},
	{"FluxApp", "commonMetadata config source", moved, "write it as fluxApp.spec.KEY"},
	{application, "chart deploy", moved, "write it as config.helmRelease.KEY"},
	{application, "cluster clusterSelector", moved, "write it as destination.KEY in an entry"},
	{application, "defaults helmRelease kustomization overrides", moved, "write it as config.KEY"},
	{application, "destination", moved, "write it in each entry of config.helmRelease.deploy or config.kustomization"},
	{application, "destinations", moved,
		"write an entry with a destination for each, in config.helmRelease.deploy or config.kustomization"},
	{application, "fluxApp", moved, "write what is below fluxApp.spec right below spec, or kind: Application"},
	{application, "generators", moved, "write a destination with clusterSelector in an entry"},
	{application, "helm", moved, "write config.helmRelease"},
	{application, "kind", moved, "write kind: Application for the shape with spec.kind, or leave it out"},
	{application, "kustomize", moved, "write config.kustomization"},
	{application, "name", moved, "write it as metadata.name"},
	{application, "namespace", moved,
		"write the application's own as metadata.namespace, and the one on the clusters as destination.targetNamespace"},
	{application, "repo repoURL", moved, "write it as source.gitRepository.url or source.helmRepository.url"},
	{application, "sourceRef", moved, "write it as source.sourceRef"},
	{application, "targetNamespace", moved,
		"write it as destination.targetNamespace in each entry, or in config.defaults"},
	{application, "template", moved, "write the name of a HelmChart as config.helmRelease.template"},
	{application, "wave", moved, "write it in entries, or in config.defaults and config.overrides"},
	{application, "waves", moved, "write wave in entries, or in config.defaults and config.overrides"},
	{"FluxApplicationSpec HelmReleaseEntry KustomizationEntry", "commonAnnotations", "commonMetadata",
		"write commonMetadata: {annotations: …}"},
	{"FluxApplicationSpec HelmReleaseEntry KustomizationEntry", "commonLabels", "commonMetadata",
		"write commonMetadata: {labels: …}"},
	{application, "fleet", "clusters", ""},
	{application, "base extends inherits parent", "bases",
		"write bases: [NAME], of documents of kind FluxApplicationBase"},
	{"FluxApplicationBaseSpec", "base bases extends inherits parent", moved,
		"name all bases in spec.bases of the application"},
	{"FluxApplicationBaseSpec", "cluster clusterSelector deploy destination destinations generators kclRun " +
		"kustomization kustomize", moved, inApplications},
	{"BaseConfig", "clusterSelector deploy destination kcl kclRun kustomization kustomize", moved, inApplications},
	{"BaseHelmRelease", "deploy destinations entries releases", moved, inApplications},
	{"BaseHelmRelease", "interval", moved, "write it in config.defaults, or as chart.interval for the chart"},
	{"BaseHelmRelease", "name", moved, "write the chart's name as chart.chart"},
	{"BaseHelmRelease", "namespace", moved,
		"write the namespace on the clusters as config.defaults.destination.targetNamespace"},
	{application + " Config " + entries, "soak", nothing, "a soak time is a flag: fluxapp promote --soak 24h"},
	{application + " " + entries, "project", nothing, "Flux has no projects; leave it out"},
	{application + " " + entries, "syncPolicy", nothing,
		"Flux applies at each interval and needs no policy; leave it out"},
	{"Config", "chart deploy template", moved, "write it as config.helmRelease.KEY"},
	{"Config", "clusterSelector", moved,
		"write it as destination.clusterSelector in an entry, or in an item of overrides"},
	{"Config", "clusters source sources", moved, "write it right below spec"},
	{"Config", "destination", moved, "write it in each entry of helmRelease.deploy or kustomization"},
	{"Config BaseHelmRelease", "sourceRef", moved, "write it as source.sourceRef right below spec"},
	{"Config", "targetNamespace", moved, "write it as destination.targetNamespace in each entry, or in defaults"},
	{"Config", "helm", "helmRelease", ""},
	{"Config", "kcl", "kclRun", ""},
	{"Config", "kustomize", "kustomization", ""},
	{"HelmRelease", "chartRef", moved, "name the source as source.sourceRef, of kind OCIRepository, HelmChart or " +
		"ExternalArtifact; chartRef is made from it"},
	{"HelmRelease", "defaults overrides", moved, "write it as config.KEY"},
	{"HelmRelease", "interval", moved, "write it in each entry of deploy, or as chart.interval for the chart"},
	{"HelmRelease", "name", moved,
		"write the chart's name as chart.chart, and the object's as name in an entry of deploy"},
	{"HelmRelease", "namespace", moved, "write the namespace on the cluster as destination.targetNamespace of an " +
		"entry, and the object's own as its namespace"},
	{"HelmRelease", "repo repoURL repository", moved, "write it as source.helmRepository.url"},
	{"HelmRelease", "source sources", moved, "write it right below spec"},
	{"HelmRelease", "sourceRef", moved, "write it as source.sourceRef right below spec, or in each entry of deploy"},
	{"HelmRelease", "version", moved, "write it as chart.version"},
	{"TemplateReference", "kind apiVersion", nothing, "a template is always a HelmChart; leave it out"},
	{"HelmRelease", "destinations", "deploy", "write deploy, an entry with destination for each"},
	{"HelmRelease", "entries releases", "deploy", ""},
	{"Chart", "name", moved, "the chart's name is chart.chart"},
	{"Chart", "namespace", moved, "write the namespace on the cluster as destination.targetNamespace of the entry"},
	{"Chart", "releaseName", moved, "write it in the entries of deploy"},
	{"Chart HelmReleaseEntry", "repo repoURL repository", moved, "write it as source.helmRepository.url"},
	{"HelmReleaseEntry", "url", moved, "write it as source.helmRepository.url"},
	{"Chart", "sourceRef", moved, "write it as source.sourceRef, or as the entry's sourceRef"},
	{"Chart", "spec", moved, "write the fields of chart.spec right below chart"},
	{"Chart", "values valuesFrom", moved, "write it in the entries of deploy, or in config.defaults for all of them"},
	{"Chart", "path", "chart", "write chart: the path in a GitRepository or Bucket"},
	{"Chart", "tag targetRevision", "version", ""},
	{entries, "annotations labels", moved, "write it as metadata.KEY"},
	{release, "chartRef", moved, "name the source as source.sourceRef or as the entry's sourceRef, of " +
		"kind OCIRepository, HelmChart or ExternalArtifact; chartRef is made from it"},
	{entries, "cluster kubeConfig targetNamespace", moved, "write it as destination.KEY"},
	{entries, "clusterGroup", moved, "write a label of the clusters as destination.clusterSelector"},
	{entries + " Destination", "clusterName", moved, "write it as destination.cluster"},
	{entries, "clusters", moved, "write an entry for each cluster, or destination.clusterSelector for all that have " +
		"a label; fields for some of these as config.overrides: [{clusters: …}]"},
	{release, "helm", moved, "write what is below helm.values as values, and helm.releaseName as releaseName"},
	{"HelmReleaseEntry PostRenderer", "images", moved, "write it as postRenderers: [{kustomize: {images: …}}]"},
	{"HelmReleaseEntry PostRenderer", "patches patchesJson6902 patchesStrategicMerge", moved,
		"write it as postRenderers: [{kustomize: {patches: …}}]"},
	{entries, "sources", moved, "write it right below spec, and name one of them as sourceRef: {name: …}"},
	{entries, "spec", moved, "write the fields of the spec right into the entry"},
	{release, "targetRevision", moved, "write it as chart.version"},
	{release, "template", moved, "write it as config.helmRelease.template"},
	{release, "valueFiles valuesFile valuesFiles", moved, "write it as chart.valuesFiles"},
	{entries, "after needs requires", "dependsOn", ""},
	{release, "atomic", "install", "write install.remediation and upgrade.remediation"},
	{entries, "disable disabled enable enabled installed", "suspend",
		"write suspend: true to pause it, or an item of config.overrides with disable: true to remove it from a cluster"},
	{entries, "every refreshInterval syncInterval", "interval", ""},
	{release, "helmValues parameters set valuesObject", "values", ""},
	{release, "historyMax", "maxHistory", ""},
	{release, "image", "values", "write it below values if it is one of the chart's"},
	{"KustomizationEntry KCLRunEntry", "parameters", "params", ""},
	{entries, "order phase priority syncWave", "wave", ""},
	{entries, "pause paused suspended", "suspend", "write suspend in place of KEY"},
	{release, "resources", nothing, "leave it out, or write it below values if it is one of the chart's"},
	{release, "secrets", "valuesFrom", "write valuesFrom: [{kind: Secret, name: …}]"},
	{entries, "timeoutSeconds", "timeout", "write timeout: 300s for 300 seconds"},
	{release, "wait", "install", "Helm waits unless install.disableWait or upgrade.disableWait is true; leave it out"},
	{"KustomizationEntry", "branch", moved, "write it as source.gitRepository.ref.branch"},
	{"KustomizationEntry", "kustomize", moved, "write its fields right into the entry"},
	{"KustomizationEntry", "repo repoURL repository url", moved, "write it as source.gitRepository.url"},
	{"KustomizationEntry", "targetRevision", moved, "write it as source.gitRepository.ref.branch, tag or commit"},
	{"KustomizationEntry", "dir directory folder overlay", "path", ""},
	{"KustomizationEntry", "patch", "patches", "write patches: [{patch: …}]"},
	{"KustomizationEntry", "resources", "path", "write the folder that holds them as path"},
	{"KustomizationEntry", "serviceAccount", "serviceAccountName", ""},
	{"KustomizationEntry", "substitutions variables vars", "postBuild", "write postBuild: {substitute: …}"},
	{"Override", "clusterName", "cluster", ""},
	{"Override", "apply config entry fields helmRelease kustomization overrides spec then with", moved,
		"write the fields right into the item, beside cluster or clusterSelector"},
	{"Override", "labels", moved, "write labels of clusters as clusterSelector: {matchLabels: …}, and those of the " +
		"objects as metadata.labels"},
	{"Override", "absent delete deleted exclude excluded remove removed skip", "disable",
		"write disable: true to remove it from the clusters"},
	{"Override", "disabled", "disable", "write disable in place of KEY"},
	{"Override", "deployed enable enabled include installed present", "disable",
		"write disable: true in place of KEY: false, and nothing in place of KEY: true"},
	{"Override", "clusterLabels for if labelSelector match matches selectors target targets when where", "clusterSelector",
		"write cluster: NAME, clusters: [NAME, …] or clusterSelector: {matchLabels: …}"},
	{"Override Destination", "matchExpressions", "clusterSelector", "write clusterSelector: {matchExpressions: …}"},
	{"Override", "matchLabels", "clusterSelector", "write clusterSelector: {matchLabels: …}"},
	{"Override Destination", "selector", "clusterSelector", ""},
	{"LayerDestination", "cluster clusterSelector", moved,
		"write it in the entry, or beside destination in an item of overrides"},
	{"LayerDestination", "kubeConfig", moved, "write it as destination.kubeConfig of the entry"},
	{"LayerDestination", "namespace", moved,
		"write the namespace on the cluster as targetNamespace, and the object's own as namespace beside destination"},
	{"Destination", "clusters", moved, "write an entry for each cluster, or clusterSelector for all that have a label"},
	{"Destination", "configMapRef secretRef", moved, "write it as destination.kubeConfig.KEY"},
	{"Destination", "name", moved,
		"write the cluster's name as destination.cluster, and the object's own as name of the entry"},
	{"Destination", "namespace", moved,
		"write the namespace on the cluster as targetNamespace, and the object's own as the entry's namespace"},
	{"Destination", "secret secretName", moved, "write it as destination.kubeConfig.secretRef.name"},
	{"Destination", "server", moved, "write it in a kubeconfig, and name its Secret as " +
		"destination.kubeConfig.secretRef; or the cluster's name as destination.cluster"},
	{"Destination", "hub inCluster local", nothing, "write destination: {} for the hub"},
	{"Destination", "labels matchLabels", "clusterSelector", "write clusterSelector: {matchLabels: …}"},
	{"KubeConfigReference", "key name", moved, "write it as kubeConfig.secretRef.KEY"},
	{"KubeConfigReference Cluster", "secretName", moved, "write it as kubeConfig.secretRef.name"},
	{"SecretKeyReference", "namespace", nothing, "Flux reads the Secret in the namespace of the object; leave it out"},
	{"Metadata", "name", moved, "write it as the entry's name"},
	{"Metadata", "namespace", moved, "write it as the entry's namespace"},
	{"Dependency KCLRunDependency", "app", "application", ""},
	{"Dependency KCLRunDependency", "kind", nothing,
		"a name means an object of the same kind, and an application has its kind; leave it out"},
	{"Upgrade", "rollback", "remediation",
		"write upgrade.remediation.strategy: rollback, with retries or remediateLastFailure: true beside it"},
	{"GitRepositoryVerification", "provider", nothing, "Flux verifies with the public keys of secretRef; leave it out"},
	{"GitRepositoryVerification", "ref", nothing,
		"Flux verifies the ref of the source; leave it out, or write mode: HEAD, Tag or TagAndHEAD"},
	{"ValuesReference SubstituteReference", "configMapRef", "name", "write kind: ConfigMap and name"},
	{"ValuesReference", "key", "valuesKey", ""},
	{"ValuesReference", "path", "targetPath", ""},
	{"ValuesReference SubstituteReference", "secretRef", "name", "write kind: Secret and name"},
	{"Patch", "path", "patch", "Flux reads no file here; write the patch itself as patch: |"},
	{"Source", "chart", moved, "write it as config.helmRelease.chart.chart"},
	{"Source", "helm", moved, "write values in the entries of config.helmRelease.deploy"},
	{"Source", "kind", moved, "write a reference as source.sourceRef"},
	{"Source", "kustomize", moved, "write patches and images in the entries of config.kustomization"},
	{"Source GitRepositorySpec OCIRepositorySpec", "path", moved,
		"write it as path in the entries of config.kustomization"},
	{"Source", "repo repoURL repository", moved, "write it as gitRepository.url, helmRepository.url or ociRepository.url"},
	{"Source", "targetRevision", moved,
		"write it as gitRepository.ref.branch, tag or commit; the version of a chart as config.helmRelease.chart.version"},
	{"Source", "url", moved, "write an inline source as source.gitRepository, helmRepository, ociRepository or bucket"},
	{"Source", "git", "gitRepository", ""},
	{"Source", "oci", "ociRepository", ""},
	{"Source", "s3", "bucket", ""},
	{"SourceReference", "branch", moved, "write an inline source, which has it: source.gitRepository.ref.branch"},
	{"SourceReference", "ref", moved,
		"write an inline source, which has it: source.gitRepository.ref or source.ociRepository.ref"},
	{"SourceReference", "tag", moved,
		"write an inline source, which has it: source.gitRepository.ref.tag or source.ociRepository.ref.tag"},
	{"SourceReference", "url", moved,
		"write an inline source as source.gitRepository, helmRepository, ociRepository or bucket, which has url"},
	{repositories, "name namespace", moved, "write it as source.KEY"},
	{"GitRepositorySpec", "password token username", moved,
		"write it into a Secret, and name that as secretRef: {name: …}"},
	{repositories, "repo repoURL repository", "url", ""},
	{"GitRepositorySpec", "revision targetRevision", "ref", "write ref: {branch: …}, {tag: …} or {commit: …}"},
	{"HelmRepositorySpec", "chart version", moved, "write it as config.helmRelease.chart.KEY"},
	{"HelmRepositorySpec OCIRepositorySpec", "password username", moved,
		"write it into a Secret, and name that as secretRef: {name: …}"},
	{"HelmRepositorySpec", "oci", "type", "write type: oci"},
	{"OCIRepositorySpec", "image", "url", "write url: oci://…"},
	{application, "imagePolicies imagePolicy imageRepositories imageRepository imageUpdate " +
		"imageUpdateAutomation", "imageAutomation", "write imageAutomation: {repositories: […], update: …}"},
	{"ImageAutomation", "imagePolicies imagePolicy policies policy", moved,
		"write each policy in the policies of its repository: repositories: [{name: …, spec: …, policies: […]}]"},
	{"ImageAutomation", "automation automations imageUpdate imageUpdateAutomation updates", "update", ""},
	{"ImageRepository ImagePolicy ImageUpdate", "apiVersion kind", nothing, "fluxapp writes it; leave it out"},
	{"ImageRepository ImagePolicy", "metadata", moved,
		"write metadata.name as name, and labels and annotations as commonMetadata right below spec"},
	{"ImageRepository ImagePolicy ImageUpdate", "status", nothing, "Flux writes it; leave it out"},
	{"ImageRepository ImagePolicy ImageUpdate", "namespace", nothing,
		"the object is in the namespace of the application; leave it out"},
	{"ImageRepository", "digestReflectionPolicy filterTags imageRef imageRepositoryRef", moved,
		"write it in spec of an item of policies"},
	{"ImageRepository", "policy", moved, "write it in an item of policies: policies: [{name: …, spec: {policy: …}}]"},
	{"ImageRepositorySpec", "digestReflectionPolicy filterTags imageRef imageRepositoryRef policy", moved,
		"write it in the spec of an ImagePolicy: policies: [{name: …, spec: …}] beside this spec"},
	{"ImageRepositorySpec ImagePolicySpec", "apiVersion kind metadata", nothing,
		"this is below spec already; write the fields of spec alone"},
	{"ImageRepositorySpec", "repo repository url", "image", ""},
	{"ImageRepositorySpec", "tag version", moved,
		"write which tags a policy chooses as policies: [{name: …, spec: {policy: {semver: {range: …}}}}]"},
	{"ImageUpdate", "metadata", moved, "write metadata.name as name"},
	{"ImageUpdate", "spec", moved, "write its fields right below update"},
	{"ImageUpdate", "author authorEmail authorName messageTemplate signingKey", moved,
		"write it below git.commit, an author as author: {email: …}"},
	{"ImageUpdate", "branch", moved, "write it as git.push.branch"},
	{"ImageUpdate", "gitRepositoryRef", "sourceRef", "write sourceRef: {kind: GitRepository, name: …}"},
	{"ImagePolicyChoice", "range", moved, "write it as semver.range"},
	{"ImagePolicyChoice", "order", moved, "write it as alphabetical.order or numerical.order"},
	{"CommitSpec", "authorEmail email", "author", "write author: {email: …}"},
	{"CommitSpec", "authorName", "author", "write author: {name: …}"},
	{"CommitSpec", "message template", "messageTemplate", ""},
	{"GitCheckoutSpec", "branch commit tag", moved, "write it as ref.KEY"},
	{"Cluster", "server", moved, "write it in a kubeconfig, and name its Secret as kubeConfig.secretRef.name"},
	{"Cluster", "values", moved, "write them in config.overrides, beside cluster or clusterSelector; or as params, " +
		"and $(cluster.params.…) in the values"},
	{"Cluster", "kubeconfigSecret", "kubeConfig", "write kubeConfig: {secretRef: {name: …}}"},
	{"Cluster", "parameters variables vars", "params", ""},
	{"Sharding", "count replicas", "shards", ""},
	{"FluxApplicationSpec FluxApplicationBaseSpec RenderConfigSpec", "brake limit", "limits", ""},
	{"FluxApplicationSpec FluxApplicationBaseSpec Limits", "acknowledge acknowledged digest", moved,
		"write it in spec of the RenderConfig, or give it as --acknowledge: it is for one change"},
	{"Limits", "deleted deletions maxDelete maxDeletions maxOrphaned maxRemoved maxUninstalled", "maxDeleted", ""},
	{"Limits", "changed changes maxChange maxChanges maxUpdated", "maxChanged", ""},
	{"Limits", "maxRecreated maxReinstall maxReinstalls maxRenamed reinstalled", "maxReinstalled", ""},
	{"Limits", "clusterSelector protect", "protected", "write protected: {clusterSelector: …}"},
	{"Protected", "cluster clusters", "clusterSelector",
		"write a label of the clusters as clusterSelector: {matchLabels: …}"},
	{"FluxApplicationSpec FluxApplicationBaseSpec", "impersonate rbac tenant", "tenancy",
		"write tenancy: {serviceAccount: NAME}"},
	{"Tenancy", "binding roleBinding roleBindings", "subjects",
		"fluxapp writes the RoleBinding; write who has the role as subjects"},
	{"Tenancy", "namespace", nothing, "everything of tenancy is in the namespace of the application; leave it out"},
	{"Tenancy", "roleRef", nothing, "the RoleBinding is for the role beside it; leave it out, and write a ClusterRole " +
		"of the clusters as clusterRole"},
	{"Tenancy", "roles", "role", ""},
	{"Tenancy", "serviceAccounts", "serviceAccount",
		"write one as serviceAccount, and others that have the role as subjects"},
	{"Tenancy", "groups users", "subjects", "write subjects: [{kind: User, name: …}], or kind: Group"},
	{"Tenancy TenancyRole", "apiVersion kind metadata spec", nothing,
		"this is no whole object; write the name of the Role as role.name, and its rules as role.rules"},
	{"TenancyRole", "clusterRole roleRef", moved, "write a ClusterRole that the clusters have as tenancy.clusterRole"},
	{"TenancyRole", "namespace", nothing, "the Role is in the namespace of the application; leave it out"},
	{"PolicyRule", "apiGroup groups group", "apiGroups", "write it as a list, apiGroups: [NAME]"},
	{"PolicyRule", "resource", "resources", "write it as a list, resources: [NAME]"},
	{"PolicyRule", "verb", "verbs", "write it as a list, verbs: [NAME]"},
	{"Subject", "user", "name", "write kind: User, and name"},
	{"Subject", "group", "name", "write kind: Group, and name"},
	{"Subject", "serviceAccount serviceAccountName", "name", "write kind: ServiceAccount, and name"},
	{"Notification", "receiver receivers", nothing,
		"a Receiver is not part of an application; write it as an object of its own"},
	{"NotificationProvider NotificationAlert", "apiVersion kind status", nothing, "fluxapp writes it; leave it out"},
	{"NotificationProvider NotificationAlert", "metadata", moved,
		"write metadata.name as name; labels and annotations of all objects are spec.commonMetadata"},
	{"NotificationAlert AlertSpec", "provider", "providerRef", "write spec.providerRef: {name: …}"},
	{"ProviderSpec AlertSpec ImageRepositorySpec ImagePolicySpec", "spec", moved,
		"write its fields right below the first spec"},
	{"ProviderSpec", "provider", "type", ""},
	{"ProviderSpec", "endpoint url webhook", "address", ""},
	{"ProviderSpec", "headers password token", moved, "write it into a Secret, and name that as secretRef: {name: …}"},
	{"ProviderSpec", "secret secretName", "secretRef", "write secretRef: {name: …}"},
	{"AlertSpec", "severity", "eventSeverity", ""},
	{"AlertSpec", "metadata", "eventMetadata", ""},
	{"AlertSpec", "objects sources", "eventSources", ""},
	{"AlertSpec", "exclude exclusions", "exclusionList", ""},
	{"AlertSpec", "include inclusions", "inclusionList", ""},
}

var hints = indexWords()

func indexWords() map[string]map[string]hint {
	index := map[string]map[string]hint{}
	for _, row := range words {
		for _, name := range strings.Fields(row.types) {
			if index[name] == nil {
				index[name] = map[string]hint{}
			}
			for _, word := range strings.Fields(row.words) {
				index[name][word] = hint{row.field, strings.ReplaceAll(cmp.Or(row.remedy, "write "+row.field), "KEY", word)}
			}
		}
	}
	return index
}

// hint returns what a word means in this type; zero when it is a field or the table does not have it.
func (s *Shape) hint(word string) hint {
	if s.Fields[word].Shape != nil {
		return hint{}
	}
	if own, found := s.overrideHints()[word]; found {
		return own
	}
	return s.words()[word]
}

func (s *Shape) words() map[string]hint {
	sameWords := wordsLike[s.Name]
	if sameWords == "" {
		return hints[s.Name]
	}
	all := maps.Clone(hints[sameWords])
	maps.Copy(all, hints[s.Name])
	return all
}

func (s *Shape) overrideHints() map[string]hint {
	if s.IsOverride() {
		return hints["Override"]
	}
	return nil
}

// knownWords returns the words that the table has for this type. The nearest of a misspelt word depends on their order.
func (s *Shape) knownWords() []string {
	var misplaced, unknown []string
	known := s.words()
	for _, word := range slices.Sorted(maps.Keys(known)) {
		if known[word].field == moved {
			misplaced = append(misplaced, word)
		} else {
			unknown = append(unknown, word)
		}
	}
	return slices.Concat(misplaced, slices.Sorted(maps.Keys(s.overrideHints())), unknown)
}

var lastResort = map[string]string{
	"HelmReleaseEntry": "leave it out, or write it below values if it is one of the chart's",
	"PostBuild":        "write variables below substitute",
	"LabelSelector":    "write labels below matchLabels",
	"ObjectMeta":       "write it below labels or annotations if it is one of them",
	"Cluster":          "write it below labels, for selectors, or below params, for references",
}
