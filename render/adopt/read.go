package adopt

import (
	"bytes"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// File is a text with objects: a stream of YAML or JSON documents, or what kubectl get prints as YAML or JSON.
type File struct {
	// Name is the file's name, with slashes. Findings carry it; [ClusterFrom] may take a cluster's name from it.
	Name string
	// Data is the text.
	Data []byte
}

func (a *adoption) read(file File) {
	a.kustomizations.read(file)
	objects, problems := schema.Objects(file.Name, file.Data)
	broken, isOurs := false, MayHold(file.Data)
	for _, p := range problems {
		if p.IsError() && isOurs && a.matters(p.Subject) {
			a.problems = append(a.problems, p)
			broken = true
		}
	}
	a.generated[file.Name] = isGenerated(file.Data)
	if len(objects) == 0 {
		a.leaveOthers(file)
	}
	for _, root := range objects {
		a.files[file.Name]++
		spoilt := slices.ContainsFunc(problems, func(p finding.Problem) bool {
			return p.IsError() && p.Subject.Root().Same(root)
		})
		a.add(file.Name, root, broken, spoilt)
	}
}

// leaveOthers leaves documents that are no objects, for example the values of a chart.
func (a *adoption) leaveOthers(file File) {
	trees, _ := tree.Parse(file.Name, file.Data)
	for _, t := range trees {
		if t.Root().Kind() == tree.Map {
			subject := finding.NewSubject(file.Name, t.Root())
			a.leave(&subject, "is no object of Kubernetes")
		}
	}
}

// matters reports whether an error in an object's text prevents adoption: others read a Secret beside a HelmRelease.
func (a *adoption) matters(s *finding.Subject) bool {
	group := kinds.GroupOf(s.APIVersion())
	return !s.Root().Exists() || s.Kind() == "" || s.Root().Get("items").Kind() == tree.List ||
		a.kinds.Find(kinds.Workload|kinds.Cluster, group, s.Kind()) != nil
}

// add adds an object by what it is. A broken file's objects are refused: one may differ from what its author wrote.
func (a *adoption) add(file string, root tree.Node, broken, spoilt bool) {
	subject := finding.NewSubject(file, root)
	group := kinds.GroupOf(subject.APIVersion())
	w := a.kinds.Find(kinds.Workload, group, subject.Kind())
	a.workloads = a.workloads || w != nil
	switch {
	case kinds.Standard().Find(kinds.Cluster, group, subject.Kind()) != nil:
		a.addCluster(schema.FromNode(file, root))
	case partKind(&subject) != nil:
		a.addPart(&object{file: file, root: root, workload: partKind(&subject), namespace: subject.Namespace(),
			name: subject.Name(), subject: &subject, refused: broken || spoilt})
	case w == nil:
		if kinds.Standard().Find(kinds.App, group, subject.Kind()) != nil {
			a.written[subject.Owner()] = true
		}
		reason := reasonOf(subject.APIVersion(), subject.Kind())
		if a.generated[file] {
			reason = reasonGenerated
		}
		a.leave(&subject, reason)
	default:
		o := &object{file: file, root: root, workload: w, namespace: subject.Namespace(), name: subject.Name(),
			subject: &subject, refused: broken}
		if a.objects = append(a.objects, o); root.At("metadata", "deletionTimestamp").Exists() {
			a.stay(o, "is being deleted")
		}
	}
}

func (a *adoption) addCluster(d *schema.Document) {
	a.problems = append(a.problems,
		slices.DeleteFunc(slices.Clone(d.Problems()), func(p finding.Problem) bool { return !p.IsError() })...)
	a.broken = a.broken || d.Refused()
	a.fleet = append(a.fleet, d)
}

// MayHold reports whether a text may hold what is adopted, or a cluster of the fleet. It looks for words and does not
// parse. Most files of a folder are for others, and need not even be YAML: what is wrong in them is nobody's problem.
func MayHold(text []byte) bool {
	for k := range kinds.Standard().With(kinds.Workload | kinds.Cluster | kinds.Source | kinds.Around | kinds.FolderList) {
		if k.Field == kinds.RBACRole.Field { // most such objects are for others
			continue
		}
		if bytes.Contains(text, []byte(k.Group+"/")) {
			return true
		}
	}
	return false
}

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
		terms.AnnotationRenderedFrom, terms.AnnotationDigest, terms.AnnotationProtected}
	addedPrefixes = []string{"config.kubernetes.io/", "internal.config.kubernetes.io/", "config.k8s.io/",
		"internal.kpt.dev/"}
)

// metadata returns the labels and annotations that the author of an object wrote; absent when there are none.
func (a *adoption) metadata(o *object) tree.Node {
	written := o.root.Get("metadata")
	labels := a.without(written.Get("labels"), func(key string) bool {
		return slices.Contains(addedLabels, key) || o.known.kubeSphere && key == terms.LabelManagedBy ||
			o.isMark("labels", key)
	})
	annotations := a.without(written.Get("annotations"), func(key string) bool {
		hasPrefix := func(prefix string) bool { return strings.HasPrefix(key, prefix) }
		return slices.Contains(addedAnnotations, key) || slices.ContainsFunc(addedPrefixes, hasPrefix) ||
			o.known.kubeSphere && key == terms.AnnotationName || o.isMark("annotations", key)
	})
	if !labels.Exists() && !annotations.Exists() {
		return tree.Node{}
	}
	return a.build.Map(written, tree.Field{Key: "labels", Value: labels},
		tree.Field{Key: "annotations", Value: annotations})
}

// without returns a map without some keys; absent when none is left. Any other value is kept: a rule reports it.
func (a *adoption) without(n tree.Node, drop func(key string) bool) tree.Node {
	if n.Kind() != tree.Map {
		return n
	}
	fields := slices.DeleteFunc(n.Fields(), func(f tree.Field) bool { return drop(f.Key) || f.Value.Kind() == tree.Null })
	if len(fields) == 0 {
		return tree.Node{}
	}
	return a.build.Map(n, fields...)
}

// checkFields refuses fields that no object of Kubernetes has.
func (a *adoption) checkFields(o *object) {
	a.refuseOthers(o, o.root, topFields)
	a.refuseOthers(o, o.root.Get("metadata"), slices.Concat(authorFields, serverFields))
}

func (a *adoption) refuseOthers(o *object, n tree.Node, known []string) {
	for field := range n.Children() {
		if key := field.Key(); !slices.Contains(known, key) {
			p := finding.Problem{Code: finding.CodeUnknownField, Node: field, OnKey: true, Current: key,
				Detail: "unknown field; leave it out"}
			if key == finding.SOPS && n.Same(o.root) {
				p = finding.EncryptedDocument(field)
			} else if near := names.Nearest(key, known); near != "" {
				p.Proposed, p.Detail = near, "unknown field; did you mean \""+near+"\"?"
			}
			a.report(o, p)
		}
	}
}
