package status

import (
	"io"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
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
// The number of ready objects is this package's: an object that is not what its document renders is not ready. Of each
// HelmRelease and Kustomization that was observed, the status has the fields of KubeSphere's CustomResourceDefinition,
// without the inventory and without secrets, by its annotation app.kubernetes.io/name, as in KubeSphere; the second of
// one annotation by its own name. It returns the first error of the writer.
func (s Status) WriteApplication(w io.Writer) error {
	for _, a := range s.Applications {
		if !a.IsKubeSphere() {
			continue
		}
		b := builder{tree.NewBuilder(), s.secrets}
		if _, err := w.Write(tree.AppendYAML([]byte("---\n"), b.application(a))); err != nil {
			return err
		}
	}
	return nil
}

// IsKubeSphere reports whether the document of the application is one of KubeSphere's kind Application.
func (a Application) IsKubeSphere() bool {
	return a.document != nil && a.document.IsKubeSphereApplication()
}

// builder builds maps without the fields that have no value.
type builder struct {
	*tree.Builder
	secrets finding.Secrets
}

func (b builder) text(text string) tree.Node {
	if text == "" {
		return tree.Node{}
	}
	return b.String(text, tree.Node{})
}

func (b builder) of(fields ...tree.Field) tree.Node { return b.Map(tree.Node{}, fields...) }

func field(key string, value tree.Node) tree.Field { return tree.Field{Key: key, Value: value} }

func (b builder) application(a Application) tree.Node {
	all := b.statuses(a)
	namespace := strings.TrimSuffix(strings.TrimSuffix(a.Name, a.document.Name()), "/")
	annotations := tree.Node{}
	if all.revision != "" {
		annotations = b.of(field(annotationRevision, b.text(all.revision)))
	}
	labels := b.of(field(labelType, b.text(all.kind)),
		field(labelReadyNumber, b.text(strconv.Itoa(a.Ready)+"-"+strconv.Itoa(a.Total))))
	name := map[bool]string{true: "kustomizationStatus", false: "helmReleaseStatus"}[all.kind == kinds.Kustomization.Name]
	return b.of(
		field("apiVersion", b.text(kinds.Application.APIVersion)),
		field("kind", b.text(kinds.Application.Name)),
		field("metadata", b.of(field("name", b.text(a.document.Name())), field("namespace", b.text(namespace)),
			field("labels", labels), field("annotations", annotations))),
		field("status", b.of(field("fluxApp", b.of(field(name, b.of(all.fields...)))))))
}

type statuses struct {
	kind     string
	fields   []tree.Field // by the names that KubeSphere has for the objects
	revision string       // of most ready objects
}

func (b builder) statuses(a Application) (all statuses) {
	revisions, taken := map[string]int{}, map[string]bool{}
	for o := range a.objects {
		if !o.Workload || o.State == Extra {
			continue
		}
		all.kind = o.Kind
		status := b.status(o.Kind, o.observed.Get("status"))
		if !status.Exists() {
			continue
		}
		name := o.rendered.Tree().At("metadata", "annotations", kinds.AnnotationName).Text()
		if name == "" || taken[name] { // KubeSphere keeps one of them only
			name = o.Name
		}
		taken[name] = true
		all.fields = append(all.fields, field(name, status))
		revision := status.Get("lastAppliedRevision").Text()
		if revisions[revision]++; revision != "" && revisions[revision] > revisions[all.revision] {
			all.revision = revision
		}
	}
	return all
}

// status returns the part of an object's status that KubeSphere knows; absent when the object has none.
func (b builder) status(kind string, status tree.Node) tree.Node {
	names := kustomizationFields
	var fields []tree.Field
	if kind == kinds.HelmRelease.Name {
		names = helmReleaseFields
		release := deployed(status.Get("history")) // older versions have the fields themselves
		fields = append(fields, field("lastAppliedRevision", release.Get("chartVersion")),
			field("lastReleaseRevision", release.Get("version")))
	}
	for _, name := range names {
		fields = append(fields, field(name, status.Get(name)))
	}
	var conditions []tree.Node
	for c := range status.Get("conditions").Children() {
		conditions = append(conditions, b.condition(c))
	}
	if len(conditions) == 0 {
		return tree.Node{}
	}
	return b.of(append(fields, field("conditions", b.List(tree.Node{}, conditions...)))...)
}

// deployed returns the last Helm release that succeeded; absent when none has.
func deployed(history tree.Node) tree.Node {
	for release := range history.Children() {
		if release.Get("status").Text() == "deployed" {
			return release
		}
	}
	return tree.Node{}
}

// condition returns a condition without secrets in its message, which KubeSphere requires.
func (b builder) condition(c tree.Node) tree.Node {
	message, _ := b.secrets.Redact("", c.Get("message").Text())
	fields := []tree.Field{field("message", b.String(message, tree.Node{}))}
	for _, name := range conditionFields {
		fields = append(fields, field(name, c.Get(name)))
	}
	return b.of(fields...)
}
