package status

import (
	"cmp"
	"maps"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Observed are objects as their servers have them. The zero Observed is empty.
type Observed struct {
	objects map[render.ID]tree.Node
	kinds   map[string]map[string]int // how many objects of each kind a server has that was read; some have none
	earlier *Observed                 // nil where nobody read them earlier
	files   []string                  // those of earlier
}

const roles = kinds.Workload | kinds.Source | kinds.Chart | kinds.Around | kinds.Made

// Add reads the objects of a server, as kubectl get prints them: YAML or JSON, lists, or several documents. Server is
// the cluster whose own Flux has them, in the topology Standalone; empty for the hub. Kinds that fluxapp does not
// render are left out. File is the name for findings and is not opened. The data must not change afterwards.
//
// It is an error with findings, see [finding.From], when the text cannot be read or is cut off, a field has another
// type than API servers write, or an object was added in another version. All other objects are added.
func (o *Observed) Add(server, file string, data []byte) error {
	objects, problems := read(file, data)
	return o.addAll(server, objects, problems)
}

// AddFile adds a file as [Observed.Add] does, unless it has an object that another file of the server has, or that one
// has none: then all of it is earlier, and [Status.Causes] tell what is new. It refuses a third version.
func (o *Observed) AddFile(server, file string, data []byte) error {
	objects, problems := read(file, data)
	isKnown := func(n tree.Node) bool { return o.objects[idOf(server, n)].Exists() }
	ofKinds, isRead := o.kinds[server]
	if isEmpty := isRead && len(ofKinds) == 0; !isEmpty && !slices.ContainsFunc(objects, isKnown) {
		return o.addAll(server, objects, problems)
	}
	o.earlier, o.files = cmp.Or(o.earlier, &Observed{}), append(o.files, file)
	return o.earlier.addAll(server, objects, problems)
}

// before returns the earlier objects, with those of now for the servers and kinds that nobody read earlier.
func (o *Observed) before() Observed {
	all := Observed{objects: maps.Clone(o.earlier.objects), kinds: o.kinds}
	for id, n := range o.objects {
		if o.earlier.kinds[id.Server][id.Kind] == 0 {
			all.objects[id] = n
		}
	}
	return all
}

// read returns the objects of a text that the package looks at, and what is wrong with it.
func read(file string, data []byte) (known []tree.Node, problems []finding.Problem) {
	objects, _, problems := schema.Objects(file, data)
	problems = slices.DeleteFunc(problems, func(p finding.Problem) bool { return !p.IsError() })
	for _, n := range objects {
		if kindOf(n) == nil {
			continue
		}
		bad := malformed(n)
		if problems = append(problems, bad...); len(bad) == 0 {
			known = append(known, n)
		}
	}
	return known, problems
}

func (o *Observed) addAll(server string, objects []tree.Node, problems []finding.Problem) error {
	if o.objects == nil {
		o.objects, o.kinds = map[render.ID]tree.Node{}, map[string]map[string]int{}
	}
	each.Below(o.kinds, server) // also without objects
	for _, n := range objects {
		problems = append(problems, o.add(server, n)...)
	}
	return finding.Locate(problems).Err()
}

var types = []struct {
	is tree.Kind
	at []kinds.Path
}{
	{tree.Map, paths("metadata", "metadata.annotations", "metadata.labels", "spec", "status", "status.artifact",
		"status.conditions[]", "status.history[]")},
	{tree.List, paths("status.conditions", "status.history")},
	{tree.Number, paths("metadata.generation", "status.observedGeneration", "status.conditions[].observedGeneration")},
	{tree.String, paths("metadata.name", "metadata.namespace", "status.conditions[].type", "status.conditions[].status",
		"status.conditions[].reason", "status.conditions[].message", "status.conditions[].lastTransitionTime",
		"status.artifact.revision", "status.lastAppliedRevision", "status.helmChart", "status.history[].chartName",
		"status.history[].chartVersion", "status.history[].ociDigest", "status.history[].status",
		"status.history[].firstReconciled", "status.history[].lastReconciled", "status.history[].lastReconciledStatus",
		"status.history[].lastDeployed", "status.artifact.lastUpdateTime", "status.observedSourceArtifactRevision",
		"metadata.deletionTimestamp")},
	{tree.Bool, []kinds.Path{kinds.Suspend}},
}

func paths(texts ...string) []kinds.Path { return each.Of(texts, kinds.NewPath) }

func malformed(n tree.Node) (problems []finding.Problem) {
	subject := finding.NewSubject(n.Position().File, n)
	refuse := func(value tree.Node, has, want string) {
		problems = append(problems, finding.Problem{Code: wording.CodeObservedType, Subject: &subject, Node: value,
			Detail: has + ", and API servers write " + want + "; read the objects once more with kubectl get -o yaml"})
	}
	if m := n.Get("metadata"); !m.Get("name").Exists() && (m.Kind() == tree.Map || !m.Exists()) {
		refuse(n, "has no name", "one")
	}
	for _, t := range types {
		for _, path := range t.at {
			for value := range path.Each(n.At) {
				if value.Kind() != t.is && value.Kind() != tree.Null {
					refuse(value, "is "+value.Kind().String(), t.is.String())
				}
			}
		}
	}
	return problems
}

// kindOf returns the kind of an object; nil when the package does not look at it.
func kindOf(n tree.Node) *kinds.Kind {
	return kinds.Find(roles, kinds.GroupOf(n.Get("apiVersion").Text()), n.Get("kind").Text())
}

// Len returns how many objects of a server were added, with those of an earlier time.
func (o *Observed) Len(server string) (n int) {
	if o.earlier != nil {
		n = o.earlier.Len(server)
	}
	for _, ofKind := range o.kinds[server] {
		n += ofKind
	}
	return n
}

// isUnread reports whether the server has other kinds of objects only: nobody asked for this one.
func (o *Observed) isUnread(id render.ID) bool {
	read := o.kinds[id.Server]
	return len(read) > 0 && read[id.Kind] == 0
}

// add adds an object, unless it is the second of its ID. It refuses another version of it.
func (o *Observed) add(server string, n tree.Node) []finding.Problem {
	id := idOf(server, n)
	first, taken := o.objects[id]
	switch {
	case !taken:
		o.objects[id] = n
		o.kinds[id.Server][id.Kind]++
		return nil
	case (tree.Comparison{}).Equal(first, n): // in two texts
		return nil
	}
	subject := finding.NewSubject(n.Position().File, n)
	return []finding.Problem{finding.Problem{
		Code: codes.ObservedTwice, Subject: &subject, Node: n, Detail: "the " + id.String() + " is also at ",
	}.Beside(first, ", and differs; read the objects of a server once, or name the cluster of each text")}
}

func idOf(server string, n tree.Node) render.ID {
	metadata := n.Get("metadata")
	return render.ID{Server: server, Kind: n.Get("kind").Text(), Namespace: metadata.Get("namespace").Text(),
		Name: metadata.Get("name").Text()}
}

type placeholderKey struct{ application, server, kind string }

// observedOf returns the observed object of a rendered one; absent when the server has none. An object without a
// namespace got one when it was applied: it is the only one of its kind and name, on the server or in its application.
func (s *summarizer) observedOf(o render.Object) tree.Node {
	id := o.ID()
	if names.Placeholder(id.Namespace) || names.Placeholder(id.Name) {
		s.placeholders[placeholderKey{o.Application(), id.Server, id.Kind}] = true
	}
	if id.Namespace == "" && !s.observed.objects[id].Exists() {
		id = s.inAnyNamespace(id, o.Application())
	}
	s.rendered[id] = true
	if o.Row().Is(kinds.Source | kinds.Chart) {
		s.renderedSources[id] = o
	}
	return s.observed.objects[id]
}

// inAnyNamespace returns the ID with the namespace of the one observed object that it can be.
func (s *summarizer) inAnyNamespace(id render.ID, application string) render.ID {
	if s.byNamespace == nil {
		s.byNamespace = map[render.ID][]render.ID{}
		for known := range s.observed.objects {
			bare := known
			bare.Namespace = ""
			s.byNamespace[bare] = append(s.byNamespace[bare], known)
		}
	}
	all := s.byNamespace[id]
	if len(all) > 1 {
		isOther := func(known render.ID) bool { return ownerOf(s.observed.objects[known]) != application }
		all = slices.DeleteFunc(slices.Clone(all), isOther)
	}
	if len(all) == 1 {
		return all[0]
	}
	return id
}

// ownerOf returns the namespace/name of the document that an object was rendered from; empty for one that was not.
func ownerOf(n tree.Node) string {
	return n.At("metadata", "annotations", kinds.AnnotationRenderedFrom).Text()
}
