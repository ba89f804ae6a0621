package adopt

import (
	"bytes"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/kustomize"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

func (a *adoption) read(file File) {
	objects, others, problems := schema.Objects(file.Name, file.Data)
	broken, isOurs := false, MayHold(file.Data)
	for _, p := range problems {
		if p.IsError() && isOurs && a.matters(p.Subject) {
			a.problems = append(a.problems, p)
			broken = true
		}
	}
	if broken && (kustomize.IsList(file.Name) || bytes.Contains(file.Data, []byte(kinds.Kustomization.Group+"/"))) {
		a.unread = append(a.unread, file.Name)
	}
	a.generated[file.Name] = isGenerated(file.Data)
	for _, root := range others {
		a.files[file.Name]++
		a.leaveOther(file.Name, root)
	}
	for _, root := range objects {
		a.files[file.Name]++
		spoilt := slices.ContainsFunc(problems, func(p finding.Problem) bool {
			return p.IsError() && p.Subject.Root().Same(root)
		})
		a.add(file.Name, root, broken, spoilt)
	}
}

// leaveOther leaves a document that is no object, for example the values of a chart, unless an error is about it.
func (a *adoption) leaveOther(file string, root tree.Node) {
	isReported := func(p finding.Problem) bool { return p.Code == finding.CodeKind && p.Node.Same(root) }
	if slices.ContainsFunc(a.problems, isReported) {
		return
	}
	reason := "is no object of Kubernetes"
	if root.Get("kind").Exists() {
		reason = "has no apiVersion"
	}
	subject := finding.NewSubject(file, root)
	a.leave(&subject, reason)
}

// matters reports whether an error in an object's text prevents adoption: others read a Secret beside a HelmRelease.
func (a *adoption) matters(s *finding.Subject) bool {
	group := kinds.GroupOf(s.APIVersion())
	named := func(k *kinds.Kind) bool { return s.APIVersion() == "" && k.Name == s.Kind() }
	return !s.Root().Exists() || s.Kind() == "" || s.Root().Get("items").Kind() == tree.List ||
		a.kinds.Find(kinds.Workload|kinds.Cluster, group, s.Kind()) != nil ||
		slices.ContainsFunc(slices.Collect(a.kinds.With(kinds.Workload)), named)
}

// add adds an object by what it is. A broken file's objects are refused: one may differ from what its author wrote.
func (a *adoption) add(file string, root tree.Node, broken, spoilt bool) {
	subject := finding.NewSubject(file, root)
	group := kinds.GroupOf(subject.APIVersion())
	w := a.kinds.Find(kinds.Workload, group, subject.Kind())
	if a.workloads = a.workloads || w != nil; w != nil || partKind(&subject) != nil {
		root = a.texts(root)
		subject = finding.NewSubject(file, root)
	}
	switch {
	case kinds.Standard().Find(kinds.Cluster, group, subject.Kind()) != nil:
		a.addCluster(schema.FromNode(file, root))
	case partKind(&subject) != nil:
		a.addPart(&object{file: file, root: root, workload: partKind(&subject), namespace: subject.Namespace(),
			name: subject.Name(), subject: &subject, refused: broken || spoilt})
	case w == nil:
		if kinds.Standard().Find(kinds.App, group, subject.Kind()) != nil {
			a.written[subject.Owner()] = true
			a.documents = append(a.documents, schema.FromNode(file, root))
		}
		reason := reasonOf(subject.APIVersion(), subject.Kind())
		if a.generated[file] {
			reason = reasonGenerated
		}
		if group == instanceGroup && subject.Kind() == "FluxInstance" {
			a.addInstance(&subject)
		}
		a.leave(&subject, reason)
	default:
		o := &object{file: file, root: root, workload: w, namespace: subject.Namespace(), name: subject.Name(),
			subject: &subject, refused: broken}
		if broken && !spoilt {
			a.report(o, finding.Problem{Code: finding.CodeNotAdoptable, Node: root.At("metadata", "name"), Current: o.name,
				Detail: "is in a file that cannot be read as a whole; correct the other error in it"})
		}
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
