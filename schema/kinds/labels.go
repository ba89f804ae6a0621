package kinds

// Metadata that KubeSphere and fluxapp read and write.
const (
	// AnnotationRenderedFrom marks every rendered object with the namespace/name of its document.
	AnnotationRenderedFrom = "fluxapp.dev/rendered-from"
	// AnnotationReconcile with the value disabled keeps Flux from applying an object that it finds in Git.
	AnnotationReconcile = "kustomize.toolkit.fluxcd.io/reconcile"
	// AnnotationDigest is the digest of a rendered spec with its gates, which waves compare.
	AnnotationDigest = "fluxapp.dev/digest"
	// AnnotationClosesWave has the author's interval of an object that closes its wave, and so has a shorter one; it is
	// empty where another tool sets the interval.
	AnnotationClosesWave = "fluxapp.dev/closes-wave"
	// AnnotationProtected, "true", marks the workloads of clusters that limits protect. Who compares with rendered objects
	// knows from it what the limits of that rendering protected.
	AnnotationProtected = "fluxapp.dev/protected"
	// AnnotationDelivers has the folder that an object of delivery is for; it tells these objects from all others.
	AnnotationDelivers = "fluxapp.dev/delivers"
	// AnnotationPrune with the value disabled keeps every Kustomization of Flux from deleting an object, also one that is
	// deleted itself (https://fluxcd.io/flux/components/kustomize/kustomizations/#prune).
	AnnotationPrune = "kustomize.toolkit.fluxcd.io/prune"
	// AnnotationTemplateName marks the HelmChart of a saved template, as KubeSphere does.
	AnnotationTemplateName = "gitops.kubesphere.io/helm-template-name"
	// AnnotationName and LabelManagedBy are what KubeSphere's console finds the objects of an Application by.
	AnnotationName = "app.kubernetes.io/name"
	LabelManagedBy = "app.kubernetes.io/managed-by"
)

// Labels and annotations of the documents of a fleet.
const (
	// LabelHost marks the KubeSphere Cluster that KubeSphere, and Flux with it, runs on.
	LabelHost = "cluster-role.kubesphere.io/host"
	// AnnotationKubeConfig names the Secret with a cluster's kubeconfig, as NAME or NAME/KEY.
	AnnotationKubeConfig = "fluxapp.dev/kubeconfig-secret"
	// AnnotationKubeConfigMap names the ConfigMap by which Flux logs in to a cluster without a kubeconfig.
	AnnotationKubeConfigMap = "fluxapp.dev/kubeconfig-configmap"
)

// LabelApplication is the label by which Alerts find objects that are too many to be listed by name.
const LabelApplication = "fluxapp.dev/application"

// LabelShard is the label by which Flux's controllers share their work
// (https://fluxcd.io/flux/installation/configuration/sharding).
const LabelShard = "sharding.fluxcd.io/key"

// SaveTemplateLabels are the spellings, in KubeSphere's code and documentation, of the label that saves a chart.
var SaveTemplateLabels = []string{"gitops.kubesphere.io/save-helm-template", "gitops.kubesphere.io/save-helmtemplate"}
