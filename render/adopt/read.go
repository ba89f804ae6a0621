package adopt

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/kustomize"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// input is what the files hold.
type input struct {
	texts      map[string][]byte
	objects    []*object   // workloads and sources, in file order
	others     []tree.Node // other objects of Flux, which may refer to sources
	fleet      schema.Documents
	members    []schema.Member
	documents  schema.Documents // the applications among the files
	roots      []string         // the folders that Flux reads first, each of a cluster
	repository *kustomize.Repository
	problems   []finding.Problem // errors in the texts
	blind      bool              // a file cannot be read that may tell which cluster reads what
}

// read reads the files. Files that hold nothing of Flux are known by their names.
func read(files []File) *input {
	in := &input{texts: map[string][]byte{}}
	var names []string
	for _, file := range files {
		names = append(names, file.Name)
		in.texts[file.Name] = file.Data
	}
	slices.Sort(names)
	in.repository = kustomize.New(names)
	for _, name := range names {
		in.repository.Read(name, in.texts[name])
		isManifest := MayHold(in.texts[name]) && !slices.Contains(renovateConfigs, name)
		if isManifest || kustomize.IsList(name) {
			in.readFile(name)
		}
	}
	slices.SortStableFunc(in.objects, compareObjects)
	for _, d := range in.fleet {
		in.members = append(in.members, d.Members()...)
	}
	return in
}

func (in *input) readFile(file string) {
	objects, _, problems := schema.Objects(file, in.texts[file])
	isBroken := false
	for _, p := range problems {
		if p.IsError() && matters(p.Subject) {
			in.problems = append(in.problems, p)
			isBroken = true
		}
	}
	in.blind = in.blind || isBroken &&
		(kustomize.IsList(file) || bytes.Contains(in.texts[file], []byte(kinds.Kustomization.Group+"/")))
	for _, root := range objects {
		in.add(file, root, isBroken)
	}
}

// matters reports whether an error in an object's text prevents adoption: others read a Secret beside a HelmRelease.
func matters(s *finding.Subject) bool {
	group := kinds.GroupOf(s.APIVersion())
	return !s.Root().Exists() || s.Kind() == "" || s.Root().Get("items").Kind() == tree.List ||
		kinds.Find(kinds.Workload|kinds.Cluster|kinds.FolderList, group, s.Kind()) != nil
}

// add adds an object by what it is.
func (in *input) add(file string, root tree.Node, isBroken bool) {
	subject := finding.NewSubject(file, root)
	group := kinds.GroupOf(subject.APIVersion())
	adopted := kinds.Find(kinds.Workload|kinds.Source, group, subject.Kind())
	if adopted == kinds.ArtifactGenerator { // Flux may make several artifacts of one, and a document one
		adopted = nil
	}
	switch k := kinds.Find(kinds.Read|kinds.Written, group, subject.Kind()); {
	case adopted != nil:
		o := &object{kind: adopted, file: file, root: root, subject: &subject, namespace: subject.Namespace(),
			name: subject.Name(), home: subject.Namespace()}
		in.objects = append(in.objects, o)
		o.left = textReason(o, in.texts[file], isBroken)
	case k.Is(kinds.Cluster):
		d := schema.FromNode(file, root)
		isOther := func(p finding.Problem) bool { return !p.IsError() }
		in.problems = append(in.problems, slices.DeleteFunc(slices.Clone(d.Problems()), isOther)...)
		in.blind, in.fleet = in.blind || d.Refused(), append(in.fleet, d)
	case k.Is(kinds.App):
		in.documents = append(in.documents, schema.FromNode(file, root))
	case k != nil:
		in.others = append(in.others, root)
	case subject.Kind() == "FluxInstance" && group == instanceGroup:
		in.roots = append(in.roots, root.At("spec", "sync", "path").Text())
	}
}

// File is a text with objects: a stream of YAML or JSON documents, or what kubectl get prints as YAML or JSON.
type File struct {
	// Name is the file's name, with slashes. Findings carry it; [ClusterFrom] may take a cluster's name from it.
	Name string
	// Data is the text.
	Data []byte
}

// MayHold reports whether a text may hold what an adoption reads. It looks for words and does not parse. Most files of
// a folder are for others, and need not even be YAML: what is wrong in them is nobody's problem.
func MayHold(text []byte) bool {
	const roles = kinds.App | kinds.Workload | kinds.Cluster | kinds.Source | kinds.Around | kinds.FolderList
	return bytes.Contains(text, []byte(instanceGroup+"/")) || each.Any(kinds.With(roles), func(k *kinds.Kind) bool {
		return k.Field != kinds.RBACRole.Field && bytes.Contains(text, []byte(k.Group+"/")) // most roles are for others
	})
}

// partsOf returns the folders of a file, and its name without extension.
func partsOf(file string) []string {
	file = strings.TrimPrefix(path.Clean(file), "/")
	return strings.Split(strings.TrimSuffix(file, path.Ext(file)), "/")
}

// instanceGroup is the group of FluxInstances, and of the labels of what they make (SetOwnerLabels in
// github.com/controlplaneio-fluxcd/flux-operator, internal/controller/fluxinstance_controller.go).
const instanceGroup = "fluxcd.controlplane.io"

// renovateConfigs are the files in which Renovate looks for its configuration.
var renovateConfigs = []string{"renovate.json", "renovate.json5", ".github/renovate.json", ".github/renovate.json5",
	".gitlab/renovate.json", ".gitlab/renovate.json5", ".renovaterc", ".renovaterc.json", ".renovaterc.json5"}

// RenovateConfigs returns the names of files in which Renovate has its configuration. Adopt reads them beside the
// manifests: what Renovate writes must be in the documents too.
func RenovateConfigs() []string { return slices.Clone(renovateConfigs) }
