package adopt

import "github.com/fluxapp-dev/fluxapp/schema/kinds"

var topFields = []string{"apiVersion", "kind", "metadata", "spec", "status"}

// serverFields are the fields of metadata that API servers and controllers write.
var serverFields = []string{"clusterName", "creationTimestamp", "deletionGracePeriodSeconds", "deletionTimestamp",
	"finalizers", "generateName", "generation", "managedFields", "ownerReferences", "resourceVersion", "selfLink", "uid"}

var authorFields = []string{"annotations", "labels", "name", "namespace"}

// addedLabels and addedAnnotations come from tools; addedPrefixes begin annotations of kustomize and kpt (see doc.go).
var (
	addedLabels = []string{
		"helm.toolkit.fluxcd.io/name", "helm.toolkit.fluxcd.io/namespace",
		"kustomize.toolkit.fluxcd.io/name", "kustomize.toolkit.fluxcd.io/namespace",
	}
	addedAnnotations = []string{"kubectl.kubernetes.io/last-applied-configuration", "kustomize.toolkit.fluxcd.io/checksum",
		"reconcile.fluxcd.io/forceAt", "reconcile.fluxcd.io/requestedAt", "reconcile.fluxcd.io/resetAt",
		kinds.AnnotationRenderedFrom, kinds.AnnotationDigest, kinds.AnnotationClosesWave, kinds.AnnotationProtected}
	addedPrefixes = []string{"config.kubernetes.io/", "internal.config.kubernetes.io/", "config.k8s.io/",
		"internal.kpt.dev/"}
)
