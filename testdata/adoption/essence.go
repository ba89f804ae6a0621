package adoption

import (
	"maps"
	"slices"
	"strings"
)

// versions are the API versions of what comes in, by group and kind: first the one that is rendered, then those that
// are converted to it.
var versions = map[string][]string{
	"helm.toolkit.fluxcd.io HelmRelease":            {"v2", "v2beta2", "v2beta1"},
	"kustomize.toolkit.fluxcd.io Kustomization":     {"v1", "v1beta2", "v1beta1"},
	"krm.kcl.dev.fluxcd KCLRun":                     {"v1alpha1"},
	"source.toolkit.fluxcd.io GitRepository":        {"v1", "v1beta2", "v1beta1"},
	"source.toolkit.fluxcd.io HelmRepository":       {"v1", "v1beta2", "v1beta1"},
	"source.toolkit.fluxcd.io OCIRepository":        {"v1", "v1beta2"},
	"source.toolkit.fluxcd.io Bucket":               {"v1", "v1beta2", "v1beta1"},
	"image.toolkit.fluxcd.io ImageRepository":       {"v1", "v1beta2", "v1beta1"},
	"image.toolkit.fluxcd.io ImagePolicy":           {"v1", "v1beta2", "v1beta1"},
	"image.toolkit.fluxcd.io ImageUpdateAutomation": {"v1", "v1beta2", "v1beta1"},
	"notification.toolkit.fluxcd.io Provider":       {"v1beta3", "v1", "v1beta2", "v1beta1"},
	"notification.toolkit.fluxcd.io Alert":          {"v1beta3", "v1", "v1beta2", "v1beta1"},
}

// apiVersion is the version in which an object that came in must be rendered.
func (r *read) apiVersion() string {
	_, version, _ := strings.Cut(textAt(r.tree, "apiVersion"), "/")
	if known := versions[r.group()+" "+r.kind()]; slices.Contains(known, version) {
		return "text " + r.group() + "/" + known[0]
	}
	return "text " + textAt(r.tree, "apiVersion")
}

// essence is what a document must render of an object: all that its author wrote.
func (r *read) essence() map[string]any {
	whole := r.trimmed(r.isAdded)
	whole["apiVersion"] = r.apiVersion()
	delete(whole, "status")
	metadata, _ := whole["metadata"].(map[string]any)
	for _, key := range serverFields {
		delete(metadata, key)
	}
	return whole
}

// whole is what a document has rendered of an object: everything, but for what tells the document.
func (r *read) whole() map[string]any {
	return r.trimmed(func(list, key string) bool { return list == "annotations" && slices.Contains(ownAnnotations, key) })
}

// trimmed returns an object without labels and annotations that are added, and without fields of spec that are null,
// which the API server drops; what is null in values is of the chart.
func (r *read) trimmed(added func(list, key string) bool) map[string]any {
	whole := maps.Clone(r.tree)
	if spec, ok := whole["spec"].(map[string]any); ok {
		spec = maps.Clone(spec)
		maps.DeleteFunc(spec, func(_ string, value any) bool { return value == "null " })
		whole["spec"] = spec
	}
	metadata, ok := whole["metadata"].(map[string]any)
	if !ok {
		return whole
	}
	metadata = maps.Clone(metadata)
	whole["metadata"] = metadata
	for _, list := range []string{"labels", "annotations"} {
		all, _ := metadata[list].(map[string]any)
		all = maps.Clone(all)
		maps.DeleteFunc(all, func(key string, value any) bool { return value == "null " || added(list, key) })
		if metadata[list] = all; len(all) == 0 {
			delete(metadata, list)
		}
	}
	return whole
}

// serverFields are the fields of metadata that API servers and controllers write.
var serverFields = []string{"clusterName", "creationTimestamp", "deletionGracePeriodSeconds", "deletionTimestamp",
	"finalizers", "generateName", "generation", "managedFields", "ownerReferences", "resourceVersion", "selfLink", "uid"}

// ownAnnotations are what the command itself writes.
var ownAnnotations = []string{"fluxapp.dev/rendered-from", "fluxapp.dev/digest", "fluxapp.dev/protected"}

// tools are the labels and annotations that programs write into objects; those that end in / begin them.
var tools = map[string][]string{
	"labels": {"helm.toolkit.fluxcd.io/name", "helm.toolkit.fluxcd.io/namespace", "kustomize.toolkit.fluxcd.io/name",
		"kustomize.toolkit.fluxcd.io/namespace", "resourceset.fluxcd.controlplane.io/name",
		"resourceset.fluxcd.controlplane.io/namespace"},
	"annotations": slices.Concat(ownAnnotations, []string{"kubectl.kubernetes.io/last-applied-configuration",
		"kustomize.toolkit.fluxcd.io/checksum", "reconcile.fluxcd.io/forceAt", "reconcile.fluxcd.io/requestedAt",
		"reconcile.fluxcd.io/resetAt", "argocd.argoproj.io/tracking-id", "config.kubernetes.io/",
		"internal.config.kubernetes.io/", "config.k8s.io/", "internal.kpt.dev/"}),
}

// marks are what Helm writes into what it owns.
var marks = map[string][]string{
	"labels":      {"app.kubernetes.io/managed-by"},
	"annotations": {"meta.helm.sh/release-name", "meta.helm.sh/release-namespace"},
}

// isAdded reports whether a program has added a label or an annotation. What Helm writes is the author's where Helm
// does not own the object.
func (r *read) isAdded(list, key string) bool {
	return slices.Contains(marks[list], key) && r.isOfHelm() || slices.ContainsFunc(tools[list], func(tool string) bool {
		return key == tool || strings.HasSuffix(tool, "/") && strings.HasPrefix(key, tool)
	})
}

// isOfHelm reports whether Helm owns an object: it has its label and its name.
func (r *read) isOfHelm() bool {
	return textAt(r.tree, "metadata", "labels", marks["labels"][0]) == "Helm" &&
		textAt(r.tree, "metadata", "annotations", marks["annotations"][0]) != ""
}
