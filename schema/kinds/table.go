package kinds

// Groups that several kinds have.
const (
	source       = "source.toolkit.fluxcd.io"
	image        = "image.toolkit.fluxcd.io"
	notification = "notification.toolkit.fluxcd.io"
	rbac         = "rbac.authorization.k8s.io"
	core         = "v1"
)

// The reasons that packages ask for, and the reasons of several kinds.
const (
	Credentials  Reason = "it has the credentials"
	Certificates Reason = "it has the certificates"
	LogsIn       Reason = "Flux logs in with it; for a cloud, let Flux create tokens of it"
	Impersonated Reason = "Flux impersonates it"
	BindsRole    Reason = "RoleBindings refer to it"
	Values       Reason = "Flux reads values from it"
	Variables    Reason = "Flux substitutes variables from it"

	copied   Reason = "Flux copies files from it"
	charted  Reason = "Flux takes the chart from it"
	awaited  Reason = "objects wait for it"
	proxied  Reason = "it has the address of the proxy"
	connects Reason = "Flux reaches the cluster with it"
	verifies Reason = "it has the keys that verify signatures"
	decrypts Reason = "Flux decrypts manifests with it"
	// What follows is told in "Tokens of ServiceAccounts" of schema/LANGUAGE.md.
	needsTokens   = "; let Flux create tokens of it"
	mayNeedTokens = "; if it has serviceAccountName or provider: generic, let Flux create tokens"
)

// References and parts of an identity that several kinds have.
var (
	credentials  = Reference{At: NewPath("spec.secretRef"), Kind: Secret, Reason: Credentials}
	certificates = Reference{At: NewPath("spec.certSecretRef"), Kind: Secret, Reason: Certificates}
	proxy        = Reference{At: NewPath("spec.proxySecretRef"), Kind: Secret, Reason: proxied}
	signatures   = Reference{At: NewPath("spec.verify.secretRef"), Kind: Secret, Reason: verifies}
	login        = Reference{At: NewPath("spec.serviceAccountName"), Kind: "ServiceAccount", Reason: LogsIn}

	manifests     = Reference{At: NewPath("spec.sourceRef"), Relation: Feeds, Reason: "Flux takes manifests from it"}
	kubeConfigMap = Reference{At: NewPath("spec.kubeConfig.configMapRef"), Kind: ConfigMap,
		Reason: connects + mayNeedTokens, Strands: true}
	kubeConfigSecret = Reference{At: NewPath("spec.kubeConfig.secretRef"), Kind: Secret, Key: "key",
		Keys: "value,value.yaml", Reason: connects, Strands: true}
	impersonated = Reference{At: NewPath("spec.serviceAccountName"), Kind: "ServiceAccount", Reason: Impersonated,
		Member: true}

	cluster       = Part{At: NewPath("spec.kubeConfig"), Is: KubeConfig, Change: orphan}
	appliedSource = Part{At: NewPath("spec.sourceRef"), Is: SourceOf, Change: contents, Replaced: true}
	folder        = Part{At: NewPath("spec.path"), Is: Folder, Change: contents, Replaced: true}
	target        = Part{At: NewPath("spec.targetNamespace"), Is: TargetNamespace, Change: Move, Replaced: true}

	interval = []string{"interval"}
)

// inventoried is a kind of clusters that say nothing of a login for Flux.
func inventoried(group, version, name, of string) Kind {
	return Kind{Group: group, Version: version, Name: name, Role: Inventoried, Inventory: inventory{Of: of}}
}

// Rows of objects are in the order of their ranks.
var (
	Application = add(Kind{Group: KubeSphereGroup, Version: Version, Name: "Application", Role: App,
		Plural: "applications"})
	FluxApplication = add(Kind{Group: Group, Version: Version, Name: "FluxApplication", Role: App,
		Plural: "fluxapplications"})
	FluxApplicationBase = add(Kind{Group: Group, Version: Version, Name: "FluxApplicationBase", Role: Base,
		Plural: "fluxapplicationbases"})
	RenderConfig = add(Kind{Group: Group, Version: Version, Name: "RenderConfig", Role: Options})
	_            = add(Kind{Group: KubeSphereGroup, Version: Version, Name: "ApplicationSet", Role: Foreign})
	_            = add(Kind{Group: KubeSphereGroup, Version: Version, Name: "ImageUpdater", Role: Foreign})
	// what fluxapp diff prints as JSON
	Changes = add(Kind{Group: Group, Version: Version, Name: "Changes", Role: Foreign})
	// what fluxapp status prints as JSON
	Status = add(Kind{Group: Group, Version: Version, Name: "Status", Role: Foreign})

	KubeSphereCluster = add(Kind{Group: "cluster.kubesphere.io", Version: "v1alpha1", Name: "Cluster", Role: Cluster,
		Inventory: inventory{Named: "NAME"}})
	// https://cluster-api.sigs.k8s.io/developer/providers/contracts/control-plane
	clusterAPICluster = add(Kind{Group: "cluster.x-k8s.io", Version: "v1beta1", Name: "Cluster", Role: Cluster,
		Inventory: inventory{Named: "NAME-kubeconfig"}})
	ClusterProfile = add(Kind{Group: "multicluster.x-k8s.io", Version: "v1alpha1", Name: "ClusterProfile", Role: Cluster,
		Inventory: inventory{Properties: NewPath("status.properties"),
			Access: []Path{NewPath("status.accessProviders"), NewPath("status.credentialProviders")}}})
	placementDecision = add(Kind{Group: ClusterProfile.Group, Version: "v1alpha1", Name: "PlacementDecision",
		Role: Decision, Decides: &decides{List: NewPath("decisions"), Name: NewPath("clusterProfileRef.name"),
			Namespace: NewPath("clusterProfileRef.namespace"), Index: "multicluster.x-k8s.io/decision-index",
			Keys: []string{"multicluster.x-k8s.io/decision-key", "multicluster.x-k8s.io/placement-key"}}})
	_ = add(Kind{Group: "cluster.open-cluster-management.io", Version: "v1beta1", Name: "PlacementDecision",
		Role: Decision, Decides: &decides{List: NewPath("status.decisions"), Name: NewPath("clusterName"),
			Keys: []string{"cluster.open-cluster-management.io/placement"}, IsLater: true}})
	_ = add(Kind{Group: "cluster.open-cluster-management.io", Version: "v1", Name: "ManagedCluster", Role: Inventoried,
		Inventory: inventory{Of: "Open Cluster Management", Properties: NewPath("status.clusterClaims"),
			Access: []Path{NewPath("spec.managedClusterClientConfigs")}, Provider: "open-cluster-management"}})
	_ = add(Kind{Group: "fleet.cattle.io", Version: "v1alpha1", Name: "Cluster", Role: Inventoried,
		Inventory: inventory{Of: "Rancher Fleet", Secret: NewPath("spec.kubeConfigSecret"),
			SecretNamespace: NewPath("spec.kubeConfigSecretNamespace")}})
	_ = add(Kind{Group: "lib.projectsveltos.io", Version: "v1beta1", Name: "SveltosCluster", Role: Inventoried,
		Inventory: inventory{Of: "Sveltos", Named: "NAME-sveltos-kubeconfig", Keyed: true,
			Secret: NewPath("spec.kubeconfigName"), SecretKey: NewPath("spec.kubeconfigKeyName")}})
	_                    = add(inventoried("provisioning.cattle.io", "v1", "Cluster", "Rancher"))
	_                    = add(inventoried("management.cattle.io", "v3", "Cluster", "Rancher"))
	_                    = add(inventoried("cluster.karmada.io", "v1alpha1", "Cluster", "Karmada"))
	_                    = add(inventoried("clusters.clusternet.io", "v1beta1", "ManagedCluster", "Clusternet"))
	_                    = add(inventoried("cluster.kurator.dev", "v1alpha1", "AttachedCluster", "Kurator"))
	KubeSphereRepository = add(Kind{Group: "devops.kubesphere.io", Version: "v1alpha3", Name: "GitRepository",
		Role: Repository})

	Namespace = add(Kind{
		Group: core, Version: core, Name: "Namespace", Role: Around, Field: "tenancy", NoConditions: true,
		Deletion: deletion{Effect: "Flux leaves it, because its annotation prune is disabled"},
	})
	ServiceAccount = add(Kind{
		Group: core, Version: core, Name: "ServiceAccount", Role: Around, Field: "tenancy", NoConditions: true,
		Deletion: deletion{Effect: "Flux deletes nothing more that it applied in its name"},
	})
	// LoginMap has how Flux logs in to a cluster without a kubeconfig.
	LoginMap = add(Kind{
		Group: core, Version: core, Name: ConfigMap, Role: loginRole, NoConditions: true,
		References: []Reference{{At: NewPath("data.serviceAccountName"), Kind: "ServiceAccount",
			Reason: "Flux logs in with it" + needsTokens}},
		Deletion: deletion{Effect: "Flux leaves it, because of its annotation prune, and needs it until nothing is left on " +
			"the cluster; remove it by hand after that"},
	})
	RBACRole = add(Kind{
		Group: rbac, Version: "v1", Name: "Role", Role: Around, Field: "tenancy", NoConditions: true,
		Deletion: deletion{Effect: "those who had the role lose its rights"},
	})
	RoleBinding = add(Kind{
		Group: rbac, Version: "v1", Name: "RoleBinding", Role: Around, Field: "tenancy", NoConditions: true,
		References: []Reference{{At: NewPath("roleRef"), Reason: BindsRole}},
		Deletion:   deletion{Effect: "those who had the role lose its rights"},
	})

	Provider = add(Kind{
		Group: notification, Name: "Provider", Role: Around, Field: "notification", NoConditions: true,
		References:  []Reference{credentials, certificates, proxy, login},
		Expressions: []Expression{commitStatus}, Program: "notification-controller",
		Deletion: deletion{Effect: "Flux sends nothing for the Alerts that use it"},
	})
	Alert = add(Kind{
		Group: notification, Name: "Alert", Role: Around, Field: "notification", NoConditions: true,
		References: []Reference{
			{At: NewPath("spec.providerRef"), Kind: "Provider", Relation: Told, Reason: "Alerts send messages through it"},
		},
		Deletion: deletion{Effect: "Flux sends no more of its messages"},
	})
	ImageRepository = add(Kind{
		Group: image, Name: "ImageRepository", Role: Around, Field: "imageAutomation",
		Filled:     interval,
		References: []Reference{credentials, certificates, proxy, login},
		Deletion:   deletion{Effect: "Flux scans the image no longer"},
	})
	ImagePolicy = add(Kind{
		Group: image, Name: "ImagePolicy", Role: Around, Field: "imageAutomation",
		Filled: interval,
		References: []Reference{{At: NewPath("spec.imageRepositoryRef"), Kind: "ImageRepository", Relation: Scanned,
			Reason: "ImagePolicies choose one of its tags"}},
		Deletion: deletion{Effect: "Flux updates no marker any more that names it"},
	})

	GitRepository = add(Kind{
		Group: source, Name: "GitRepository", Role: Source, Field: "gitRepository",
		Filled: interval,
		References: []Reference{
			{At: NewPath("spec.include[].repository"), Kind: "GitRepository", Relation: Feeds, Reason: copied},
			credentials, proxy, signatures, login,
		},
		Place: []Path{NewPath("spec.url")},
		Revision: revision{At: NewPath("spec.ref"), Fields: []string{"commit", "name", "semver", "tag", "branch"},
			Exact: "commit", Tag: "tag", Range: "semver", Usual: "master"},
	})
	HelmRepository = add(Kind{
		Group: source, Name: "HelmRepository", Role: Source, Field: "helmRepository", StaticType: "oci",
		References: []Reference{credentials, certificates},
		Place:      []Path{NewPath("spec.url")},
	})
	OCIRepository = add(Kind{
		Group: source, Name: "OCIRepository", Role: Source, Field: "ociRepository",
		Filled: interval,
		References: []Reference{
			credentials, certificates, proxy, signatures,
			{At: NewPath("spec.verify.trustedRootSecretRef"), Kind: Secret, Reason: verifies}, login,
		},
		Place: []Path{NewPath("spec.url")},
		Revision: revision{At: NewPath("spec.ref"), Fields: []string{"digest", "semver", "tag"},
			Exact: "digest", Tag: "tag", Range: "semver", Usual: "latest"},
	})
	Bucket = add(Kind{
		Group: source, Name: "Bucket", Role: Source, Field: "bucket",
		Filled: interval,
		References: []Reference{
			credentials, certificates, proxy,
			{At: NewPath("spec.sts.secretRef"), Kind: Secret, Reason: Credentials},
			{At: NewPath("spec.sts.certSecretRef"), Kind: Secret, Reason: Certificates}, login,
		},
		Place: []Path{NewPath("spec.endpoint"), NewPath("spec.bucketName")},
	})
	// ArtifactGenerator copies files of other sources into an ExternalArtifact.
	ArtifactGenerator = add(Kind{
		Group: "source.extensions.fluxcd.io", Name: "ArtifactGenerator", Role: Source,
		Field: "artifact", Makes: "ExternalArtifact", MadeName: NewPath("spec.artifacts[].name"),
		References: []Reference{
			{At: NewPath("spec.sources[]"), Relation: Feeds, Reason: copied},
			{At: NewPath("spec.serviceAccountName"), Kind: "ServiceAccount", Reason: Impersonated},
		},
		Deletion:   deletion{Effect: "Flux deletes the ExternalArtifact that it made"},
		Unnumbered: true,
	})
	ExternalArtifact = add(Kind{
		Group: source, Name: "ExternalArtifact", Role: Made, Unnumbered: true,
		References: []Reference{{At: NewPath("spec.sourceRef"), Relation: Feeds, Reason: copied}},
	})

	// ImageUpdateAutomation commits to the repository of a GitRepository.
	ImageUpdateAutomation = add(Kind{
		Group: image, Name: "ImageUpdateAutomation", Role: Around, Field: "imageAutomation",
		Filled: interval,
		References: []Reference{
			{At: NewPath("spec.sourceRef"), Kind: "GitRepository", Relation: Updated,
				Reason: "Flux commits new tags to its repository"},
			{At: NewPath("spec.git.commit.signingKey.secretRef"), Kind: Secret, Reason: "Flux signs commits with it",
				Keys: "git.asc", Typed: map[string]string{"ssh": "identity"}},
		},
		Deletion: deletion{Effect: "Flux commits no image updates any more, and what it has committed stays"},
	})

	HelmChart = add(Kind{
		Group: source, Name: "HelmChart", Role: Chart | Template,
		Filled:     interval,
		References: []Reference{{At: NewPath("spec.sourceRef"), Relation: Feeds, Reason: charted}, signatures},
		ChartName:  NewPath("spec.chart"), ChartVersion: NewPath("spec.version"),
	})
	Kustomization = add(Kind{
		Group: "kustomize.toolkit.fluxcd.io", Name: "Kustomization", Role: Workload, Field: "kustomization",
		References: []Reference{
			manifests,
			{At: NewPath("spec.decryption.secretRef"), Kind: Secret, Reason: decrypts},
			{At: NewPath("spec.postBuild.substituteFrom[]"), Reason: Variables},
			{At: NewPath("spec.decryption.serviceAccountName"), Kind: "ServiceAccount", Reason: decrypts + needsTokens},
			{At: NewPath("spec.dependsOn[]"), Kind: "Kustomization", Relation: Precedes, Reason: awaited},
			kubeConfigSecret, kubeConfigMap, impersonated,
			{At: NewPath("spec.serviceAccountName"), Kind: "ServiceAccount", Remote: true,
				Reason: "Flux impersonates it when it deletes what a Kustomization applied"},
		},
		Expressions: []Expression{ready, healthy, failed, inProgress},
		Identity: []Part{
			appliedSource, target, folder, cluster,
			{At: NewPath("spec.namePrefix"), Is: namePrefix, Change: Move, Replaced: true},
			{At: NewPath("spec.nameSuffix"), Is: nameSuffix, Change: Move, Replaced: true},
		},
		Shaped:   []Path{NewPath("spec.postBuild"), NewPath("spec.patches"), NewPath("spec.components")},
		Filled:   []string{"interval", "prune"},
		Deletion: deletion{Prunes: true}, Program: "kustomize-controller",
	})
	HelmRelease = add(Kind{
		Group: "helm.toolkit.fluxcd.io", Name: "HelmRelease", Role: Workload, Field: "helmRelease",
		References: []Reference{
			{At: NewPath("spec.chart.spec.sourceRef"), Relation: Feeds, Reason: charted},
			{At: NewPath("spec.chartRef"), Relation: Feeds, Reason: charted},
			{At: NewPath("spec.chart.spec.verify.secretRef"), Kind: Secret, Reason: verifies,
				Beside: NewPath("spec.chart.spec.sourceRef")},
			{At: NewPath("spec.chart.spec.verify.trustedRootSecretRef"), Kind: Secret, Reason: verifies},
			{At: NewPath("spec.chart.spec.secretRef"), Kind: Secret, Reason: Credentials},
			{At: NewPath("spec.chart.spec.certSecretRef"), Kind: Secret, Reason: Certificates},
			{At: NewPath("spec.chart.spec.proxySecretRef"), Kind: Secret, Reason: proxied},
			{At: NewPath("spec.chart.spec.serviceAccountName"), Kind: "ServiceAccount", Reason: LogsIn},
			{At: NewPath("spec.valuesFrom[]"), Key: "valuesKey", Keys: "values.yaml", Reason: Values},
			{At: NewPath("spec.dependsOn[]"), Kind: "HelmRelease", Relation: Precedes, Reason: awaited},
			kubeConfigSecret, kubeConfigMap, impersonated,
		},
		Expressions: []Expression{ready, healthy, failed, inProgress},
		Identity: []Part{
			{At: NewPath("spec.releaseName"), Is: ReleaseName, Change: Reinstall, Replaced: true},
			{At: NewPath("spec.storageNamespace"), Is: StorageNamespace, OwnNamespace: true, Change: Reinstall, Replaced: true},
			{At: NewPath("spec.chart.spec.chart"), Is: ChartName, Change: Reinstall},
			{At: NewPath("spec.targetNamespace"), Is: TargetNamespace, OwnNamespace: true, Change: Reinstall,
				LeavesBehind: true},
			cluster,
		},
		ChartName: NewPath("spec.chart.spec.chart"), ChartVersion: NewPath("spec.chart.spec.version"),
		ChartInPlace: NewPath("spec.upgrade.chartNameChangeStrategy"), Creates: NewPath("spec.install.createNamespace"),
		Retries: NewPath("spec.install.remediation.retries"), InstallStrategy: NewPath("spec.install.strategy.name"),
		Filled: interval,
		Deletion: deletion{Effect: "Flux uninstalls its Helm release",
			Suspended: "Flux leaves its Helm release installed, because it is suspended"},
		Program: "helm-controller",
	})
	KCLRun = add(Kind{
		Group: "krm.kcl.dev.fluxcd", Version: "v1alpha1", Name: "KCLRun", Role: Workload, Field: "kclRun",
		References: []Reference{
			manifests,
			{At: NewPath("spec.argumentsReferences[]"), Reason: "Flux reads arguments from it"},
			{At: NewPath("spec.dependsOn[]"), Kind: "KCLRun", Relation: Precedes, Reason: awaited},
			kubeConfigSecret, impersonated,
		},
		Identity: []Part{appliedSource, target, folder, cluster},
		Shaped:   []Path{NewPath("spec.argumentsReferences"), NewPath("spec.arguments"), NewPath("spec.config")},
		Filled:   []string{"interval", "prune"},
		Deletion: deletion{Prunes: true},
	})

	KustomizeFile = add(Kind{
		Group: "kustomize.config.k8s.io", Version: "v1beta1", Name: "Kustomization", Role: FolderList,
	})
)
