package main

const (
	kubernetes = "k8s.io/apimachinery/pkg/apis/meta/v1."
	ours       = "github.com/fluxapp-dev/fluxapp/schema/v1alpha1."
	legacy     = "github.com/fluxapp-dev/fluxapp/schema/internal/testdata/legacy."
	kcl        = "github.com/fluxapp-dev/fluxapp/schema/internal/kcl."

	kubernetesRBAC = "k8s.io/api/rbac/v1."
)

// presets are what counts, as JSON, when fields of fluxapp's own are absent; a boolean is then false.
var presets = map[string]string{
	ours + "FluxApplicationSpec.topology": `"HubAndSpoke"`,
	ours + "EntryMetadata.wave":           "0",
	ours + "Sharding.key":                 `"shard"`,
}

// rewritten are descriptions in the place of the descriptions of the Go types: where Kubernetes' have none here, and
// where Flux's speak of Go. The keys are the type, with its package less github.com/fluxcd/, and the field.
var rewritten = map[string]string{
	kubernetes + "ObjectMeta": "The metadata of a document, as Kubernetes has it.",
	kubernetes + "ObjectMeta.annotations": "Values for people and tools. Of a document, fluxapp reads " +
		"those that begin with fluxapp.dev.",
	kubernetes + "ObjectMeta.creationTimestamp": "When the API server created the object. fluxapp does not " +
		"read it.",
	kubernetes + "ObjectMeta.deletionGracePeriodSeconds": "How long the API server waits before it removes the object. " +
		"fluxapp does not read it.",
	kubernetes + "ObjectMeta.deletionTimestamp": "When the API server will remove the object. fluxapp does not " +
		"read it.",
	kubernetes + "ObjectMeta.finalizers": "What must happen before the API server removes the object. " +
		"fluxapp does not read it.",
	kubernetes + "ObjectMeta.generateName": "The beginning of a name that the API server completes. A " +
		"document needs a whole name; fluxapp does not read it.",
	kubernetes + "ObjectMeta.generation": "How often the spec has changed. The API server counts it; " +
		"fluxapp does not read it.",
	kubernetes + "ObjectMeta.labels": "Labels of the document. They are not copied to rendered " +
		"objects; write commonMetadata for that.",
	kubernetes + "ObjectMeta.managedFields": "Who set which field. The API server writes it; fluxapp does " +
		"not read it.",
	kubernetes + "ObjectMeta.name": "The name of the document. It is required, except in a " +
		"RenderConfig. The names of an application's objects begin with it.",
	kubernetes + "ObjectMeta.namespace": "The namespace of the document. An application's objects are " +
		"in it, unless their cluster or entry has its own.",
	kubernetes + "ObjectMeta.ownerReferences": "The objects that own this one. fluxapp does not read it.",
	kubernetes + "ObjectMeta.resourceVersion": "The version of the object in the API server. fluxapp does " +
		"not read it.",
	kubernetes + "ObjectMeta.selfLink": "An old link to the object. fluxapp does not read it.",
	kubernetes + "ObjectMeta.uid": "The identity of the object in the API server. fluxapp does " +
		"not read it.",
	kubernetes + "ManagedFieldsEntry.apiVersion":  "The version of the fields. fluxapp does not read it.",
	kubernetes + "ManagedFieldsEntry.fieldsType":  "The form of fieldsV1. fluxapp does not read it.",
	kubernetes + "ManagedFieldsEntry.fieldsV1":    "The fields. fluxapp does not read it.",
	kubernetes + "ManagedFieldsEntry.manager":     "The program that set the fields. fluxapp does not read it.",
	kubernetes + "ManagedFieldsEntry.operation":   "How the fields were set. fluxapp does not read it.",
	kubernetes + "ManagedFieldsEntry.subresource": "The subresource that was written. fluxapp does not read it.",
	kubernetes + "ManagedFieldsEntry.time":        "When the fields were set. fluxapp does not read it.",
	kubernetes + "OwnerReference.apiVersion":      "The version of the owner. fluxapp does not read it.",
	kubernetes + "OwnerReference.blockOwnerDeletion": "Whether the owner waits for this object when it is deleted. " +
		"fluxapp does not read it.",
	kubernetes + "OwnerReference.controller": "Whether the owner is the object's controller. fluxapp does " +
		"not read it.",
	kubernetes + "OwnerReference.kind": "The kind of the owner. fluxapp does not read it.",
	kubernetes + "OwnerReference.name": "The name of the owner. fluxapp does not read it.",
	kubernetes + "OwnerReference.uid":  "The identity of the owner. fluxapp does not read it.",

	kubernetes + "LabelSelector": "Selects by labels, as in Kubernetes: all of matchLabels and all of matchExpressions " +
		"must hold. An empty selector matches everything.",
	kubernetes + "LabelSelector.matchExpressions": "Conditions on labels. All of them must hold.",
	kubernetes + "LabelSelector.matchLabels":      "Labels with the values that they must have. All of them must match.",
	kubernetes + "LabelSelectorRequirement":       "A condition on one label.",
	kubernetes + "LabelSelectorRequirement.key":   "The key of the label.",
	kubernetes + "LabelSelectorRequirement.operator": "In and NotIn compare the label with values, Exists and " +
		"DoesNotExist only ask whether there is one.",
	kubernetes + "LabelSelectorRequirement.values": "The values for In and NotIn, at least one. Exists and DoesNotExist " +
		"take none.",

	ours + "Application":          "An application in KubeSphere DevOps' own form.",
	ours + "ApplicationSpec":      "The engine of the application, and what it runs.",
	ours + "ImageAutomation":      "Finds new images of an application, and writes their tags into the document.",
	ours + "ImageRepository":      "An image that is scanned for new tags.",
	ours + "ImagePolicy":          "Chooses a tag of an image.",
	ours + "ImageUpdate":          "The fields of Flux's ImageUpdateAutomation, with its name.",
	ours + "Notification":         "Who hears of what happens to an application.",
	ours + "NotificationProvider": "A service that receives messages.",
	ours + "NotificationAlert":    "Chooses the events that a provider receives.",
	ours + "Tenancy":              "Limits an application to what its team may do.",
	ours + "TenancyRole":          "What a tenant may do in the namespace of the application.",
	ours + "BaseConfig": "What the applications of a base run, without their entries, and the layers " +
		"of these.",
	ours + "BaseHelmRelease": "What the HelmReleases of the applications have in common.",
	ours + "Chart":           "A Helm chart. The source is that of the application or of the entry.",
	ours + "Cluster":         "A cluster that only this application sees, or the applications of this base.",
	ours + "Config":          "What to run: exactly one of helmRelease, kustomization and kclRun.",
	ours + "Delivery": "How Flux carries the rendered folder: clusters are in a fixed number of groups, each with a " +
		"folder, and with a Kustomization of Flux that applies it. A Kustomization of the user's applies these.",
	ours + "AccessProvider": "How Flux logs in to clusters of one access provider. fluxapp writes it into a ConfigMap " +
		"of each.",
	ours + "NextDelivery": "The layout that the folder is going to have.",
	ours + "Dependency": "What an entry waits for: an object of the same kind by its name, or an " +
		"application. Exactly one of both.",
	ours + "Destination": "Where an entry runs: the hub (nothing below), one cluster, or every cluster that " +
		"a selector matches.",
	ours + "EntryMetadata":           "The fields that entries of all kinds have.",
	ours + "FluxApp":                 "Holds the application.",
	ours + "FluxApplication":         "An application: what to run, and on which clusters.",
	ours + "DocumentReference":       "Names a document. It may be written as the name alone.",
	ours + "TemplateReference":       "Names a chart template. It may be written as the name alone.",
	ours + "FinalLimits":             "How many final Kubernetes objects one change may take away.",
	ours + "FluxApplicationBase":     "What several applications begin with. They name it in spec.bases.",
	ours + "FluxApplicationBaseSpec": "The fields of an application, without entries and bases. All of them are optional.",
	ours + "FluxApplicationSpec":     "What an application is, and where it runs.",
	ours + "HelmRelease":             "One Helm chart, released on each destination.",
	ours + "HelmReleaseEntry":        "A release on one destination, or on each cluster that its selector matches.",
	ours + "KCLRunDependency": "What an entry waits for: a KCLRun by its name, or an application. Exactly one " +
		"of both.",
	ours + "KCLRunEntry":        "A KCLRun on one destination, or on each cluster that its selector matches.",
	ours + "KustomizationEntry": "A Kustomization on one destination, or on each cluster that its selector matches.",
	ours + "LayerDestination":   "The part of a destination that defaults and overrides may set.",
	ours + "Limits": "How much one change may do to what runs. A change that does more is an error, " +
		"until its digest acknowledges it.",
	ours + "Protected": "The clusters that limits protect.",
	ours + "Metadata":  "Labels and annotations for rendered objects.",
	ours + "Override":  "The clusters that an override is for. All other fields are those of an entry.",
	ours + "RenderConfig": "The options of a run: for the KRM function as its functionConfig, and for the " +
		"command with --config.",
	ours + "RenderConfigSpec": "The options of a run. All of them are optional.",
	ours + "Sharding": "Spreads the HelmReleases and Kustomizations of an application over shards of " +
		"Flux's controllers. Sources and charts stay with the main source-controller.",
	ours + "Source": "Where a chart or manifests come from: a reference to a source, or the spec of a " +
		"source that is rendered too.",
	ours + "NamedSource":          "The name and the spec of one of several sources.",
	ours + "InlineSource":         "The spec of one source that is rendered too.",
	ours + "SourceReference":      "Names a source.",
	legacy + "helmChart":          "A chart that helmRelease.template can name.",
	legacy + "legacyPatch":        "A JSON 6902 patch in the form of older Flux APIs.",
	legacy + "legacyPatch.patch":  "The operations of the patch.",
	legacy + "legacyPatch.target": "The objects that the patch changes.",
	legacy + "repository": "KubeSphere DevOps' GitRepository. With the label " +
		"gitops.kubesphere.io/is-artifact-repository: \"true\" it becomes a Flux GitRepository.",
	legacy + "repositorySpec":   "The address of the repository and its credentials.",
	legacy + "repositorySecret": "Names the Secret with the credentials.",

	kcl + "ArgumentsReference":  "A ConfigMap or Secret with arguments.",
	kcl + "CommonMetadata":      "Labels and annotations for every object that the program makes.",
	kcl + "ConfigSpec":          "How the KCL program is compiled.",
	kcl + "KCLRunSpec":          "The fields of a KCLRun.",
	kcl + "KubeConfigReference": "How the controller reaches another cluster. It takes Secrets only.",
	kcl + "SourceReference":     "Names the source of the KCL program.",

	"pkg/apis/meta.ValuesReference.literal": "Takes the value as it is, like helm --set-literal: commas, dots and " +
		"brackets have no meaning. Needs targetPath.",

	"helm-controller/api/v2.CommonMetadata": "Labels and annotations for every object that the " +
		"release makes.",
	"helm-controller/api/v2.CrossNamespaceObjectReference": "Names a source.",
	"helm-controller/api/v2.CrossNamespaceSourceReference": "Names a source that is a chart itself.",
	"helm-controller/api/v2.DriftDetection": "What Flux does when somebody changes an object of the " +
		"release in the cluster.",
	"helm-controller/api/v2.DriftDetection.mode": "enabled corrects differences between the release and the cluster, " +
		"warn reports them, disabled ignores them. Defaults to disabled.",
	"helm-controller/api/v2.Filter":                      "Selects one test of the chart.",
	"helm-controller/api/v2.HelmChartTemplate":           "The chart of a release.",
	"helm-controller/api/v2.HelmChartTemplate.metadata":  "Labels and annotations of the HelmChart.",
	"helm-controller/api/v2.HelmChartTemplate.spec":      "The spec of the HelmChart.",
	"helm-controller/api/v2.HelmChartTemplateObjectMeta": "Labels and annotations of the HelmChart that Flux makes.",
	"helm-controller/api/v2.HelmChartTemplate.kind":      "HelmChart, or OCIRepository for a chart in an OCI registry.",
	"helm-controller/api/v2.HelmChartTemplateSpec":       "Which chart, in which version, with which values files.",
	"helm-controller/api/v2.HelmChartTemplateSpec.chart": "The name of the chart in a HelmRepository, or its path in a " +
		"GitRepository or Bucket.",
	"helm-controller/api/v2.HelmChartTemplateSpec.interval": "How often Flux looks for a new version of the chart in " +
		"the source. Defaults to the interval of the release.",
	"helm-controller/api/v2.HelmChartTemplateSpec.reconcileStrategy": "When Flux makes a new chart artifact: " +
		"ChartVersion when the version of the chart changes, Revision when the revision of the source changes.",
	"helm-controller/api/v2.HelmChartTemplateSpec.sourceRef": "The source that holds the chart.",
	"helm-controller/api/v2.HelmChartTemplateSpec.valuesFiles": "Values files in the source, merged in this order, the " +
		"last one wins. They replace the chart's own values.yaml.",
	"helm-controller/api/v2.HelmChartTemplateSpec.version": "The version of the chart, or a range of versions. Charts " +
		"from a GitRepository or Bucket ignore it.",
	"helm-controller/api/v2.HelmReleaseSpec":       "The fields of Flux's HelmRelease.",
	"helm-controller/api/v2.HelmReleaseSpec.chart": "The HelmChart that Flux makes for this release.",
	"helm-controller/api/v2.HelmReleaseSpec.dependsOn": "The HelmReleases that must be ready before this one is " +
		"reconciled.",
	"helm-controller/api/v2.HelmReleaseSpec.postRenderers": "Changes to the rendered manifests before they are applied, " +
		"in this order.",
	"helm-controller/api/v2.HelmReleaseSpec.valuesFrom": "Secrets and ConfigMaps with values, merged in this order " +
		"below values.",
	"helm-controller/api/v2.IgnoreRule":             "What drift detection does not look at.",
	"helm-controller/api/v2.Install":                "How Flux installs the release.",
	"helm-controller/api/v2.InstallRemediation":     "What Flux does when an install fails.",
	"helm-controller/api/v2.InstallStrategy":        "Whether Flux remediates or retries a failed install.",
	"helm-controller/api/v2.Kustomize":              "Changes in the words of kustomize.",
	"helm-controller/api/v2.PostRenderer":           "One change to the rendered manifests.",
	"helm-controller/api/v2.PostRenderer.kustomize": "The change in the words of kustomize: patches and images.",
	"helm-controller/api/v2.Rollback":               "How Flux rolls back the release.",
	"helm-controller/api/v2.Test":                   "How Flux runs the tests of the chart.",
	"helm-controller/api/v2.Uninstall":              "How Flux uninstalls the release.",
	"helm-controller/api/v2.Upgrade":                "How Flux upgrades the release.",
	"helm-controller/api/v2.UpgradeRemediation":     "What Flux does when an upgrade fails.",
	"helm-controller/api/v2.UpgradeStrategy":        "Whether Flux remediates or retries a failed upgrade.",
	"helm-controller/api/v2.WaitStrategy":           "How Flux waits until the objects of a release are ready.",

	"kustomize-controller/api/v1.CommonMetadata": "Labels and annotations for every object that is " +
		"applied.",
	"kustomize-controller/api/v1.CrossNamespaceSourceReference": "Names the source of the manifests.",
	"kustomize-controller/api/v1.Decryption":                    "How Flux decrypts the manifests.",
	"kustomize-controller/api/v1.IgnoreRule": "What Flux does not correct when somebody changes it " +
		"in the cluster.",
	"kustomize-controller/api/v1.KustomizationSpec": "The fields of Flux's Kustomization.",
	"kustomize-controller/api/v1.KustomizationSpec.components": "The folders of kustomize components in the source, " +
		"relative to path and not to the root of the source, for example ../components/tls.",
	"kustomize-controller/api/v1.KustomizationSpec.dependsOn": "The Kustomizations that must be ready before this one " +
		"is reconciled.",
	"kustomize-controller/api/v1.PostBuild": "Replaces ${VAR} in the manifests after kustomize has " +
		"built them.",
	"kustomize-controller/api/v1.SubstituteReference": "A ConfigMap or Secret whose data are variables.",

	"pkg/apis/acl.AccessFrom": "Which namespaces may refer to the source.",
	"pkg/apis/acl.NamespaceSelector": "Selects namespaces by their labels. An empty one matches every " +
		"namespace.",
	"pkg/apis/kustomize.CustomHealthCheck":      "When objects of a custom kind are healthy, as CEL expressions.",
	"pkg/apis/kustomize.HealthCheckExpressions": "When objects of a custom kind are healthy, as CEL expressions.",
	"pkg/apis/kustomize.Image":                  "Replaces the name, tag or digest of an image.",
	"pkg/apis/kustomize.Patch": "A strategic merge patch or a JSON 6902 patch, and the objects that it " +
		"changes.",
	"pkg/apis/kustomize.Patch.patch": "The patch as a text: a strategic merge patch or a JSON 6902 patch.",
	"pkg/apis/kustomize.Selector":    "Selects objects. All conditions must hold.",

	"pkg/apis/meta.DependencyReference": "Names an object that must be ready first.",
	"pkg/apis/meta.DependencyReference.readyExpr": "A CEL expression that says when the dependency is ready, with self " +
		"for this object and dep for the dependency. It replaces the check for readiness, unless the controller's feature " +
		"gate AdditiveCELDependencyCheck adds it.",
	"pkg/apis/meta.KubeConfigReference":           "How Flux reaches another cluster.",
	"pkg/apis/meta.LocalObjectReference":          "Names an object in the same namespace.",
	"pkg/apis/meta.NamespacedObjectKindReference": "Names an object of any kind.",
	"pkg/apis/meta.NamespacedObjectReference":     "Names an object of the same kind.",
	"pkg/apis/meta.NamespacedObjectKindReference.namespace": "The namespace of the object. Empty means the namespace of " +
		"the object that refers to it.",
	"pkg/apis/meta.NamespacedObjectReference.namespace": "The namespace of the object. Empty means the namespace of " +
		"the object that refers to it.",
	"pkg/apis/meta.SecretKeyReference": "Names a Secret in the same namespace, and a key in it.",
	"pkg/apis/meta.ValuesReference":    "A Secret or ConfigMap with values.",
	"pkg/apis/meta.ValuesReference.optional": "Whether the Secret or ConfigMap may be absent. An error of valuesKey, " +
		"targetPath or a temporary one still fails.",

	"source-controller/api/v1.BucketSTSSpec": "The Security Token Service that " +
		"gives temporary credentials for a Bucket.",
	"source-controller/api/v1.BucketSpec": "The fields of Flux's Bucket.",
	"source-controller/api/v1.GitRepositoryInclude": "Another GitRepository whose files " +
		"are copied into this one.",
	"source-controller/api/v1.GitRepositoryInclude.repository": "The GitRepository to include, in " +
		"the same namespace.",
	"source-controller/api/v1.GitRepositoryInclude.toPath": "The folder that the files are " +
		"copied to. Defaults to the name of the repository.",
	"source-controller/api/v1.GitRepositoryRef": "What Flux checks out of a Git " +
		"repository.",
	"source-controller/api/v1.GitRepositorySpec": "The fields of Flux's GitRepository.",
	"source-controller/api/v1.GitRepositoryVerification": "How Flux verifies the signatures of " +
		"commits and tags.",
	"source-controller/api/v1.HelmChartSpec": "The fields of Flux's HelmChart.",
	"source-controller/api/v1.HelmChartSpec.chart": "The name of the chart in a " +
		"HelmRepository, or its path in a GitRepository or Bucket.",
	"source-controller/api/v1.HelmChartSpec.sourceRef": "The source that holds the chart.",
	"source-controller/api/v1.HelmChartVerification": "How Flux verifies the signature of " +
		"an OCI chart.",
	"source-controller/api/v1.HelmRepositorySpec": "The fields of Flux's HelmRepository.",
	"source-controller/api/v1.LocalHelmChartSourceReference": "Names the source of a HelmChart, in " +
		"the same namespace.",
	"source-controller/api/v1.OCILayerSelector": "Which layer of the artifact Flux " +
		"takes, and how.",
	"source-controller/api/v1.OCIRepositoryRef": "Which tag or digest of the artifact " +
		"Flux takes.",
	"source-controller/api/v1.OCIRepositorySpec": "The fields of Flux's OCIRepository.",
	"source-controller/api/v1.OCIRepositoryVerification": "How Flux verifies the signature of " +
		"the artifact.",
	"source-watcher/api/v2/v1beta1.ArtifactGeneratorSpec": "The fields of Flux's " +
		"ArtifactGenerator.",
	"source-watcher/api/v2/v1beta1.ManagedNamespaces": "Namespaces of artifacts that Flux makes " +
		"and deletes.",
	"source-watcher/api/v2/v1beta1.ManagedNamespacesMetadata": "Labels and annotations of the namespaces: " +
		"those of commonMetadata, then those of a file, then those that are written here.",
	"source-watcher/api/v2/v1beta1.NamespaceMetadataFrom": "Labels and annotations for a namespace, or " +
		"for all of them.",
	"source-watcher/api/v2/v1beta1.NamespaceMetadataFromSource": "A file of a source with labels and " +
		"annotations, of which only those that are allowed count.",
	"source-watcher/api/v2/v1beta1.CommonMetadata": "Labels and annotations for the " +
		"ExternalArtifact.",
	"source-watcher/api/v2/v1beta1.CopyOperation":  "Files to copy from a source.",
	"source-watcher/api/v2/v1beta1.OutputArtifact": "The ExternalArtifact that is made.",
	"source-watcher/api/v2/v1beta1.SourceReference": "Names a source of the artifact. An " +
		"item of spec.sources needs no kind.",
	"image-automation-controller/api/v1.CommitSpec":        "How Flux commits.",
	"image-automation-controller/api/v1.CommitSpec.author": "The author of the commits.",
	"image-automation-controller/api/v1.CommitSpec.messageTemplate": "The message of the commits. It may " +
		"hold Go templates, which can use what was changed as {{ .Changed }}. {{ .Updated }}, which older versions of Flux " +
		"had, is an error.",
	"image-automation-controller/api/v1.CommitSpec.messageTemplateValues": "More values for the template, as " +
		".Values.",
	"image-automation-controller/api/v1.CommitSpec.signingKey": "The key that signs the commits.",
	"image-automation-controller/api/v1.CommitUser":            "The author of commits.",
	"image-automation-controller/api/v1.CommitUser.email":      "The email address of the author.",
	"image-automation-controller/api/v1.CommitUser.name":       "The name of the author.",
	"image-automation-controller/api/v1.CrossNamespaceSourceReference": "Names the GitRepository that the " +
		"commits are pushed to. Empty means the GitRepository of the application.",
	"image-automation-controller/api/v1.GitCheckoutSpec": "What Flux checks out before it " +
		"changes files.",
	"image-automation-controller/api/v1.GitSpec": "How Flux checks out, commits " +
		"and pushes.",
	"image-automation-controller/api/v1.GitSpec.checkout": "The branch to check out. Empty " +
		"means the ref of the GitRepository.",
	"image-automation-controller/api/v1.GitSpec.push": "Where the commits are pushed. Empty " +
		"means the branch that was checked out.",
	"image-automation-controller/api/v1.ImageUpdateAutomationSpec": "The fields of Flux's " +
		"ImageUpdateAutomation.",
	"image-automation-controller/api/v1.ImageUpdateAutomationSpec.git": "How Flux checks out, commits and " +
		"pushes. Flux needs it.",
	"image-automation-controller/api/v1.ImageUpdateAutomationSpec.interval": "How often Flux looks for changes " +
		"at least.",
	"image-automation-controller/api/v1.ImageUpdateAutomationSpec.policySelector": "The ImagePolicies that are " +
		"followed, by their labels. Empty means all of the namespace.",
	"image-automation-controller/api/v1.ImageUpdateAutomationSpec.sourceRef": "The GitRepository that the commits " +
		"are pushed to. Empty means that of the application.",
	"image-automation-controller/api/v1.ImageUpdateAutomationSpec.suspend": "Stops the automation.",
	"image-automation-controller/api/v1.ImageUpdateAutomationSpec.update":  "Which files Flux changes, and how.",
	"image-automation-controller/api/v1.PushSpec":                          "Where Flux pushes commits.",
	"image-automation-controller/api/v1.SigningKey":                        "The key that signs commits.",
	"image-automation-controller/api/v1.SigningKey.secretRef": "The Secret with the key, in the " +
		"namespace of the application: git.asc for gpg, identity for ssh; and the passphrase or password of the key, if it " +
		"has one.",
	"image-automation-controller/api/v1.SigningKey.type": "The kind of key. Empty means gpg.",
	"image-automation-controller/api/v1.UpdateStrategy":  "Which files Flux changes, and how.",
	"image-automation-controller/api/v1.UpdateStrategy.path": "The folder of the files with setter " +
		"comments: that of the documents, because they are what is committed, and not that of the rendered files. Empty " +
		"means the whole repository.",
	"image-reflector-controller/api/v1.AlphabeticalPolicy": "Orders tags as texts.",
	"image-reflector-controller/api/v1.ImagePolicyChoice": "Which tag is the latest: exactly " +
		"one of semver, alphabetical and numerical.",
	"image-reflector-controller/api/v1.ImagePolicySpec": "The fields of Flux's ImagePolicy.",
	"image-reflector-controller/api/v1.ImagePolicySpec.imageRepositoryRef": "The ImageRepository whose tags are " +
		"compared. fluxapp fills it in: it is the one that holds the policy.",
	"image-reflector-controller/api/v1.ImagePolicySpec.digestReflectionPolicy": "When the digest of the image is " +
		"looked up. Never: not at all. IfNotPresent: once for each tag. Always: each time, which needs interval.",
	"image-reflector-controller/api/v1.ImageRepositorySpec": "The fields of Flux's ImageRepository.",
	"image-reflector-controller/api/v1.ImageRepositorySpec.image": "The image, without a tag, for " +
		"example ghcr.io/stefanprodan/podinfo.",
	"image-reflector-controller/api/v1.ImageRepositorySpec.accessFrom": "The namespaces whose ImagePolicies " +
		"may use this image, by their labels.",
	"image-reflector-controller/api/v1.NumericalPolicy": "Orders tags as numbers.",
	"image-reflector-controller/api/v1.SemVerPolicy":    "Orders tags as versions.",
	"image-reflector-controller/api/v1.TagFilter":       "Which tags are compared.",
	"notification-controller/api/v1.CrossNamespaceObjectReference": "The objects whose events an Alert " +
		"chooses: one by its name, or all of a kind with name \"*\".",
	"notification-controller/api/v1.CrossNamespaceObjectReference.name": "The name of the object, or \"*\" " +
		"for all of the kind. No other pattern works.",
	"notification-controller/api/v1.CrossNamespaceObjectReference.matchLabels": "Labels that the objects must have. " +
		"It needs name \"*\".",
	"notification-controller/api/v1beta3.AlertSpec": "The fields of Flux's Alert.",
	"notification-controller/api/v1beta3.AlertSpec.eventSources": "The objects whose events are " +
		"chosen. Empty means the objects of the application.",
	"notification-controller/api/v1beta3.AlertSpec.providerRef": "The provider that receives the " +
		"messages. It may be left out when the application has exactly one.",
	"notification-controller/api/v1beta3.ProviderSpec": "The fields of Flux's Provider.",
	kubernetesRBAC + "PolicyRule": "What a role allows: verbs on " +
		"resources.",
	kubernetesRBAC + "PolicyRule.apiGroups": "The API groups of the resources. " +
		"\"\" is the core group, and \"*\" means all of them.",
	kubernetesRBAC + "PolicyRule.nonResourceURLs": "URLs of the API server that are no " +
		"resources. A Role cannot allow them.",
	kubernetesRBAC + "PolicyRule.resourceNames": "The names of the objects. Empty " +
		"means all of them.",
	kubernetesRBAC + "PolicyRule.resources": "The resources, for example " +
		"deployments. \"*\" means all of them.",
	kubernetesRBAC + "PolicyRule.verbs": "What may be done, for example get. " +
		"\"*\" means everything.",
	kubernetesRBAC + "Subject": "A user, a group or a ServiceAccount.",
	kubernetesRBAC + "Subject.apiGroup": "The API group of the subject. Empty " +
		"means that of its kind.",
	kubernetesRBAC + "Subject.kind": "User, Group or ServiceAccount.",
	kubernetesRBAC + "Subject.name": "The name of the subject.",
	kubernetesRBAC + "Subject.namespace": "The namespace of a ServiceAccount. " +
		"Empty means that of the application. Users and groups have none.",
	"source-controller/api/v1.OIDCIdentityMatch": "The issuer and subject that the " +
		"certificate of a keyless signature must have.",
}
