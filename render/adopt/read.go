package adopt

import (
	"bytes"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
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
	objects, problems := schema.Objects(file.Name, file.Data)
	broken := false
	for _, p := range problems {
		if p.IsError() && a.matters(p.Subject) {
			a.problems = append(a.problems, p)
			broken = true
		}
	}
	for _, root := range objects {
		a.add(file.Name, root, broken)
	}
}

// matters reports whether an error in an object's text prevents adoption: others read a Secret beside a HelmRelease.
func (a *adoption) matters(s *finding.Subject) bool {
	group := kinds.GroupOf(s.APIVersion())
	return !s.Root().Exists() || s.Kind() == "" || s.Root().Get("items").Kind() == tree.List ||
		a.kinds.Find(kinds.Workload|kinds.Cluster, group, s.Kind()) != nil
}

// add adds an object by what it is. A broken file's objects are refused: one may differ from what its author wrote.
func (a *adoption) add(file string, root tree.Node, broken bool) {
	subject := finding.NewSubject(file, root)
	group := kinds.GroupOf(subject.APIVersion())
	w := a.kinds.Find(kinds.Workload, group, subject.Kind())
	switch {
	case kinds.Standard().Find(kinds.Cluster, group, subject.Kind()) != nil:
		a.addCluster(schema.FromNode(file, root))
	case w == nil:
		if kinds.Standard().Find(kinds.App, group, subject.Kind()) != nil {
			a.written[subject.Owner()] = true
		}
		a.leave(&subject, reasonOf(group, subject.Kind()))
	case root.At("metadata", "deletionTimestamp").Exists():
		a.leave(&subject, "is being deleted")
	default:
		a.objects = append(a.objects, &object{
			file: file, root: root, workload: w, namespace: subject.Namespace(), name: subject.Name(), subject: &subject,
			refused: broken,
		})
	}
}

func (a *adoption) addCluster(d *schema.Document) {
	a.problems = append(a.problems,
		slices.DeleteFunc(slices.Clone(d.Problems()), func(p finding.Problem) bool { return !p.IsError() })...)
	a.broken = a.broken || d.Refused()
	a.fleet = append(a.fleet, d)
}

// MayHold reports whether a text may hold what is adopted, or a cluster of the fleet. It looks for words and does not
// parse: most files of a folder are for others, and need not even be YAML.
func MayHold(text []byte) bool {
	for k := range kinds.Standard().With(kinds.Workload | kinds.Cluster) {
		if bytes.Contains(text, []byte(k.Group+"/")) {
			return true
		}
	}
	return false
}
