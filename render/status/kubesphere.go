package status

import (
	"encoding/json"
	"io"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// What the status controller of KubeSphere DevOps writes into an Application: controllers/fluxcd/constants.go of
// kubesphere/ks-devops, where the group of the first one is misspelt.
const (
	labelType          = "gitops.kubepshere.io/type"
	labelReadyNumber   = "gitops.kubesphere.io/ready-number"
	annotationRevision = "gitops.kubesphere.io/last-revision"
)

// The fields of a status that KubeSphere's CustomResourceDefinition has, beside the conditions and the inventory.
var (
	helmReleaseFields = []string{"failures", "helmChart", "installFailures", "lastAppliedRevision",
		"lastAttemptedRevision", "lastAttemptedValuesChecksum", "lastHandledReconcileAt", "lastReleaseRevision",
		"observedGeneration", "upgradeFailures"}
	kustomizationFields = []string{"lastAppliedRevision", "lastAttemptedRevision", "lastHandledReconcileAt",
		"observedGeneration"}
	conditionFields = []string{"lastTransitionTime", "observedGeneration", "reason", "status", "type"}
)

// WriteApplication writes, for each document of KubeSphere's kind Application (see [Application.IsKubeSphere]), what
// KubeSphere's status controller writes into it: a stream of YAML documents with metadata and status, without spec.
//
// An object that is not what its document renders is not counted as ready. Of each observed object, the status has the
// fields of KubeSphere's CustomResourceDefinition, without inventory and secrets, by its annotation
// app.kubernetes.io/name; the second of one annotation by its own name. It returns the first error of the writer.
func (s Status) WriteApplication(w io.Writer) error {
	for _, a := range s.Applications {
		if !a.IsKubeSphere() {
			continue
		}
		text, _ := json.Marshal(s.written(a)) // of texts and of nodes
		object := tree.NewBuilder().Verbatim(tree.ParseValue(text))
		if _, err := w.Write(tree.AppendYAML([]byte("---\n"), object)); err != nil {
			return err
		}
	}
	return nil
}

// IsKubeSphere reports whether the document of the application is one of KubeSphere's kind Application.
func (a Application) IsKubeSphere() bool {
	return a.document != nil && a.document.Facts().IsKubeSphereApplication()
}

// written is what KubeSphere's controller writes into the document of an application.
func (s Status) written(a Application) map[string]any {
	kind, revision, statuses := s.statuses(a)
	labels := map[string]string{labelReadyNumber: strconv.Itoa(a.Ready) + "-" + strconv.Itoa(a.Total)}
	if kind != "" {
		labels[labelType] = kind
	}
	metadata := map[string]any{"name": a.document.Name(), "labels": labels}
	if namespace := strings.TrimSuffix(strings.TrimSuffix(a.Name, a.document.Name()), "/"); namespace != "" {
		metadata["namespace"] = namespace
	}
	if revision != "" {
		metadata["annotations"] = map[string]string{annotationRevision: revision}
	}
	name := "helmReleaseStatus"
	if kind == kinds.Kustomization.Name {
		name = "kustomizationStatus"
	}
	return map[string]any{"apiVersion": kinds.Application.APIVersion, "kind": kinds.Application.Name,
		"metadata": metadata, "status": map[string]any{"fluxApp": map[string]any{name: statuses}}}
}

// statuses returns the kind of the workloads, the revision of most, and the status of each by its name in KubeSphere.
func (s Status) statuses(a Application) (kind, revision string, all map[string]any) {
	revisions, all := map[string]int{}, map[string]any{}
	for o := range a.objects {
		if !o.Workload || o.State == Extra {
			continue
		}
		kind = o.Kind
		status, applied := s.status(kind, o.observed.Get("status"))
		if status == nil {
			continue
		}
		name := o.rendered.Tree().At("metadata", "annotations", kinds.AnnotationName).Text()
		if name == "" || all[name] != nil { // KubeSphere keeps one of them only
			name = o.Name
		}
		all[name] = status
		if revisions[applied]++; applied != "" && revisions[applied] > revisions[revision] {
			revision = applied
		}
	}
	return kind, revision, all
}

// status returns the part of a status that KubeSphere knows, and the revision that was applied; nil without conditions.
func (s Status) status(kind string, status tree.Node) (part map[string]any, applied string) {
	var conditions []map[string]any
	for c := range status.Get("conditions").Children() { // KubeSphere requires the message
		message, _ := s.secrets.Redact("", c.Get("message").Text())
		condition := map[string]any{"message": message}
		for _, name := range conditionFields {
			copyField(condition, name, c.Get(name))
		}
		conditions = append(conditions, condition)
	}
	if conditions == nil {
		return nil, ""
	}
	part = map[string]any{"conditions": conditions}
	fields, revision := kustomizationFields, status.Get("lastAppliedRevision")
	if kind == kinds.HelmRelease.Name {
		fields = helmReleaseFields
		isDeployed := func(release tree.Node) bool { return release.Get("status").Text() == "deployed" }
		release := each.First(status.Get("history").Children(), isDeployed) // the last that succeeded
		if !revision.Exists() {                                             // only older versions have the fields themselves
			revision = release.Get("chartVersion")
		}
		copyField(part, "lastAppliedRevision", revision)
		copyField(part, "lastReleaseRevision", release.Get("version"))
	}
	for _, name := range fields {
		copyField(part, name, status.Get(name))
	}
	return part, revision.Text()
}

func copyField(to map[string]any, name string, value tree.Node) {
	if value.Exists() {
		to[name] = json.RawMessage(tree.AppendJSON(nil, value))
	}
}
