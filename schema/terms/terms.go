package terms

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/api/validate/content"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

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
	// AnnotationSubstitute with the value disabled keeps Flux's substitution of variables from an object.
	AnnotationSubstitute = "kustomize.toolkit.fluxcd.io/substitute"
	// AnnotationDelivers has the folder that an object of delivery is for; it tells these objects from all others.
	AnnotationDelivers = "fluxapp.dev/delivers"
	// AnnotationPrune with the value disabled keeps a Kustomization of Flux from deleting an object that it has applied.
	AnnotationPrune = kinds.PruneAnnotation
	// AnnotationTemplateName marks the HelmChart of a saved template, as KubeSphere does.
	AnnotationTemplateName = "gitops.kubesphere.io/helm-template-name"
	// AnnotationName and LabelManagedBy are what KubeSphere's console finds the objects of an Application by.
	AnnotationName = "app.kubernetes.io/name"
	LabelManagedBy = "app.kubernetes.io/managed-by"
	// LabelArtifactRepository, "true", makes a Flux source of a devops GitRepository.
	LabelArtifactRepository = "gitops.kubesphere.io/is-artifact-repository"
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

// Hub is what people call the cluster that Flux runs on, and its folder. No other cluster has this name.
const Hub = "hub"

// Ordered is the folder of what Flux applies before or after something of another kind.
const Ordered = "ordered"

// OrderedParts are the names of the folders from the rendered folder to the objects of an application on a cluster that
// are applied so. The server is the cluster whose own Flux applies them; it is empty on a hub, and there is no cluster
// for the hub itself. An application without a namespace is below _, which no namespace is called.
func OrderedParts(server, cluster, namespace, name string) []string {
	if namespace == "" {
		namespace = "_"
	}
	switch {
	case server != "":
		return []string{server, Ordered, namespace, name}
	case cluster == "":
		cluster = Hub
	}
	return []string{Ordered, namespace, name, cluster}
}

// IsOrdered reports whether a folder, from the rendered folder, is one of [OrderedParts].
func IsOrdered(folder string) bool {
	parts := strings.Split(folder, "/")
	return len(parts) == len(OrderedParts("", "", "", "")) && (parts[0] == Ordered || parts[1] == Ordered)
}

// The kinds of the documents of the language.
const (
	KindApplication         = "Application"
	KindFluxApplication     = "FluxApplication"
	KindFluxApplicationBase = "FluxApplicationBase"
	KindRenderConfig        = "RenderConfig"
)

// MaxShards is how many shards an application may have: more than anybody runs, and what a key leaves room for.
const MaxShards = 1000

// MaxGroups is how many groups delivery may have: an ArtifactGenerator makes 1000 artifacts, and one is for
// the hub.
const MaxGroups = 999

// MaxDeliveryName is the longest name of a RenderConfig with delivery: the names of its Kustomizations add -group-999.
const MaxDeliveryName = MaxName - len("-group-999")

// DeliveryArtifacts is the minor version of Flux from which on groups may have artifacts of their own.
const DeliveryArtifacts = 8

// MaxName is the longest name that an object of Flux can use: its controllers write it into the label of everything
// that they apply (https://github.com/fluxcd/flux2/issues/2004), although the CRDs allow 253.
const MaxName = content.LabelValueMaxLength

// MaxObject is how many bytes of JSON an API server stores of an object: etcd takes no larger request by default. One
// above LargeObject leaves little room for what an API server and Flux add.
const (
	MaxObject   = 3 << 19
	LargeObject = 1 << 20
)

// CheckDigest refuses what is no digest of a change: 16 hexadecimal digits. An empty text is valid.
func CheckDigest(text string) error {
	if text == "" || digest().MatchString(text) {
		return nil
	}
	return fmt.Errorf("%q is no digest of a change; write the 16 characters that the error about the limit prints", text)
}

var digest = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("^[0-9a-f]{16}$") })

// Workload is what an application's entries become.
type Workload string

// The workloads, by their field in config.
const (
	HelmReleases   Workload = "helmRelease"
	Kustomizations Workload = "kustomization"
	KCLRuns        Workload = "kclRun"
)

// Path returns the fields that lead from config to the list of entries.
func (w Workload) Path() []string {
	if w == HelmReleases {
		return []string{string(w), "deploy"}
	}
	return []string{string(w)}
}

// Workloads are all of them, in the order in which an application is searched for one.
var Workloads = []Workload{HelmReleases, Kustomizations, KCLRuns}

// The minor versions of Flux 2 whose fields are known.
const (
	OldestFlux = kinds.OldestFlux
	NewestFlux = kinds.NewestFlux
)

// FluxVersion is a minor version of Flux 2: 8 is Flux 2.8. Zero is the newest one that this package knows.
type FluxVersion int

// String returns the version as people write it, for example 2.8.
func (v FluxVersion) String() string { return fmt.Sprintf("2.%d", v.minor()) }

func (v FluxVersion) minor() int {
	if v == 0 {
		return NewestFlux
	}
	return int(v)
}

// Has reports whether a Flux of this version has what came with the minor version since; 0 came with none.
func (v FluxVersion) Has(since int) bool { return v.minor() >= since }

var fluxVersion = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^v?2\.(0|[1-9][0-9]{0,2})(\.[0-9]+)?$`)
})

// ParseFluxVersion reads a version of Flux: 2.8, v2.8 or v2.8.3. Empty is the newest. It is an error when the version
// is none, or none whose fields this package knows.
func ParseFluxVersion(text string) (FluxVersion, error) {
	if text == "" {
		return 0, nil
	}
	match := fluxVersion().FindStringSubmatch(text)
	if match != nil {
		if minor, _ := strconv.Atoi(match[1]); minor >= OldestFlux && minor <= NewestFlux {
			return FluxVersion(minor), nil
		}
	}
	return 0, fmt.Errorf("fluxapp does not know Flux %q; write one of %s", text, strings.Join(KnownFluxVersions(), ", "))
}

// KnownFluxVersions returns the versions of Flux whose fields this package knows, the oldest first.
func KnownFluxVersions() (known []string) {
	for minor := OldestFlux; minor <= NewestFlux; minor++ {
		known = append(known, FluxVersion(minor).String())
	}
	return known
}
